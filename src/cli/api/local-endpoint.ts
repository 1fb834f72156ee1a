// The app in this process on the local database, without a socket.
import { catalogue } from '../../catalogue/catalogue.ts';
import { readSettings } from '../../config.ts';
import { app } from '../../http/app.ts';
import { streams } from '../../http/response/streams.ts';
import { openDatabase, requireDatabase, requireWritable } from '../../store/open.ts';
import { commandActor } from '../command-actor.ts';
import { type Endpoint, withToken } from './endpoint.ts';

/** No other client waits for the streams of this process, so a reader may pause for days. */
const STREAM_LIMITS = { seconds: 7 * 86_400, bytesPerSecond: 64 * 1024 };

/** A user that can open the database may read and write everything in it. `anyone` gets the rights of a client without
 * a token. */
export async function localEndpoint(client: 'owner' | 'anyone', writes: boolean): Promise<Endpoint> {
  const settings = readSettings(process.env);
  requireDatabase(settings);
  if (writes) requireWritable(settings);
  const store = await openDatabase(settings, { change: 'nothing' });
  const token = client === 'owner' ? crypto.randomUUID() : settings.token;
  const sentToken = client === 'owner' ? token : undefined;
  const { privateFields } = settings;
  const documents = { openapi: '', swagger: '' };
  const actor = commandActor(store);
  const actorOf = actor && (() => actor);
  const answer = app({ catalogue, store, token, privateFields, documents, actorOf, streams: streams(STREAM_LIMITS) });
  return {
    send: async (path, init) => answer(new Request(`http://localhost${path}`, withToken(sentToken, init))),
    close: () => store.close(),
  };
}

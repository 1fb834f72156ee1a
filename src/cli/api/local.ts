// The service in this process: the app over the local database, without a socket.
import { catalogue } from '../../catalogue/catalogue.ts';
import { readSettings } from '../../config.ts';
import { app } from '../../http/app.ts';
import { bulk } from '../../http/response/streams.ts';
import { expectDatabase, openStore } from '../../serve/open-store.ts';
import { type Place, withToken } from './endpoint.ts';

/** Nobody else waits for this database's streams, so their reader may pause for days. */
const PATIENCE = { seconds: 7 * 86_400, bytesPerSecond: 64 * 1024 };

/** Whoever can open the database may see and write everything in it, but for those who ask on behalf of anyone. */
export async function localService(asker: 'owner' | 'anyone' = 'owner'): Promise<Place> {
  const settings = readSettings(process.env);
  expectDatabase(settings);
  const store = await openStore(settings, { change: 'nothing' });
  const token = asker === 'owner' ? crypto.randomUUID() : settings.token;
  const shown = asker === 'owner' ? token : undefined;
  const { privateFields } = settings;
  const documents = { openapi: '', swagger: '' };
  const answer = app({ catalogue, store, token, privateFields, documents, bulk: bulk(PATIENCE) });
  return {
    send: async (path, init) => answer(new Request(`http://localhost${path}`, withToken(shown, init))),
    close: () => store.close(),
  };
}

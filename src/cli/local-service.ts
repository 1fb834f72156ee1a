// The service in this process: the app over the local database, without a socket. Whoever can open the database may see and
// write everything in it.
import { catalogue } from '../catalogue/catalogue.ts';
import { readSettings } from '../config.ts';
import { app } from '../http/app.ts';
import { expectDatabase, openStore } from './open-store.ts';
import { type Place, withToken } from './place.ts';

export async function localService(): Promise<Place> {
  const settings = readSettings(process.env);
  expectDatabase(settings);
  const store = await openStore(settings, { asItIs: true });
  const token = crypto.randomUUID();
  const { privateFields } = settings;
  const answer = app({ catalogue, store, token, privateFields, documents: { openapi: '', swagger: '' } });
  return {
    send: async (path, init) => answer(new Request(`http://localhost${path}`, withToken(token, init))),
    close: () => store.close(),
  };
}

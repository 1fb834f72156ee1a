// The service on its port, in this process: the app over an open store, behind a socket.
import { catalogue } from '../catalogue/catalogue.ts';
import type { Settings } from '../config.ts';
import { app } from '../http/app.ts';
import { listen, type Server } from '../http/server.ts';
import type { Store } from '../store/store.ts';
import { listening } from './listening.ts';

/** `sharedPort`: other workers listen on the same port. */
export async function answering(settings: Settings, store: Store, { sharedPort = false } = {}): Promise<Server> {
  const documents = { openapi: await document('openapi.json'), swagger: await document('swagger.json') };
  const { token, privateFields } = settings;
  const handle = app({ catalogue, store, token, privateFields, documents });
  return listening(settings, (place) => listen(handle, { ...place, sharedPort }));
}

/** The documents are derived and committed; `npm run generate` makes them anew. */
const document = (name: string): Promise<string> => Bun.file(new URL(`../../${name}`, import.meta.url)).text();

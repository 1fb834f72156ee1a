// `workforce serve`: opens the database, fills it at the first start, and answers until told to stop.
import { catalogue } from '../catalogue/catalogue.ts';
import { readSettings, SettingError, type Settings } from '../config.ts';
import { PRODUCT } from '../contract/product.ts';
import { app } from '../http/app.ts';
import { listen, type Server } from '../http/server.ts';
import { openSqlite } from '../store/sqlite/open-sqlite.ts';
import { fillDemo, isEmpty } from './fill-demo.ts';
import { say } from './output.ts';

export async function serve(): Promise<void> {
  const settings = readSettings(process.env);
  const store = openSqlite(settings.dataFolder, catalogue, settings.privateFields);
  if (settings.demo && (await isEmpty(store))) await fillDemo(store);
  const documents = { openapi: await document('openapi.json'), swagger: await document('swagger.json') };
  const { token, privateFields } = settings;
  const server = listening(settings, app({ catalogue, store, token, privateFields, documents }));
  say(
    `${PRODUCT} on ${server.url.href} (docs: ${server.url.href}api/docs, writes ${token ? 'enabled' : 'off: no WORKFORCE_API_TOKEN'})`,
  );
  await stopSignal();
  await server.stop();
  await store.close();
}

/** The documents are derived and committed; `npm run generate` makes them anew. */
const document = (name: string): Promise<string> => Bun.file(new URL(`../../${name}`, import.meta.url)).text();

function listening(settings: Settings, handle: (request: Request) => Promise<Response>): Server {
  try {
    return listen(handle, settings);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const place = `PORT ${settings.port} on HOST ${settings.host}`;
    throw new SettingError(`${place} cannot be listened on (${reason}); stop what uses it or set another.`);
  }
}

/** Resolves when told to stop. npm's shell does not pass signals on: under it, the end of the parent counts as one. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
    if (!process.env.npm_lifecycle_event) return;
    const parent = process.ppid;
    setInterval(() => process.ppid === parent || resolve(), 500).unref();
  });
}

// Asks for records: the very same request goes to the service at --url, or in this process to the app over the local
// database, so that both judge and answer alike.
import { catalogue } from '../catalogue/catalogue.ts';
import { readSettings, SettingError, settingRows } from '../config.ts';
import { BASE } from '../contract/product.ts';
import type { Values } from './command.ts';
import { CommandError, UsageError } from './exit-codes.ts';
import { expectDatabase, openStore } from './open-store.ts';
import { refusal } from './refusal.ts';

export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

/** Answers that are no success are thrown. */
export async function asking<T>(values: Values, use: (ask: Ask) => Promise<T>): Promise<T> {
  const { send, close } = values.url === undefined ? await local(values) : await remote(values.url, values);
  try {
    return await use(async (path, init) => {
      const response = await send(`${BASE}/v1/${path}`, init);
      if (!response.ok) throw await refusal(response);
      return response;
    });
  } finally {
    await close();
  }
}

type Place = { send: Ask; close: () => Promise<void> };

/** Whoever can open the database may see and write everything in it. */
async function local(values: Values): Promise<Place> {
  if (values['token-file'] !== undefined)
    throw new UsageError('--token-file is for --url; who can open the local database needs no token.');
  const settings = readSettings(process.env);
  expectDatabase(settings);
  const store = await openStore(settings, { asItIs: true });
  const { app } = await import('../http/app.ts');
  const token = crypto.randomUUID();
  const { privateFields } = settings;
  const answer = app({ catalogue, store, token, privateFields, documents: { openapi: '', swagger: '' } });
  return {
    send: async (path, init) => answer(new Request(`http://localhost${path}`, withToken(token, init))),
    close: () => store.close(),
  };
}

async function remote(url: string, values: Values): Promise<Place> {
  const base = addressOf(url);
  const token = await tokenFor(values);
  return {
    async send(path, init) {
      const response = await fetch(base + path, { ...withToken(token, init), redirect: 'manual' }).catch((error) => {
        if (init?.signal?.aborted) throw init.signal.reason;
        throw new CommandError('unavailable', `${base} does not answer (${reasonOf(error)}).`);
      });
      if (response.status < 300 || response.status >= 400) return response;
      throw new CommandError('failed', `${base} sends to ${response.headers.get('location')}; give that as --url.`);
    },
    close: async () => undefined,
  };
}

const reasonOf = (error: { code?: unknown; message: string }): string => String(error.code ?? error.message);

function withToken(token: string | undefined, init: RequestInit = {}): RequestInit {
  const headers = new Headers(init.headers);
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  return { ...init, headers };
}

/** The address with or without `/api` at its end. */
function addressOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.search !== '')
    throw new UsageError('--url is no address of a service; it is written http://host:8080 or https://host.');
  return `${parsed.origin}${parsed.pathname}`.replace(/\/+$/, '').replace(new RegExp(`${BASE}$`), '');
}

/** The token is never shown, and taken from the environment or a file: a command line is seen by others. */
async function tokenFor({ 'token-file': file }: Values): Promise<string | undefined> {
  const { variables } = settingRows.token;
  if (file === undefined)
    return readSettings(Object.fromEntries(variables.map((name) => [name, process.env[name]]))).token;
  const text = await Bun.file(file)
    .text()
    .catch((error) => {
      throw new CommandError('failed', `--token-file ${file} cannot be read (${reasonOf(error)}).`);
    });
  try {
    return readSettings({ [variables[0]]: text.trim() }).token;
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    throw new SettingError(error.message.replace(variables[0], `The token in ${file}`));
  }
}

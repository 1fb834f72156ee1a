// Asks for records: the very same request goes to the service at --url, or in this process to the app over the local
// database, so that both judge and answer alike.
import { readSettings, SettingError, settingRows } from '../config.ts';
import { BASE } from '../contract/product.ts';
import type { Values } from './command.ts';
import { CommandError, UsageError } from './exit-codes.ts';
import { type Ask, type Place, withToken } from './place.ts';
import { refusal } from './refusal.ts';
import { visible } from './visible.ts';

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

async function local(values: Values): Promise<Place> {
  if (values['token-file'] !== undefined)
    throw new UsageError('--token-file is for --url; who can open the local database needs no token.');
  // A service elsewhere is asked without loading a database.
  return (await import('./local-service.ts')).localService();
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
      const elsewhere = visible(response.headers.get('location') ?? 'nowhere');
      throw new CommandError('failed', `${base} sends to ${elsewhere}; give that as --url.`);
    },
    close: async () => undefined,
  };
}

const reasonOf = (error: { code?: unknown; message: string }): string => String(error.code ?? error.message);

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

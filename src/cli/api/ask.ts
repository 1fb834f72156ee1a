// Asks for records: the very same request goes to the service at --url, or in this process to the app over the local
// database, so that both judge and answer alike.
import { readSettings, SettingError, settingRows } from '../../config.ts';
import { BASE } from '../../contract/product.ts';
import type { Values } from '../options/command.ts';
import { CommandError, UsageError } from '../options/exit-codes.ts';
import type { Ask, Place } from './endpoint.ts';
import { refusal } from './refusal.ts';
import { remoteService } from './remote.ts';

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
  return (await import('./local.ts')).localService();
}

async function remote(url: string, values: Values): Promise<Place> {
  return remoteService(url, await tokenFor(values));
}

const reasonOf = (error: { code?: unknown; message: string }): string => String(error.code ?? error.message);

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

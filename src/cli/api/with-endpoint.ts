// Opens the endpoint of a command: the service at --url, or the app in this process on the local database. Both get the
// same request, so both answer alike.
// docs/design/callers.md has the whole picture.
import { readSettings, SettingError, settingRows } from '../../config.ts';
import { BASE } from '../../contract/product.ts';
import type { Send } from '../../mcp/tool.ts';
import type { Values } from '../options/command.ts';
import { textOfFile } from '../options/command.ts';
import { UsageError } from '../options/exit-codes.ts';
import type { Endpoint } from './endpoint.ts';
import { remoteEndpoint } from './endpoint.ts';
import { responseError } from './response-error.ts';

/** `send` takes a path such as `employees/7`. It throws where the answer is an error. */
export async function withEndpoint<T>(values: Values, use: (send: Send) => Promise<T>, writes = false): Promise<T> {
  const endpoint = await openEndpoint(values, writes);
  try {
    return await use(async (path, init) => {
      const response = await endpoint.send(`${BASE}/v1/${path}`, init);
      if (!response.ok) throw await responseError(response);
      return response;
    });
  } finally {
    await endpoint.close();
  }
}

async function openEndpoint(values: Values, writes: boolean): Promise<Endpoint> {
  const { url, 'token-file': tokenFile } = values;
  if (url !== undefined) return remoteEndpoint(url, await tokenFor(tokenFile));
  if (tokenFile !== undefined)
    throw new UsageError('--token-file is for --url; who can open the local database needs no token.');
  // Imported here because a request to another service needs no database code.
  return (await import('./local-endpoint.ts')).localEndpoint('owner', writes);
}

/** The token comes from the environment or a file, because other users of the machine can read a command line. */
async function tokenFor(file: string | undefined): Promise<string | undefined> {
  const { variables } = settingRows.token;
  if (file === undefined)
    return readSettings(Object.fromEntries(variables.map((name) => [name, process.env[name]]))).token;
  const text = await textOfFile('--token-file', file);
  try {
    return readSettings({ [variables[0]]: text.trim() }).token;
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    throw new SettingError(error.message.replace(variables[0], `The token in ${file}`));
  }
}

// `workforce mcp`: the tools for assistants over standard input and output, on the local database or another service.
// Reads are sent without a token, so private fields stay private, unless the service takes a token for all reads.
// Creates are sent with the token of the settings.
import { catalogue } from '../../catalogue/catalogue.ts';
import { readSettings } from '../../config.ts';
import { BASE } from '../../contract/product.ts';
import { POSITION } from '../../http/response/responses.ts';
import { overStdio } from '../../mcp/over-stdio.ts';
import { serverMaker } from '../../mcp/server.ts';
import { type Send, ToolFault } from '../../mcp/tool.ts';
import { stopSignal } from '../../serve/stop-signal.ts';
import { type Endpoint, remoteEndpoint, withToken } from '../api/endpoint.ts';
import type { Values } from '../options/command.ts';
import { CommandError } from '../options/exit-codes.ts';

export async function mcp({ url, 'allow-writes': allowWrites }: Values): Promise<void> {
  const { token } = readSettings(process.env);
  const writes = allowWrites !== undefined;
  if (writes && token === undefined)
    throw new CommandError('forbidden', '--allow-writes needs the write token: set WORKFORCE_API_TOKEN.');
  // Imported here because a request to another service needs no database code.
  const openLocal = async () => (await import('../api/local-endpoint.ts')).localEndpoint('anyone', writes);
  const endpoint = url === undefined ? await openLocal() : remoteEndpoint(url);
  let isClosed = url === undefined || token === undefined ? false : undefined;
  const send: Send = async (path, init) => {
    isClosed ??= await takesToken(endpoint);
    const request = withToken(init?.method === 'POST' || isClosed ? token : undefined, init);
    // A replica may lag behind. With this header a read sees the record that was just created.
    if (writes) request.headers.set(POSITION, 'newest');
    return endpoint.send(path, request).catch(throwAsFault);
  };
  const serverOf = serverMaker(catalogue);
  const noWrites = writes ? undefined : '"workforce mcp" was started without --allow-writes';
  await overStdio(() => serverOf(send, { noWrites, hidden: undefined }), stopSignal());
  await endpoint.close();
}

/** Whether the service shows records only to clients with a token; `undefined` while it does not answer. */
const takesToken = ({ send }: Endpoint): Promise<boolean | undefined> =>
  send(BASE)
    .then((response) => response.json())
    .then(({ reads }) => reads === 'token')
    .catch(() => undefined);

/** An error must not end the command here. It goes to the assistant, which may try again. */
function throwAsFault(error: unknown): never {
  throw error instanceof CommandError ? new ToolFault(error.message) : error;
}

// `workforce mcp`: the tools for assistants over standard input and output, on the local database or on a service that runs
// elsewhere. Reads show no token, so what is private stays so; creates show the one of the settings.
import { catalogue } from '../../catalogue/catalogue.ts';
import { readSettings } from '../../config.ts';
import { POSITION } from '../../http/response/headers.ts';
import { type Send, ToolFault } from '../../mcp/ask.ts';
import { overStdio } from '../../mcp/over-stdio.ts';
import { serverMaker } from '../../mcp/server.ts';
import { stopSignal } from '../../serve/stop-signal.ts';
import { withToken } from '../api/endpoint.ts';
import { remoteService } from '../api/remote.ts';
import type { Values } from '../options/command.ts';
import { CommandError } from '../options/exit-codes.ts';

export async function mcp({ url, 'allow-writes': allowed }: Values): Promise<void> {
  const { token } = readSettings(process.env);
  const writes = allowed !== undefined;
  if (writes && token === undefined)
    throw new CommandError('forbidden', '--allow-writes needs the write token: set WORKFORCE_API_TOKEN.');
  // A service elsewhere is asked without loading a database.
  const place = url === undefined ? await (await import('../api/local.ts')).localService('anyone') : remoteService(url);
  const send: Send = async (path, init) => {
    const asked = withToken(init?.method === 'POST' ? token : undefined, init);
    // What was just created is to be found, whichever replica would answer.
    if (writes) asked.headers.set(POSITION, 'newest');
    return place.send(path, asked).catch(asFault);
  };
  const serverOf = serverMaker(catalogue);
  await overStdio(() => serverOf(send, writes), stopSignal());
  await place.close();
}

/** Nobody reads what a command would end with; the assistant is to hear of it and may try again. */
function asFault(thrown: unknown): never {
  throw thrown instanceof CommandError ? new ToolFault(thrown.message) : thrown;
}

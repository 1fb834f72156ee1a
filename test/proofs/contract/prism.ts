// Prism, an independent tool: a proxy that reports where requests and answers differ from openapi.json.
import { connect } from 'node:net';
import { join } from 'node:path';
import { installTools } from '../../client/tools.ts';
import { freePort } from '../../harness/free-port.ts';

export type Prism = { readonly url: string; stop(): Promise<void> };

/** Starts Prism in front of the API at `base`. It forwards everything and reports violations in a header. */
export async function startPrism(documentPath: string, base: string): Promise<Prism> {
  const folder = await installTools('contract', ['@stoplight/prism-cli']);
  const port = freePort();
  const main = join(folder, 'node_modules/@stoplight/prism-cli/dist/index.js');
  const args = ['proxy', documentPath, base, '--port', String(port), '--host', '127.0.0.1', '--verboseLevel', 'silent'];
  const child = Bun.spawn(['node', main, ...args], { stdout: 'ignore', stderr: 'inherit' });
  for (let tries = 0; !(await answers(port)); tries++) {
    if (tries > 300 || child.exitCode !== null) throw new Error('Prism does not start');
    await Bun.sleep(100);
  }
  const stop = async () => {
    child.kill();
    await child.exited;
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

export type Objection = { readonly location: readonly string[]; readonly code: string; readonly message: string };

/** The violations that Prism reports. Very many of them have no details; they count as violations of the request. */
export function objections(response: Response): Objection[] {
  const sent = response.headers.get('sl-violations') ?? '[]';
  return sent.startsWith('[') ? JSON.parse(sent) : [{ location: ['request'], code: 'many', message: sent }];
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

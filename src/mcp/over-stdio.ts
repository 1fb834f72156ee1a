// The protocol over standard input and output, for one client.
import type { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

/** Serves until the client closes the input, or until `stopped` resolves. */
export async function overStdio(newServer: () => McpServer, stopped: Promise<void>): Promise<void> {
  const inputEnded = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => resolve());
  });
  const serving = serveStdio(newServer, { onerror: ({ message }) => console.error(`workforce: ${message}`) });
  await Promise.race([inputEnded, stopped]);
  await serving.close();
}

// The protocol over standard input and output: one assistant, until it goes.
import type { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

/** Speaks until the other end closes the input, or `told` says so. */
export async function overStdio(newServer: () => McpServer, told: Promise<void>): Promise<void> {
  const gone = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => resolve());
  });
  const serving = serveStdio(newServer, { onerror: ({ message }) => console.error(`workforce: ${message}`) });
  await Promise.race([gone, told]);
  await serving.close();
}

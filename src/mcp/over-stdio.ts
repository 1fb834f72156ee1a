// The protocol over standard input and output, for one client. What was asked before the input ended is answered before
// this ends: scripts send everything at once.
import type { JSONRPCMessage, McpServer, MessageExtraInfo, RequestId } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';

/** Serves until the client closes the input and has all answers, or until `stopped` resolves. */
export async function overStdio(newServer: () => McpServer, stopped: Promise<void>): Promise<void> {
  // Every answer that waits for its reader listens.
  process.stdout.setMaxListeners(0);
  const transport = new AnsweringTransport();
  // The list of tools never changes, so there is nothing to subscribe to.
  const serving = serveStdio(newServer, {
    transport,
    maxSubscriptions: 0,
    onerror: ({ message }) => console.error(`workforce: ${message}`),
  });
  await Promise.race([transport.closed, stopped.then(() => transport.giveUp())]);
  await serving.close();
}

/** The SDK's transport closes when the input ends and drops what is not answered by then. This one answers it first. */
class AnsweringTransport extends StdioServerTransport {
  readonly #unanswered = new Set<RequestId>();
  readonly #allAnswered = Promise.withResolvers<void>();
  readonly #closed = Promise.withResolvers<void>();
  #isEnding = false;

  readonly closed = this.#closed.promise;

  giveUp(): void {
    this.#allAnswered.resolve();
  }

  override async start(): Promise<void> {
    const deliver = this.onmessage as ((message: JSONRPCMessage, extra?: MessageExtraInfo) => void) | undefined;
    this.onmessage = (message: JSONRPCMessage) => {
      this.#note(message);
      deliver?.(message);
    };
    await super.start();
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    await super.send(message).finally(() => {
      if (!('method' in message) && message.id !== undefined) this.#settle(message.id);
    });
  }

  override async close(): Promise<void> {
    this.#isEnding = true;
    this.#settle();
    await this.#allAnswered.promise;
    await super.close();
    this.#closed.resolve();
  }

  /** A call that is cancelled is not answered. */
  #note(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    if ('id' in message) this.#unanswered.add(message.id);
    else if (message.method === 'notifications/cancelled')
      this.#settle((message.params as { requestId?: RequestId } | undefined)?.requestId);
  }

  #settle(id?: RequestId): void {
    if (id !== undefined) this.#unanswered.delete(id);
    if (this.#isEnding && this.#unanswered.size === 0) this.#allAnswered.resolve();
  }
}

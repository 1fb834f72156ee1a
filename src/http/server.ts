// The socket in front of the app, and the limits the runtime keeps for us.
import http from 'node:http';
import { IDLE_SECONDS } from '../contract/limits.ts';
import type { Awaitable } from '../store/store.ts';
import { clientOf } from './request/limits.ts';

// Room for addresses that are too long by our rules, so that they get our answer; beyond it the runtime says 431.
(http as { maxHeaderSize: number }).maxHeaderSize = 64 * 1024;

type Place = { port: number; host: string; sharedPort?: boolean; behindProxy?: boolean; idleSeconds?: number };

export type Server = { readonly url: URL; stop(): Promise<void> };

/** `sharedPort`: other processes may listen on the port too, and the kernel deals the connections out among them. */
export function listen(
  answer: (request: Request, client: () => string) => Awaitable<Response>,
  { port, host, sharedPort = false, behindProxy = false, idleSeconds = IDLE_SECONDS }: Place,
): Server {
  const server = Bun.serve({
    port,
    hostname: host,
    fetch: (request, own) =>
      answer(request, () => clientOf(request, own.requestIP(request)?.address ?? '', behindProxy)),
    idleTimeout: idleSeconds,
    development: false,
    // Said either way: outside development the runtime would share the port with whoever has it already.
    reusePort: sharedPort,
    // The limit on bodies is the app's, so that what is beyond it gets the app's answer.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  });
  return { url: server.url, stop: () => server.stop() };
}

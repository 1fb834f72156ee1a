// The socket in front of the app, and the limits that the runtime enforces.
import http from 'node:http';
import { HEADER_BYTES, IDLE_SECONDS } from '../contract/limits.ts';
import type { App } from './app.ts';
import { clientAddress, hasClearHost } from './request/address.ts';

// Addresses that are too long by our rules still fit, so that they get our answer. Beyond this size the runtime answers
// 431.
(http as { maxHeaderSize: number }).maxHeaderSize = HEADER_BYTES;

export type ListenSettings = {
  readonly port: number;
  readonly host: string;
  /** Other processes may listen on the port too; the kernel distributes the connections. */
  readonly sharedPort?: boolean;
  readonly behindProxy?: boolean;
  readonly idleSeconds?: number;
};

export type Server = { readonly url: URL; stop(): Promise<void> };

export function listen(
  app: App,
  { port, host, sharedPort = false, behindProxy = false, idleSeconds = IDLE_SECONDS }: ListenSettings,
): Server {
  const server = Bun.serve({
    port,
    hostname: host,
    fetch(request, own) {
      if (!hasClearHost(request)) return notHttp();
      return app(
        request,
        () => clientAddress(request, own.requestIP(request)?.address ?? '', behindProxy),
        () => own.timeout(request, 0),
      );
    },
    idleTimeout: idleSeconds,
    development: false,
    // Set in either case: by default the runtime would share the port with any process that has it.
    reusePort: sharedPort,
    // The app limits bodies itself, so that larger ones get its answer.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  });
  return { url: server.url, stop: () => server.stop() };
}

/** The answer of the runtime to bytes that are not HTTP. */
const notHttp = (): Response => new Response(null, { status: 400, headers: { Connection: 'close' } });

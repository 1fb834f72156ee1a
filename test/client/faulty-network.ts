// A proxy between client and service that fails on command: it loses requests and answers, cuts them off, or answers
// itself. All other requests are forwarded.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request. */
export type Mishap =
  | 'pass'
  | 'request lost'
  | 'answer lost'
  | 'answer cut'
  /** Half of it is sent, and the rest is cut off by `cut()`. */
  | 'answer stalls'
  | 'silence'
  | { status: number; headers?: Record<string, string>; body?: string };

export type Seen = { method: string; url: string; headers: Record<string, string> };

export type Network = {
  readonly url: string;
  /** All requests since the last `next`, in order. */
  readonly seen: Seen[];
  /** What happens to the next requests. All after them are forwarded. */
  next(...mishaps: Mishap[]): void;
  /** Ends the connections of answers that stall. */
  cut(): void;
  stop(): void;
};

export async function faultyNetwork(service: string): Promise<Network> {
  const planned: Mishap[] = [];
  const seen: Seen[] = [];
  const stalled: ServerResponse[] = [];
  const server = createServer(async (request, response) => {
    // On a connection that was used before, HTTP clients may resend a lost request themselves.
    response.setHeader('connection', 'close');
    seen.push({ method: request.method!, url: request.url!, headers: request.headers as Record<string, string> });
    const mishap = planned.shift() ?? 'pass';
    if (mishap === 'request lost') return request.socket.destroy();
    if (mishap === 'silence') return;
    if (typeof mishap === 'object') return response.writeHead(mishap.status, mishap.headers).end(mishap.body ?? '');
    const answer = await passedOn(service, request);
    if (mishap === 'answer lost') return request.socket.destroy();
    if (mishap === 'answer stalls') stalled.push(response);
    send(response, answer, mishap);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    next: (...mishaps) => {
      seen.length = 0;
      planned.splice(0, planned.length, ...mishaps);
    },
    cut: () => {
      for (const each of stalled.splice(0)) each.socket?.destroy();
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

type Answer = { status: number; headers: Headers; body: Buffer };

async function passedOn(service: string, request: IncomingMessage): Promise<Answer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const { host: _, connection: __, ...headers } = request.headers as Record<string, string>;
  const response = await fetch(`${service}${request.url}`, {
    method: request.method!,
    headers,
    ...(parts.length > 0 && { body: Buffer.concat(parts) }),
  });
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}

function send(response: ServerResponse, { status, headers, body }: Answer, mishap: Mishap): void {
  const { 'content-encoding': _, 'transfer-encoding': isChunked, ...rest } = Object.fromEntries(headers);
  response.writeHead(status, { ...rest, ...(!isChunked && { 'content-length': body.length }) });
  const half = body.subarray(0, body.length >> 1);
  if (mishap === 'answer cut') response.write(half, () => response.socket?.destroy());
  else if (mishap === 'answer stalls') response.write(half);
  else response.end(body);
}

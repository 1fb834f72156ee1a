// A connection that stays open and carries one request after another, so that all are answered by the same process.
import type { Socket } from 'node:net';
import { type Answer, answersIn, openSocket } from './raw-http.ts';
import { TOKEN } from './service.ts';

export type Connection = {
  /** Identifies the connection in the system's table of connections. */
  readonly localPort: number;
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Sends a create in two parts: the first now, the second when the result is called. */
  begin(path: string, body: unknown): () => Promise<Answer>;
  close(): void;
};

export async function openConnection(url: string, localAddress?: string): Promise<Connection> {
  const socket = openSocket(url, localAddress);
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return {
    localPort: socket.localPort!,
    get: (path) => answered(socket, `GET ${path} HTTP/1.1\r\nHost: test\r\n\r\n`),
    post: (path, body, headers) => answered(socket, created(path, body, headers)),
    begin(path, body) {
      const text = created(path, body);
      socket.write(text.slice(0, -5));
      return () => answered(socket, text.slice(-5));
    },
    close: () => socket.destroy(),
  };
}

function created(path: string, body: unknown, headers: Record<string, string> = {}): string {
  const json = JSON.stringify(body);
  const all = {
    Host: 'test',
    Authorization: `Bearer ${TOKEN}`,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(json),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${json}`;
}

function answered(socket: Socket, bytes: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let received = '';
    const lost = () => done(() => reject(new Error(`The connection ended after ${JSON.stringify(received)}`)));
    const hear = (chunk: Buffer) => {
      received += chunk.toString('latin1');
      if (isWhole(received)) done(() => resolve(answersIn(received)[0]!));
    };
    const done = (end: () => void) => {
      socket.off('data', hear).off('error', lost).off('close', lost);
      end();
    };
    socket.on('data', hear).on('error', lost).on('close', lost);
    // A connection that has ended already sends no further event.
    if (socket.destroyed || socket.readableEnded) lost();
    else socket.write(bytes);
  });
}

function isWhole(text: string): boolean {
  const [head = '', ...body] = text.split('\r\n\r\n');
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
  return body.length > 0 && body.join('\r\n\r\n').length >= length;
}

// Sends bytes to the service, for requests that no HTTP client would send.
import { connect, type Socket } from 'node:net';

export type Answer = { readonly status: number; readonly headers: Headers; readonly body: string };

/** A connection to the service. An error only closes it: callers to whom it matters listen for it themselves. */
export function openSocket(url: string, localAddress?: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, ...(localAddress && { localAddress }) });
  return socket.on('error', () => undefined);
}

/**
 * Sends the bytes as they are, and returns what came back before the service closed the connection. `finish` closes our
 * side after sending. Where the service would keep the connection open, the bytes have to say `Connection: close`.
 */
export function exchange(
  url: string,
  bytes: string | Uint8Array,
  finish = false,
  localAddress?: string,
): Promise<string> {
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    const socket = openSocket(url, localAddress).on('connect', () => {
      socket.write(bytes);
      if (finish) socket.end();
    });
    socket.on('data', (chunk: Buffer) => received.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(received).toString('latin1')));
  });
}

/** The answers in what came back. Throws unless all of it is whole answers. `bodiless`: they answer HEAD. */
export function answersIn(text: string, bodiless = false): Answer[] {
  const answers: Answer[] = [];
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n');
    const [first = '', ...lines] = rest.slice(0, Math.max(end, 0)).split('\r\n');
    const status = Number(/^HTTP\/1\.[01] ([1-5]\d\d) [ -~]*$/.exec(first)?.[1]);
    if (!status) throw new Error(`Not an answer: ${JSON.stringify(rest.slice(0, 200))}`);
    const headers = new Headers(lines.map((line) => line.split(/:\s*(.*)/, 2) as [string, string]));
    const hasBody = !bodiless && status >= 200 && status !== 204;
    const isChunked = headers.get('transfer-encoding') === 'chunked';
    const { body, after } = !hasBody
      ? { body: '', after: end + 4 }
      : isChunked
        ? chunkedBody(rest, end + 4)
        : sizedBody(rest, end + 4, Number(headers.get('content-length') ?? 0));
    answers.push({ status, headers, body: Buffer.from(body, 'latin1').toString('utf8') });
    rest = rest.slice(after);
  }
  return answers;
}

type Body = { readonly body: string; readonly after: number };

function sizedBody(text: string, start: number, length: number): Body {
  const body = text.slice(start, start + length);
  if (body.length !== length) throw new Error(`A body of ${body.length} bytes instead of ${length}`);
  return { body, after: start + length };
}

function chunkedBody(text: string, start: number): Body {
  let body = '';
  for (let at = start; ; ) {
    const [line, size] = /^([0-9a-f]+)\r\n/i.exec(text.slice(at, at + 20)) ?? [];
    if (line === undefined) throw new Error(`Not a chunk: ${JSON.stringify(text.slice(at, at + 100))}`);
    const chunk = sizedBody(text, at + line.length, Number.parseInt(size!, 16));
    if (text.slice(chunk.after, chunk.after + 2) !== '\r\n') throw new Error('A chunk without its end');
    body += chunk.body;
    at = chunk.after + 2;
    if (chunk.body === '') return { body, after: at };
  }
}

/** Sends one GET with exactly this target. */
export async function rawGet(url: string, target: string): Promise<Answer> {
  const request = `GET ${target} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n`;
  const [answer, ...more] = answersIn(await exchange(url, Buffer.from(request)));
  if (!answer || more.length > 0)
    throw new Error(`${answer ? 'Several answers' : 'No answer'} to ${target.slice(0, 200)}`);
  return answer;
}

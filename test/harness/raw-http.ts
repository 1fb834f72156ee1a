// Speaks to the service in bytes, for requests that no HTTP client would send.
import { connect } from 'node:net';

export type Answer = { readonly status: number; readonly headers: Headers; readonly body: string };

/**
 * Sends the bytes as they are, and gives what came back before the service closed the connection. `finish` closes our
 * side after sending. Send `Connection: close` where the service would keep it open.
 */
export function exchange(url: string, bytes: string | Uint8Array, finish = false): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    const socket = connect({ port: Number(port), host: hostname }, () => {
      socket.write(bytes);
      if (finish) socket.end();
    });
    socket.on('data', (chunk: Buffer) => received.push(chunk));
    // A reset is one way of closing; whether anything was answered before is for the caller to judge.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Buffer.concat(received).toString('latin1')));
  });
}

/** The answers in what came back; throws when it is anything else than whole answers. `bodiless`: they answer HEAD. */
export function answersIn(text: string, bodiless = false): Answer[] {
  const answers: Answer[] = [];
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n');
    const [first = '', ...lines] = rest.slice(0, Math.max(end, 0)).split('\r\n');
    const status = Number(/^HTTP\/1\.[01] ([1-5]\d\d) [ -~]*$/.exec(first)?.[1]);
    if (!status) throw new Error(`Not an answer: ${JSON.stringify(rest.slice(0, 200))}`);
    const headers = new Headers(lines.map((line) => line.split(/:\s*(.*)/, 2) as [string, string]));
    const length = bodiless || status < 200 || status === 204 ? 0 : Number(headers.get('content-length') ?? 0);
    const body = rest.slice(end + 4, end + 4 + length);
    if (body.length !== length) throw new Error(`A body of ${body.length} bytes instead of ${length}`);
    answers.push({ status, headers, body: Buffer.from(body, 'latin1').toString('utf8') });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}

/** One GET, its target exactly as given. */
export async function rawGet(url: string, target: string): Promise<Answer> {
  const request = `GET ${target} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n`;
  const [answer, ...more] = answersIn(await exchange(url, Buffer.from(request)));
  if (!answer || more.length > 0)
    throw new Error(`${answer ? 'Several answers' : 'No answer'} to ${target.slice(0, 200)}`);
  return answer;
}

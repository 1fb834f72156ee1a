// One POST to an endpoint, over a socket of our own: to exactly the address that was checked, so that a name that leads
// elsewhere a moment later changes nothing. Redirects are not followed, and of the answer only the status counts.
import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, TLSSocket } from 'node:tls';
import { messageOf } from '../contract/errors.ts';
import { VERSION } from '../contract/product.ts';
import { isPublic } from './public-address.ts';

export type Post = { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly body: string };

/** The status, or why there is none. */
export type DeliveryAnswer = { readonly status: number } | { readonly fault: string };

export type SendOptions = {
  /** Private addresses are allowed. */
  readonly allowPrivate: boolean;
  /** In milliseconds, for all of it. */
  readonly timeout: number;
  readonly signal?: AbortSignal;
  /** Every address of a name. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
};

/** Bytes of an answer in which its status has to be. */
const HEAD = 8 * 1024;

export async function send(
  post: Post,
  { allowPrivate, timeout, signal, resolve = lookUp }: SendOptions,
): Promise<DeliveryAnswer> {
  const late = AbortSignal.timeout(timeout);
  const ended = signal ? AbortSignal.any([late, signal]) : late;
  const url = new URL(post.url);
  let socket: Socket | undefined;
  try {
    const addresses = await unlessAborted(ended, resolve(hostOf(url)));
    const refused = allowPrivate ? undefined : addresses.find((address) => !isPublic(address));
    if (addresses.length === 0) return { fault: `${url.hostname} has no address` };
    if (refused !== undefined)
      return {
        fault: `${url.hostname} leads to ${refused}, a private address (WORKFORCE_WEBHOOKS=any allows them)`,
      };
    for (const [i, address] of addresses.entries()) {
      socket?.destroy();
      socket = open(url, address);
      const isLast = i === addresses.length - 1;
      if (await unlessAborted(ended, isConnected(socket, isLast))) break;
    }
    return { status: await unlessAborted(ended, exchange(socket!, requestText(url, post))) };
  } catch (error) {
    return { fault: late.aborted ? `no answer within ${timeout / 1000} s` : plain(messageOf(error)) };
  } finally {
    socket?.destroy();
  }
}

const lookUp = async (name: string): Promise<string[]> =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/** Without the brackets of IPv6. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

function open(url: URL, host: string): Socket {
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (url.protocol !== 'https:') return connect({ host, port });
  const name = hostOf(url);
  // The certificate is checked against this name. An address has none to send, and is checked itself.
  return connectTls({ host, port, ...(isIP(name) === 0 && { servername: name }) });
}

function requestText({ pathname, search, host }: URL, { headers, body }: Post): string {
  const all = {
    Host: host,
    'User-Agent': `workforce/${VERSION}`,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** With TLS, when the certificate was found right. Fails only for the last address: another one may answer. */
function isConnected(socket: Socket, isLast: boolean): Promise<boolean> {
  return new Promise((resolve, reject) => {
    socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', () => resolve(true));
    socket.on('error', (error) => (isLast ? reject(error) : resolve(false)));
    socket.on('close', () => reject(new Error(CLOSED)));
  });
}

const CLOSED = 'it closed the connection without an answer';

/** Sends the request and resolves with the status of the answer, as soon as that is known. */
function exchange(socket: Socket, request: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let head = '';
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      head += text;
      const status = FINAL.exec(head)?.[1];
      if (status !== undefined) resolve(Number(status));
      else if (head.length > HEAD || !'HTTP/1.'.startsWith(head.slice(0, 7)))
        reject(new Error('what it answers is no HTTP'));
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(CLOSED)));
    socket.write(request);
  });
}

/** Of a final answer. Others, such as 103, may come before it, each with an empty line behind it. */
const FINAL = /(?:^|\r?\n\r?\n)HTTP\/1\.[01] ([2-9]\d\d)(?: [^\n]*)?\r?\n/;

/** The promise goes on alone, and nobody hears of its failure. */
function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error('stopped'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** What others say, for one line of the log. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 200);

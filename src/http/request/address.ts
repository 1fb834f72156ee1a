// Addresses: the parts of the one that was sent, the host in its header, and the client that it comes from.
import { isIPv6 } from 'node:net';

/** The raw path, still percent-encoded, without a trailing slash; and the raw query. */
export function splitAddress(url: string): { path: string; query: string } {
  // Without a Host header, as in HTTP/1.0, the URL is the path alone.
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3);
  const question = url.indexOf('?', start);
  const path = question < 0 ? url.slice(start) : url.slice(start, question);
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  return { path: trimmed, query: question < 0 ? '' : url.slice(question + 1) };
}

/** The host that the client named, with its port; '' where it named none. */
export function hostIn(url: string): string {
  if (url.startsWith('/')) return '';
  const start = url.indexOf('://') + 3;
  return url.slice(start, url.indexOf('/', start));
}

/** Names, addresses and ports. The runtime takes any Host header, also several; where a proxy reads another one than we
 * do, they speak of different requests. The values of two headers come with a comma between them, which is in none of
 * these. */
const HOST = /^[\w.~!$&'()*+;=:%[\]-]*$/;

/** Without one it is HTTP/1.0: the runtime refuses other requests that have none. */
export function hasClearHost({ headers }: Request): boolean {
  const host = headers.get('host');
  return host === null || HOST.test(host);
}

/** For the rate limit: the other end of the connection, or the address that a trusted proxy names. */
export function clientAddress(request: Request, address: string, behindProxy: boolean): string {
  const last = behindProxy ? request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return normalized(last || address);
}

/** No address is longer. A longer text that a proxy passes on unread is cut, so that it takes no more memory. */
const MAX_LENGTH = 64;

/** Some proxies add the port, which differs for every connection. Of an IPv6 address only the network counts, because
 * its owner has 2^64 addresses in it. */
function normalized(text: string): string {
  const address = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1');
  if (!isIPv6(address)) return address.slice(0, MAX_LENGTH);
  const v4 = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (v4) return v4;
  const [head = '', tail = ''] = address.split('::').map((half) => half.replace(/(?<![\d.])\d+(?:\.\d+)+$/, '0:0'));
  const groups = (half: string) => (half === '' ? [] : half.split(':'));
  const missing = Array.from({ length: 8 - groups(head).length - groups(tail).length }, () => '0');
  const network = [...groups(head), ...missing, ...groups(tail)].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

// Which client sends a request, for the rate limit: the other end of the connection, or whom a trusted proxy names.
import { isIPv6 } from 'node:net';

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
  const [head = '', tail = ''] = address.split('::').map((half) => half.replace(/[\d.]+\.[\d.]+$/, '0:0'));
  const groups = (half: string) => (half === '' ? [] : half.split(':'));
  const missing = Array.from({ length: 8 - groups(head).length - groups(tail).length }, () => '0');
  const network = [...groups(head), ...missing, ...groups(tail)].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

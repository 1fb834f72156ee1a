// Which addresses belong to the public internet. All others may be somebody's own network, and a request from inside
// that network could do there what nobody outside can.
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** The blocks of IPv4 that IANA has set aside: this network, private, shared (carrier-grade NAT), loopback, link-local,
 * protocols, documentation, 6to4 relays, benchmarks, multicast, and what is reserved with the broadcast address. */
const IPV4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
];

/** Everything outside of 2000::/3, and in it protocols (Teredo among them), documentation and 6to4. */
const IPV6 = ['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** One list for each family: in a common one, blocks of IPv6 match addresses of IPv4 too. */
const notPublic = { ipv4: listOf('ipv4', IPV4), ipv6: listOf('ipv6', IPV6) };

function listOf(family: 'ipv4' | 'ipv6', blocks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [network, bits] = block.split('/') as [string, string];
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}

export function isPublic(address: string): boolean {
  if (isIPv4(address)) return !notPublic.ipv4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  const inside = embedded(address);
  return inside === undefined ? !notPublic.ipv6.check(address, 'ipv6') : isPublic(inside);
}

/** The IPv4 address in a mapped one, or in one of a network that translates (NAT64). */
function embedded(address: string): string | undefined {
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [, high, low] = /^(?:::ffff:|64:ff9b::)([0-9a-f]+):([0-9a-f]+)$/.exec(canonical) ?? [];
  if (high === undefined || low === undefined) return undefined;
  return [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join('.');
}

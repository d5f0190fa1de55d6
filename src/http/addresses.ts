/**
 * The addresses that a request on somebody else's behalf may reach: only global unicast addresses.
 *
 * Whoever gives us a URL to fetch chooses where our machine connects, so we refuse everything that is only reachable from inside
 * (this host, its networks, link-local metadata services, translated forms of those). The lists follow the IANA special-purpose
 * registries for IPv4 and IPv6.
 */
import { BlockList, isIP } from 'node:net';

const refusedV4: readonly (readonly [string, number, string])[] = [
  ['0.0.0.0', 8, 'this network'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'carrier-grade NAT'],
  ['127.0.0.0', 8, 'loopback'],
  ['169.254.0.0', 16, 'link-local'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'protocol assignments'],
  ['192.0.2.0', 24, 'documentation'],
  ['192.88.99.0', 24, '6to4 relay'],
  ['192.168.0.0', 16, 'private'],
  ['198.18.0.0', 15, 'benchmarking'],
  ['198.51.100.0', 24, 'documentation'],
  ['203.0.113.0', 24, 'documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved or broadcast'],
];

const refusedV6: readonly (readonly [string, number, string])[] = [
  ['2001::', 23, 'protocol assignments (Teredo, ORCHID)'],
  ['2001:db8::', 32, 'documentation'],
  ['2002::', 16, '6to4'],
  ['3fff::', 20, 'documentation'],
];

const v4 = refusedV4.map(([network, bits, name]) => ({ name, list: listOf(network, bits, 'ipv4') }));
const v6 = refusedV6.map(([network, bits, name]) => ({ name, list: listOf(network, bits, 'ipv6') }));
const globalV6 = listOf('2000::', 3, 'ipv6');

function listOf(network: string, bits: number, family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  list.addSubnet(network, bits, family);
  return list;
}

/**
 * Why we must not connect to `address` (an IP address without brackets), or undefined when we may. All of IPv6 outside of
 * 2000::/3 is refused, which covers loopback, IPv4-mapped, NAT64, unique-local and link-local addresses.
 */
export function reasonNotToConnect(address: string): string | undefined {
  switch (isIP(address)) {
    case 4:
      return v4.find(({ list }) => list.check(address, 'ipv4'))?.name;
    case 6:
      if (!globalV6.check(address, 'ipv6')) return 'not a global IPv6 address';
      return v6.find(({ list }) => list.check(address, 'ipv6'))?.name;
    default:
      return 'not an IP address';
  }
}

/** Whether `address` is this very machine, to which `--import-allow` may permit connections. */
export function isLoopback(address: string): boolean {
  if (isIP(address) === 4) return address.startsWith('127.');
  return address === '::1';
}

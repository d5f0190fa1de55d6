import { BlockList, isIP } from 'node:net';

import { globPattern } from './ignore.ts';

/** How to request the addresses of one host. */
export interface HostSettings {
  readonly timeoutMs: number;
  /** How often an address is requested before its failure counts. */
  readonly tries: number;
  /** The shortest time between two addresses of the host. */
  readonly intervalMs: number;
  /** How many addresses of the host are requested at the same time, after its first answer. */
  readonly concurrency: number;
  /** Headers for this host only, not for hosts that it redirects to. Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

const defaultHostSettings: HostSettings = {
  timeoutMs: 20_000,
  tries: 3,
  intervalMs: 250,
  concurrency: 1,
  headers: {},
};

/** Settings of hosts by pattern (`docs.example.com`, `*.example.com`, `example.com:8443`). */
export type SettingsByHost = readonly {
  readonly host: string;
  readonly settings: Partial<HostSettings>;
}[];

/** The settings for the host of an address. Of several matching patterns, the later one wins; headers are combined. */
export function settingsOf(
  url: string,
  usual: Partial<HostSettings> = {},
  byHost: SettingsByHost = [],
): HostSettings {
  let settings: HostSettings = { ...defaultHostSettings, ...usual };
  for (const each of byHost)
    if (isHost(url, each.host))
      settings = {
        ...settings,
        ...each.settings,
        headers: { ...settings.headers, ...each.settings.headers },
      };
  return settings;
}

/** Whether the host of an address, with or without its port, matches a pattern. */
export function isHost(url: string, pattern: string): boolean {
  try {
    const { host, hostname } = new URL(url);
    const fits = globPattern(pattern.toLowerCase());
    return fits.test(host) || fits.test(hostname) || fits.test(hostname.replace(/^\[|\]$/gu, ''));
  } catch {
    return false;
  }
}

/** The host of an address with its port; `''` for a text that is not an address. */
export function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return '';
  }
}

const privateNetworks = {
  ipv4: [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ],
  ipv6: [
    ['::', 128],
    ['::1', 128],
    ['64:ff9b::', 96],
    ['100::', 64],
    ['2001:db8::', 32],
    ['fc00::', 7],
    ['fe80::', 10],
    ['ff00::', 8],
  ],
} as const;

let privateAddresses: BlockList | null = null;

function listOfPrivateAddresses(): BlockList {
  const list = new BlockList();
  for (const family of ['ipv4', 'ipv6'] as const)
    for (const [network, bits] of privateNetworks[family]) list.addSubnet(network, bits, family);
  return list;
}

/** Says whether an IP address must not be requested: one of this machine, of its network, or of a reserved range. */
export function isPrivateAddress(address: string): boolean {
  const kind = isIP(address);
  privateAddresses ??= listOfPrivateAddresses();
  return kind === 0 || privateAddresses.check(address, kind === 6 ? 'ipv6' : 'ipv4');
}

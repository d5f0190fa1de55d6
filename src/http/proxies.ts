import { BlockList, isIP } from 'node:net';
import { AppError } from '../base/index.ts';
import { isLoopbackName } from './own-names.ts';

/** A proxy, and the variable that names it. */
export interface Proxy {
  /** The address, with the name and password that it may contain. */
  readonly address: URL;
  readonly variable: string;
}

/** Returns the proxy that requests to an origin go through; undefined for a direct connection. */
export type ProxyFor = (origin: URL) => Proxy | undefined;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the proxies from the environment, with curl's rules, which are also git's: `HTTPS_PROXY` and `HTTP_PROXY` by the scheme of the
 * target, then `ALL_PROXY`, except for the hosts of `NO_PROXY`. Names in lower case win. This machine itself is never asked through
 * a proxy. Returns undefined where no variable names a proxy; fails with CONFIG_INVALID for a proxy that it cannot use.
 */
export function proxiesOf(environment: Environment): ProxyFor | undefined {
  const byScheme = new Map<string, Proxy>();
  for (const scheme of ['http', 'https']) {
    const proxy = proxyIn(environment, `${scheme}_proxy`) ?? proxyIn(environment, 'all_proxy');
    if (proxy !== undefined) byScheme.set(`${scheme}:`, proxy);
  }
  if (byScheme.size === 0) return undefined;
  const isExcepted = exceptionsIn(readVariable(environment, 'no_proxy')?.value ?? '');
  return (origin) =>
    isLoopbackName(origin.hostname) || isExcepted(origin) ? undefined : byScheme.get(origin.protocol);
}

function readVariable(environment: Environment, name: string): { name: string; value: string } | undefined {
  for (const each of [name, name.toUpperCase()]) {
    const value = environment[each]?.trim();
    if (value !== undefined && value !== '') return { name: each, value };
  }
  return undefined;
}

function proxyIn(environment: Environment, name: string): Proxy | undefined {
  const variable = readVariable(environment, name);
  if (variable === undefined) return undefined;
  const { value } = variable;
  const written = value.includes('://') ? value : `http://${value}`;
  const address = URL.canParse(written) ? new URL(written) : undefined;
  if (address !== undefined && /^https?:$/.test(address.protocol))
    return { address, variable: variable.name };
  // The value may contain a password, so that the message does not repeat it.
  throw new AppError(
    'CONFIG_INVALID',
    `The environment variable ${variable.name} is not the address of a proxy that Tidemark can use.`,
    {
      hint: `Set it to the address of an HTTP proxy, such as http://proxy.example:3128, or name the hosts that need no proxy in NO_PROXY and unset ${variable.name}.`,
    },
  );
}

/** Reads NO_PROXY: names with all names below them, IP addresses and networks, each with a port or for all ports. */
function exceptionsIn(list: string): (origin: URL) => boolean {
  const networks = new BlockList();
  const names: { readonly name: string; readonly port: string | undefined }[] = [];
  for (const entry of list.toLowerCase().split(/[\s,]+/)) {
    const [, network = '', bits] = /^(.+)\/(\d{1,3})$/.exec(entry) ?? [];
    if (bits !== undefined) addNetwork(networks, network, Number(bits));
    else if (entry === '*') return () => true;
    else if (entry !== '') names.push(nameIn(entry));
  }
  return ({ hostname, port, protocol }) => {
    const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
    const family = isIP(host);
    if (family !== 0 && networks.check(host, family === 6 ? 'ipv6' : 'ipv4')) return true;
    const reached = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
    return names.some(
      (each) =>
        (each.port === undefined || each.port === reached) &&
        (host === each.name || (family === 0 && host.endsWith(`.${each.name}`))),
    );
  };
}

/** Adds a network to the exceptions. Like curl, it ignores an invalid one. */
function addNetwork(networks: BlockList, network: string, bits: number): void {
  const family = isIP(network);
  if (family !== 0 && bits <= (family === 6 ? 128 : 32))
    networks.addSubnet(network, bits, family === 6 ? 'ipv6' : 'ipv4');
}

function nameIn(entry: string): { name: string; port: string | undefined } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(entry) ?? [];
  const name = bracketed ?? plain ?? entry;
  return { name: name.replace(/^\*?\./, '').replace(/\.$/, ''), port };
}

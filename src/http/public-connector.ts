import { lookup } from 'node:dns';
import { lookup as lookupAll } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import { AppError } from '../base/index.ts';
import { reasonNotToConnect } from './addresses.ts';

/**
 * Opens sockets to one origin (`http://host:port`), and to public addresses only. A literal address is checked before connecting (the lookup
 * is not called for it), a name by all of its addresses, and then again by the address to which the socket has connected.
 */
export function publicConnector(
  build: typeof buildConnector,
  origin: string,
  timeoutMs: number,
): buildConnector.connector {
  const connect = build({ timeout: timeoutMs, lookup: publicLookup(origin) });
  return (options, callback) => {
    const host = hostOf(options.hostname);
    const refusal = isIP(host) === 0 ? undefined : reasonNotToConnect(host);
    if (refusal !== undefined) return callback(refused(origin, host, refusal), null);
    connect(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      const reached = socket.remoteAddress ?? '';
      const late = reasonNotToConnect(reached);
      if (late === undefined) return callback(null, socket);
      socket.destroy();
      callback(refused(origin, reached, late), null);
    });
  };
}

/**
 * Refuses an origin whose name or literal address is not public, as far as this machine can tell. Behind a proxy this machine often knows no
 * names of the internet; a name that it does not know passes.
 */
export async function checkPublicOrigin(origin: string): Promise<void> {
  const host = hostOf(new URL(origin).hostname);
  const addresses =
    isIP(host) === 0 ? await lookupAll(host, { all: true }).catch(() => []) : [{ address: host }];
  for (const { address } of addresses) {
    const refusal = reasonNotToConnect(address);
    if (refusal !== undefined) throw refused(origin, address, refusal);
  }
}

function hostOf(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function publicLookup(origin: string): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '');
      for (const { address } of addresses) {
        const refusal = reasonNotToConnect(address);
        if (refusal !== undefined) return callback(refused(origin, address, refusal), '');
      }
      if (options.all === true) return callback(null, addresses);
      const [first] = addresses;
      if (first === undefined) return callback(new Error(`${host} has no address`), '');
      callback(null, first.address, first.family);
    });
  };
}

/** Names the whole origin, so that a person finds it in a configuration, and the address that a name leads to. */
function refused(origin: string, address: string, why: string): AppError {
  const leadsTo = hostOf(new URL(origin).hostname) === address ? '' : ` (${address})`;
  return new AppError('ADDRESS_REFUSED', `${origin}${leadsTo} must not be asked: it is ${why}`, {
    hint: 'Files are fetched from public addresses and from the service itself alone. A service behind a proxy has to give out the address of the proxy: start it with tidemark serve --public-url URL.',
  });
}

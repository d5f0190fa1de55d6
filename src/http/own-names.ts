import { isIP } from 'node:net';
import { isLoopback } from './addresses.ts';

/** Says whether a server is the one that a `Host` header names. */
export type OwnName = (host: string | undefined) => boolean;

/**
 * The host names that a server answers to. A page of a stranger can point its own name at this machine (DNS rebinding),
 * and a browser then hands the page whatever the server says; the `Host` header still tells the page's name.
 *
 * The server's own are the names of this machine, the address that it listens on, and what `further` says. A server beyond
 * loopback answers to every IP address: it cannot know those that routers give it, and no page has an address for a name.
 */
export function ownName({
  listensOn,
  further = () => false,
}: {
  listensOn: string;
  further?: (name: string) => boolean;
}): OwnName {
  const listening = plain(listensOn);
  const beyondLoopback = !isLoopbackName(listening);
  return (host) => {
    const name = nameIn(host);
    if (name === undefined) return false;
    if (isLoopbackName(name) || name === listening) return true;
    return (beyondLoopback && isIP(name) !== 0) || further(name);
  };
}

/** Says whether `name` is this very machine, whatever a name server says. */
export function isLoopbackName(name: string): boolean {
  const host = plain(name);
  return host === 'localhost' || isLoopback(host);
}

/** The name in a `Host` header, without its port; undefined where there is none, or the header cannot be read. */
export function nameIn(host: string | undefined): string | undefined {
  const parts = /^(?:\[([\da-f:.]+)\]|([^\s:/?#@[\]\\]+))(?::\d{0,5})?$/i.exec(host ?? '');
  const name = parts?.[1] ?? parts?.[2];
  return name === undefined ? undefined : plain(name);
}

/** As names are compared: without case, brackets, and the dot of a full name. */
function plain(name: string): string {
  return name
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}

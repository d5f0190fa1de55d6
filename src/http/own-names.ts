import { isIP } from 'node:net';
import { isLoopback } from './addresses.ts';

/** Whether a `Host` header names this server. */
export type HostCheck = (host: string | undefined) => boolean;

/**
 * The host names to which a server answers. A hostile page can point its own name at this machine (DNS rebinding), and a browser
 * would then give the page whatever the server returns; the `Host` header still shows the page's name.
 *
 * The server's own names are those of this machine, the address that it listens on, and those that `further` accepts. A server
 * beyond loopback answers to every IP address: it cannot know the addresses that routers give it, and no page has an address as
 * its name.
 */
export function createHostCheck({
  listensOn,
  further = () => false,
}: {
  listensOn: string;
  further?: (name: string) => boolean;
}): HostCheck {
  const listening = plain(listensOn);
  const beyondLoopback = !isLoopbackName(listening);
  return (host) => {
    const name = hostNameIn(host);
    if (name === undefined) return false;
    if (isLoopbackName(name) || name === listening) return true;
    return (beyondLoopback && isIP(name) !== 0) || further(name);
  };
}

/** Whether `name` is this very machine, whatever a name server says. */
export function isLoopbackName(name: string): boolean {
  const host = plain(name);
  return host === 'localhost' || isLoopback(host);
}

/** The name in a `Host` header, without its port; undefined where there is no header, or an unreadable one. */
export function hostNameIn(host: string | undefined): string | undefined {
  const parts = /^(?:\[([\da-f:.]+)\]|([^\s:/?#@[\]\\]+))(?::\d{0,5})?$/i.exec(host ?? '');
  const name = parts?.[1] ?? parts?.[2];
  return name === undefined ? undefined : plain(name);
}

/** A name in the form for comparing: without upper case, brackets, and the final dot of a full name. */
function plain(name: string): string {
  return name
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}

import { isIP } from 'node:net';
import { AppError } from '../../base/index.ts';
import { isLoopback, reasonNotToConnect } from '../../http/index.ts';

const maxUrlLength = 2048;

/** A place that a request may go to, judged by its URL alone; its name still has to be resolved and checked. */
export interface Target {
  readonly url: URL;
  readonly host: string;
  readonly port: number;
  /** Whether the host is in `allow`: it may then be on this machine, and on any port. */
  readonly allowed: boolean;
}

/**
 * Reads the URL of an outgoing request. The URL parser turns every notation of a literal (hexadecimal, octal, one number, full-width
 * digits) into the address that it means, so that the checks here see the same address as the connection.
 *
 * @param allow `HOST:PORT` pairs of services on this machine that requests may go to.
 * @throws ADDRESS_REFUSED for other schemes, credentials, ports besides 80 and 443, and addresses that are not public.
 */
export function readTarget(text: string, allow: readonly string[]): Target {
  const url = parseUrl(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refused(text, `the scheme "${url.protocol}" is not http or https`);
  if (url.username !== '' || url.password !== '') throw refused(text, 'it holds a user name or password');
  const host = url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const allowed = allow.some((pair) => pair.toLowerCase() === `${url.hostname.toLowerCase()}:${port}`);
  if (!allowed && port !== 80 && port !== 443) throw refused(text, `port ${port} is not 80 or 443`);
  if (isIP(host)) checkAddress(text, host, allowed);
  return { url, host, port, allowed };
}

/** Refuses an address that requests must not reach; an allowed target may be on this machine, too. */
export function checkAddress(subject: string, address: string, allowed: boolean): void {
  if (allowed && isLoopback(address)) return;
  const reason = reasonNotToConnect(address);
  if (reason !== undefined) throw refused(subject, `its address is not public (${reason})`);
}

function parseUrl(text: string): URL {
  if (text.length > maxUrlLength)
    throw refused(`${text.slice(0, 60)}…`, `it is longer than ${maxUrlLength} characters`);
  try {
    return new URL(text);
  } catch (cause) {
    throw new AppError('ADDRESS_REFUSED', `"${text}" is not a URL.`, {
      hint: 'Give a full http or https URL.',
      cause,
    });
  }
}

function refused(subject: string, why: string): AppError {
  return new AppError('ADDRESS_REFUSED', `The service does not fetch ${subject}: ${why}.`, {
    hint: 'Use a public http or https address; one on this machine has to be allowed with --import-allow HOST:PORT.',
  });
}

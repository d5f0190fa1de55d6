import { InvalidArgumentError } from 'commander';
import { isIP } from 'node:net';
import { isLoopback } from './loopback.ts';
import { readDuration } from './config/duration.ts';

/** Reads a whole number of an option or argument; commander reports any other text. */
export function wholeNumber(text: string): number {
  if (!/^[0-9]{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** Reads a whole number of at least 1. */
export function countingNumber(text: string): number {
  const number = wholeNumber(text);
  if (number === 0) throw new InvalidArgumentError('It must be at least 1.');
  return number;
}

/** Reads a port; 0 stands for any free one. */
export function portNumber(text: string): number {
  if (!isPort(text)) throw new InvalidArgumentError('It must be a port: a number from 0 to 65535.');
  return Number(text);
}

function isPort(text: string): boolean {
  return /^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535;
}

/** Collects addresses of this machine of the form host:port. A name may lead to this machine, so only addresses can be refused. */
export function collectOwnAddresses(text: string, before: readonly string[] | undefined): readonly string[] {
  const [, host, port = ''] = /^([^\s/:@]+|\[[0-9A-Fa-f:.]+\]):([0-9]+)$/.exec(text) ?? [];
  if (host === undefined || !isPort(port))
    throw new InvalidArgumentError('It must be of the form host:port, such as 127.0.0.1:9465.');
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0 && !isLoopback(host))
    throw new InvalidArgumentError(
      'It must be an address of this machine alone, such as 127.0.0.1:9465: imports reach no other private one.',
    );
  return collect(text, before);
}

/** Collects names of hosts, without a scheme, port or path: the Host header of a request is compared with them. */
export function collectHosts(text: string, before: readonly string[] | undefined): readonly string[] {
  const bare = text.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/[/:].*$/s, '');
  if (isIP(text) === 0 && (bare !== text || !/^[^\s@[\]]+$/.test(text)))
    throw new InvalidArgumentError(
      `It must be a host name alone, without a scheme, port or path, such as ${/^[\w.-]+$/.test(bare) ? bare : 'docs.example.com'}.`,
    );
  return collect(text, before);
}

/** Reads a duration of an option as milliseconds. */
export function duration(text: string): number {
  const ms = readDuration(text);
  if (ms === null) throw new InvalidArgumentError('It must be a number and ms, s, m, h or d, such as 20s.');
  return ms;
}

/** Collects the values of an option that may be given several times. */
export function collect(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text];
}

/** The address of a service, without a slash at the end. */
export function baseAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('It must be an address that begins with https:// or http://.');
  if (url.username + url.password + url.search + url.hash !== '')
    throw new InvalidArgumentError('It must have no user, query or fragment.');
  return url.href.replace(/\/+$/, '');
}

import { hash } from 'node:crypto';

/** A file name for an id of the service: the id itself where that is safe on every system, else its hash. */
export function stateName(id: string): string {
  return /^[A-Za-z0-9_-]{1,64}$/.test(id) && !/^(con|prn|aux|nul|com[0-9]|lpt[0-9])$/i.test(id)
    ? id
    : `x-${hash('sha256', id, 'hex').slice(0, 40)}`;
}

/** Spreads keys over 256 files, so that one change rewrites little. */
export function shardOf(key: string): string {
  return hash('sha1', key, 'hex').slice(0, 2);
}

import { AppError } from '../base/index.ts';

export interface FreeNameSearch {
  /** The path with a suffix. Numbers as suffixes must give paths that differ, folded too. */
  pathWith(suffix: string): string;
  /** The suffixes to try first: they stay the same when others come or go. */
  hashes(round: number): string;
  /** Takes a path, or says that it is not free. */
  take(path: string): boolean;
  /** How many entries can stand in the way of a path, each of one number at most. */
  entries: number;
  /** Numbers up to this one were tried before. */
  after: number;
}

/** Suffixes that come of the id alone; somebody who knows the id can have taken them all. */
export const hashRounds = 8;

/** The most paths that {@link firstFreeName} tries: each entry refuses one number, so one of one more is free. */
export function mostTries(entries: number): number {
  return hashRounds + entries + 1;
}

/**
 * The first free path: with a suffix of the id, then with a number. It ends after {@link mostTries} tries; an error then
 * says that the caller broke what it promised.
 */
export function firstFreeName({ pathWith, hashes, take, entries, after }: FreeNameSearch): {
  path: string;
  /** The number in the path; 0 where it has none. */
  number: number;
} {
  for (let round = 0; round < hashRounds; round += 1) {
    const path = pathWith(hashes(round));
    if (take(path)) return { path, number: 0 };
  }
  for (let number = after + 1; number <= after + entries + 1; number += 1) {
    const path = pathWith(String(number));
    if (take(path)) return { path, number };
  }
  throw new AppError('INTERNAL', `No name is free for ${pathWith('…')} among ${entries} entries.`);
}

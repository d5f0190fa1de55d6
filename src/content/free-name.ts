import { AppError } from '../base/index.ts';

export interface FreeNameSearch {
  /** The path with a suffix. Different numbers must give different paths, also after folding. */
  pathWith(suffix: string): string;
  /** The suffixes to try first: they do not change when other pages come or go. */
  hashes(round: number): string;
  /** Claims a path; false when the path is not free. */
  take(path: string): boolean;
  /** How many entries can block a path. Each entry blocks one number at most. */
  entries: number;
  /** Numbers up to this one were tried before. */
  after: number;
}

/** How many suffixes are made of the id alone; somebody who knows the id can have taken all of them. */
export const hashRounds = 8;

/** The most paths that {@link firstFreeName} tries: each entry blocks one number, so with one number more a path is free. */
export function maxTries(entries: number): number {
  return hashRounds + entries + 1;
}

/**
 * The first free path: with a suffix of the id, then with a number. The search ends after {@link maxTries} tries, with an
 * error that says that the caller broke its promise.
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

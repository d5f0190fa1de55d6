import { describe, expect, it } from 'vitest';
import { RecentlyUsed } from '../../src/git/recent.ts';

/** Which of the keys have to be made anew. */
function misses(recent: RecentlyUsed<number[]>, keys: Record<string, number>): string[] {
  const made: string[] = [];
  for (const [key, size] of Object.entries(keys))
    recent.get(key, () => {
      made.push(key);
      return Array.from({ length: size }, () => 0);
    });
  return made;
}

describe('values used last', () => {
  it('stay as long as their weight allows, and the one unused for longest goes first', () => {
    const recent = new RecentlyUsed<number[]>(10, (value) => value.length);
    misses(recent, { a: 4, b: 4 });
    expect(misses(recent, { a: 4 })).toEqual([]);
    expect(misses(recent, { c: 4 })).toEqual(['c']);
    expect(misses(recent, { a: 4 })).toEqual([]);
    expect(misses(recent, { b: 4 })).toEqual(['b']);
  });

  it('are not kept when one alone weighs more than all may', () => {
    const recent = new RecentlyUsed<number[]>(10, (value) => value.length);
    expect(misses(recent, { a: 20 })).toEqual(['a']);
    expect(misses(recent, { a: 20, b: 1 })).toEqual(['a', 'b']);
    expect(misses(recent, { b: 1 })).toEqual([]);
  });

  it('are counted when nothing weighs them', () => {
    const recent = new RecentlyUsed<number[]>(2);
    expect(misses(recent, { a: 9, b: 9 })).toEqual(['a', 'b']);
    expect(misses(recent, { b: 9, a: 9 })).toEqual([]);
  });
});

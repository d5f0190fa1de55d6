import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, isSwapped, nearestWord } from '../../src/base/index.ts';

/** The definition itself. */
function distance(one: string, other: string): number {
  if (one === '' || other === '') return one.length + other.length;
  const rest = distance(one.slice(1), other.slice(1)) + (one[0] === other[0] ? 0 : 1);
  return Math.min(rest, distance(one.slice(1), other) + 1, distance(one, other.slice(1)) + 1);
}

/** The table of all distances between beginnings. */
function tableDistance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [line, letter] of [...one].entries()) {
    const row = [line + 1];
    for (const [column, same] of [...other].entries())
      row.push(
        Math.min(
          (above[column] ?? 0) + (same === letter ? 0 : 1),
          (above[column + 1] ?? 0) + 1,
          (row[column] ?? 0) + 1,
        ),
      );
    above = row;
  }
  return above[other.length] ?? 0;
}

describe('the edit distance of two words', () => {
  it('is counted exactly up to the limit, and as more beyond it', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
    fc.assert(
      fc.property(word, word, fc.nat(7), (one, other, limit) => {
        const exact = distance(one, other);
        const found = editDistance(one, other, limit);

        if (exact <= limit) expect(found).toBe(exact);
        else expect(found).toBeGreaterThan(limit);
      }),
      { numRuns: 500 },
    );
  });

  it('is counted the same in texts longer than a word of bits', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '/'), minLength: 28, maxLength: 70 });
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(editDistance(one, other, 100)).toBe(tableDistance(one, other));
      }),
      { numRuns: 300 },
    );
  });
});

describe('two adjacent letters that changed places', () => {
  it.each([
    ['guides', 'guidse', true],
    ['ab', 'ba', true],
    ['guides', 'guides', false],
    ['guides', 'gudies', true],
    ['guides', 'gudise', false],
    ['ab', 'aba', false],
    ['', '', false],
  ])('are told from other differences: %s and %s', (one, other, is) => {
    expect(isSwapped(one, other)).toBe(is);
  });
});

describe('the nearest word', () => {
  it.each([
    ['intrval', 'interval'],
    ['INTERVAL', 'interval'],
    ['tkoen', 'token'],
    ['lt', 'it'],
    ['elsewhere', undefined],
  ])('of %s is the one with the fewest mistakes, if at most a third is wrong: %s', (word, meant) => {
    expect(nearestWord(word, ['interval', 'intervals', 'token', 'it'])).toBe(meant);
  });

  it('counts two letters that changed places as one mistake', () => {
    expect(nearestWord('psuh', ['push'])).toBe('push');
    expect(nearestWord('pshh', ['push'])).toBeUndefined();
  });
});

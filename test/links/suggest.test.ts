import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { editDistance, nearest } from '../../src/links/suggest.ts';

/** The definition itself. */
function distance(one: string, other: string): number {
  if (one === '' || other === '') return one.length + other.length;
  const rest = distance(one.slice(1), other.slice(1)) + (one[0] === other[0] ? 0 : 1);
  return Math.min(rest, distance(one.slice(1), other) + 1, distance(one, other.slice(1)) + 1);
}

describe('what is similar', () => {
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

  it('is suggested when it alone is nearest, within a third of the letters', () => {
    expect(nearest('strat.md', ['start.md', 'other.md'])).toBe('start.md');
    expect(nearest('cat', ['cart', 'cut'])).toBeNull();
    expect(nearest('completely', ['different'])).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { nearestName } from '../../src/links/nearest.ts';

describe('what is similar', () => {
  it('is suggested when no other name is as near, within a third of the letters', () => {
    expect(nearestName('strat.md', ['start.md', 'other.md'])).toBe('start.md');
    expect(nearestName('cat', ['cart', 'cut'])).toBeNull();
    expect(nearestName('completely', ['different'])).toBeNull();
  });
});

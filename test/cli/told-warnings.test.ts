import { expect, it } from 'vitest';
import { ToldWarnings } from '../../src/cli/export/told-warnings.ts';
import { testWorld } from '../support/world.ts';

it('one more warning in the words of an earlier one is a new warning, and one that moved in its file is not', () => {
  let printed = '';
  const world = testWorld({
    stderr: {
      write: (text) => void (printed += text),
      flush: () => Promise.resolve(),
      isTTY: false,
      columns: 80,
    },
  });
  const told = new ToldWarnings();
  const at = (...lines: number[]) => ({
    warnings: lines.map((line) => ({ space: 'docs', file: 'a.md', line, message: 'leads nowhere' })),
    unlisted: [],
    hidden: [],
  });
  const tell = (...lines: number[]): string => {
    printed = '';
    told.describe(world, at(...lines));
    return printed;
  };

  expect(tell(1).match(/leads nowhere/gu)).toHaveLength(1);
  expect(tell(2)).toBe('  1 warning as before\n');
  expect(tell(2, 9).match(/leads nowhere/gu)).toHaveLength(1);
  expect(tell(9)).toBe('  1 warning as before, 1 warning gone\n');
});

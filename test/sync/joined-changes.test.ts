import { describe, expect, it } from 'vitest';
import { joinedChanges } from '../../src/sync/mirror/joined-changes.ts';
import type { PathChange } from '../../src/sync/report.ts';

const added = (path: string): PathChange => ({ kind: 'added', path });
const changed = (path: string): PathChange => ({ kind: 'changed', path });
const moved = (from: string, path: string): PathChange => ({ kind: 'moved', path, from });
const deleted = (path: string): PathChange => ({ kind: 'deleted', path });

describe('the changes of several looks', () => {
  it.each<[string, PathChange[][], PathChange[]]>([
    [
      'a file that changed twice',
      [[changed('a')], [changed('a'), changed('b')]],
      [changed('a'), changed('b')],
    ],
    ['a new file that changed', [[added('a')], [changed('a')]], [added('a')]],
    ['a new file that moved', [[added('a')], [moved('a', 'b')]], [added('b')]],
    ['a new file that is gone again', [[added('a')], [deleted('a')]], []],
    ['a file that changed and is gone', [[changed('a')], [deleted('a')]], [deleted('a')]],
    ['a file that moved twice', [[moved('a', 'b')], [moved('b', 'c')]], [moved('a', 'c')]],
    ['a file that moved and changed', [[moved('a', 'b')], [changed('b')]], [moved('a', 'b')]],
    ['a file that moved and came back', [[moved('a', 'b')], [moved('b', 'a')]], [changed('a')]],
    ['a file that moved and is gone', [[moved('a', 'b')], [deleted('b')]], [deleted('a')]],
    ['a deleted file that came back', [[deleted('a')], [added('a')]], [changed('a')]],
    [
      'files that changed places and one of which went on',
      [[moved('a', 'b'), moved('b', 'a')], [moved('a', 'c')]],
      [moved('a', 'b'), moved('b', 'c')],
    ],
  ])('[SYNC-113] list %s once', (_what, steps, joined) => {
    expect(joinedChanges(steps)).toEqual(joined);
  });

  it('are those of the only look as they are', () => {
    expect(joinedChanges([[], [deleted('a'), added('a')]])).toEqual([deleted('a'), added('a')]);
  });
});

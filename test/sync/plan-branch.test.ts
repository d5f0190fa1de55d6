import { describe, expect, it } from 'vitest';
import { planBranch } from '../../src/sync/plan/branch.ts';
import type { SeenBranch } from '../../src/sync/plan/branch.ts';
import { busyReport, leftReport, refusedReport } from '../../src/sync/plan/branch-reports.ts';

const seen: SeenBranch = { name: 'main', at: 'ours', mirror: 'theirs', base: 'base', detached: false };
const report = { name: 'main', from: 'ours', to: 'ours', conflicts: [] };

describe('the plan for a branch', () => {
  it.each<[string, Partial<SeenBranch>, object]>([
    [
      'stays while nothing is mirrored',
      { mirror: null, base: null },
      { do: 'stay', report: { state: 'absent' } },
    ],
    ['makes one that is not there', { at: null, base: null }, { do: 'move', state: 'created', to: 'theirs' }],
    [
      'stays where it has the mirror',
      { base: 'theirs' },
      { do: 'stay', report: { ...report, state: 'up-to-date' } },
    ],
    [
      'says of a detached HEAD what it leaves alone',
      { base: 'theirs', detached: true },
      { do: 'stay', report: { state: 'detached', reason: expect.stringContaining('detached') } },
    ],
    [
      'goes forward where it has nothing of its own',
      { base: 'ours' },
      { do: 'move', state: 'fast-forwarded', to: 'theirs' },
    ],
    ['merges where both have something', {}, { do: 'merge', at: 'ours', mirror: 'theirs', base: 'base' }],
    ['merges what has nothing in common, too', { base: null }, { do: 'merge', base: null }],
  ])('%s', (_, change, plan) => {
    expect(planBranch({ ...seen, ...change })).toMatchObject(plan);
  });

  it('is told in sentences where the branch stays', () => {
    const known = { path: 'b.md', kind: 'place' } as const;

    expect(leftReport(report, ['a.md', 'b.md', 'c.md', 'd.md'], [known])).toMatchObject({
      state: 'left',
      reason: 'a.md, b.md, c.md and 1 more: edited here and changed in the service.',
      conflicts: [{ path: 'a.md', kind: 'text' }, known, { path: 'c.md' }, { path: 'd.md' }],
    });
    expect(
      refusedReport(report, [
        { path: 'x', why: 'it is a link' },
        { path: 'y', why: '?' },
      ]),
    ).toMatchObject({
      state: 'left',
      reason: expect.stringContaining('x is not written: it is a link (and 1 more).'),
    });
    expect(busyReport(report, ['merge']).reason).toBe('git is at work here (merge); the next cycle goes on.');
    expect(busyReport(report, []).reason).toBe('The branch moved during the cycle; the next cycle goes on.');
  });
});

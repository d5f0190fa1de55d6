import { describe, expect, it } from 'vitest';
import { planBranch } from '../../src/sync/plan/branch.ts';
import type { SeenBranch } from '../../src/sync/plan/branch.ts';
import {
  busyReport,
  elsewhereReport,
  leftReport,
  notWritableReport,
  refusedReport,
  waitingReport,
} from '../../src/sync/plan/branch-reports.ts';

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

  it('is told with every path where these are few, and with where to look', () => {
    expect(leftReport(report, ['a.md', 'b.md', 'c.md']).reason).toBe(
      'a.md, b.md, c.md: edited here and changed in the service.',
    );
    expect(refusedReport(report, [{ path: 'x', why: 'it is a link' }])).toEqual({
      ...{ ...report, state: 'left', conflicts: [{ path: 'x', kind: 'place' }] },
      reason: 'x is not written: it is a link. Check who added it to docs/main before you merge.',
    });
    expect(notWritableReport(report, ['a.md'])).toEqual({
      ...{ ...report, state: 'left', notWritable: ['a.md'] },
      reason: 'This user may not write all of its files; see below.',
    });
    expect(elsewhereReport(report)).toEqual({
      ...{ ...report, state: 'left' },
      reason: 'It is checked out in another working tree: a sync there brings it to the mirror.',
    });
    expect(waitingReport(report)).toEqual({
      ...{ ...report, state: 'busy' },
      reason:
        'A change request of the branch may be merged, and the service does not show it yet; the next cycle goes on.',
    });
    expect(busyReport(report, ['merge', 'index-lock'])).toMatchObject({
      ...{ ...report, state: 'busy' },
      reason: 'git is at work here (merge, index-lock); the next cycle goes on.',
    });
  });
});

import { describe, expect, it } from 'vitest';
import { judgeSoak, type SoakEnd } from './oracle.ts';

const limits = { rate: 1_200, drainMs: 5_000, residentGrowth: 1.35 };
const text = (...lines: string[]): string => `# Page\n\n${lines.join('\n\n')}\n`;
const pages = (first: string, second = text('remote-mark-7')): Map<string, string> =>
  new Map([
    ['one.md', first],
    ['two.md', second],
  ]);
const samples = (mb: (index: number) => number) =>
  Array.from({ length: 30 }, (_, index) => ({ ageMs: 20_000, mb: mb(index) }));

const good: SoakEnd = {
  written: { local: ['local-mark-4', 'local-mark-40'], remote: ['remote-mark-7'] },
  here: pages(text('local-mark-40', 'local-mark-4')),
  there: pages(text('local-mark-40', 'local-mark-4')),
  openChangeRequests: 0,
  crashes: 0,
  drainMs: { gone: 300, silent: 2_100 },
  refusals: [0, 12, 60],
  resident: samples(() => 110),
  fsck: 'dangling commit 98d0aeb858bcdd43a9aeff9d1ca59aac8881798c',
};

describe('the judgement of a soak', () => {
  it('finds nothing in a run that ended well', () => {
    expect(judgeSoak(good, limits)).toEqual({
      problems: [],
      residentMb: { early: 110, late: 110, most: 110 },
      worstMinute: 60,
    });
  });

  it.each<[string, Partial<SoakEnd>, string]>([
    [
      'a line that is lost on both sides, and is the beginning of another one',
      { here: pages(text('local-mark-40')), there: pages(text('local-mark-40')) },
      'missing here, written by local: local-mark-4|missing in the service, written by local: local-mark-4',
    ],
    [
      'a line that never reached the service',
      { there: pages(text('local-mark-40')) },
      'missing in the service, written by local: local-mark-4|one.md is not the same on both sides',
    ],
    [
      'a line that never came down',
      { here: pages(text('local-mark-40', 'local-mark-4'), text('')) },
      'missing here, written by remote: remote-mark-7|two.md is not the same on both sides',
    ],
    [
      'a line that was written twice',
      {
        here: pages(text('local-mark-40', 'local-mark-4', 'local-mark-4')),
        there: pages(text('local-mark-40', 'local-mark-4', 'local-mark-4')),
      },
      'more than once here, written by local: local-mark-4|more than once in the service, written by local: local-mark-4',
    ],
    [
      'sides that agree on all that was written and differ otherwise',
      { here: new Map([...good.here, ['one (local).md', text('x')]]) },
      'one (local).md is not the same on both sides',
    ],
    [
      'conflict markers that were written into a page',
      {
        here: pages(text('<<<<<<< local', 'local-mark-40', '>>>>>>> service', 'local-mark-4')),
        there: pages(text('<<<<<<< local', 'local-mark-40', '>>>>>>> service', 'local-mark-4')),
      },
      'conflict markers here|conflict markers in the service',
    ],
    ['a change request that nobody can merge', { openChangeRequests: 1 }, '1 change requests still wait'],
    ['a daemon that crashed', { crashes: 2 }, 'the daemon ended by itself 2 times'],
    [
      'an end that waits for a service that is away',
      { drainMs: { gone: 300, silent: 30_020 } },
      'SIGTERM took 30020 ms while the service was silent',
    ],
    ['a storm of refusals', { refusals: [0, 61] }, 'a storm of 429: 61 in one minute'],
    [
      'memory that grows',
      { resident: samples((index) => 100 + index * 2.5) },
      'memory grew from 111 to 161 MB',
    ],
    ['a run too short to tell of memory', { resident: [] }, 'too few samples of memory to tell'],
    [
      'a repository that lacks an object',
      { fsck: 'missing blob 98d0aeb8' },
      'git fsck: missing blob 98d0aeb8',
    ],
  ])('tells of %s', (_, planted, told) => {
    expect(judgeSoak({ ...good, ...planted }, limits).problems).toEqual(told.split('|'));
  });
});

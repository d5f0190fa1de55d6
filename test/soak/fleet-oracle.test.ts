import { describe, expect, it } from 'vitest';
import { judgeFleet, type FleetEnd } from './fleet-oracle.ts';

const good: FleetEnd = {
  written: [
    { mark: 'mark-1-', folder: 'one', by: 'git' },
    { mark: 'mark-2-', folder: 'one', by: 'git' },
    { mark: 'mark-3-', folder: 'one', by: 'service' },
  ],
  branch: ['mark-1-', 'mark-2-', 'mark-3-'],
  mirror: ['mark-1-', 'mark-3-'],
  requests: [{ folder: 'one', number: 2, marks: ['mark-1-', 'mark-2-'] }],
  made: [
    { folder: 'one', number: 1, status: 'merged' },
    { folder: 'one', number: 2, status: 'draft' },
  ],
  merged: new Map([['one', 1]]),
  statuses: ['[]', '[]'],
  failing: [],
  crashes: [],
  fsck: 'dangling commit 98d0aeb858bcdd43a9aeff9d1ca59aac8881798c',
};

describe('the judgement of a fleet', () => {
  it('finds nothing in a run that ended well', () => {
    expect(judgeFleet(good)).toEqual([]);
  });

  it.each<[string, Partial<FleetEnd>, string]>([
    ['a lost line', { branch: ['mark-1-', 'mark-3-'] }, 'mark-2- is missing in the branch'],
    ['a doubled line', { mirror: ['mark-1-', 'mark-3-', 'mark-3-'] }, 'mark-3- is 2 times in the mirror'],
    ['an edit of the service that did not come', { mirror: ['mark-1-'] }, 'mark-3- is missing in the mirror'],
    ['an edit that nobody proposed', { requests: [] }, 'mark-2- is missing in change requests'],
    [
      'an edit in two change requests',
      { requests: [2, 3].map((number) => ({ folder: 'one', number, marks: ['mark-2-'] })) },
      'mark-2- is 2 times in change requests',
    ],
    [
      'a line that is twice in its change request',
      { requests: [{ folder: 'one', number: 2, marks: ['mark-2-', 'mark-2-'] }] },
      'mark-2- is 2 times in change request 2 of one',
    ],
    [
      'a second change request for the same edits',
      { made: [...good.made, { folder: 'one', number: 3, status: 'draft' }] },
      'one has 2 change requests that wait',
    ],
    [
      'one that was made in vain',
      { made: [...good.made, { folder: 'one', number: 3, status: 'archived' }] },
      'one has 1 change requests that were made and taken back',
    ],
    [
      'a merge that nobody asked for',
      { merged: new Map() },
      'one has 1 merged change requests where 0 were merged',
    ],
    ['workers that disagree', { statuses: ['[]', '[1]'] }, 'the statuses of 2 workers differ'],
    ['a space that fails', { failing: ['one'] }, 'one is not in step'],
    ['a crash', { crashes: ['worker-1 with 70'] }, 'a worker ended: worker-1 with 70'],
    ['a broken repository', { fsck: 'missing blob 98d0aeb' }, 'git fsck says: missing blob 98d0aeb'],
  ])('finds %s', (_what, planted, problem) => {
    expect(judgeFleet({ ...good, ...planted })).toEqual([problem]);
  });
});

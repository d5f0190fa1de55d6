import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import type { GitLock } from '../../src/git/index.ts';
import { leftLocks } from '../../src/sync/left-lock.ts';
import { addProblems, ownFailure, stopsCycle } from '../../src/sync/mirror/failures.ts';
import { heldByGuard } from '../../src/sync/mirror/guard.ts';
import { notWritableProblems, untilNotWritable } from '../../src/sync/not-writable.ts';
import { conflictReason } from '../../src/sync/plan/branch.ts';
import { elsewhereReport, notWritableReport, waitingReport } from '../../src/sync/plan/branch-reports.ts';
import type { Problem } from '../../src/sync/report.ts';
import { checkSpaceNames, isNamed, noSuchSpace } from '../../src/sync/space-names.ts';

describe('a failure', () => {
  it.each<[string, AppError, boolean]>([
    ['of a service that is not there stops all', new AppError('NO_ANSWER', 'x'), true],
    [
      'of a service that broke off is that of one space',
      new AppError('NO_ANSWER', 'x', { data: { processed: 'unknown' } }),
      false,
    ],
    [
      'of a request that never left stops all',
      new AppError('NO_ANSWER', 'x', { data: { processed: 'no' } }),
      true,
    ],
    ['of the token stops all', new AppError('UNAUTHENTICATED', 'x'), true],
    ['of the disk stops all', new AppError('DISK_FULL', 'x'), true],
    ['of one file system stops all', new AppError('FILE_SYSTEM', 'x'), true],
    ['that somebody asked for stops all', new AppError('CANCELLED', 'x'), true],
    ['of the rate stops all', new AppError('RATE_LIMITED', 'x'), true],
    ['of a reference that moved stops all', new AppError('REF_MOVED', 'x'), true],
    ['of a lock stops all', new AppError('HELD', 'x'), true],
    ['of what is not found is that of one space', new AppError('NOT_FOUND', 'x'), false],
    ['of a guard is that of one space', new AppError('DELETION_GUARD', 'x'), false],
  ])('%s', (_what, error, stops) => {
    expect(stopsCycle(error)).toBe(stops);
    if (stops) expect(() => ownFailure(error)).toThrow(error);
    else expect(ownFailure(error)).toBe(error);
  });

  it('of our own code is nobody else’s', () => {
    const error = new TypeError('x');
    expect(stopsCycle(error)).toBe(false);
    expect(() => ownFailure(error)).toThrow(error);
  });

  it('is told once for each space', () => {
    const problems: Problem[] = [];
    const problem = (message: string, space?: string): Problem => ({
      ...{ code: 'NOT_FOUND', message },
      ...(space === undefined ? {} : { space }),
    });
    const told = [problem('a', '1'), problem('a', '2'), problem('a', '1'), problem('b', '1'), problem('a')];
    addProblems({ problems } as never, told);
    addProblems({ problems } as never, told);
    expect(problems).toEqual([problem('a', '1'), problem('a', '2'), problem('b', '1'), problem('a')]);
  });
});

describe('a lock is told', () => {
  const minute = 60_000;
  it.each<[string, GitLock['of'], number, string | null]>([
    ['not while a command may write the index', 'index', 10 * minute - 1, null],
    ['after ten minutes, when it is of the index', 'index', 10 * minute, 'edits wait on both sides'],
    ['not while a command may move a reference', 'refs/heads/main', minute - 1, null],
    [
      'after a minute, when it is of a reference',
      'refs/heads/main',
      minute,
      'refs/heads/main has been locked',
    ],
    ['after a minute, when it is of all references', 'packed-refs', minute, 'none can be deleted'],
  ])('%s', async (_what, of, ageMs, words) => {
    const lock: GitLock = { of, file: '/x/.git/a.lock', since: 0, ageMs };
    const left = await leftLocks({ locks: async () => [lock] });
    if (words === null) return expect(left).toEqual([]);
    expect(left).toMatchObject([{ code: 'HELD', data: { file: '/x/.git/a.lock' } }]);
    expect(left[0]!.message).toContain(words);
    expect(left[0]!.message).toContain('locked since 1970-01-01T00:00:00.000Z by /x/.git/a.lock');
    expect(left[0]!.hint).toContain('remove the file');
  });
});

describe('the guard', () => {
  const guards = { deletePercent: 20, deleteMinimum: 5 };
  const guides = { where: 'guides', folder: 'guides', contents: 'guides/SUMMARY.md' };
  it.each<[string, number, number, number, { deletePercent: number; deleteMinimum: number }, string | null]>([
    ['lets few deletions pass', 4, 0, 4, guards, null],
    ['lets a fifth pass', 5, 0, 25, guards, null],
    ['holds back more than a fifth', 5, 0, 24, guards, 'DELETION_GUARD'],
    ['lets nothing pass as nothing', 0, 0, 0, { deletePercent: 0, deleteMinimum: 0 }, null],
    [
      'holds back one where a person wants that',
      1,
      0,
      100,
      { deletePercent: 0, deleteMinimum: 0 },
      'DELETION_GUARD',
    ],
    ['holds back what the table of contents alone changes', 0, 5, 24, guards, 'CONTENTS_GUARD'],
    ['lets a fifth of that pass', 0, 5, 25, guards, null],
    ['counts the two apart', 4, 4, 10, guards, null],
    ['tells deletions first', 5, 5, 10, guards, 'DELETION_GUARD'],
  ])('%s', (_what, deleted, byContents, pages, limits, code) => {
    const edits = {
      deletes: Array(deleted).fill(0),
      byContents: Array(byContents).fill(0),
      pages,
      texts: [0],
    };
    const held = heldByGuard(edits, { ...guides, guards: limits });
    expect(held?.code ?? null).toBe(code);
    if (held === null) return;
    expect(held.hint).toContain('tidemark sync --confirm-deletions');
    expect(held.message).toContain('guides');
    if (code === 'DELETION_GUARD') expect(held.data).toEqual({ deleted, of: pages });
    else expect(held.data).toEqual({ count: byContents, of: pages, path: 'guides/SUMMARY.md' });
  });
});

describe('edits that leave a space without a page', () => {
  const guards = { deletePercent: 20, deleteMinimum: 5 };
  const guides = { where: 'Guides (guides)', folder: 'guides', contents: 'guides/SUMMARY.md' };
  const emptied = { deletes: [0, 0], byContents: [], pages: 2, texts: [] };

  it('[SYNC-5] are held back, however few pages it has', () => {
    const held = heldByGuard(emptied, { ...guides, guards });
    expect(held?.code).toBe('DELETION_GUARD');
    expect(held?.message).toContain('2 of 2 pages of Guides (guides)');
    expect(held?.hint).toContain('Else bring the files back: git checkout docs/main -- guides.');
  });

  it.each<[string, object, object]>([
    ['a page is written', { texts: [0] }, {}],
    ['a page is left', { pages: 3 }, {}],
    ['the space has one page', { deletes: [0], pages: 1 }, {}],
    ['the limits allow all', {}, { deletePercent: 100 }],
  ])('pass where %s', (_what, edits, limits) => {
    const held = heldByGuard({ ...emptied, ...edits }, { ...guides, guards: { ...guards, ...limits } });
    expect(held).toBeNull();
  });
});

describe('a space is named', () => {
  const spaces = [
    { id: 's1', path: 'guides' },
    { id: 's2', path: '.' },
  ];

  it.each<[string, string, boolean]>([
    ['by its id', 's1', true],
    ['by its folder', 'guides', true],
    ['by its folder as shells complete it', './guides/', true],
    ['by its folder with more than one slash', 'guides//', true],
    ['not by a part of its folder', 'guide', false],
    ['not by a folder inside', 'guides/x', false],
  ])('%s', (_what, name, isIts) => {
    expect(isNamed(spaces[0]!, name)).toBe(isIts);
  });

  it.each(['.', './', 's2'])('by %j at the top of the repository', (name) => {
    expect(isNamed(spaces[1]!, name)).toBe(true);
  });

  it('wrongly, with what was meant and what there is', () => {
    expect(() => checkSpaceNames(['guides', 's2'], spaces)).not.toThrow();
    const error = noSuchSpace('./guidse', spaces);
    expect(() => checkSpaceNames(['guides', './guidse'], spaces)).toThrow(error);
    expect(error.code).toBe('USAGE');
    expect(error.message).toBe('No space has the id or the folder ./guidse');
    expect(error.hint).toBe('Did you mean guides? There are: . (s2), guides (s1).');
    expect(noSuchSpace('entirely-else', spaces).hint).toBe('There are: . (s2), guides (s1).');
    expect(noSuchSpace('x', []).hint).toBe('No space is mirrored yet: run `tidemark sync`.');
  });

  it('wrongly among many, of which twenty are told', () => {
    const many = Array.from({ length: 23 }, (_, at) => ({ id: `s${at}`, path: `folder-${at + 10}` }));
    const { hint } = noSuchSpace('entirely-else', many);
    expect(hint).toContain('folder-29 (s19) and 3 more.');
    expect(noSuchSpace('entirely-else', many.slice(0, 20)).hint).toMatch(/folder-29 \(s19\)\.$/u);
  });
});

describe('a branch that stays says why', () => {
  it.each<[string, string | null, boolean, string]>([
    ['the same lines changed', 'c1', false, 'main and the service changed the same lines.'],
    ['the clone is shallow', null, true, 'git fetch --unshallow'],
    ['the histories are unrelated', null, false, 'The histories of main and the mirror are unrelated'],
    ['lines changed, although the clone is shallow', 'c1', true, 'changed the same lines'],
  ])('when %s', (_what, base, isShallow, words) => {
    expect(conflictReason({ name: 'main', base }, { isShallow })).toContain(words);
  });

  const report = { name: 'main', from: 'c1', to: 'c1', conflicts: [] };

  it('when another working tree has it, or the service does not show its end yet', () => {
    const words = (text: string): string => expect.stringContaining(text) as string;
    expect(elsewhereReport(report)).toEqual({
      ...{ ...report, state: 'left', reason: words('checked out in another working tree') },
    });
    expect(waitingReport(report)).toEqual({
      ...{ ...report, state: 'busy', reason: words('the service does not show it yet') },
    });
  });

  it('when this user may not write its files', () => {
    expect(notWritableReport(report, ['a.md'])).toEqual({
      ...{ ...report, state: 'left', notWritable: ['a.md'] },
      reason: 'This user may not write all of its files; see below.',
    });
  });
});

describe('a folder that may not be written', () => {
  it('is told once, with one of its files', () => {
    const problems = notWritableProblems(['a/x.md', 'a/y.md', 'b/z.md', 'top.md']);
    expect(problems.map(({ path }) => path)).toEqual(['a/x.md', 'b/z.md', 'top.md']);
    for (const { code, hint } of problems) expect([code, hint !== undefined]).toEqual(['FILE_SYSTEM', true]);
    expect(notWritableProblems([])).toEqual([]);
  });

  it('ends the work in the middle, and no other failure is taken for that', async () => {
    const fails = (error: Error) => untilNotWritable(() => Promise.reject(error));
    const data = { notWritable: ['a.md', 'b.md'] };
    expect(await untilNotWritable(() => Promise.resolve())).toEqual([]);
    expect(await fails(new AppError('FILE_SYSTEM', 'x', { data }))).toEqual(['a.md', 'b.md']);
    for (const error of [
      new AppError('FILE_SYSTEM', 'x'),
      new AppError('FILE_SYSTEM', 'x', { data: { path: 'a.md' } }),
      new AppError('HELD', 'x', { data }),
      new TypeError('x'),
    ])
      await expect(fails(error)).rejects.toBe(error);
  });
});

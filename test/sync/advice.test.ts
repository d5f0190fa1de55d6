import { describe, expect, it } from 'vitest';
import { adviceLine, adviceOn } from '../../src/sync/index.ts';
import type { Conflict, Situation } from '../../src/sync/index.ts';

const inBranch: Conflict = { in: 'branch', branch: 'main', mirror: 'docs/main', histories: 'related' };
const inRequest: Conflict = {
  ...{ in: 'change-request', number: 7, space: null },
  ...{ branch: 'cr/guides/7', progress: 'without-branch', isDraft: false, home: 'main' },
};
const inFiles: Conflict = { in: 'files', branch: 'main', mirror: 'docs/main', paths: ['guides/start.md'] };
const onMain: Omit<Situation, 'conflict'> = { head: 'main', work: [], uncommitted: 'none' };
const back = ['git switch main', 'tidemark sync'];
const keep = 'git commit --all --message "Fix the conflict"';
const fixAny =
  'fix the lines between <<<<<<< and >>>>>>> in each file that has them; a page that one side deleted is back';
const fix = 'fix the lines between <<<<<<< and >>>>>>> in each file';

/** What stands in the way, where the person is, and what they type. */
const table: readonly (readonly [string, Situation, readonly string[]])[] = [
  [
    'a committed conflict',
    { ...onMain, conflict: inBranch },
    ['git merge docs/main', fix, 'git commit --all --no-edit', 'tidemark sync'],
  ],
  [
    'edits that no commit has',
    { ...onMain, conflict: inBranch, uncommitted: 'edits' },
    [
      'git commit --all --message "My edits"',
      ...['git merge docs/main', fix, 'git commit --all --no-edit', 'tidemark sync'],
    ],
  ],
  [
    'a new file that the service has, too',
    { ...onMain, conflict: inBranch, uncommitted: 'new-files' },
    [
      ...['git add --all', 'git commit --all --message "My edits"'],
      ...['git merge docs/main', fix, 'git commit --all --no-edit', 'tidemark sync'],
    ],
  ],
  [
    'histories that have no commit in common',
    { ...onMain, conflict: { ...inBranch, histories: 'unrelated' } },
    [
      ...['git merge --allow-unrelated-histories docs/main', fix],
      ...['git commit --all --no-edit', 'tidemark sync'],
    ],
  ],
  [
    'a shallow clone, whatever else there is',
    { ...onMain, conflict: { ...inBranch, histories: 'shallow' }, uncommitted: 'edits' },
    ['git fetch --unshallow', 'tidemark sync'],
  ],
  [
    'another branch that is checked out',
    { ...onMain, head: 'feature', conflict: inBranch, uncommitted: 'edits' },
    [
      ...['git commit --all --message "My edits"', 'git switch main', 'git merge docs/main', fix],
      ...['git commit --all --no-edit', 'tidemark sync'],
    ],
  ],
  [
    'a detached HEAD',
    { ...onMain, head: null, conflict: inBranch },
    ['git switch main', 'git merge docs/main', fix, 'git commit --all --no-edit', 'tidemark sync'],
  ],
  [
    'a merge in progress, whatever else there is',
    { ...onMain, conflict: inBranch, work: ['merge'], uncommitted: 'edits' },
    [fix, 'git commit --all --no-edit', 'tidemark sync'],
  ],
  [
    'a rebase in progress',
    { ...onMain, head: null, conflict: { in: 'git', branch: 'main' }, work: ['rebase'] },
    [fix, 'git add --update', 'git rebase --continue', 'tidemark sync'],
  ],
  [
    'a bisect in progress',
    { ...onMain, head: null, conflict: { in: 'git', branch: 'main' }, work: ['bisect'] },
    ['git bisect reset', 'tidemark sync'],
  ],
  [
    'a file that was saved on an older text',
    { ...onMain, conflict: inFiles, uncommitted: 'edits' },
    [
      'git diff docs/main -- guides/start.md',
      ...['put these lines into the file, and save it', 'tidemark sync'],
      'to leave one of these lines out: copy your file, run git checkout docs/main -- guides/start.md and tidemark sync, then put your text back and save it',
    ],
  ],
  [
    'a conflict in a change request',
    { ...onMain, conflict: inRequest },
    [
      ...['tidemark cr checkout 7', 'git switch cr/guides/7', fix],
      ...[keep, 'tidemark sync', 'tidemark cr merge 7', ...back],
    ],
  ],
  [
    'a conflict in a draft, which the mirror does not have yet',
    { ...onMain, conflict: { ...inRequest, progress: 'unread-without-branch', isDraft: true } },
    [
      ...['tidemark sync --pull', 'tidemark cr checkout 7', 'git switch cr/guides/7', fixAny, keep],
      ...['tidemark sync', 'tidemark cr open 7', 'tidemark cr merge 7', ...back],
    ],
  ],
  [
    'a conflict in a change request whose branch is here, and which the mirror does not have yet',
    { ...onMain, conflict: { ...inRequest, progress: 'unread' } },
    [
      ...['tidemark sync --pull', 'git switch cr/guides/7', 'git merge docs/cr/guides/7', fixAny, keep],
      ...['tidemark sync', 'tidemark cr merge 7', ...back],
    ],
  ],
  [
    'a conflict in a draft that has its branch here, of one of several spaces',
    {
      ...{ ...onMain, uncommitted: 'edits' },
      conflict: { ...inRequest, progress: 'behind', isDraft: true, space: 'guides' },
    },
    [
      ...['git commit --all --message "My edits"', 'git switch cr/guides/7', 'git merge docs/cr/guides/7'],
      ...[fix, keep, 'tidemark sync', 'tidemark cr open 7 --space guides'],
      ...['tidemark cr merge 7 --space guides', ...back],
    ],
  ],
  [
    'a conflict in the change request whose branch is checked out and older',
    { ...onMain, head: 'cr/guides/7', conflict: { ...inRequest, progress: 'behind' } },
    ['git merge docs/cr/guides/7', fix, keep, 'tidemark sync', 'tidemark cr merge 7', ...back],
  ],
  [
    'a conflict in the branch that is checked out, which somebody is fixing',
    {
      ...{ ...onMain, head: 'cr/guides/7', uncommitted: 'edits' },
      conflict: { ...inRequest, progress: 'there' },
    },
    [fix, keep, 'tidemark sync', 'tidemark cr merge 7', ...back],
  ],
  [
    'a conflict that is fixed on the branch',
    { ...onMain, head: 'cr/guides/7', conflict: { ...inRequest, progress: 'joined', isDraft: true } },
    ['tidemark sync', 'tidemark cr open 7', 'tidemark cr merge 7', ...back],
  ],
  [
    'a conflict that is fixed in the service',
    { ...onMain, conflict: { ...inRequest, progress: 'sent', isDraft: true } },
    ['tidemark cr open 7', 'tidemark cr merge 7', 'tidemark sync'],
  ],
];

describe('what to type next', () => {
  it.each(table)('is told for %s', (_, situation, steps) => {
    expect(adviceOn(situation).steps.map(({ command, what }) => command ?? what)).toEqual(steps);
  });

  it('names no file in a command that replaces edits where several files wait', () => {
    const { steps } = adviceOn({ ...onMain, conflict: { ...inFiles, paths: ['a.md', 'b.md'] } });

    expect(steps.at(-1)?.what).toContain('git checkout docs/main -- FILE and');
  });

  it('quotes names for the shell', () => {
    const paths = ["it's here.md", '$(reboot).md'];
    const { steps } = adviceOn({ ...onMain, conflict: { ...inFiles, paths } });

    expect(steps.slice(0, 2).map(({ command }) => command)).toEqual([
      "git diff docs/main -- 'it'\\''s here.md'",
      "git diff docs/main -- '$(reboot).md'",
    ]);
  });

  it('fits into one line of a log', () => {
    expect(adviceLine(adviceOn({ ...onMain, conflict: inBranch }))).toBe(
      `git merge docs/main; ${fix}; git commit --all --no-edit; tidemark sync`,
    );
  });

  it.each([
    ['sent' as const, 'change request #7, in which the conflict is fixed'],
    ['joined' as const, 'conflict in change request #7'],
  ])('says whether the change request still has the conflict: %s', (progress, about) => {
    expect(adviceOn({ ...onMain, conflict: { ...inRequest, progress } }).about).toBe(about);
  });
});

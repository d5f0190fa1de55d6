import { describe, expect, it } from 'vitest';
import { adviceLine, adviceOn } from '../../src/sync/index.ts';
import type { WorkInProgress } from '../../src/git/port.ts';
import type { BranchConflict, KeptPage, UnmergedFile } from '../../src/sync/advice.ts';
import type { Conflict, Situation } from '../../src/sync/index.ts';

const inBranch: BranchConflict = {
  ...{ in: 'branch', branch: 'main', mirror: 'docs/main', histories: 'related' },
  ...{ binaries: [], mayHaveMarks: true, overruled: [] },
};
const picture = 'guides/.gitbook/assets/my shot.png';
const takeTheirs = "git checkout --theirs -- 'guides/.gitbook/assets/my shot.png'";
const oneChoice = 'your file stays unless you type the next command, which takes the service’s';
const choices = 'your files stay, except those that a command below takes from the service';
const inRequest: Conflict = {
  ...{ in: 'change-request', number: 7, space: null },
  ...{ branch: 'cr/guides/7', progress: 'without-branch', isDraft: false, home: 'main' },
};
const inFiles: Conflict = { in: 'files', branch: 'main', mirror: 'docs/main', paths: ['guides/start.md'] };
const inGit: Conflict = { in: 'git', branch: 'main' };
const unmerged = (state: UnmergedFile['state'], path: string): UnmergedFile => ({
  ...{ path, state, isNew: false },
});
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
    'a conflict on a branch that another working tree has checked out',
    {
      ...onMain,
      uncommitted: 'edits',
      elsewhere: new Set(['idea']),
      conflict: { ...inBranch, branch: 'idea' },
    },
    ['git worktree list', 'git merge docs/main', fix, 'git commit --all --no-edit', 'tidemark sync'],
  ],
  [
    'a picture alone, between whose lines git puts no marks',
    { ...onMain, conflict: { ...inBranch, binaries: [picture], mayHaveMarks: false } },
    ['git merge docs/main', oneChoice, takeTheirs, 'git commit --all --no-edit', 'tidemark sync'],
  ],
  [
    'a picture and a page',
    { ...onMain, conflict: { ...inBranch, binaries: [picture] } },
    ['git merge docs/main', fix, oneChoice, takeTheirs, 'git commit --all --no-edit', 'tidemark sync'],
  ],
  [
    'more pictures than are named',
    {
      ...onMain,
      conflict: { ...inBranch, binaries: ['a.png', 'b.png', 'c.png', 'd.png'], mayHaveMarks: false },
    },
    [
      ...['git merge docs/main', choices],
      ...['a.png', 'b.png', 'c.png'].map((path) => `git checkout --theirs -- ${path}`),
      ...['choose in the same way for each other file without lines', 'git commit --all --no-edit'],
      'tidemark sync',
    ],
  ],
  [
    'a page that was deleted on another branch and changed in the service',
    { ...onMain, head: 'idea', conflict: { ...inBranch, branch: 'idea', overruled: ['guides/wind.md'] } },
    [
      'git merge docs/main',
      'fix the lines between <<<<<<< and >>>>>>> in each file that has them',
      'you deleted guides/wind.md, and the service changed it: git add guides/wind.md keeps it, git rm guides/wind.md deletes it',
      ...['git commit --all --no-edit', 'tidemark sync'],
    ],
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
    'a new page that was sent, and merged since, beside an edit',
    {
      ...{ ...onMain, conflict: inBranch, uncommitted: 'edits' },
      readBack: { mirror: 'docs/main', paths: ['guide/new.md', 'two words.md'] },
    },
    [
      `git checkout docs/main -- guide/new.md 'two words.md'`,
      'git commit --all --message "My edits"',
      ...['git merge docs/main', fix, 'git commit --all --no-edit', 'tidemark sync'],
    ],
  ],
  [
    'more of such pages than a command names, and nothing else that is not committed',
    {
      ...{ ...onMain, conflict: inBranch },
      readBack: { mirror: 'docs/main', paths: Array.from({ length: 12 }, (_, at) => `${at}.md`) },
    },
    [
      'git checkout docs/main -- 0.md 1.md 2.md 3.md 4.md 5.md 6.md 7.md 8.md 9.md',
      'do the same for each other file that the next git commands refuse to overwrite',
      'git commit --all --message "My edits"',
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
    'a merge in progress in which nothing is left to solve, whatever else there is',
    { ...onMain, conflict: inBranch, work: ['merge'], uncommitted: 'edits' },
    ['git commit --no-edit', 'tidemark sync'],
  ],
  [
    'a merge in which both sides edited a page, both added one and each deleted one',
    {
      ...{ ...onMain, conflict: inGit, work: ['merge'] },
      unmerged: [
        unmerged('marks', 'a.md'),
        { ...unmerged('marks', 'new.md'), isNew: true },
        unmerged('deleted-there', 'rain.md'),
        unmerged('deleted-here', 'the sun.md'),
      ],
    },
    [
      'fix the lines between <<<<<<< and >>>>>>> in a.md',
      'fix the lines between <<<<<<< and >>>>>>> in new.md, which both sides added',
      "you deleted 'the sun.md', and the branch that you merge edited it: git add 'the sun.md' keeps it, git rm 'the sun.md' deletes it",
      'you edited rain.md, and the branch that you merge deleted it: git add rain.md keeps it, git rm rain.md deletes it',
      ...['git add a.md new.md', 'git commit --no-edit', 'tidemark sync'],
    ],
  ],
  [
    'a merge in which both sides moved a page, and another page is fixed but not added',
    {
      ...{ ...onMain, conflict: inGit, work: ['merge'] },
      unmerged: [
        unmerged('gone', 'old.md'),
        unmerged('one-sided', 'mine.md'),
        unmerged('one-sided', 'theirs.md'),
        unmerged('joined', 'a.md'),
      ],
    },
    [
      'only one side has mine.md: git add mine.md keeps it, git rm mine.md deletes it',
      'only one side has theirs.md: git add theirs.md keeps it, git rm theirs.md deletes it',
      ...['git rm old.md', 'git add a.md', 'git commit --no-edit', 'tidemark sync'],
    ],
  ],
  [
    'a merge with more files than are named',
    {
      ...{ ...onMain, conflict: inGit, work: ['merge'] },
      unmerged: [1, 2, 3, 4, 5].flatMap((each) => [
        unmerged('marks', `a${each}.md`),
        unmerged('deleted-here', `b${each}.md`),
      ]),
    },
    [
      'fix the lines between <<<<<<< and >>>>>>> in a1.md, a2.md, a3.md and 2 more',
      ...[1, 2, 3].map(
        (each) =>
          `you deleted b${each}.md, and the branch that you merge edited it: git add b${each}.md keeps it, git rm b${each}.md deletes it`,
      ),
      'decide in the same way about each other file that `git status` names',
      ...['git add FILE', 'git commit --no-edit', 'tidemark sync'],
    ],
  ],
  [
    'a merge in progress in which a picture is in conflict',
    { ...onMain, conflict: inGit, work: ['merge'], unmerged: [unmerged('binary', picture)] },
    [
      `git left your version of '${picture}': ${takeTheirs} takes the other one`,
      ...[`git add '${picture}'`, 'git commit --no-edit', 'tidemark sync'],
    ],
  ],
  [
    'a rebase in which a picture is in conflict and one side deleted a page, where git calls the other version ours',
    {
      ...{ ...onMain, head: null, conflict: inGit, work: ['rebase'] },
      unmerged: [unmerged('binary', picture), unmerged('deleted-here', 'a.md')],
    },
    [
      `choose a version of '${picture}' with git checkout --ours or --theirs`,
      'one side edited a.md, and the other one deleted it: git add a.md keeps it, git rm a.md deletes it',
      ...[`git add '${picture}'`, 'git rebase --continue', 'tidemark sync'],
    ],
  ],
  [
    'a bisect in progress while a picture is in conflict',
    { ...onMain, conflict: { ...inBranch, binaries: [picture] }, work: ['bisect'] },
    ['git bisect reset', 'tidemark sync'],
  ],
  [
    'a rebase in progress',
    { ...onMain, head: null, conflict: inGit, work: ['rebase'], unmerged: [unmerged('marks', 'a.md')] },
    [`${fix.replace('each file', 'a.md')}`, 'git add a.md', 'git rebase --continue', 'tidemark sync'],
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
  it('is said with what it does', () => {
    const said = (situation: Situation): string[] =>
      adviceOn(situation).steps.map(({ command, what }) => `${command ?? 'By hand'}: ${what}`);
    const withoutPictures = table.filter(([name]) => !name.includes('picture'));
    const all = new Set(withoutPictures.flatMap(([, situation]) => said(situation)));

    expect([...all].filter((each) => !each.startsWith('By hand')).sort()).toEqual([
      'git add --all: takes in the new files',
      'git add FILE: marks each of these files as fixed',
      'git add a.md new.md: marks the files as fixed',
      'git add a.md: marks the file as fixed',
      'git bisect reset: ends the search',
      'git checkout docs/main -- 0.md 1.md 2.md 3.md 4.md 5.md 6.md 7.md 8.md 9.md: takes your new files as the service has them, with their ids',
      `git checkout docs/main -- guide/new.md 'two words.md': takes your new files as the service has them, with their ids`,
      'git commit --all --message "Fix the conflict": keeps the fixed pages',
      'git commit --all --message "My edits": keeps what you have not committed',
      'git commit --all --no-edit: ends the merge',
      'git commit --no-edit: ends the merge (git merge --abort gives it up)',
      'git diff docs/main -- guides/start.md: shows the lines of the service that your file lacks',
      'git fetch --unshallow: brings the rest of the history',
      'git merge --allow-unrelated-histories docs/main: brings in what the service has',
      'git merge docs/cr/guides/7: brings the conflict to the branch',
      'git merge docs/main: brings in what the service has',
      'git rebase --continue: goes on (git rebase --abort gives it up)',
      'git rm old.md: takes out the path that neither side has',
      'git switch cr/guides/7: goes to the branch',
      'git switch main: goes back',
      'git switch main: goes to the branch',
      'git worktree list: names the folder that has idea: go there for the rest',
      'tidemark cr checkout 7: makes the branch cr/guides/7',
      'tidemark cr merge 7 --space guides: merges the change request',
      'tidemark cr merge 7: merges the change request',
      'tidemark cr open 7 --space guides: asks for a review of the draft',
      'tidemark cr open 7: asks for a review of the draft',
      'tidemark sync --pull: brings the change request here',
      'tidemark sync: brings in what was merged',
      'tidemark sync: sends the fixed pages',
      'tidemark sync: sends the result',
    ]);
  });

  it.each<[WorkInProgress, readonly string[]]>([
    ['cherry-pick', ['git add a.md', 'git cherry-pick --continue']],
    ['revert', ['git add a.md', 'git revert --continue']],
    ['branch-lock', ['wait for the end of the other git command']],
    ['index-lock', ['wait for the end of the other git command']],
  ])('is to end what git is in the middle of: %s', (work, steps) => {
    const left = steps.length > 1 ? { unmerged: [unmerged('joined', 'a.md')] } : {};
    const advice = adviceOn({ ...onMain, conflict: inGit, work: [work], ...left });
    const last = advice.steps.at(-2)?.what;

    expect(advice.about).toBe('git waits for you');
    expect(advice.steps.map(({ command, what }) => command ?? what)).toEqual([...steps, 'tidemark sync']);
    if (steps.length > 1) expect(last).toBe(`goes on (git ${work} --abort gives it up)`);
  });

  it('is to look at the pages that a merge kept, and then to merge', () => {
    const kept: KeptPage[] = [
      { id: 'a', title: 'A', deletedIn: null },
      { id: 'b', title: 'B', deletedIn: 'the service' },
      { id: 'c', title: 'C', deletedIn: 'the change request' },
    ];
    const { steps } = adviceOn({ ...onMain, conflict: { ...inRequest, kept, isDraft: true } });

    expect(steps).toEqual([
      { command: null, what: 'look at “A” in the service: both sides changed its title or place' },
      {
        command: null,
        what: '“B” was deleted in the service and edited in the change request: it stays; to delete it, delete it in the change request in the service',
      },
      {
        command: null,
        what: '“C” was deleted in the change request and edited in the service: it stays; to delete it, delete it in the change request in the service',
      },
      { command: 'tidemark cr open 7', what: 'asks for a review of the draft' },
      { command: 'tidemark cr merge 7', what: 'merges the change request as it is now' },
      { command: 'tidemark sync', what: 'brings in what was merged' },
    ]);
    expect(adviceOn({ ...onMain, conflict: { ...inRequest, kept: [] } }).steps).toHaveLength(2);
  });

  it('is about what stands in the way', () => {
    expect(adviceOn({ ...onMain, conflict: inBranch }).about).toBe('conflict between main and docs/main');
    expect(adviceOn({ ...onMain, conflict: inFiles }).about).toBe(
      'conflict in files that were saved on an older text',
    );
    expect(adviceOn({ ...onMain, conflict: { in: 'git', branch: 'main' } }).steps).toEqual([
      { command: 'tidemark sync', what: 'sends the result' },
    ]);
  });

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

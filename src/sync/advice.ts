import type { WorkInProgress } from '../git/port.ts';

/** Where a person finds the two texts of a conflict, and how far they have got with joining them. */
export type Conflict =
  /** A branch and a mirror ref changed the same lines. */
  | {
      readonly in: 'branch';
      readonly branch: string;
      /** The mirror's ref as git takes it, e.g. `docs/main`. */
      readonly mirror: string;
      /** `shallow`: the clone lacks the commits that would tell. */
      readonly histories: 'related' | 'unrelated' | 'shallow';
      /** The files in conflict that have no lines, such as pictures, with their paths from the top of the repository. */
      readonly binaries: readonly string[];
      /** Whether there may be files with lines in conflict, between which git puts its marks. */
      readonly mayHaveMarks: boolean;
      /** The files of pages that were deleted on the branch, and that the service changed since. */
      readonly overruled: readonly string[];
    }
  /** The branch has what the service changed, and somebody saved a file over it that started from the older text. */
  | {
      readonly in: 'files';
      readonly branch: string;
      /** The mirror's ref as git takes it. */
      readonly mirror: string;
      readonly paths: readonly string[];
    }
  /** The pages of the change request hold both texts between conflict markers, or held them until a person joined them. */
  | {
      readonly in: 'change-request';
      readonly number: number;
      /** The space's folder, where several spaces are mirrored. */
      readonly space: string | null;
      /** The local branch on which a person edits the change request. */
      readonly branch: string;
      readonly progress: RequestProgress;
      /** Nobody has asked for its review, so that it has to be opened before it is merged. */
      readonly isDraft: boolean;
      /** The configured branch, to which the person goes back afterwards. */
      readonly home: string;
      /** The pages that both sides changed, where none of them has markers; absent: there are markers, or nobody can tell. */
      readonly kept?: readonly KeptPage[];
    }
  /** Tidemark found no conflict: the person's git is in the middle of something. */
  | { readonly in: 'git'; readonly branch: string };

/** A page of a change request that both sides changed, without a line on which they differ. */
export interface KeptPage {
  readonly id: string;
  readonly title: string;
  /** Which side deleted the page while the other one edited it: the page stays. null: both sides changed its title, place or the like. */
  readonly deletedIn: 'the service' | 'the change request' | null;
}

/** How far a person has come with joining the two texts of a change request. */
export type RequestProgress =
  /** The service has the conflict; the mirror does not have it yet, but the local branch is there. */
  | 'unread'
  /** The same, and there is no local branch. */
  | 'unread-without-branch'
  /** The mirror has the conflict, and there is no local branch. */
  | 'without-branch'
  /** The local branch is older than the conflict. */
  | 'behind'
  /** The local branch has the conflict. */
  | 'there'
  /** The local branch has joined texts, which the service does not have yet. */
  | 'joined'
  /** The service has joined texts. */
  | 'sent';

/** The state of the working tree of a person who has a conflict to solve. */
export interface Situation {
  readonly conflict: Conflict;
  /** The branch that HEAD is on, without `refs/heads/`; null when it is detached. */
  readonly head: string | null;
  /** The branches that other working trees of the repository have checked out, without `refs/heads/`: nobody can switch to them here. */
  readonly elsewhere?: ReadonlySet<string>;
  readonly work: readonly WorkInProgress[];
  /** Uncommitted edits: none, edits of files that git knows, or also new files that the merge would overwrite. */
  readonly uncommitted: 'none' | 'edits' | 'new-files';
  /** New files that what is brought in has, too, with the same content but for an id: what was sent, and has been read back; absent: none. */
  readonly readBack?: ReadBack;
  /** The files whose conflicts the person has yet to solve in what git is in the middle of; absent: none. */
  readonly unmerged?: readonly UnmergedFile[];
}

/** New files that a mirror ref has as well. Git would refuse to overwrite them, and to commit them would be a conflict with oneself. */
export interface ReadBack {
  /** The mirror ref as git takes it, e.g. `docs/main`. */
  readonly mirror: string;
  /** From the top of the repository. */
  readonly paths: readonly string[];
}

/** A file of which git has two versions until a person has solved the conflict. */
export interface UnmergedFile {
  /** The path from the top of the repository. */
  readonly path: string;
  readonly state:
    /** Git put marks around the lines of both sides. */
    | 'marks'
    /** It has no lines: git left the version of the side that is checked out. */
    | 'binary'
    /** It has no marks, and nothing is left to choose: it is as the person wants it. */
    | 'joined'
    /** The side that is checked out deleted it, and the other one edited it. */
    | 'deleted-here'
    | 'deleted-there'
    /** Only one side has it at this path, as where both sides moved a file. */
    | 'one-sided'
    /** Neither side has it any more. */
    | 'gone';
  /** Both sides added it. */
  readonly isNew: boolean;
}

/** One thing to do next: a command to type, or an action that has no command. */
export interface Step {
  readonly command: string | null;
  readonly what: string;
}

export interface Advice {
  /** What the steps achieve, in a few words. */
  readonly about: string;
  readonly steps: readonly Step[];
}

/** Tells a person what to type next, given the state of their working tree. */
export function adviceOn(situation: Situation): Advice {
  const { conflict, work } = situation;
  const about = aboutOf(conflict);
  const [first] = work;
  if (first !== undefined) {
    const { unmerged = [] } = situation;
    return { about, steps: [...solving(first, unmerged), finishes[first], sync] };
  }
  switch (conflict.in) {
    case 'git':
      return { about, steps: [sync] };
    case 'branch':
      if (conflict.histories === 'shallow') return { about, steps: [unshallow, sync] };
      return {
        about,
        steps: [
          ...goTo(situation, conflict.branch),
          { command: mergeCommand(conflict), what: 'brings in what the service has' },
          ...(conflict.mayHaveMarks ? [marksToFix(conflict)] : []),
          ...chooseBinaries(conflict),
          ...forEachFile(conflict.overruled.map(quoted), (path) => ({
            command: null,
            what: `you deleted ${path}, and the service changed it: git add ${path} keeps it, git rm ${path} deletes it`,
          })),
          { command: 'git commit --all --no-edit', what: 'ends the merge' },
          sync,
        ],
      };
    case 'files':
      return {
        about,
        steps: [...goTo({ ...situation, uncommitted: 'none' }, conflict.branch), ...inFiles(conflict)],
      };
    case 'change-request':
      return { about, steps: inChangeRequest(situation, conflict) };
  }
}

/** The advice in one line, for logs. */
export function adviceLine({ steps }: Advice): string {
  return steps.map(({ command, what }) => command ?? what).join('; ');
}

const mostFiles = 3;
const mostPathsOfCommand = 10;
const sync: Step = { command: 'tidemark sync', what: 'sends the result' };
const unshallow: Step = { command: 'git fetch --unshallow', what: 'brings the rest of the history' };
const fixLines = 'fix the lines between <<<<<<< and >>>>>>>';
const fixMarks: Step = { command: null, what: `${fixLines} in each file` };

/** Of a change request that the mirror does not have yet, nobody here knows whether a page has marks: one side may have deleted the page. */
const fixMarksIfAny: Step = {
  command: null,
  what: `${fixLines} in each file that has them; a page that one side deleted is back`,
};

function aboutOf(conflict: Conflict): string {
  switch (conflict.in) {
    case 'branch':
      return `conflict between ${conflict.branch} and ${conflict.mirror}`;
    case 'files':
      return 'conflict in files that were saved on an older text';
    case 'change-request':
      return conflict.progress === 'sent'
        ? `change request #${conflict.number}, in which the conflict is fixed`
        : `conflict in change request #${conflict.number}`;
    case 'git':
      return 'git waits for you';
  }
}

const finishes: Readonly<Record<WorkInProgress, Step>> = {
  merge: { command: 'git commit --no-edit', what: 'ends the merge (git merge --abort gives it up)' },
  rebase: { command: 'git rebase --continue', what: 'goes on (git rebase --abort gives it up)' },
  'cherry-pick': {
    command: 'git cherry-pick --continue',
    what: 'goes on (git cherry-pick --abort gives it up)',
  },
  revert: { command: 'git revert --continue', what: 'goes on (git revert --abort gives it up)' },
  bisect: { command: 'git bisect reset', what: 'ends the search' },
  'branch-lock': { command: null, what: 'wait for the end of the other git command' },
  'index-lock': { command: null, what: 'wait for the end of the other git command' },
};

/**
 * Names each file in a command or a sentence. `git add --all` would decide about files that one side deleted, and would take the person's
 * other edits along.
 */
function solving(work: WorkInProgress, unmerged: readonly UnmergedFile[]): readonly Step[] {
  const inState = (...states: readonly UnmergedFile['state'][]): readonly string[] =>
    unmerged.filter(({ state }) => states.includes(state)).map(({ path }) => quoted(path));
  const marked = unmerged.filter(({ state }) => state === 'marks');
  const added = marked.filter(({ isNew }) => isNew).map(({ path }) => quoted(path));
  const edited = marked.filter(({ isNew }) => !isNew).map(({ path }) => quoted(path));
  const joins = inState('marks', 'binary', 'joined');
  return [
    ...(edited.length === 0 ? [] : [{ command: null, what: `${fixLines} in ${listed(edited)}` }]),
    ...(added.length === 0
      ? []
      : [{ command: null, what: `${fixLines} in ${listed(added)}, which both sides added` }]),
    ...forEachFile(inState('binary'), (path) => ({ command: null, what: chooseBinary(work, path) })),
    ...(['deleted-here', 'deleted-there', 'one-sided'] as const).flatMap((state) =>
      forEachFile(inState(state), (path) => ({
        command: null,
        what: `${whoDeleted(work, state, path)}: git add ${path} keeps it, git rm ${path} deletes it`,
      })),
    ),
    ...forEachFile(inState('gone'), (path) => ({
      command: `git rm ${path}`,
      what: 'takes out the path that neither side has',
    })),
    ...(joins.length === 0 ? [] : [markAsFixed(joins)]),
  ];
}

function markAsFixed(paths: readonly string[]): Step {
  if (paths.length > mostFiles)
    return { command: 'git add FILE', what: 'marks each of these files as fixed' };
  return {
    command: `git add ${paths.join(' ')}`,
    what: paths.length === 1 ? 'marks the file as fixed' : 'marks the files as fixed',
  };
}

function chooseBinary(work: WorkInProgress, path: string): string {
  return work === 'merge'
    ? `git left your version of ${path}: git checkout --theirs -- ${path} takes the other one`
    : `choose a version of ${path} with git checkout --ours or --theirs`;
}

/** In a rebase, git calls the person's own commits the other side. */
function whoDeleted(
  work: WorkInProgress,
  state: 'deleted-here' | 'deleted-there' | 'one-sided',
  path: string,
): string {
  if (state === 'one-sided') return `only one side has ${path}`;
  if (work !== 'merge') return `one side edited ${path}, and the other one deleted it`;
  return state === 'deleted-there'
    ? `you edited ${path}, and the branch that you merge deleted it`
    : `you deleted ${path}, and the branch that you merge edited it`;
}

/** Names the first files, and counts the others. */
function listed(paths: readonly string[]): string {
  if (paths.length > mostFiles)
    return `${paths.slice(0, mostFiles).join(', ')} and ${paths.length - mostFiles} more`;
  return paths.length === 1 ? paths[0]! : `${paths.slice(0, -1).join(', ')} and ${paths.at(-1)!}`;
}

function keepEdits({ uncommitted, readBack }: Situation): readonly Step[] {
  if (uncommitted === 'none' && readBack === undefined) return [];
  return [
    ...(readBack === undefined ? [] : takeReadBack(readBack)),
    ...(uncommitted === 'new-files' ? [{ command: 'git add --all', what: 'takes in the new files' }] : []),
    { command: 'git commit --all --message "My edits"', what: 'keeps what you have not committed' },
  ];
}

function takeReadBack({ mirror, paths }: ReadBack): readonly Step[] {
  const named = paths.slice(0, mostPathsOfCommand).map(quoted).join(' ');
  return [
    {
      command: `git checkout ${quoted(mirror)} -- ${named}`,
      what: 'takes your new files as the service has them, with their ids',
    },
    ...(paths.length > mostPathsOfCommand
      ? [
          {
            command: null,
            what: 'do the same for each other file that the next git commands refuse to overwrite',
          },
        ]
      : []),
  ];
}

/** The steps until the person is on a branch, with whatever is not committed kept. */
function goTo(situation: Situation, branch: string): readonly Step[] {
  if (situation.elsewhere?.has(branch) === true)
    return [
      { command: 'git worktree list', what: `names the folder that has ${branch}: go there for the rest` },
    ];
  return [...keepEdits(situation), ...switchTo(situation, branch)];
}

function switchTo({ head }: Situation, branch: string): readonly Step[] {
  return head === branch ? [] : [{ command: `git switch ${quoted(branch)}`, what: 'goes to the branch' }];
}

export type BranchConflict = Extract<Conflict, { in: 'branch' }>;

/**
 * Git keeps a person's version of a file without lines, and puts no marks into the file: whoever commits at once has chosen that version.
 * The choice is a line of its own, because a narrow terminal leaves out what is beside a long command.
 */
function chooseBinaries({ binaries }: BranchConflict): readonly Step[] {
  if (binaries.length === 0) return [];
  const choice =
    binaries.length === 1
      ? 'your file stays unless you type the next command, which takes the service’s'
      : 'your files stay, except those that a command below takes from the service';
  return [
    { command: null, what: choice },
    ...forEachFile(
      binaries.map(quoted),
      (path) => ({ command: `git checkout --theirs -- ${path}`, what: 'takes the file of the service' }),
      'choose in the same way for each other file without lines',
    ),
  ];
}

/** One step for each of the first files, and one for all others. */
function forEachFile(
  paths: readonly string[],
  stepOf: (path: string) => Step,
  others = 'decide in the same way about each other file that `git status` names',
): readonly Step[] {
  const more: readonly Step[] = paths.length > mostFiles ? [{ command: null, what: others }] : [];
  return [...paths.slice(0, mostFiles).map(stepOf), ...more];
}

/** A deleted page that the service changed has no marks, and may be all that is in conflict. */
function marksToFix({ overruled }: BranchConflict): Step {
  return overruled.length === 0
    ? fixMarks
    : { command: null, what: `${fixLines} in each file that has them` };
}

function mergeCommand({ mirror, histories }: BranchConflict): string {
  return `git merge ${histories === 'unrelated' ? '--allow-unrelated-histories ' : ''}${quoted(mirror)}`;
}

/**
 * A saved text counts as joined when it has every new line of the service. A person who wants to leave one out takes the service's text
 * first, and edits that.
 */
function inFiles({ mirror, paths }: Extract<Conflict, { in: 'files' }>): readonly Step[] {
  const shown = paths.slice(0, mostFiles).map(quoted);
  // The command replaces edits, so it must never name a file that the person wants to keep.
  const takeTheirs = `git checkout ${quoted(mirror)} -- ${paths.length === 1 ? shown[0] : 'FILE'}`;
  return [
    ...shown.map((path) => ({
      command: `git diff ${quoted(mirror)} -- ${path}`,
      what: 'shows the lines of the service that your file lacks',
    })),
    { command: null, what: 'put these lines into the file, and save it' },
    sync,
    {
      command: null,
      what: `to leave one of these lines out: copy your file, run ${takeTheirs} and tidemark sync, then put your text back and save it`,
    },
  ];
}

type RequestConflict = Extract<Conflict, { in: 'change-request' }>;

function inChangeRequest(situation: Situation, conflict: RequestConflict): readonly Step[] {
  const { number, space, progress, isDraft, home, kept } = conflict;
  const name = `${number}${space === null ? '' : ` --space ${quoted(space)}`}`;
  if (kept !== undefined)
    return [
      ...kept.map(lookAt),
      ...(isDraft ? [{ command: `tidemark cr open ${name}`, what: 'asks for a review of the draft' }] : []),
      { command: `tidemark cr merge ${name}`, what: 'merges the change request as it is now' },
      { command: 'tidemark sync', what: 'brings in what was merged' },
    ];
  const isAtHome = progress === 'sent' && situation.head === home;
  return [
    ...(progress === 'sent' || progress === 'joined' ? [] : joinSteps(situation, conflict, name)),
    ...(progress === 'sent' ? [] : [{ command: 'tidemark sync', what: 'sends the fixed pages' }]),
    ...(isDraft ? [{ command: `tidemark cr open ${name}`, what: 'asks for a review of the draft' }] : []),
    { command: `tidemark cr merge ${name}`, what: 'merges the change request' },
    ...(isAtHome ? [] : [{ command: `git switch ${quoted(home)}`, what: 'goes back' }]),
    { command: 'tidemark sync', what: 'brings in what was merged' },
  ];
}

/** Says what the change request has of a page now, and how to have the page otherwise. */
function lookAt({ title, deletedIn }: KeptPage): Step {
  if (deletedIn === null)
    return {
      command: null,
      what: `look at “${title}” in the service: both sides changed its title or place`,
    };
  const other = deletedIn === 'the service' ? 'the change request' : 'the service';
  return {
    command: null,
    what: `“${title}” was deleted in ${deletedIn} and edited in ${other}: it stays; to delete it, delete it in the change request in the service`,
  };
}

/** The steps until the local branch of a change request has joined texts. */
function joinSteps(
  situation: Situation,
  { branch, progress }: RequestConflict,
  name: string,
): readonly Step[] {
  const isUnread = progress === 'unread' || progress === 'unread-without-branch';
  const hasNoBranch = progress === 'without-branch' || progress === 'unread-without-branch';
  const isOlder = progress === 'behind' || progress === 'unread';
  // Who is on the branch with the conflict may be in the middle of fixing it.
  const isFixing = progress === 'there' && situation.head === branch;
  return [
    ...(isFixing ? [] : keepEdits(situation)),
    ...(isUnread ? [{ command: 'tidemark sync --pull', what: 'brings the change request here' }] : []),
    ...(hasNoBranch ? [{ command: `tidemark cr checkout ${name}`, what: `makes the branch ${branch}` }] : []),
    ...switchTo(situation, branch),
    ...(isOlder
      ? [{ command: `git merge ${quoted(`docs/${branch}`)}`, what: 'brings the conflict to the branch' }]
      : []),
    isUnread ? fixMarksIfAny : fixMarks,
    { command: 'git commit --all --message "Fix the conflict"', what: 'keeps the fixed pages' },
  ];
}

/** A name, quoted for a shell where that is necessary. */
function quoted(name: string): string {
  return /^[\w./@#%+=:,-]+$/u.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}

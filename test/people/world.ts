import type { CycleReport } from '../../src/sync/index.ts';
import type { ContentChange } from '../../src/sync/remote/port.ts';

/**
 * What people do has one script and two stages: this file says what a stage must have. One stage is in memory
 * (`test/simulation`), one is made of real processes, git and HTTP (`test/fuzz`).
 */

/** A page of the service. Groups and links of the table of contents are pages, too, without a text. */
export interface PageThere {
  readonly id: string;
  readonly kind: 'document' | 'group' | 'link' | 'computed';
  readonly title: string;
  /** The page that it is below; null at the top. */
  readonly parent: string | null;
  readonly markdown: string;
}

/** A change request that a sync made. */
export interface RequestThere {
  readonly id: string;
  readonly number: number;
  /** With the mark at its end. */
  readonly subject: string;
  readonly status: string;
}

/** The mark that a sync puts at the end of a change request's subject; null for what people and reading windows are called. */
export function markOf(subject: string): string | null {
  return /\[[0-9a-z]{10,}(?:-[0-9a-f]{6})?\]$/u.exec(subject)?.[0] ?? null;
}

/** The service, as people use it past everything that fails. */
export interface ServiceStage {
  /** The pages of the primary content, or of a change request, parents first. */
  pages(request?: string): Promise<readonly PageThere[]>;
  /** Markdown files of the space that are no pages, such as one that the table of contents does not name: path to text. */
  markdownFiles(): Promise<ReadonlyMap<string, string>>;
  /** Change requests that syncs made, in every state. */
  requests(): Promise<readonly RequestThere[]>;
  /** Somebody changes the primary content at once, or a change request. */
  change(changes: readonly ContentChange[], request?: string): Promise<void>;
  /** A reviewer merges; where texts conflict, the reviewer decides, and keeps the lines of both sides. */
  merge(request: string): Promise<{ readonly result: string; readonly isDecided: boolean }>;
  /** The markdown files of the space that are no pages, and its tables of contents, as one text. */
  tables(): Promise<string>;
  update(request: string): Promise<string>;
  archive(request: string): Promise<void>;
  /** All that a write would change, as a value to compare. */
  fingerprint(): Promise<string>;
}

/** How an editor puts a text into a file. */
export type SaveStyle = 'in place' | 'by rename' | 'by a swap file';

/** What a person does with git in a clone. Conflicts are joined by hand: the lines of both sides stay. */
export type GitAct =
  /** A commit of everything, or of one file; it waits for a sync that was cut to be done, unless it is made at once. */
  | { readonly do: 'commit'; readonly atOnce?: true; readonly only?: string }
  /** Puts aside all that is not committed; commits what is there by then, and takes up again what was put aside last. */
  | { readonly do: 'stash' | 'unstash' }
  | { readonly do: 'amend' | 'rebase' | 'reset' }
  /** Makes one commit of everything since the branch left docs/main, where these commits are in a line. */
  | { readonly do: 'squash' }
  /** Merges docs/main, or a branch of the clone, or a mirrored change request (`docs/cr/1`). */
  | { readonly do: 'merge'; readonly branch?: string }
  /** Makes one commit of all that a branch of the clone has beyond HEAD, or takes over the last commit of that branch alone. */
  | { readonly do: 'merge as one' | 'pick'; readonly branch: string }
  /** Goes to a branch, which is made where HEAD is unless it is there. */
  | { readonly do: 'switch'; readonly branch: string }
  | { readonly do: 'delete branch'; readonly branch: string }
  /** Brings in the branch as the git host has it. */
  | { readonly do: 'pull' }
  /** Takes a file as the mirror has it. */
  | { readonly do: 'restore'; readonly path: string }
  /** Commits everything, and then the opposite of the last commit, unless that is a merge. */
  | { readonly do: 'revert' }
  /**
   * Takes the last commit away with all that it changed, and whatever is not committed (`git reset --hard HEAD^`), unless docs/main has
   * that commit, or it is a merge.
   */
  | { readonly do: 'drop' }
  /** Takes back from an older commit the page that went last: says its path, or that there is none. */
  | { readonly do: 'undelete' }
  /** Looks at the commit before the last one, on no branch. */
  | { readonly do: 'detach' };

/** What git says to somebody who takes up again what nobody put aside. */
export const nothingAside = 'nothing was put aside';
/** What comes of taking over a branch that is not there, or that has nothing more. */
export const nothingToTake = 'nothing to take over';
/** What people find who want to drop a commit, and the last one is a merge or the mirror's. */
export const nothingToDrop = 'there is nothing to drop';
/** What comes of taking back a page where none went. */
export const nothingDeleted = 'no page was deleted';
/** What a person says who sees that a sync was cut in the middle of its work. */
export const unfinished = 'waits for the sync to finish';

/** What goes wrong during a cycle; each number counts requests, and the dice decide what happens to which. */
export interface Trouble {
  readonly kind:
    | 'network'
    | 'bad gateway'
    | 'kill the program'
    | 'kill the service'
    | 'kill the git host'
    | 'stale reads'
    /** The program may not write in a folder of the working tree. */
    | 'locked folder';
  /** A seed of its own. */
  readonly dice: number;
}

export interface CycleEnd {
  /** Null when the process was killed or failed as a whole. */
  readonly report: CycleReport | null;
  /** In a line, for people. */
  readonly said: string;
  /** Why there is no report: an exit code and what was printed. */
  readonly failure: string | null;
}

/** A clone that a person works in, with the program that syncs it. */
export interface CloneStage {
  readonly name: string;
  /** The folder that the table of contents and the pages are in: empty, or with a slash at the end. */
  readonly root: string;
  /** The path of the table of contents. */
  readonly contents: string;
  /** The files of the working tree, by path. */
  files(): Promise<ReadonlyMap<string, string>>;
  /** The branch that is checked out. */
  branch(): Promise<string>;
  save(path: string, content: string | Uint8Array, style: SaveStyle): Promise<void>;
  remove(path: string): Promise<void>;
  /** Renames a file or a folder. */
  move(from: string, to: string): Promise<void>;
  /** Says what came of it. */
  git(act: GitAct): Promise<string>;
  cycle(trouble: Trouble | null): Promise<CycleEnd>;
  /** Paths that are not as the mirror has them. */
  differing(): Promise<readonly string[]>;
  /** A file as the mirror has it; null where it has none. */
  mirrored(path: string): Promise<string | null>;
  /** References and files, as a value to compare. */
  fingerprint(): Promise<string>;
  /** What `git fsck` has to say; empty when all is well. */
  fsck(): Promise<string>;
}

export interface Stage {
  readonly clones: readonly CloneStage[];
  readonly service: ServiceStage;
  /** So many change requests may be open at a time: one for each clone and branch. */
  readonly mostRequests: number;
  /** The state of the git host, as a value to compare; empty without one. */
  hostFingerprint(): Promise<string>;
  /** Says that something happened during a cycle, such as a fault. */
  readonly heard: string[];
  /** From now on nothing fails, and nothing old is shown. */
  endTroubles(): void;
  /** Some time goes by. */
  wait(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** What a schedule is played on. */
export interface Setting {
  readonly shape: Shape;
  readonly clones: 1 | 2;
  readonly branches: 1 | 2;
  readonly gitHost: boolean;
  readonly interface: 'full' | 'strict';
  /** One process for each cycle, or a daemon that does them. */
  readonly runs: 'single' | 'daemon';
  readonly trigger: 'save' | 'commit';
  /** Whether what the service shows is behind what was written to it, for some seconds after each write. */
  readonly reads: 'at once' | 'late';
  /** Whether an import writes over the page whose identity it names, or makes another one. */
  readonly identities: 'kept' | 'ignored';
  /** Whether something on the way answers every twentieth request with 502, before it was done or after. */
  readonly answers: 'whole' | 'some 502';
  /** Whether others write as well. Around a writer who is alone, reviewers only merge, and next to nothing may be in conflict (`judgeConflicts`). */
  readonly company: 'others' | 'alone';
}

/** Kinds of spaces that people have. */
export const shapes = ['flat', 'groups', 'rooted', 'no table of contents', 'another name'] as const;
export type Shape = (typeof shapes)[number];

/** Whether every import makes copies, so that nothing can be sent. */
export function takesNoEdits(setting: Setting): boolean {
  return setting.interface === 'strict' && setting.identities === 'ignored';
}

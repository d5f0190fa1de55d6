import type { ErrorCode } from '../base/index.ts';
import type { WorkInProgress } from '../git/port.ts';
import type { Advice } from './advice.ts';

/** Marks failures of the git host, which have the same codes as those of the service. */
export const fromGitHost = 'git host';

/** What one cycle found and did: plain data, printed as text and as JSON. */
export interface CycleReport {
  readonly dryRun: boolean;
  /**
   * `quiet`: nothing new and nothing done. `changed`: something was done (or would be, in a dry run). `incomplete`: a space could
   * not be read or written. `conflict`: a person has to act.
   */
  readonly outcome: 'quiet' | 'changed' | 'incomplete' | 'conflict';
  /** The matching exit code: 0, 3, 4 or 5. */
  readonly exitCode: number;
  /** What had been lost outside of Tidemark and was repaired; a sentence for each. */
  readonly repairs: readonly string[];
  readonly spaces: readonly SpaceReport[];
  readonly branch: BranchReport;
  /** Other branches that were brought to the mirror's commit because their change requests were merged; absent: none. */
  readonly otherBranches?: readonly BranchReport[];
  readonly proposals: readonly ProposalReport[];
  readonly problems: readonly Problem[];
  /** What a person has to do next, for each obstacle; empty when nobody has to do anything. */
  readonly advice: readonly Advice[];
  /**
   * The files of locks that git commands at work hold: until they end, edits of this repository are not sent, or a branch stays. Absent: none.
   */
  readonly heldBy?: readonly string[];
  /** The commit of refs/remotes/docs/main after the cycle. */
  readonly mirror: string | null;
  readonly commits: number;
  readonly requests: number;
  readonly startedAt: string;
  readonly durationMs: number;
}

export interface SpaceReport {
  readonly id: string;
  readonly title: string;
  /** The space's folder in the repository, `.` for the root. */
  readonly path: string;
  readonly revision: string;
  /** The revision that the mirror had before. */
  readonly previousRevision: string | null;
  /** `frozen`: not readable at the moment, or held back by a guard; the mirror keeps what it has. */
  readonly state: 'unchanged' | 'mirrored' | 'changed' | 'frozen';
  readonly pages: number;
  readonly changes: readonly PathChange[];
  readonly changeRequests: readonly ChangeRequestReport[];
  readonly notes: readonly string[];
}

export interface PathChange {
  readonly kind: 'added' | 'changed' | 'moved' | 'deleted';
  /** The path in the repository. */
  readonly path: string;
  readonly from?: string;
}

export interface ChangeRequestReport {
  readonly id: string;
  readonly number: number;
  readonly subject: string;
  readonly status: string;
  readonly revision: string;
  readonly outdated: boolean;
  readonly ref: string;
  readonly action: 'unchanged' | 'mirrored' | 'changed' | 'removed';
  /** True where its pages hold both texts of a conflict between marks. */
  readonly conflict?: boolean;
}

/** What became of a branch that the cycle was to bring to the mirror. */
export interface BranchReport {
  readonly name: string;
  readonly state:
    | 'up-to-date'
    | 'created'
    | 'fast-forwarded'
    | 'merged'
    | 'left'
    | 'detached'
    | 'busy'
    | 'absent'
    | 'not-asked';
  readonly from: string | null;
  readonly to: string | null;
  /** Why the branch did not move, in a sentence. */
  readonly reason?: string;
  readonly conflicts: readonly ConflictReport[];
  /** Paths that this user may not write: while there are any, the branch and all files stay. */
  readonly notWritable?: readonly string[];
  /** Paths that one side edited and the other deleted: the edit stayed. */
  readonly kept?: readonly string[];
  /** Paths that were deleted here and that the service changed since: the files are back. */
  readonly back?: readonly string[];
}

/**
 * A file that both sides changed and that Tidemark cannot merge: its text, its place or its bytes. The local file stays, and the mirror
 * ref has the remote one.
 */
export interface ConflictReport {
  readonly path: string;
  readonly kind: 'text' | 'place' | 'binary';
}

/** One batch of edits and the change request that carries it. */
export interface ProposalReport {
  readonly branch: string;
  readonly space: string;
  readonly path: string;
  readonly state:
    'planned' | 'proposed' | 'updated' | 'unchanged' | 'merged' | 'archived' | 'deleted' | 'conflict';
  readonly number: number | null;
  /**
   * The number of an earlier change request of ours that this one replaces, and that is archived: it had edits that were taken back
   * since, and no change of content takes them out of it.
   */
  readonly replaces?: number;
  readonly subject: string;
  readonly url: string | null;
  readonly edits: readonly EditReport[];
  /** What the interface cannot say: each item is named, and stays a local edit. */
  readonly unsaid: readonly string[];
  /** Pages that were deleted on a branch, and that the service changed since: they stay until a person merges the mirror. Absent: none. */
  readonly overruled?: readonly string[];
  /** Its branch was deleted here, so that nothing more goes into its open change request. Only a status says so. Absent: the branch is there. */
  readonly branchGone?: true;
}

export interface EditReport {
  readonly kind: 'create' | 'edit' | 'move' | 'rename' | 'order' | 'delete' | 'asset' | 'file';
  readonly path: string;
  readonly from?: string;
  readonly page?: string;
  /** Which parts of the page change, e.g. `text`, `title`, `hidden`. */
  readonly fields?: readonly string[];
  /** The service deleted the page while it was edited here; the edited text is sent as a new page. */
  readonly deletedInService?: true;
}

export interface Problem {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string;
  readonly space?: string;
  readonly path?: string;
  /** Why a file's content is not sent; only for a problem of that kind. */
  readonly cause?: UnsendableCause;
  /** The line of the file with the problem. */
  readonly line?: number;
  /** The fingerprint by which a person lets the content pass; only where that is possible. */
  readonly allow?: string;
  /** Present where the git host is what failed, and not the service or this side. */
  readonly from?: typeof fromGitHost;
}

/** What keeps the content of a file from being sent. */
export type UnsendableCause =
  /** The file is not UTF-8 text. */
  | 'encoding'
  /** A text contains a NUL byte. */
  | 'nul'
  /** The text contains conflict marks that a merge left. */
  | 'markers'
  | 'secret'
  /** The file is a pointer of Git LFS in place of the content. */
  | 'pointer'
  /** The file is larger than the interface allows. */
  | 'size'
  /** The service refused this very content. */
  | 'refused'
  /** The file is a link, a pipe, a device or another file that is not read. */
  | 'not-a-file'
  /** The table of contents is gone, or lists nothing any more. */
  | 'contents'
  /** It is a second file of a page, which a merge in git left because one side had moved the page. */
  | 'twice'
  /** The front matter cannot be read, so that the service would drop all that it says. */
  | 'front-matter'
  /** The path has a name that other systems cannot have, so that no mirror gives the page this path. */
  | 'name';

const personCodes: readonly Problem['code'][] = ['DELETION_GUARD', 'CONTENTS_GUARD', 'EDIT_CONFLICT'];

/**
 * Whether a person has to look although nothing failed: at a file that cannot be sent, at what a guard holds back, or at what only a
 * person can merge.
 */
export function asksPerson({ code, cause }: Pick<Problem, 'code' | 'cause'>): boolean {
  return cause !== undefined || personCodes.includes(code);
}

/** The parts of a report that show whether somebody has to act. */
export interface Standing {
  readonly conflicts: readonly unknown[];
  readonly proposals: readonly (Pick<ProposalReport, 'overruled'> & { readonly state: string })[];
  readonly problems: readonly Pick<Problem, 'code' | 'cause'>[];
  readonly advice?: readonly Advice[];
}

/** Whether a person has to do something before the rest can go on; exit codes and the daemon's states depend on this. */
export function needsAction({ conflicts, proposals, problems, advice = [] }: Standing): boolean {
  return (
    conflicts.length > 0 ||
    proposals.some(({ state, overruled }) => state === 'conflict' || overruled !== undefined) ||
    problems.some(asksPerson) ||
    advice.length > 0
  );
}

/** What `tidemark status` prints; read from the repository and, when `remote` is given, from the service. */
export interface StatusReport {
  /** The configured branch; null while it does not exist. */
  readonly branch: string | null;
  /** What is checked out, which may be another branch. */
  readonly head: {
    /** The branch's name without `refs/heads/`; null when HEAD is detached. */
    readonly branch: string | null;
    readonly commit: string | null;
    /** What the person's git is in the middle of. */
    readonly work: readonly WorkInProgress[];
    /** What no sync sends because HEAD is detached. Absent if HEAD is on a branch, or git is in the middle of something. */
    readonly unsent?: {
      /** Edits that no change request of the configured branch contains. Their paths start at the top of the repository. */
      readonly edits: readonly EditReport[];
      /** The number of commits that are on no branch, up to 1,000. */
      readonly commits: number;
    };
  };
  readonly mirror: string | null;
  /** How many commits of the configured branch have edits that the mirror lacks, up to 1,000; merges do not count. */
  readonly ahead: number;
  /** How many commits of the mirror the configured branch lacks, up to 1,000. */
  readonly behind: number;
  readonly spaces: readonly SpaceStatus[];
  readonly proposals: readonly ProposalReport[];
  readonly conflicts: readonly ConflictReport[];
  readonly problems: readonly Problem[];
  /** What a person has to do next, for each obstacle; empty when nobody has to do anything. */
  readonly advice: readonly Advice[];
  /** When a sync last changed something in the repository: a sync that finds nothing new leaves no trace there. */
  readonly lastSync: string | null;
}

export interface SpaceStatus {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly revision: string;
  readonly pages: number;
  /** The configuration names it no longer, so that nothing of it is read or sent: what becomes of it, and what to do; absent: it is mirrored. */
  readonly noLongerMirrored?: string;
  /** The branch with the edits that follow, which is the one that is checked out; absent: it is the configured one. */
  readonly branch?: string;
  /** Local differences from the base that no change request carries yet. */
  readonly edits: readonly EditReport[];
  /** What differs but cannot be sent unchanged: why, and what to do. */
  readonly unsaid: readonly string[];
  /** The repository path of the table of contents, where it differs here; null where it does not. */
  readonly contents: string | null;
  /** The same list, as instructions for the service's own editor. */
  readonly todo: readonly Todo[];
  /** Names of the service that could not be used as file names, and what became of each. */
  readonly notes: readonly string[];
  readonly changeRequests: readonly ChangeRequestReport[];
  /** As `lastSync` of the whole report. */
  readonly lastSync: string | null;
  /** Whether the service has a newer revision; null if it was not asked, or does not show the space. */
  readonly behind: boolean | null;
}

/** An edit that cannot be sent, as an instruction for a person in the service's own editor. */
export interface Todo {
  readonly do: 'move' | 'delete' | 'address' | 'title' | 'file' | 'enter' | 'look';
  /** The file, with its path in the repository's folder of the space; null where the instruction is about no single file. */
  readonly path: string | null;
  /** The instruction, in one sentence. */
  readonly text: string;
  /** The address in the hosted app where a person does that; null where it is not known. */
  readonly url: string | null;
}

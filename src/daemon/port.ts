import type { CycleReport } from '../sync/index.ts';
import type { AppError } from '../base/index.ts';

/** What the daemon drives; `createSync`'s result fits. Calls may come at the same time. */
export interface SpaceWork {
  /** The mirrored spaces, as far as they are known by now. */
  spaces(): Promise<readonly MirroredSpace[]>;
  /** Which spaces moved since the last cycle: lists alone, no content. */
  look(options: LookOptions): Promise<Looked>;
  /**
   * Reads what cycles of these spaces need, while other cycles go on. With `most`, spaces that have more pages to read come
   * back as `large`, and those that are too much for one cycle as `rest`. Absent where cycles read for themselves.
   */
  readAhead?(options: {
    spaces: readonly string[];
    most?: number;
    /** What looks have seen does: the service is not asked whether the spaces moved. */
    onlySeen?: boolean;
    signal: AbortSignal;
  }): Promise<{
    readonly ready: readonly string[];
    readonly large: readonly string[];
    readonly rest: readonly string[];
  }>;
  /**
   * One cycle; for all spaces when `spaces` is absent. With `pull`, nothing is proposed. With `listWithinMs`, a list of the spaces that
   * is at most so old does where it showed nothing new.
   */
  cycle(options: {
    spaces?: readonly string[];
    pull?: boolean;
    listWithinMs?: number;
    signal: AbortSignal;
  }): Promise<CycleSummary>;
}

export interface LookOptions {
  readonly signal: AbortSignal;
  /** A list of the spaces that is at most so old does where it showed nothing new. */
  readonly listWithinMs?: number;
  /** The commit of the branch that people edit which the last look saw on the git host. */
  readonly branch?: string | null;
}

/** What a look saw. */
export interface Looked {
  readonly changed: readonly string[];
  /** Of each of them, what tells this version from the next; absent where that is not known. */
  readonly tokens?: ReadonlyMap<string, string>;
  readonly unseen: readonly { readonly id: string; readonly reason: AppError }[];
  /** The commit of the branch that people edit on the git host; absent where there is no host, or no answer. */
  readonly branch?: string;
  /** Spaces that somebody pushed edits of since the last look. */
  readonly pushed?: 'all' | readonly string[];
  /** What the git host failed with when this look asked it; what was pushed there is not known then. */
  readonly hostFailure?: Error;
}

export interface MirroredSpace {
  readonly id: string;
  readonly title: string;
  /** Its folder in the repository, `.` for the root. */
  readonly path: string;
}

/** The part of a cycle's report that the daemon reads. */
export type CycleSummary = Pick<
  CycleReport,
  'outcome' | 'repairs' | 'spaces' | 'branch' | 'proposals' | 'problems' | 'advice' | 'commits'
>;

// What a command may ask of a daemon that runs elsewhere, without loading the daemon itself.
export { askForCycle } from './control-port.ts';
export type { AskedCycle } from './control-port.ts';
export { durationText } from './duration.ts';
export { readDaemonStatus, readStatusAt } from './read-status.ts';
export type { DaemonStatus, SpaceStatusLine } from './status.ts';

import type { CycleReport } from '../sync/index.ts';
import type { AppError } from '../base/index.ts';

/** The work that the daemon drives; `createSync`'s result has this shape. Calls may come at the same time. */
export interface SpaceWork {
  /** The mirrored spaces, as far as they are known now. */
  spaces(): Promise<readonly MirroredSpace[]>;
  /** Finds out which spaces changed since the last cycle, by lists alone, without content. */
  look(options: LookOptions): Promise<LookResult>;
  /**
   * Reads what cycles of these spaces need, while other cycles go on. With `most`, it returns spaces that have more pages to read
   * as `large`, and those that are too much for one cycle as `rest`. Absent where cycles read for themselves.
   */
  readAhead?(options: {
    spaces: readonly string[];
    most?: number;
    /** Uses what looks have seen, and does not ask the service whether the spaces changed. */
    onlySeen?: boolean;
    signal: AbortSignal;
  }): Promise<{
    readonly ready: readonly string[];
    readonly large: readonly string[];
    readonly rest: readonly string[];
  }>;
  /**
   * Runs one cycle; for all spaces when `spaces` is absent. With `pull`, nothing is proposed. With `listWithinMs`, a list of the
   * spaces of at most this age is good enough when it showed nothing new.
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
  /** A list of the spaces of at most this age is good enough when it showed nothing new. */
  readonly listWithinMs?: number;
  /** The newest commit of the edited branch that the last look saw on the git host. */
  readonly branch?: string | null;
}

/** What a look saw. */
export interface LookResult {
  readonly changed: readonly string[];
  /** A token for each space, which changes with each version; absent where versions are not known. */
  readonly tokens?: ReadonlyMap<string, string>;
  readonly unseen: readonly { readonly id: string; readonly reason: AppError }[];
  /** The edited branch's newest commit on the git host; absent where there is no host, or no answer. */
  readonly branch?: string;
  /** The spaces to which somebody has pushed edits since the last look. */
  readonly pushed?: 'all' | readonly string[];
  /** The git host's failure, when this look asked it; then nobody knows what was pushed there. */
  readonly hostFailure?: Error;
}

export interface MirroredSpace {
  readonly id: string;
  readonly title: string;
  /** The space's folder in the repository, `.` for the root. */
  readonly path: string;
}

/** The part of a cycle's report that the daemon reads. */
export type CycleSummary = Pick<
  CycleReport,
  'outcome' | 'repairs' | 'spaces' | 'branch' | 'proposals' | 'problems' | 'advice' | 'commits'
>;

// What a command may ask of a daemon in another process, without loading the daemon itself.
export { askForCycle, notedPort } from './control-port.ts';
export type { AskedCycle } from './control-port.ts';
export { durationText } from './duration.ts';
export { readDaemonStatus, readStatusAt } from './read-status.ts';
export type { DaemonStatus, SpaceStatusLine } from './status.ts';

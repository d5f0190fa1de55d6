/** The part of the configuration that a sync reads. `sync.config.yaml` has the same shape, so that its parts can be passed in unchanged. */
export interface SyncConfig {
  readonly repository: { readonly branch: string };
  readonly mirror: MirrorConfig;
  readonly frontMatter: { readonly id: boolean };
  readonly push: PushConfig;
  readonly guards: GuardConfig;
  readonly history?: HistoryConfig;
}

/** What a clone keeps of the files that it saw. */
export interface HistoryConfig {
  /** How long saves are kept for `tidemark restore`. */
  readonly keepMs: number;
}

/** The time that the configuration has by default. */
const defaultKeepMs = 30 * 24 * 60 * 60_000;

export function keepTimeOf({ history }: Pick<SyncConfig, 'history'>): number {
  return history?.keepMs ?? defaultKeepMs;
}

export interface MirrorConfig {
  readonly spaces?: readonly { readonly id: string; readonly path: string }[];
  readonly organization?: string;
  readonly collections?: readonly string[];
  readonly sites?: readonly string[];
  /** `open` includes drafts. */
  readonly changeRequests: 'open' | 'all' | 'none';
  readonly metadata: boolean;
  readonly comments: boolean;
}

export interface PushConfig {
  readonly enabled: boolean;
  readonly trigger: 'save' | 'commit';
  readonly via: 'auto' | 'content' | 'import';
  /** How long after a write the service may still show the content before it; a cycle waits that long for the service to show the write. */
  readonly lagMs?: number;
  /** Fingerprints of findings (from a report) that a person has looked at and accepted. */
  readonly allow?: readonly string[];
  /** Keeps the list of what is left to do by hand as a comment on the change request; absent: no. */
  readonly todoComment?: boolean;
}

/** The time that the configuration has by default. */
const defaultLagMs = 10_000;

export function lagOf({ push }: { readonly push: Pick<PushConfig, 'lagMs'> }): number {
  return push.lagMs ?? defaultLagMs;
}

/** A cycle that would delete at least `deleteMinimum` pages and more than `deletePercent` of a space deletes nothing. */
export interface GuardConfig {
  readonly deletePercent: number;
  readonly deleteMinimum: number;
}

/** What a cycle is asked to do; without any option, it does everything. */
export interface CycleOptions {
  /** Only brings changes from the service to the repository. */
  readonly pull?: boolean;
  /** Only sends changes from the repository to the service (reads what that needs, moves no branch). */
  readonly push?: boolean;
  /** Plans and reports, and writes nothing on either side. */
  readonly dryRun?: boolean;
  /** Ids or folders of the spaces to look at; absent: all spaces. */
  readonly spaces?: readonly string[];
  /** A person has seen the deletions that the guard held back, and wants them. */
  readonly confirmDeletions?: boolean;
  /** Fingerprints of findings (from a report) that a person accepts from now on; the state remembers them. */
  readonly allow?: readonly string[];
  /** Also archives this clone's change requests that no proposal is in any more, and that say nothing of their own. */
  readonly repair?: boolean;
  /**
   * A list of the spaces of at most this age is good enough when it showed nothing new and no change request of ours is open in the
   * spaces that the cycle is for; otherwise, and when this is absent, a new list is requested.
   */
  readonly listWithinMs?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (event: ProgressEvent) => void;
}

/** The progress of long work: `done` of `total` steps within one phase of one space. */
export interface ProgressEvent {
  /** `pages`: what a space has new or changed is being read. */
  readonly phase: 'pages';
  /** The space's folder; absent for work on all spaces. */
  readonly space?: string;
  readonly done: number;
  readonly total: number;
}

/** The part of the configuration that a sync reads; `sync.config.yaml` has the same shape, so a part of it fits as it is. */
export interface SyncConfig {
  readonly repository: { readonly branch: string };
  readonly mirror: MirrorConfig;
  readonly frontMatter: { readonly id: boolean };
  readonly push: PushConfig;
  readonly guards: GuardConfig;
  readonly history?: HistoryConfig;
}

/** What a clone remembers of the files that it saw. */
export interface HistoryConfig {
  /** How long saves are kept for `tidemark restore`. */
  readonly keepMs: number;
}

/** As long as the configuration says by default. */
export const defaultKeepMs = 30 * 24 * 60 * 60_000;

export interface MirrorConfig {
  readonly spaces?: readonly { readonly id: string; readonly path: string }[];
  readonly organization?: string;
  readonly collections?: readonly string[];
  readonly sites?: readonly string[];
  /** `open`: draft and open ones. */
  readonly changeRequests: 'open' | 'all' | 'none';
  readonly metadata: boolean;
  readonly comments: boolean;
}

export interface PushConfig {
  readonly enabled: boolean;
  readonly trigger: 'save' | 'commit';
  readonly via: 'auto' | 'content' | 'import';
  /** How long after a write the service may show what was before it, and a cycle waits for it to show the write. */
  readonly lagMs?: number;
  /** Fingerprints of findings (from a report) that a person has looked at and lets pass. */
  readonly allow?: readonly string[];
  /** Keeps what is left to do by hand as a comment on the change request; absent: no. */
  readonly todoComment?: boolean;
}

/** As long as the configuration says by default. */
const defaultLagMs = 10_000;

export function lagOf({ push }: { readonly push: Pick<PushConfig, 'lagMs'> }): number {
  return push.lagMs ?? defaultLagMs;
}

/** A cycle that would delete at least `deleteMinimum` pages and more than `deletePercent` of a space deletes nothing. */
export interface GuardConfig {
  readonly deletePercent: number;
  readonly deleteMinimum: number;
}

/** What a cycle is asked to do; everything absent means the whole of it. */
export interface CycleOptions {
  /** Only from the service to the repository. */
  readonly pull?: boolean;
  /** Only from the repository to the service (reads what it needs, moves no branch). */
  readonly push?: boolean;
  /** Plans and reports, writes nothing on either side. */
  readonly dryRun?: boolean;
  /** Ids or folders of the spaces to look at; all when absent. */
  readonly spaces?: readonly string[];
  /** A person has seen the deletions that the guard held back. */
  readonly confirmDeletions?: boolean;
  /** Fingerprints of findings (from a report) that a person lets pass from now on; the state remembers them. */
  readonly allow?: readonly string[];
  /** Archives change requests of this clone, too, that are known no more and say nothing of their own. */
  readonly repair?: boolean;
  /** A list of the spaces that is at most so old does where it showed nothing new; else, and when absent, a new one is asked for. */
  readonly listWithinMs?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (event: ProgressEvent) => void;
}

/** What long work says about itself; `done` of `total` within one phase of one space. */
export interface ProgressEvent {
  readonly phase:
    | 'spaces'
    | 'tree'
    | 'pages'
    | 'files'
    | 'change-requests'
    | 'metadata'
    | 'commit'
    | 'working-tree'
    | 'proposal';
  /** Folder of the space; absent for work on all of them. */
  readonly space?: string;
  readonly done: number;
  readonly total: number;
}

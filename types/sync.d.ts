import { E as ErrorCode } from './shared-errors.js';

type WorkInProgress = 
/** Another process is writing the index. */
'index-lock' | 'merge' | 'rebase' | 'cherry-pick' | 'revert' | 'bisect';

/** One thing to do next: a command to type, or an action that no command does. */
interface Step {
    readonly command: string | null;
    readonly what: string;
}
interface Advice {
    /** What the steps are for, in a few words. */
    readonly about: string;
    readonly steps: readonly Step[];
}

/** What one cycle found and did; plain data, printed as text and as JSON. */
interface CycleReport {
    readonly dryRun: boolean;
    /**
     * `quiet`: nothing new and nothing done. `changed`: something was done (or would be, in a dry run). `incomplete`: some
     * space could not be read or written. `conflict`: a person is asked for.
     */
    readonly outcome: 'quiet' | 'changed' | 'incomplete' | 'conflict';
    /** The exit code that fits: 0, 3, 4 or 5. */
    readonly exitCode: number;
    readonly spaces: readonly SpaceReport[];
    readonly branch: BranchReport;
    readonly proposals: readonly ProposalReport[];
    readonly problems: readonly Problem[];
    /** What a person has to do next, by what stands in the way; empty when nobody has to. */
    readonly advice: readonly Advice[];
    /** Oid of refs/remotes/docs/main after the cycle. */
    readonly mirror: string | null;
    readonly commits: number;
    readonly requests: number;
    readonly startedAt: string;
    readonly durationMs: number;
}
interface SpaceReport {
    readonly id: string;
    readonly title: string;
    /** Its folder in the repository, `.` for the root. */
    readonly path: string;
    readonly revision: string;
    /** The revision that the mirror held before. */
    readonly previousRevision: string | null;
    /** `frozen`: not readable just now, or held back by a guard; the mirror keeps what it has. */
    readonly state: 'unchanged' | 'mirrored' | 'changed' | 'frozen';
    readonly pages: number;
    readonly changes: readonly PathChange[];
    readonly changeRequests: readonly ChangeRequestReport[];
    readonly notes: readonly string[];
}
interface PathChange {
    readonly kind: 'added' | 'changed' | 'moved' | 'deleted';
    /** In the repository. */
    readonly path: string;
    readonly from?: string;
}
interface ChangeRequestReport {
    readonly id: string;
    readonly number: number;
    readonly subject: string;
    readonly status: string;
    readonly revision: string;
    readonly outdated: boolean;
    readonly ref: string;
    readonly action: 'unchanged' | 'mirrored' | 'changed' | 'removed';
    /** True where pages of it hold both texts of a conflict between marks. */
    readonly conflict?: boolean;
}
/** What became of the checked-out branch. */
interface BranchReport {
    readonly name: string | null;
    readonly state: 'up-to-date' | 'created' | 'fast-forwarded' | 'merged' | 'left' | 'detached' | 'busy' | 'absent' | 'not-asked';
    readonly from: string | null;
    readonly to: string | null;
    /** Why the branch was left alone, in a sentence. */
    readonly reason?: string;
    readonly conflicts: readonly ConflictReport[];
    /** Paths that one side edited and the other deleted: the edit stayed. */
    readonly kept?: readonly string[];
}
/** A page that both sides changed in the same lines: the local file stays, the remote text is on the mirror ref. */
interface ConflictReport {
    readonly path: string;
    readonly kind: 'text' | 'place' | 'binary';
    readonly local: string | null;
    readonly remote: string | null;
    readonly base: string | null;
}
/** One batch of edits and the change request that carries it. */
interface ProposalReport {
    readonly branch: string;
    readonly space: string;
    readonly path: string;
    readonly state: 'planned' | 'proposed' | 'updated' | 'unchanged' | 'merged' | 'archived' | 'deleted' | 'conflict' | 'refused';
    readonly number: number | null;
    readonly subject: string;
    readonly url: string | null;
    readonly edits: readonly EditReport[];
    /** What the interface cannot say, named, and kept as a local edit. */
    readonly unsaid: readonly string[];
}
interface EditReport {
    readonly kind: 'create' | 'edit' | 'move' | 'rename' | 'order' | 'delete' | 'asset' | 'file';
    readonly path: string;
    readonly from?: string;
    readonly page?: string;
    /** What of the page changes, e.g. `text`, `title`, `hidden`. */
    readonly fields?: readonly string[];
}
interface Problem {
    readonly code: ErrorCode;
    readonly message: string;
    readonly hint?: string;
    readonly space?: string;
    readonly path?: string;
}
/** What `tidemark status` prints; read from the repository and, when `remote` is asked for, from the service. */
interface StatusReport {
    /** The configured branch; null while it does not exist. */
    readonly branch: string | null;
    /** What is checked out, which may be another branch. */
    readonly head: {
        /** Without `refs/heads/`; null when HEAD is detached. */
        readonly branch: string | null;
        readonly commit: string | null;
        /** What the person's git is in the middle of. */
        readonly work: readonly WorkInProgress[];
    };
    readonly mirror: string | null;
    readonly ahead: number;
    readonly behind: number;
    readonly spaces: readonly SpaceStatus[];
    readonly proposals: readonly ProposalReport[];
    readonly conflicts: readonly ConflictReport[];
    readonly problems: readonly Problem[];
    /** What a person has to do next, by what stands in the way; empty when nobody has to. */
    readonly advice: readonly Advice[];
    readonly lastSync: string | null;
}
interface SpaceStatus {
    readonly id: string;
    readonly title: string;
    readonly path: string;
    readonly revision: string;
    readonly pages: number;
    /** Local differences from the base that no change request carries yet. */
    readonly edits: readonly EditReport[];
    /** What differs and cannot be sent as it is: why, and what to do. */
    readonly unsaid: readonly string[];
    /** Names of the service that could not be taken over: what became of each. */
    readonly notes: readonly string[];
    readonly changeRequests: readonly ChangeRequestReport[];
    readonly lastSync: string | null;
    /** True when the service has moved on; null when it was not asked. */
    readonly behind: boolean | null;
}

/** What a cycle is asked to do; everything absent means the whole of it. */
interface CycleOptions {
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
    /** Hashes of findings (from a report) that a person has looked at and lets pass as no secrets. */
    readonly allowSecrets?: readonly string[];
    readonly signal?: AbortSignal;
    readonly onProgress?: (event: ProgressEvent) => void;
}
/** What long work says about itself; `done` of `total` within one phase of one space. */
interface ProgressEvent {
    readonly phase: 'spaces' | 'tree' | 'pages' | 'files' | 'change-requests' | 'metadata' | 'commit' | 'working-tree' | 'proposal';
    /** Folder of the space; absent for work on all of them. */
    readonly space?: string;
    readonly done: number;
    readonly total: number;
}

interface SyncOptions {
    /** Where the search for `sync.config.yaml` begins; the process's folder unless given. */
    readonly cwd?: string;
    /** The configuration file, when it has another name or place. */
    readonly config?: string;
    /** Where variables come from, the token among them; the process's environment unless given. */
    readonly env?: Readonly<Record<string, string | undefined>>;
}
/** A repository and a service that are kept together. */
interface OpenedSync {
    /** One cycle: what `tidemark sync` does. Calls wait for each other. */
    cycle(options?: CycleOptions): Promise<CycleReport>;
    /** What `tidemark status` shows; with `remote: false` the service is not asked. */
    status(options?: {
        remote?: boolean;
    }): Promise<StatusReport>;
    /** The spaces that are mirrored. */
    spaces(): Promise<{
        id: string;
        title: string;
        path: string;
    }[]>;
    /** Lets go of the repository and the connections. */
    close(): Promise<void>;
}
/** Opens what a configuration names, and holds the repository until `close`. A repository that is not there is made. */
declare function openSync(options?: SyncOptions): Promise<OpenedSync>;

export { openSync };
export type { CycleOptions, CycleReport, OpenedSync, StatusReport, SyncOptions };

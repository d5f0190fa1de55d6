import type { RateBudgets, RedisQueueOptions } from '../queue/index.ts';
import type { AppError } from '../base/index.ts';
import type { CycleOptions, CycleReport } from '../sync/index.ts';
import type { ServiceAnswers } from './answers.ts';
import type { FleetBoard } from './fleet.ts';
import type { LogLevel } from './log.ts';
import type { Tracer } from './trace.ts';
import type { SpaceWork } from './port.ts';
import type { Round, RoundsPorts } from './rounds.ts';
import type { HookConfig } from './webhooks.ts';

/** What a daemon does, known once the service has said what there is. */
export interface OpenedWork {
  readonly work: SpaceWork;
  /** Where commands of this machine ask for a cycle, and how it is run; absent: nowhere. */
  readonly control?: {
    /** The git folder of the repository that the daemon holds. */
    readonly gitFolder: string;
    cycle(options: CycleOptions): Promise<CycleReport>;
  };
}

/** What one valid configuration comes to; made anew for each reload. Nothing was asked of the service yet. */
export interface DaemonSetup {
  /** Asks the service for what the configuration leaves to it; what passes by itself is tried again. */
  open(options: { signal: AbortSignal }): Promise<OpenedWork>;
  readonly budgets: RateBudgets;
  /** For status; without user name and password. */
  readonly serviceUrl: string;
  readonly intervalMs: number;
  /** Jobs (spaces) at a time. */
  readonly concurrency: number;
  readonly rescanEvery?: number;
  /** Null: files are not watched (a worker, whose copies nobody edits). */
  readonly watch: {
    readonly root: string;
    readonly folders: readonly string[];
    readonly debounceMs: number;
  } | null;
  /** Null: nothing listens. */
  readonly http: { readonly host: string; readonly port: number } | null;
  readonly hooks?: readonly HookConfig[];
  /** Where the fleet's jobs are; absent: in this process. */
  readonly redis?: RedisQueueOptions<Round>['redis'];
  /** Waits until the Redis of a fleet gives an answer; `onSilent` hears when that takes a while. */
  ready?(options: { signal: AbortSignal; onSilent: (problem: AppError) => void }): Promise<void>;
  /** How soon a dead worker's jobs go to another one. */
  readonly takeoverMs?: number;
  readonly checkLinks?: NonNullable<RoundsPorts['checkLinks']>;
  /** What the requests to the service tell of it; absent: only what looks and cycles come to is known. */
  readonly answers?: ServiceAnswers;
  /** The git host that the mirror is shared through, and how it answers; absent where there is none. */
  readonly gitHost?: { readonly url: string; readonly answers: ServiceAnswers };
  readonly tracer?: Tracer;
  /** What the log tells from on; absent: what it told before. */
  readonly logLevel?: LogLevel;
  /** Where the workers of a fleet tell each other what they found out. */
  readonly board?: FleetBoard;
  /** Ends what the setup opened. */
  close(): Promise<void>;
}

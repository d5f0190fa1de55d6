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

/** The daemon's work, known once the service has told which spaces it has. */
export interface OpenedWork {
  readonly work: SpaceWork;
  /** Where commands of this machine can ask for a cycle, and how it is run; absent: nowhere. */
  readonly control?: {
    /** The git folder of the repository that the daemon holds. */
    readonly gitFolder: string;
    cycle(options: CycleOptions): Promise<CycleReport>;
  };
}

/** What a valid configuration results in; made anew for each reload. The service has not been asked anything yet. */
export interface DaemonSetup {
  /** Asks the service for what the configuration does not say; failures that pass by themselves are tried again. */
  open(options: { signal: AbortSignal }): Promise<OpenedWork>;
  readonly budgets: RateBudgets;
  /** The address for the status, without user name and password. */
  readonly serviceUrl: string;
  readonly intervalMs: number;
  /** How many jobs (spaces) run at a time. */
  readonly concurrency: number;
  readonly rescanEvery?: number;
  /** Null: files are not watched (by a worker, whose copies nobody edits). */
  readonly watch: {
    readonly root: string;
    readonly folders: readonly string[];
    readonly debounceMs: number;
  } | null;
  /** Null: the daemon does not listen. */
  readonly http: { readonly host: string; readonly port: number } | null;
  readonly hooks?: readonly HookConfig[];
  /** Where the fleet's jobs are; absent: in this process. */
  readonly redis?: RedisQueueOptions<Round>['redis'];
  /** Waits until the fleet's Redis answers; `onSilent` is called when that takes a while. */
  ready?(options: { signal: AbortSignal; onSilent: (problem: AppError) => void }): Promise<void>;
  /** How soon another worker gets a dead worker's jobs. */
  readonly takeoverMs?: number;
  readonly checkLinks?: NonNullable<RoundsPorts['checkLinks']>;
  /** What the requests show about the service; absent: only the results of looks and cycles are known. */
  readonly answers?: ServiceAnswers;
  /** The git host through which the mirror is shared, and its answers; absent where there is none. */
  readonly gitHost?: { readonly url: string; readonly answers: ServiceAnswers };
  readonly tracer?: Tracer;
  /** The log's level from now on; absent: unchanged. */
  readonly logLevel?: LogLevel;
  /** Where the workers of a fleet share what they found out. */
  readonly board?: FleetBoard;
  /** Closes what the setup opened. */
  close(): Promise<void>;
}

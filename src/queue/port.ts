/**
 * A queue of keyed jobs. A job says "look again at this key", never "apply this change": that is why equal jobs may fold
 * into one, why a lost queue costs time and nothing else, and why a job that ran twice does no harm.
 *
 * What every maker promises:
 * - At most one job of a key runs at a time, over all processes that share the queue.
 * - After an `enqueue`, a run of that key starts which was not running at that moment (unless it is cancelled).
 *   Jobs of a key that have not started fold into one, which carries the newest data, the most urgent priority and the
 *   earliest time of them all.
 * - Of the jobs that are due, the most urgent starts first; equals start in the order in which they came.
 * - A job that throws is tried again with full jitter, unless its error says `retry: 'never'` or its attempts are used up.
 */
export interface JobQueue<Data> {
  /** Adds a job; see {@link EnqueueResult}. */
  enqueue(job: NewJob<Data>): Promise<EnqueueResult>;
  /** Takes the waiting job of `key` out and aborts the signal of the running one. Says whether there was any. */
  cancel(key: string): Promise<boolean>;
  counts(): Promise<QueueCounts>;
  /** Resolves once nothing runs and nothing is due; jobs that wait for their time do not count. */
  idle(): Promise<void>;
  /** Calls `listener` for what happens to jobs in this process; returns the way to stop that. */
  onEvent(listener: (event: QueueEvent) => void): () => void;
  /** Changes how many jobs this process runs at once. */
  setConcurrency(concurrency: number): void;
  /**
   * Stops for good: nothing new starts, running jobs get `graceMs` to end, then their signals are aborted and they are
   * waited for. `giveUp` ends the grace early. Jobs that have not started are dropped (memory) or left for other workers
   * (Redis).
   */
  close(options?: { graceMs?: number; giveUp?: AbortSignal }): Promise<CloseResult>;
}

/** Most urgent first: a person waits · a change request · a space · link health. */
export const priorities = ['interactive', 'changeRequest', 'space', 'links'] as const;
export type Priority = (typeof priorities)[number];

export interface NewJob<Data> {
  key: string;
  /** Plain JSON. */
  data: Data;
  priority?: Priority;
  /** Not before so many milliseconds from now. */
  delayMs?: number;
  /** Does nothing when a job of this key was added with this option within so many milliseconds, by any process. */
  atMostEveryMs?: number;
}

/**
 * `queued`: a job of its own · `folded`: joined one that had not started · `recent`: refused by `atMostEveryMs` ·
 * `closed`: the queue is closing.
 */
export type EnqueueResult = 'queued' | 'folded' | 'recent' | 'closed';

/** `drained`: every running job ended by itself · `cut`: some had to be aborted. */
export type CloseResult = 'drained' | 'cut';

export interface QueueCounts {
  /** Due, but not started. */
  waiting: number;
  /** Not due yet: delayed, or between two attempts. */
  delayed: number;
  running: number;
}

export interface JobRun<Data> {
  readonly key: string;
  readonly data: Data;
  readonly priority: Priority;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Aborted by `cancel`, by the end of `close`'s grace, or when another worker took the job over. */
  readonly signal: AbortSignal;
}

/** Does one job. What it throws decides on the next attempt. */
export type Work<Data> = (run: JobRun<Data>) => Promise<void>;

export type QueueEvent =
  | { type: 'queued' | 'folded'; key: string; priority: Priority }
  | { type: 'started'; key: string; priority: Priority; attempt: number; waitedMs: number }
  | { type: 'succeeded'; key: string; attempt: number; tookMs: number }
  | { type: 'retrying'; key: string; attempt: number; tookMs: number; error: unknown; afterMs: number }
  | { type: 'failed'; key: string; attempt: number; tookMs: number; error: unknown }
  | { type: 'cancelled'; key: string }
  /** A worker died or hung, and its job goes to another one. */
  | { type: 'takenOver'; key: string }
  /** The queue's own trouble (no Redis, for example); it mends itself. */
  | { type: 'trouble'; error: unknown };

export interface RetryPolicy {
  /** How often a job runs at most before it counts as failed. */
  attempts: number;
  /** The first wait is random in [0, baseMs); it doubles with each attempt. */
  baseMs: number;
  capMs: number;
}

/**
 * A queue of keyed jobs. A job says "look again at this key", never "apply this change": that is why equal jobs may fold into
 * one, why a lost queue costs only time, and why a job that ran twice does no harm.
 *
 * Every implementation promises:
 * - At most one job of a key runs at a time, over all processes that share the queue.
 * - After an `enqueue`, a run of that key starts which was not running at that moment (unless it is cancelled).
 *   Jobs of a key that have not started fold into one, which gets the newest data, the most urgent priority and the
 *   earliest time of them all.
 * - Of the jobs that are due, the most urgent starts first; equals start in the order in which they came.
 * - A job that throws is tried again with full jitter, unless its error says `retry: 'never'` or its attempts are used up.
 */
export interface JobQueue<Data> {
  /** Adds a job; see {@link EnqueueResult}. */
  enqueue(job: NewJob<Data>): Promise<EnqueueResult>;
  /** Removes the waiting job of `key` and aborts the signal of the running one. Returns whether there was any. */
  cancel(key: string): Promise<boolean>;
  counts(): Promise<QueueCounts>;
  /** Resolves when no job runs and no job is due; jobs that wait for their time do not count. */
  idle(): Promise<void>;
  /** Calls `listener` for events of jobs in this process; returns a function that stops this. */
  onEvent(listener: (event: QueueEvent) => void): () => void;
  /** Changes how many jobs this process runs at once. */
  setConcurrency(concurrency: number): void;
  /**
   * Stops for good: no new job starts, running jobs get `graceMs` to end, then their signals are aborted and we wait for them.
   * `giveUp` ends the grace period early. Jobs that have not started are dropped (memory) or left for other workers (Redis).
   */
  close(options?: { graceMs?: number; giveUp?: AbortSignal }): Promise<CloseResult>;
}

/** Most urgent first: a person waits · a change request · a space · link health. */
export const priorities = ['interactive', 'changeRequest', 'space', 'links'] as const;
export type Priority = (typeof priorities)[number];

export interface NewJob<Data> {
  key: string;
  /** Must be plain JSON. */
  data: Data;
  priority?: Priority;
  /** The job starts no earlier than this many milliseconds from now. */
  delayMs?: number;
  /** Does nothing when any process has added a job of this key with this option within this many milliseconds. */
  atMostEveryMs?: number;
}

/**
 * `queued`: a new job · `folded`: joined a job that had not started · `recent`: refused by `atMostEveryMs` · `closed`: the queue
 * is closing.
 */
export type EnqueueResult = 'queued' | 'folded' | 'recent' | 'closed';

/** `drained`: every running job ended on its own · `cut`: some had to be aborted. */
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
  /** Aborted by `cancel`, by the end of `close`'s grace period, or when another worker took the job over. */
  readonly signal: AbortSignal;
}

/** Does one job. An error that it throws decides about the next attempt. */
export type Work<Data> = (run: JobRun<Data>) => Promise<void>;

export type QueueEvent =
  | { type: 'queued' | 'folded'; key: string; priority: Priority }
  | { type: 'started'; key: string; priority: Priority; attempt: number; waitedMs: number }
  | { type: 'succeeded'; key: string; attempt: number; tookMs: number }
  | { type: 'retrying'; key: string; attempt: number; tookMs: number; error: unknown; afterMs: number }
  | { type: 'failed'; key: string; attempt: number; tookMs: number; error: unknown }
  | { type: 'cancelled'; key: string }
  /** A worker died or hung, and another worker gets its job. */
  | { type: 'takenOver'; key: string }
  /** The queue itself has trouble (no Redis, for example) and recovers without help. */
  | { type: 'trouble'; error: unknown };

export interface RetryPolicy {
  /** How often a job runs at most before it counts as failed. */
  attempts: number;
  /** The first wait is random in [0, baseMs); it doubles with each attempt. */
  baseMs: number;
  capMs: number;
}

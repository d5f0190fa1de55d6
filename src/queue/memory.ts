import { setMaxListeners } from 'node:events';
import PQueue from 'p-queue';
import { AppError } from '../base/index.ts';
import type { Clock, Random } from '../clock/index.ts';
import {
  priorities,
  type CloseResult,
  type EnqueueResult,
  type JobQueue,
  type JobRun,
  type NewJob,
  type Priority,
  type QueueCounts,
  type QueueEvent,
  type RetryPolicy,
  type Work,
} from './port.ts';
import { PriorityLine } from './priority-line.ts';
import { startGracePeriod } from './grace.ts';
import { defaultRetry, retryDelayMs } from './retry.ts';

export interface MemoryQueueOptions<Data> {
  clock: Clock;
  random: Random;
  work: Work<Data>;
  concurrency?: number;
  retry?: RetryPolicy;
}

/** A job of a key that has not started yet. */
interface Waiting<Data> {
  data: Data;
  priority: Priority;
  dueAt: number;
  /** How many attempts have failed before. */
  failures: number;
  state: 'delayed' | 'due';
  /** Ends the sleep of a delayed job. */
  wake: AbortController | undefined;
}

interface Running<Data> {
  /** Made when somebody first asks for the signal: most jobs are never cancelled, and the signal costs as much as the rest. */
  controller: AbortController | undefined;
  aborted: AppError | undefined;
  next: Omit<Waiting<Data>, 'state' | 'wake'> | undefined;
}

/** A queue inside this process, built on p-queue; it forgets everything when the process ends, which the port allows. */
export function createMemoryQueue<Data>(options: MemoryQueueOptions<Data>): JobQueue<Data> {
  return new MemoryQueue(options);
}

class MemoryQueue<Data> implements JobQueue<Data> {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #work: Work<Data>;
  readonly #retry: RetryPolicy;
  readonly #line = new PriorityLine();
  readonly #runner: PQueue;
  readonly #waiting = new Map<string, Waiting<Data>>();
  readonly #running = new Map<string, Running<Data>>();
  readonly #refusedUntil = new Map<string, number>();
  readonly #listeners = new Set<(event: QueueEvent) => void>();
  readonly #idlers = new Set<() => void>();
  #due = 0;
  #closing: Promise<CloseResult> | undefined;

  constructor({ clock, random, work, concurrency = 8, retry = defaultRetry }: MemoryQueueOptions<Data>) {
    this.#clock = clock;
    this.#random = random;
    this.#work = work;
    this.#retry = retry;
    const line = this.#line;
    // p-queue builds its own line; `remove` and `setPriority` need ours, so we hand it this one.
    const Line = function () {
      return line;
    } as unknown as typeof PriorityLine;
    this.#runner = new PQueue({ concurrency, queueClass: Line as never });
  }

  enqueue(job: NewJob<Data>): Promise<EnqueueResult> {
    return Promise.resolve(this.#enqueue(job));
  }

  #enqueue({ key, data, priority = 'space', delayMs = 0, atMostEveryMs = 0 }: NewJob<Data>): EnqueueResult {
    if (this.#closing) return 'closed';
    const now = this.#clock.monotonic();
    if (atMostEveryMs > 0 && !this.#claim(key, now, atMostEveryMs)) return 'recent';
    const dueAt = now + Math.max(0, delayMs);
    const waiting = this.#waiting.get(key);
    if (waiting) {
      this.#fold(key, waiting, { data, priority, dueAt });
      return this.#tell('folded', key, waiting.priority);
    }
    const running = this.#running.get(key);
    if (!running) {
      this.#tell('queued', key, priority);
      this.#wait(key, { data, priority, dueAt, failures: 0 });
      return 'queued';
    }
    if (!running.next) {
      running.next = { data, priority, dueAt, failures: 0 };
      return this.#tell('queued', key, priority);
    }
    running.next = {
      data,
      priority: moreUrgent(running.next.priority, priority),
      dueAt: Math.min(running.next.dueAt, dueAt),
      failures: 0,
    };
    return this.#tell('folded', key, running.next.priority);
  }

  cancel(key: string): Promise<boolean> {
    const waiting = this.#waiting.get(key);
    const running = this.#running.get(key);
    if (waiting) this.#dropWaiting(key, waiting);
    if (running) {
      running.next = undefined;
      abort(running, new AppError('CANCELLED', `The job ${key} was cancelled.`));
    }
    if (waiting) this.#emit({ type: 'cancelled', key });
    this.#tellIdlers();
    return Promise.resolve(waiting !== undefined || running !== undefined);
  }

  counts(): Promise<QueueCounts> {
    const followers = [...this.#running.values()].filter((running) => running.next).length;
    const delayed = this.#waiting.size - this.#due;
    return Promise.resolve({ waiting: this.#due + followers, delayed, running: this.#running.size });
  }

  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#idlers.add(resolve);
      this.#tellIdlers();
    });
  }

  onEvent(listener: (event: QueueEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  setConcurrency(concurrency: number): void {
    this.#runner.concurrency = concurrency;
  }

  close({ graceMs = 30_000, giveUp }: { graceMs?: number; giveUp?: AbortSignal } = {}): Promise<CloseResult> {
    this.#closing ??= this.#close(graceMs, giveUp);
    return this.#closing;
  }

  async #close(graceMs: number, giveUp: AbortSignal | undefined): Promise<CloseResult> {
    for (const [key, waiting] of this.#waiting) this.#dropWaiting(key, waiting);
    for (const running of this.#running.values()) running.next = undefined;
    if (this.#running.size === 0) return 'drained';
    const grace = startGracePeriod(this.#clock, graceMs, giveUp);
    const inTime = await Promise.race([this.idle().then(() => true), grace.over]);
    grace.stop();
    if (inTime) return 'drained';
    for (const [key, running] of this.#running)
      abort(
        running,
        new AppError('CANCELLED', `The job ${key} did not end within the grace of ${graceMs} ms.`),
      );
    await this.idle();
    return 'cut';
  }

  #claim(key: string, now: number, everyMs: number): boolean {
    if ((this.#refusedUntil.get(key) ?? -Infinity) > now) return false;
    if (this.#refusedUntil.size >= 10_000)
      for (const [other, until] of this.#refusedUntil) if (until <= now) this.#refusedUntil.delete(other);
    this.#refusedUntil.set(key, now + everyMs);
    return true;
  }

  /**
   * Folds a job into a waiting one. A job between two attempts keeps its time, or else events would undo the back-off; only a
   * person can make it run earlier.
   */
  #fold(key: string, waiting: Waiting<Data>, job: { data: Data; priority: Priority; dueAt: number }): void {
    waiting.data = job.data;
    const priority = moreUrgent(waiting.priority, job.priority);
    if (priority !== waiting.priority && waiting.state === 'due')
      this.#line.setPriority(key, priorities.indexOf(priority));
    waiting.priority = priority;
    const mayHurry = waiting.failures === 0 || job.priority === 'interactive';
    if (waiting.state === 'delayed' && mayHurry && job.dueAt < waiting.dueAt) {
      waiting.wake?.abort();
      this.#wait(key, { ...waiting, dueAt: job.dueAt });
    }
  }

  #wait(key: string, job: Omit<Waiting<Data>, 'state' | 'wake'>): void {
    const delayMs = job.dueAt - this.#clock.monotonic();
    if (delayMs <= 0) return this.#makeDue(key, { ...job, state: 'due', wake: undefined });
    const wake = new AbortController();
    const waiting: Waiting<Data> = { ...job, state: 'delayed', wake };
    this.#waiting.set(key, waiting);
    this.#clock.sleep(delayMs, wake.signal).then(
      () => this.#makeDue(key, waiting),
      () => undefined, // dropped or moved forward
    );
  }

  #makeDue(key: string, waiting: Waiting<Data>): void {
    waiting.state = 'due';
    waiting.wake = undefined;
    this.#waiting.set(key, waiting);
    this.#due++;
    void this.#runner.add(() => this.#run(key), { id: key, priority: priorities.indexOf(waiting.priority) });
  }

  #dropWaiting(key: string, waiting: Waiting<Data>): void {
    this.#waiting.delete(key);
    if (waiting.state === 'due') {
      this.#due--;
      this.#line.remove(key);
    } else waiting.wake?.abort();
  }

  async #run(key: string): Promise<void> {
    const job = this.#waiting.get(key);
    if (!job) return;
    this.#waiting.delete(key);
    this.#due--;
    const running: Running<Data> = { controller: undefined, aborted: undefined, next: undefined };
    this.#running.set(key, running);
    const { data, priority } = job;
    const attempt = job.failures + 1;
    const startedAt = this.#clock.monotonic();
    if (this.#listeners.size > 0)
      this.#emit({ type: 'started', key, priority, attempt, waitedMs: startedAt - job.dueAt });
    let failure: { error: unknown } | undefined;
    try {
      await this.#work(new Run({ key, data, priority, attempt }, running));
    } catch (error) {
      failure = { error };
    }
    this.#running.delete(key);
    const tookMs = this.#clock.monotonic() - startedAt;
    if (failure) this.#failed(key, job, running, { error: failure.error, tookMs });
    else {
      this.#emit({ type: 'succeeded', key, attempt, tookMs });
      if (running.next) this.#wait(key, running.next);
    }
    this.#tellIdlers();
  }

  #failed(
    key: string,
    job: Waiting<Data>,
    running: Running<Data>,
    { error, tookMs }: { readonly error: unknown; readonly tookMs: number },
  ): void {
    const { next } = running;
    const attempt = job.failures + 1;
    if (running.aborted) {
      this.#emit({ type: 'cancelled', key });
      if (next) this.#wait(key, next);
      return;
    }
    const afterMs = this.#closing ? null : retryDelayMs(error, attempt, this.#retry, this.#random);
    if (afterMs === null) {
      this.#emit({ type: 'failed', key, attempt, tookMs, error });
      if (next) this.#wait(key, next);
      return;
    }
    this.#emit({ type: 'retrying', key, attempt, tookMs, error, afterMs });
    const retryAt = this.#clock.monotonic() + afterMs;
    const hurries = next?.priority === 'interactive';
    this.#wait(key, {
      data: next ? next.data : job.data,
      priority: next ? moreUrgent(next.priority, job.priority) : job.priority,
      dueAt: hurries ? Math.min(retryAt, next.dueAt) : retryAt,
      failures: attempt,
    });
  }

  #tell(type: 'queued' | 'folded', key: string, priority: Priority): 'queued' | 'folded' {
    this.#emit({ type, key, priority });
    return type;
  }

  #emit(event: QueueEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  #tellIdlers(): void {
    if (this.#due > 0 || this.#running.size > 0) return;
    for (const resolve of this.#idlers) resolve();
    this.#idlers.clear();
  }
}

class Run<Data> implements JobRun<Data> {
  readonly #running: Running<Data>;

  readonly key: string;
  readonly data: Data;
  readonly priority: Priority;
  readonly attempt: number;

  constructor(
    { key, data, priority, attempt }: Pick<JobRun<Data>, 'key' | 'data' | 'priority' | 'attempt'>,
    running: Running<Data>,
  ) {
    this.key = key;
    this.data = data;
    this.priority = priority;
    this.attempt = attempt;
    this.#running = running;
  }

  get signal(): AbortSignal {
    const running = this.#running;
    if (!running.controller) {
      running.controller = new AbortController();
      // A job may send many requests at a time, each of which listens.
      setMaxListeners(0, running.controller.signal);
      if (running.aborted) running.controller.abort(running.aborted);
    }
    return running.controller.signal;
  }
}

function abort<Data>(running: Running<Data>, reason: AppError): void {
  running.aborted = reason;
  running.controller?.abort(reason);
}

function moreUrgent(one: Priority, other: Priority): Priority {
  return priorities.indexOf(one) <= priorities.indexOf(other) ? one : other;
}

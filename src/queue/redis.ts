import { setMaxListeners } from 'node:events';
import { Queue, UnrecoverableError, WaitingError, Worker, type Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { AppError } from '../base/index.ts';
import type { Clock, Random } from '../clock/index.ts';
import {
  priorities,
  type CloseResult,
  type EnqueueResult,
  type JobQueue,
  type NewJob,
  type QueueCounts,
  type QueueEvent,
  type RetryPolicy,
  type Work,
} from './port.ts';
import { startGracePeriod } from './grace.ts';
import { defaultRetry, defaultTakeOverMs, retryDelayMs } from './retry.ts';

export interface RedisQueueOptions<Data> {
  /** A connection made by `connectRedis`. The caller closes it: `close` leaves it open. */
  redis: Redis;
  /** Queues with the same name on the same Redis are one queue. */
  name: string;
  clock: Clock;
  random: Random;
  /** Absent: this process adds jobs and runs none. */
  work?: Work<Data>;
  concurrency?: number;
  retry?: RetryPolicy;
  /** A dead worker's job starts on another worker within this time; {@link defaultTakeOverMs} unless given. */
  takeoverMs?: number;
}

interface Envelope<Data> {
  data: Data;
}

/** The job runs again after `afterMs`. */
class RetryLater extends Error {
  constructor(readonly afterMs: number) {
    super('the job is tried again later');
  }
}

/** A worker that can give up a Redis that is gone. */
class PatientWorker<Data> extends Worker<Envelope<Data>> {
  /**
   * Tells Redis nothing more about any job. Call this before the connection ends: otherwise a worker that closes reports the end
   * of its jobs again and again without a pause, and nothing else in the process ever runs.
   */
  giveUp(): Promise<void> {
    return this.connection.close(true);
  }
}

interface Failure {
  key: string;
  attempt: number;
  tookMs: number;
  error: unknown;
  cancelled: boolean;
}

/** How often a job is handed on from dying workers before it counts as the cause of their deaths. */
const mostTakeovers = 3;
const prefix = 'tidemark';

/** A queue that workers on many machines share, built on BullMQ and Redis or Valkey. */
export function createRedisQueue<Data>(options: RedisQueueOptions<Data>): JobQueue<Data> {
  return new RedisQueue(options);
}

/**
 * Another connection to the same server. It reconnects on its own; commands that wait for it report its errors. It connects at once:
 * BullMQ connects one that does not, and gives it up for good where Redis goes away before it is ready.
 */
function anotherOf(redis: Redis): Redis {
  const connection = redis.duplicate({ lazyConnect: false });
  connection.on('error', () => undefined); // otherwise the client prints it
  return connection;
}

class RedisQueue<Data> implements JobQueue<Data> {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #retry: RetryPolicy;
  readonly #redis: Redis;
  readonly #cancels: Redis;
  readonly #queue: Queue<Envelope<Data>>;
  readonly #worker: PatientWorker<Data> | undefined;
  readonly #workerConnection: Redis | undefined;
  /** The jobs that run in this process, by key. */
  readonly #running = new Map<string, { jobId: string; controller: AbortController }>();
  readonly #listeners = new Set<(event: QueueEvent) => void>();
  #closing: Promise<CloseResult> | undefined;
  #cutting = false;

  constructor(options: RedisQueueOptions<Data>) {
    const {
      redis,
      name,
      clock,
      random,
      work,
      concurrency = 8,
      retry = defaultRetry,
      takeoverMs = defaultTakeOverMs,
    } = options;
    this.#clock = clock;
    this.#random = random;
    this.#retry = retry;
    this.#redis = redis;
    const trouble = (error: unknown): void => this.#emit({ type: 'trouble', error });
    this.#queue = new Queue(name, { connection: anotherOf(redis), prefix, skipVersionCheck: true });
    this.#queue.on('error', trouble);
    this.#cancels = anotherOf(redis);
    this.#cancels.on('error', trouble);
    this.#cancels.on('message', (_channel: string, key: string) => this.#abort(key));
    this.#cancels.subscribe(this.#cancelChannel).catch(trouble);
    if (!work) return;
    this.#workerConnection = anotherOf(redis);
    this.#worker = new PatientWorker<Data>(name, (job, token) => this.#run(job, token, work), {
      connection: this.#workerConnection,
      prefix,
      concurrency,
      skipVersionCheck: true,
      // A dead worker's lock expires after at most two thirds of the time, and the next check, at most one sixth later, hands its
      // job on.
      lockDuration: Math.ceil((takeoverMs * 2) / 3),
      stalledInterval: Math.ceil(takeoverMs / 6),
      maxStalledCount: mostTakeovers,
      drainDelay: 2,
      settings: {
        backoffStrategy: (_attempts, _type, error) => (error instanceof RetryLater ? error.afterMs : -1),
      },
    });
    this.#worker.on('error', trouble);
    this.#worker.on('stalled', (jobId) => this.#takenOver(jobId));
    this.#worker.on('lockRenewalFailed', (jobIds) => this.#lostLocks(jobIds));
  }

  async enqueue(job: NewJob<Data>): Promise<EnqueueResult> {
    if (this.#closing) return 'closed';
    const { key, priority = 'space', atMostEveryMs = 0 } = job;
    if (atMostEveryMs > 0) {
      const claimed = await this.#redis.set(
        this.#queue.toKey(`recent:${key}`),
        '1',
        'PX',
        Math.ceil(atMostEveryMs),
        'NX',
      );
      if (claimed === null) return 'recent';
    }
    const type = await this.#add(job);
    this.#emit({ type, key, priority });
    return type;
  }

  /** Adds or folds a job; looks again when the job into which it folded started in between. */
  async #add({ key, data, priority = 'space', delayMs = 0 }: NewJob<Data>): Promise<'queued' | 'folded'> {
    let rank = priorities.indexOf(priority) + 1;
    let delay = Math.max(0, Math.ceil(delayMs));
    for (let look = 0; ; look++) {
      const follower = await this.#follower(key);
      if (follower) {
        rank = Math.min(rank, follower.rank);
        delay = Math.min(delay, follower.delay);
      }
      const id = Buffer.from(this.#random.bytes(12)).toString('hex');
      const added = await this.#queue.add(
        'job',
        { data },
        {
          jobId: id,
          deduplication: { id: key, keepLastIfActive: true },
          priority: rank,
          delay,
          attempts: this.#retry.attempts,
          backoff: { type: 'custom' },
          removeOnComplete: true,
          removeOnFail: true,
        },
      );
      if (added.id === id) return 'queued';
      if ((await this.#follower(key))?.jobId === id) return follower ? 'folded' : 'queued';
      const existing = added.id === undefined ? undefined : await this.#queue.getJob(added.id);
      if (!existing) return 'folded'; // it started after our call and is done already
      const folded = await this.#fold(existing, {
        data,
        rank,
        delay,
        interactive: priority === 'interactive',
      });
      if (folded || look >= 5) return 'folded';
    }
  }

  /** The job that BullMQ keeps and starts when the running one of `key` ends. */
  async #follower(key: string): Promise<{ jobId: string; rank: number; delay: number } | undefined> {
    const [jobId, options] = await this.#redis.hmget(this.#queue.toKey(`dn:${key}`), 'jid', 'opts');
    if (!jobId || !options) return undefined;
    const { priority = 0, delay = 0 } = JSON.parse(options) as { priority?: number; delay?: number };
    return { jobId, rank: priority, delay };
  }

  async #fold(
    existing: Job<Envelope<Data>>,
    { data, rank, delay, interactive }: { data: Data; rank: number; delay: number; interactive: boolean },
  ): Promise<boolean> {
    const waits = async (): Promise<boolean> =>
      ['waiting', 'prioritized', 'delayed'].includes(await existing.getState());
    try {
      await existing.updateData({ data });
      // Only a job that has not started by now is sure to start with this data.
      if (!(await waits())) return false;
      if (rank < existing.priority) await existing.changePriority({ priority: rank });
      const dueIn = existing.timestamp + existing.delay - this.#clock.now();
      const mayHurry = existing.attemptsMade === 0 || interactive;
      if (mayHurry && delay < dueIn && (await existing.isDelayed()))
        await (delay === 0 ? existing.promote() : existing.changeDelay(delay));
    } catch {
      // It started, or even ended, in between: another look will show that.
      return false;
    }
    return true;
  }

  async cancel(key: string): Promise<boolean> {
    const jobId = await this.#queue.getDeduplicationJobId(key);
    if (jobId === null) return false;
    await this.#redis.del(this.#queue.toKey(`dn:${key}`));
    const job = await this.#queue.getJob(jobId);
    if (!job) return false;
    if (await job.isActive()) {
      await this.#redis.publish(this.#cancelChannel, key);
      return true;
    }
    try {
      await job.remove();
      this.#emit({ type: 'cancelled', key });
    } catch {
      await this.#redis.publish(this.#cancelChannel, key); // it started meanwhile
    }
    return true;
  }

  async counts(): Promise<QueueCounts> {
    const counts = await this.#queue.getJobCounts('active', 'wait', 'prioritized', 'delayed');
    return {
      waiting: (counts['wait'] ?? 0) + (counts['prioritized'] ?? 0),
      delayed: counts['delayed'] ?? 0,
      running: counts['active'] ?? 0,
    };
  }

  async idle(): Promise<void> {
    for (;;) {
      const { waiting, running } = await this.counts();
      if (waiting === 0 && running === 0 && this.#running.size === 0) return;
      await this.#clock.sleep(20);
    }
  }

  onEvent(listener: (event: QueueEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  setConcurrency(concurrency: number): void {
    if (this.#worker) this.#worker.concurrency = concurrency;
  }

  close({ graceMs = 30_000, giveUp }: { graceMs?: number; giveUp?: AbortSignal } = {}): Promise<CloseResult> {
    this.#closing ??= this.#close(graceMs, giveUp);
    return this.#closing;
  }

  async #close(graceMs: number, giveUp: AbortSignal | undefined): Promise<CloseResult> {
    let result: CloseResult = 'drained';
    if (this.#worker) {
      const worker = this.#worker;
      const closed = worker.close();
      if (!(await this.#within(closed, graceMs, giveUp))) {
        result = 'cut';
        this.#cutting = true;
        for (const key of this.#running.keys()) this.#abort(key);
        // A Redis that is gone must not keep the process running: other workers take over the jobs.
        const patienceMs = (await this.#within(this.#redis.ping(), 500)) ? 5_000 : 500;
        if (!(await this.#within(closed, patienceMs))) await this.#within(worker.giveUp(), 1_000);
      }
    }
    this.#workerConnection?.disconnect(); // BullMQ does not close a connection that it was given
    await this.#within(this.#queue.close(), 1_000);
    this.#cancels.disconnect();
    await this.#within(
      this.#queue.disconnect().catch(() => undefined),
      1_000,
    );
    return result;
  }

  async #within(promise: Promise<unknown>, ms: number, giveUp?: AbortSignal): Promise<boolean> {
    const grace = startGracePeriod(this.#clock, ms, giveUp);
    const inTime = await Promise.race([promise.then(() => true), grace.over]);
    grace.stop();
    return inTime;
  }

  async #run(job: Job<Envelope<Data>>, token: string | undefined, work: Work<Data>): Promise<void> {
    // BullMQ may have fetched a job just before we closed it, possibly the same job that this worker has given up.
    if (this.#closing) return this.#handBack(job, token);
    const key = job.deduplicationId ?? '';
    const priority = priorities[(job.priority || 1) - 1] ?? 'space';
    const attempt = job.attemptsMade + 1;
    const controller = new AbortController();
    // A job may send many requests at a time, each of which listens.
    setMaxListeners(0, controller.signal);
    this.#running.set(key, { jobId: job.id ?? '', controller });
    const startedAt = this.#clock.monotonic();
    const dueAt = job.timestamp + (attempt === 1 ? (job.opts.delay ?? 0) : job.delay);
    this.#emit({ type: 'started', key, priority, attempt, waitedMs: Math.max(0, this.#clock.now() - dueAt) });
    try {
      await work({ key, data: job.data.data, priority, attempt, signal: controller.signal });
    } catch (error) {
      const cancelled = controller.signal.aborted;
      await this.#failed(job, token, {
        key,
        attempt,
        error,
        cancelled,
        tookMs: this.#clock.monotonic() - startedAt,
      });
      return;
    } finally {
      this.#running.delete(key);
    }
    this.#emit({ type: 'succeeded', key, attempt, tookMs: this.#clock.monotonic() - startedAt });
  }

  /** Handles a failed attempt. Always throws: the error that BullMQ catches decides what becomes of the job. */
  async #failed(
    job: Job<Envelope<Data>>,
    token: string | undefined,
    { key, attempt, tookMs, error, cancelled }: Failure,
  ): Promise<never> {
    if (this.#cutting) return this.#handBack(job, token);
    if (cancelled) {
      this.#emit({ type: 'cancelled', key });
      throw new UnrecoverableError('cancelled');
    }
    const afterMs = retryDelayMs(error, attempt, this.#retry, this.#random);
    if (afterMs === null) {
      this.#emit({ type: 'failed', key, attempt, tookMs, error });
      throw new UnrecoverableError('failed for good');
    }
    this.#emit({ type: 'retrying', key, attempt, tookMs, error, afterMs });
    throw new RetryLater(afterMs);
  }

  /** Lets another worker have the job at once. Always throws, as `#failed` does. */
  async #handBack(job: Job<Envelope<Data>>, token: string | undefined): Promise<never> {
    await job.moveToWait(token);
    throw new WaitingError();
  }

  get #cancelChannel(): string {
    return this.#queue.toKey('cancel');
  }

  #abort(key: string): void {
    this.#running.get(key)?.controller.abort(new AppError('CANCELLED', `The job ${key} was cancelled.`));
  }

  #lostLocks(jobIds: readonly string[]): void {
    for (const [key, { jobId, controller }] of this.#running)
      if (jobIds.includes(jobId))
        controller.abort(new AppError('CANCELLED', `The job ${key} was taken over by another worker.`));
  }

  #takenOver(jobId: string): void {
    void this.#queue.getJob(jobId).then(
      (job) => this.#emit({ type: 'takenOver', key: job?.deduplicationId ?? jobId }),
      () => undefined,
    );
  }

  #emit(event: QueueEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

import type { Clock, Random } from '../clock/index.ts';
import {
  createMemoryQueue,
  openRedisQueue,
  startGracePeriod,
  type JobQueue,
  type QueueCounts,
  type RateBudgets,
  type Work,
} from '../queue/index.ts';
import type { CycleOptions, CycleReport } from '../sync/index.ts';
import { Fleet, type FleetWorker } from './fleet.ts';
import { serveControl, type Control } from './control.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { SpaceRecords } from './record.ts';
import { Rounds, type Round } from './rounds.ts';
import type { DaemonSetup, OpenedWork } from './setup.ts';
import { watchFolders, type Watch } from './watch.ts';
import type { Watchdog } from './watchdog.ts';
import { createHookGuard, type HookDelivery, type HookVerdict } from './webhooks.ts';

/** What sessions share with the daemon that opens them. */
export interface SessionPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly version: string;
  readonly kind: 'daemon' | 'worker';
  readonly log: Log;
  readonly metrics: Metrics;
  readonly records: SpaceRecords;
  readonly watchdog?: Watchdog;
  /** Where the daemon answers requests about its status; absent: nowhere. */
  readonly listens?: string;
  /** The name of this worker in its fleet. */
  readonly name?: string;
}

/** Facts that a fleet shares; a single daemon has them in its own memory. */
export interface SharedFacts {
  readonly queue: QueueCounts;
  readonly budgets: Awaited<ReturnType<RateBudgets['snapshots']>>;
  readonly workers: readonly FleetWorker[];
}

/** How long the health endpoints wait for shared facts. */
const sharedFactsMs = 500;

/** When a daemon that is ending has waited this long for an answer, it cuts the work off: the next start finds what was under way. */
const patienceMs = 2_000;
const patiencePollMs = 250;

/** The queue's name in Redis: all workers of one service and token use the same queue. */
const queueName = 'rounds';

/** Everything that runs for one setup. */
export class Session {
  readonly setup: DaemonSetup;
  readonly rounds: Rounds;
  readonly #ports: SessionPorts;
  readonly #queue: JobQueue<Round>;
  readonly #control: Control | undefined;
  readonly #watch: Watch | undefined;
  readonly #fleet: Fleet | undefined;
  readonly #guard: (delivery: HookDelivery) => HookVerdict;
  /** The unanswered question for shared facts: a silent Redis is asked once, however many callers ask us. */
  #asked: { answer: Promise<SharedFacts | null>; at: number } | undefined;

  private constructor(
    ports: SessionPorts,
    setup: DaemonSetup,
    parts: {
      rounds: Rounds;
      queue: JobQueue<Round>;
      control: Control | undefined;
      fleet: Fleet | undefined;
    },
  ) {
    this.#ports = ports;
    this.setup = setup;
    this.rounds = parts.rounds;
    this.#queue = parts.queue;
    this.#control = parts.control;
    this.#fleet = parts.fleet;
    this.#watch = watchOf(setup, parts.rounds, ports);
    this.#guard = createHookGuard(setup.hooks ?? [], ports.clock);
  }

  static async open(setup: DaemonSetup, opened: OpenedWork, ports: SessionPorts): Promise<Session> {
    const { clock, random, log, kind, watchdog, records, metrics } = ports;
    const { intervalMs, rescanEvery = 10, checkLinks } = setup;
    const { work } = opened;
    const fleet = fleetOf(setup, ports);
    const rounds = new Rounds(
      {
        ...{ clock, random, work, log, records, metrics },
        ...(checkLinks ? { checkLinks } : {}),
        ...(fleet ? { fleet } : {}),
        ...(setup.tracer ? { tracer: setup.tracer } : {}),
        ...(watchdog ? { began: (what: string) => watchdog.began(what) } : {}),
      },
      { intervalMs, rescanEvery, shared: kind === 'worker' },
    );
    const queue = await openQueue(setup, ports, (run) => rounds.run(run));
    const control = await openControl(opened, rounds, ports);
    rounds.start(queue);
    setup.gitHost?.answers.onTurn((problem) => {
      if (problem === null) void rounds.retryFailing();
    });
    return new Session(ports, setup, { rounds, queue, control, fleet });
  }

  hook(delivery: HookDelivery): HookVerdict {
    const verdict = this.#guard(delivery);
    if (verdict.accepted && verdict.idle !== true) void this.rounds.lookAgain(verdict.space, 'hook');
    else if (!verdict.accepted) {
      const { reason } = verdict;
      // Names that strangers make up would make each line a new one, and so fill the log.
      const hook = reason === 'unknown' ? undefined : delivery.name;
      this.#ports.log.warn({ hook, reason }, 'a webhook was refused');
    }
    return verdict;
  }

  /** The facts that the fleet shares, from Redis; null when Redis does not answer soon, because a health check must not wait for it. */
  async shared(): Promise<SharedFacts | null> {
    const { clock } = this.#ports;
    const asked = (this.#asked ??= {
      at: clock.monotonic(),
      answer: this.#askShared().finally(() => {
        this.#asked = undefined;
      }),
    });
    const leftMs = asked.at + sharedFactsMs - clock.monotonic();
    if (leftMs <= 0) return null;
    const ended = new AbortController();
    const soon = clock.sleep(leftMs, ended.signal).then(
      () => null,
      () => null,
    );
    try {
      return await Promise.race([asked.answer, soon]);
    } finally {
      ended.abort();
    }
  }

  #askShared(): Promise<SharedFacts | null> {
    return Promise.all([this.#queue.counts(), this.setup.budgets.snapshots(), this.rounds.learn()]).then(
      ([queue, budgets]): SharedFacts => ({ queue, budgets, workers: this.#fleet?.workers ?? [] }),
      () => null,
    );
  }

  /**
   * Accepts nothing new and lets running cycles end within the grace period, unless they wait for a service, git host or Redis
   * that does not answer.
   */
  async close(graceMs: number): Promise<void> {
    const { clock, log } = this.#ports;
    await this.#watch?.close();
    await this.rounds.stop();
    const ended = new AbortController();
    const asked = this.#control?.close(clock.sleep(graceMs, ended.signal).catch(() => undefined));
    const stalled = this.#untilStalled();
    const result = await this.#queue.close({ graceMs, giveUp: stalled.signal });
    stalled.stop();
    if (stalled.signal.aborted) ended.abort();
    await asked;
    ended.abort();
    if (result === 'cut') {
      if (stalled.signal.aborted)
        log.warn(`${String(stalled.signal.reason)}: cycles that waited for it were cut`);
      else log.warn({ graceMs }, 'some cycles did not end in time and were cut');
    }
    await this.#leave();
    await this.setup.tracer?.close(AbortSignal.timeout(sharedFactsMs));
    this.setup.budgets.close();
    await this.setup.close();
  }

  /** Tells the other workers at once that this one is gone, where Redis answers. */
  async #leave(): Promise<void> {
    const { clock } = this.#ports;
    const left = this.#fleet?.leave().catch(() => undefined);
    if (left === undefined) return;
    const grace = startGracePeriod(clock, sharedFactsMs);
    await Promise.race([left, grace.over]);
    grace.stop();
  }

  /**
   * Aborts, with the reason, once running cycles wait for a service, a git host or a Redis that does not answer: such a cycle cannot end
   * well, and without Redis nobody would learn that it ended.
   */
  #untilStalled(): { signal: AbortSignal; stop(): void } {
    const { clock } = this.#ports;
    const { setup, rounds } = this;
    const stalled = new AbortController();
    const ended = new AbortController();
    const from = clock.monotonic();
    let heardAt = from;
    const watch = async (): Promise<void> => {
      for (;;) {
        const asked = clock.monotonic() - from;
        const down = rounds.sight.failingSince === null ? 0 : asked;
        const silent = Math.min(asked, setup.answers?.stalledMs() ?? 0);
        if (Math.max(down, silent) >= patienceMs) return stalled.abort('the service gives no answer');
        if (Math.min(asked, setup.gitHost?.answers.stalledMs() ?? 0) >= patienceMs)
          return stalled.abort('the git host gives no answer');
        if (setup.redis && (await this.shared()) !== null) heardAt = clock.monotonic();
        if (setup.redis && clock.monotonic() - heardAt >= patienceMs)
          return stalled.abort('Redis gives no answer');
        await clock.sleep(patiencePollMs, ended.signal);
      }
    };
    watch().catch(() => undefined); // the session was closed before
    return { signal: stalled.signal, stop: () => ended.abort() };
  }
}

function fleetOf({ board, intervalMs }: DaemonSetup, ports: SessionPorts): Fleet | undefined {
  const { records, clock, version, name } = ports;
  return board && name !== undefined
    ? new Fleet({ board, records, clock, name, version, intervalMs })
    : undefined;
}

function openQueue(
  { redis, concurrency, intervalMs, takeoverMs }: DaemonSetup,
  { clock, random }: SessionPorts,
  work: Work<Round>,
): Promise<JobQueue<Round>> {
  // No wait between two attempts is longer than the time between two looks, so that recovery is quick.
  const retry = { attempts: 5, baseMs: 1_000, capMs: Math.min(60_000, intervalMs) };
  if (!redis) return Promise.resolve(createMemoryQueue({ clock, random, work, concurrency, retry }));
  return openRedisQueue({
    ...{ redis, name: queueName, clock, random, work, concurrency, retry },
    ...(takeoverMs === undefined ? {} : { takeoverMs }),
  });
}

/** Lets commands ask for cycles; when that fails, the daemon does its other work all the same. */
async function openControl(
  { control }: OpenedWork,
  rounds: Rounds,
  { version, log, listens }: SessionPorts,
): Promise<Control | undefined> {
  if (!control) return undefined;
  const cycle = (options: CycleOptions): Promise<CycleReport> =>
    rounds.runAsked(options, () => control.cycle(options));
  try {
    return await serveControl({
      ...{ gitFolder: control.gitFolder, version, cycle },
      ...(listens === undefined ? {} : { listens }),
    });
  } catch (error) {
    log.warn({ err: error }, 'commands cannot ask this daemon for a cycle');
    return undefined;
  }
}

function watchOf({ watch }: DaemonSetup, rounds: Rounds, { clock, log }: SessionPorts): Watch | undefined {
  if (!watch) return undefined;
  return watchFolders({
    ...{ clock, root: watch.root, folders: watch.folders, debounceMs: watch.debounceMs },
    onChange: (paths) => void rounds.filesChanged(paths),
    onTrouble: (error) => log.warn({ err: error }, 'files are not watched; the schedule finds their edits'),
  });
}

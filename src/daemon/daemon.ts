import { AppError, messageOf } from '../base/index.ts';
import type { Clock, Random } from '../clock/index.ts';
import {
  createMemoryQueue,
  openRedisQueue,
  type JobQueue,
  type QueueCounts,
  type RateBudgets,
  type RedisQueueOptions,
  type Work,
} from '../queue/index.ts';
import type { CycleOptions, CycleReport } from '../sync/index.ts';
import { serveControl, type Control } from './control.ts';
import { serveDaemon, type DaemonHttp } from './http.ts';
import type { Log } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import type { SpaceWork } from './port.ts';
import { SpaceRecords } from './record.ts';
import { Rounds, type Round, type RoundsPorts } from './rounds.ts';
import { describeStatus, type DaemonStatus } from './status.ts';
import type { AnswerProblem, ServiceAnswers } from './answers.ts';
import { watchFolders, type Watch } from './watch.ts';
import type { Watchdog } from './watchdog.ts';
import { createHookGuard, type HookConfig, type HookDelivery, type HookVerdict } from './webhooks.ts';

/** What one valid configuration comes to; made anew for each reload. */
export interface DaemonSetup {
  readonly work: SpaceWork;
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
  /** Where commands of this machine ask for a cycle, and how it is run; absent: nowhere. */
  readonly control?: {
    /** The git folder of the repository that the daemon holds. */
    readonly gitFolder: string;
    cycle(options: CycleOptions): Promise<CycleReport>;
  };
  readonly hooks?: readonly HookConfig[];
  /** Where the fleet's jobs are; absent: in this process. */
  readonly redis?: RedisQueueOptions<Round>['redis'];
  /** How soon a dead worker's jobs go to another one. */
  readonly takeoverMs?: number;
  readonly checkLinks?: NonNullable<RoundsPorts['checkLinks']>;
  /** What the requests to the service tell of it; absent: only what looks and cycles come to is known. */
  readonly answers?: ServiceAnswers;
  /** Ends what the setup opened. */
  close(): Promise<void>;
}

export interface DaemonOptions {
  clock: Clock;
  random: Random;
  version: string;
  kind: 'daemon' | 'worker';
  log: Log;
  /**
   * Reads the configuration and builds from it; called at the start and at each reload. What it throws at the start ends
   * the daemon; at a reload the old setup stays.
   */
  load(metrics: Metrics): Promise<DaemonSetup>;
  /** Hears of each thing that the daemon begins; closed when the daemon has stopped. */
  watchdog?: Watchdog;
  /** How long running cycles may take to end when the daemon stops. */
  graceMs?: number;
}

/** All that runs for one setup. */
interface Session {
  setup: DaemonSetup;
  rounds: Rounds;
  queue: JobQueue<Round>;
  watch: Watch | undefined;
  control: Control | undefined;
  hook: (delivery: HookDelivery) => HookVerdict;
}

/** What the fleet shares; a lone daemon has it in its own memory. */
interface SharedFacts {
  readonly queue: QueueCounts;
  readonly budgets: Awaited<ReturnType<RateBudgets['snapshots']>>;
}

/** So long the health endpoints wait for what is shared. */
const sharedFactsMs = 700;

/** What waits so long for an answer while the daemon ends is cut: whatever was under way is found again at the next start. */
const patienceMs = 2_000;
const patiencePollMs = 250;

/** The queue's name in Redis: all workers of one service and token work on one. */
const queueName = 'rounds';

/** The long-running process: `start`, any number of `reload`s, `stop`. */
export class Daemon {
  readonly #options: DaemonOptions;
  readonly #metrics: Metrics;
  readonly #records: SpaceRecords;
  readonly #startedAt: number;
  #session: Session | undefined;
  #http: { server: DaemonHttp; key: string } | undefined;
  #loadedAt = 0;
  #refused: string | null = null;
  #lastShared: SharedFacts = { queue: { waiting: 0, delayed: 0, running: 0 }, budgets: [] };
  #stopping: Promise<void> | undefined;
  #reloading: Promise<void> = Promise.resolve();

  constructor(options: DaemonOptions) {
    this.#options = options;
    this.#metrics = createMetrics(options.version);
    this.#records = new SpaceRecords(options.clock);
    this.#startedAt = options.clock.now();
  }

  /** Where the daemon listens, once it does. */
  get url(): string | undefined {
    return this.#http?.server.url;
  }

  async start(): Promise<void> {
    const { kind, version, log } = this.#options;
    const setup = await this.#options.load(this.#metrics);
    try {
      await this.#listen(setup);
      this.#session = await this.#begin(setup);
    } catch (error) {
      await this.#http?.server.close();
      await setup.close();
      throw error;
    }
    log.info(
      { version, service: setup.serviceUrl, ...(this.url === undefined ? {} : { listens: this.url }) },
      `${kind} started`,
    );
  }

  /** Reads the configuration again and goes on with it when it is valid; else everything stays. */
  reload(): Promise<void> {
    this.#reloading = this.#reloading.then(() => this.#reload());
    return this.#reloading;
  }

  async #reload(): Promise<void> {
    const { log, graceMs = 30_000 } = this.#options;
    const old = this.#session;
    if (this.#stopping || !old) return;
    let setup: DaemonSetup;
    try {
      setup = await this.#options.load(this.#metrics);
    } catch (error) {
      this.#refuse(error);
      return;
    }
    try {
      await this.#listen(setup);
    } catch (error) {
      await setup.close();
      this.#refuse(error);
      return;
    }
    await this.#end(old, graceMs);
    if (this.#isStopping()) {
      this.#session = undefined; // asked to stop meanwhile: begin nothing
      return setup.close();
    }
    this.#session = await this.#begin(setup);
    this.#metrics.reloaded('ok');
    log.info({ intervalMs: setup.intervalMs }, 'configuration reloaded');
  }

  #refuse(error: unknown): void {
    this.#refused = messageOf(error);
    this.#metrics.reloaded('refused');
    this.#options.log.error({ err: error }, 'the new configuration was refused; the old one stays');
  }

  /** Takes nothing new, lets running cycles end within the grace, and closes everything. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    const { log, graceMs = 30_000 } = this.#options;
    log.info('stopping: running cycles may end');
    await this.#reloading;
    if (this.#session) await this.#end(this.#session, graceMs);
    await this.#http?.server.close();
    this.#options.watchdog?.close();
    log.info('stopped');
  }

  #isStopping(): boolean {
    return this.#stopping !== undefined;
  }

  async status(): Promise<DaemonStatus> {
    const { clock, version, kind } = this.#options;
    const session = this.#session;
    if (!session) throw new AppError('INTERNAL', 'The daemon was asked for its status before it started.');
    const shared = await this.#shared(session);
    const { queue, budgets } = shared ?? this.#lastShared;
    if (shared !== null) this.#lastShared = shared;
    const spaces = this.#records.all;
    const { answers } = session.setup;
    const { sight } = session.rounds;
    const stalledMs = answers?.stalledMs() ?? 0;
    const problem = answers?.problem() ?? sight.problem;
    this.#metrics.observe({
      spaces,
      queue,
      budgets,
      lastLookAt: sight.lastSeenAt,
      isServiceUp: problem === null,
    });
    return describeStatus({
      ...{ version, kind, queue, budgets, spaces },
      now: clock.now(),
      startedAt: this.#startedAt,
      serviceUrl: session.setup.serviceUrl,
      sight,
      stalled: { ms: stalledMs, problem },
      links: session.rounds.links,
      intervalMs: session.setup.intervalMs,
      nextLookAt: session.rounds.nextLookAt,
      loadedAt: this.#loadedAt,
      refused: this.#refused,
      stopping: this.#stopping !== undefined,
      isQueueSilent: shared === null,
    });
  }

  /** What may be in Redis; null when that does not answer soon, since whoever asks for health must not wait for it. */
  async #shared({ queue, setup }: Session): Promise<SharedFacts | null> {
    const { clock } = this.#options;
    const ended = new AbortController();
    const facts = Promise.all([queue.counts(), setup.budgets.snapshots()]).then(
      ([counts, budgets]): SharedFacts => ({ queue: counts, budgets }),
      () => null,
    );
    const soon = clock.sleep(sharedFactsMs, ended.signal).then(
      () => null,
      () => null,
    );
    try {
      return await Promise.race([facts, soon]);
    } finally {
      ended.abort();
    }
  }

  async #begin(setup: DaemonSetup): Promise<Session> {
    const { clock, random, log, kind, watchdog } = this.#options;
    const { work, intervalMs, rescanEvery = 10, checkLinks } = setup;
    const rounds = new Rounds(
      {
        clock,
        random,
        work,
        log,
        records: this.#records,
        metrics: this.#metrics,
        ...(checkLinks ? { checkLinks } : {}),
        ...(watchdog ? { began: (what: string) => watchdog.began(what) } : {}),
      },
      { intervalMs, rescanEvery, shared: kind === 'worker' },
    );
    const queue = await this.#openQueue(setup, (run) => rounds.run(run));
    const hook = createHookGuard(setup.hooks ?? [], clock);
    this.#loadedAt = clock.now();
    this.#refused = null;
    setup.answers?.onTurn((problem) => this.#tellTurn(problem));
    const control = await this.#control(setup, rounds);
    rounds.start(queue);
    return {
      control,
      setup,
      rounds,
      queue,
      watch: this.#watch(setup, rounds),
      hook: (delivery) => this.#hook(hook, rounds, delivery),
    };
  }

  #tellTurn(problem: AnswerProblem | null): void {
    const { log } = this.#options;
    if (problem === null) log.info('the service gives good answers again');
    else log.warn({ code: problem.code }, `the service gives no good answer: ${problem.message}`);
  }

  #openQueue(
    { redis, concurrency, intervalMs, takeoverMs }: DaemonSetup,
    work: Work<Round>,
  ): Promise<JobQueue<Round>> {
    const { clock, random } = this.#options;
    // No wait between two attempts is longer than what passes between two looks, so recovery is quick.
    const retry = { attempts: 5, baseMs: 1_000, capMs: Math.min(60_000, intervalMs) };
    if (!redis) return Promise.resolve(createMemoryQueue({ clock, random, work, concurrency, retry }));
    return openRedisQueue({
      ...{ redis, name: queueName, clock, random, work, concurrency, retry },
      ...(takeoverMs === undefined ? {} : { takeoverMs }),
    });
  }

  /** Lets commands ask for cycles; without that, the daemon does its work all the same. */
  async #control({ control }: DaemonSetup, rounds: Rounds): Promise<Control | undefined> {
    if (!control) return undefined;
    const { version, log } = this.#options;
    const cycle = (options: CycleOptions): Promise<CycleReport> =>
      rounds.runAsked(options, () => control.cycle(options));
    try {
      return await serveControl({ gitFolder: control.gitFolder, version, cycle });
    } catch (error) {
      log.warn({ err: error }, 'commands cannot ask this daemon for a cycle');
      return undefined;
    }
  }

  #watch({ watch }: DaemonSetup, rounds: Rounds): Watch | undefined {
    if (!watch) return undefined;
    const { clock, log } = this.#options;
    return watchFolders({
      ...{ clock, root: watch.root, folders: watch.folders, debounceMs: watch.debounceMs },
      onChange: (path) => void rounds.fileChanged(path),
      onTrouble: (error) => log.warn({ err: error }, 'files are not watched; the schedule finds their edits'),
    });
  }

  #hook(guard: (delivery: HookDelivery) => HookVerdict, rounds: Rounds, delivery: HookDelivery): HookVerdict {
    const verdict = guard(delivery);
    if (verdict.accepted) void rounds.lookAgain(verdict.space, 'hook');
    else this.#options.log.warn({ reason: verdict.reason }, 'a webhook was refused');
    return verdict;
  }

  async #end({ setup, rounds, queue, watch, control }: Session, graceMs: number): Promise<void> {
    await watch?.close();
    await rounds.stop();
    const ended = new AbortController();
    const asked = control?.close(this.#options.clock.sleep(graceMs, ended.signal).catch(() => undefined));
    const stalled = this.#untilStalled(setup, rounds);
    const result = await queue.close({ graceMs, giveUp: stalled.signal });
    stalled.stop();
    if (stalled.signal.aborted) ended.abort();
    await asked;
    ended.abort();
    if (result === 'cut') {
      const { log } = this.#options;
      if (stalled.signal.aborted) log.warn('the service gives no answer: cycles that waited for it were cut');
      else log.warn({ graceMs }, 'some cycles did not end in time and were cut');
    }
    setup.budgets.close();
    await setup.close();
  }

  /** Aborts once running cycles wait for a service that gives no answer: they have nothing that they could end well. */
  #untilStalled(setup: DaemonSetup, rounds: Rounds): { signal: AbortSignal; stop(): void } {
    const { clock } = this.#options;
    const stalled = new AbortController();
    const ended = new AbortController();
    const from = clock.monotonic();
    const watch = async (): Promise<void> => {
      for (;;) {
        const asked = clock.monotonic() - from;
        const down = rounds.sight.failingSince === null ? 0 : asked;
        const silent = Math.min(asked, setup.answers?.stalledMs() ?? 0);
        if (Math.max(down, silent) >= patienceMs) return stalled.abort();
        await clock.sleep(patiencePollMs, ended.signal);
      }
    };
    watch().catch(() => undefined); // drained before
    return { signal: stalled.signal, stop: () => ended.abort() };
  }

  /** Listens where the setup says; an address that stays the same stays open. */
  async #listen({ http }: DaemonSetup): Promise<void> {
    const key = http ? `${http.host}:${http.port}` : '';
    if (key === (this.#http?.key ?? '')) return;
    const before = this.#http;
    const server = http
      ? await serveDaemon(http, {
          status: () => this.status(),
          alive: () => this.isAlive(),
          metrics: this.#metrics,
          hook: (delivery) => this.#session?.hook(delivery) ?? { accepted: false, reason: 'unknown' },
        })
      : undefined;
    this.#http = server ? { server, key } : undefined;
    await before?.server.close();
  }

  /** The schedule must move on: a look that is long overdue means that this process hangs. */
  isAlive(): boolean {
    const { clock } = this.#options;
    const session = this.#session;
    if (!session || session.rounds.nextLookAt === 0) return true;
    return clock.now() < session.rounds.nextLookAt + 2 * session.setup.intervalMs + 60_000;
  }
}

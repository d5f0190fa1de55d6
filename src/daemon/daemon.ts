import { isAppError, messageOf } from '../base/index.ts';
import type { Clock, Random } from '../clock/index.ts';
import type { AnswerProblem } from './answers.ts';
import { serveDaemon, type DaemonHttp } from './http.ts';
import type { Log } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { SpaceRecords } from './record.ts';
import { serviceProblem, unknownServiceHealth, type ServiceHealth } from './sight.ts';
import { Session, type SessionPorts, type SharedFacts } from './session.ts';
import type { DaemonSetup, OpenedWork } from './setup.ts';
import { describeStatus, type DaemonStatus } from './status.ts';
import type { Watchdog } from './watchdog.ts';

export interface DaemonOptions {
  clock: Clock;
  random: Random;
  version: string;
  kind: 'daemon' | 'worker';
  /** The name of a worker in its fleet, in logs, metrics and status. */
  name?: string;
  log: Log;
  /**
   * Reads the configuration and builds a setup from it; called at the start and at each reload. An error at the start ends the
   * daemon; after one at a reload, the old setup stays.
   */
  load(metrics: Metrics): Promise<DaemonSetup>;
  /** Is told of each piece of work that the daemon begins; closed when the daemon has stopped. */
  watchdog?: Watchdog;
  /** How long stopping may take at most; running cycles get two thirds of that time. */
  graceMs?: number;
}

/** The share of that time that running cycles get; after all of it, whatever still runs is cut off. */
const jobsShare = 2 / 3;
const endShare = 0.93;

/** The longest pause before a start tries again what it could not read. */
const longestStartPauseMs = 30_000;

/** The long-running process: `start`, any number of `reload`s, `stop`. */
export class Daemon {
  readonly #options: DaemonOptions;
  readonly #metrics: Metrics;
  readonly #records: SpaceRecords;
  readonly #startedAt: number;
  readonly #stopped = new AbortController();
  /** The setup that was loaded last; its session begins when everything that it needs answers. */
  #setup: DaemonSetup | undefined;
  #session: Session | undefined;
  /** Whether the fleet's Redis has answered since the start. */
  #hasQueue = false;
  #http: { server: DaemonHttp; key: string } | undefined;
  /** The configured level of the log, and whether a signal asked for the whole log. */
  #level: string | undefined;
  #isVerbose = false;
  #loadedAt = 0;
  #refused: string | null = null;
  #lastShared: SharedFacts = { queue: { waiting: 0, delayed: 0, running: 0 }, budgets: [], workers: [] };
  #stopping: Promise<void> | undefined;
  #starting: Promise<void> | undefined;
  #reloading: Promise<void> = Promise.resolve();

  constructor(options: DaemonOptions) {
    this.#options = options;
    this.#metrics = createMetrics(options.version, options.name);
    this.#records = new SpaceRecords(options.clock);
    this.#startedAt = options.clock.now();
  }

  /** The daemon's address, once it listens. */
  get url(): string | undefined {
    return this.#http?.server.url;
  }

  /**
   * Begins to work and to answer requests. It waits for everything that the daemon needs and that does not answer yet; `stop`
   * ends the waiting, and then nothing has begun.
   */
  start(): Promise<void> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  async #start(): Promise<void> {
    const { kind, version, log } = this.#options;
    const setup = await this.#options.load(this.#metrics);
    if (this.#isStopping()) return setup.close();
    this.#setup = setup;
    try {
      await this.#listen(setup);
      const opened = await this.#openPatiently(setup);
      if (opened && !this.#isStopping()) this.#session = await this.#begin(setup, opened);
    } catch (error) {
      await this.#http?.server.close();
      await setup.close();
      if (this.#isStopping()) return;
      throw error;
    }
    if (!this.#session) return setup.close();
    log.info(
      { version, service: setup.serviceUrl, ...(this.url === undefined ? {} : { listens: this.url }) },
      `${kind} started`,
    );
  }

  /**
   * Waits for Redis, and then for the service where the configuration has to ask it something. Null when the daemon was stopped
   * before they answered.
   */
  async #openPatiently(setup: DaemonSetup): Promise<OpenedWork | null> {
    const { log, kind } = this.#options;
    const { signal } = this.#stopped;
    let hasWaited = false;
    const onSilent = (err: unknown): void => {
      hasWaited = true;
      const listens = this.url === undefined ? {} : { listens: this.url };
      log.warn({ err, ...listens }, `the ${kind} waits before it begins`);
    };
    await setup.ready?.({ signal, onSilent });
    this.#hasQueue = true;
    // The client tries for a while before it gives up: only the first of its failed requests is reported.
    let isOpening = true;
    setup.answers?.onTurn((problem) => {
      if (problem !== null && isOpening) onSilent(problem);
    });
    const opened = await this.#openAgain(setup);
    isOpening = false;
    if (hasWaited && opened) log.info('what was waited for answers');
    return opened;
  }

  /** Tries again, with back-off, what failed because of an outage of somebody else, which passes by itself. */
  async #openAgain(setup: DaemonSetup): Promise<OpenedWork | null> {
    const { clock, random, log } = this.#options;
    const { signal } = this.#stopped;
    for (let capMs = 1_000; ; capMs = Math.min(2 * capMs, longestStartPauseMs)) {
      try {
        return await setup.open({ signal });
      } catch (error) {
        if (this.#isStopping()) return null;
        if (!passes(error)) throw error;
        const againInMs = Math.round(capMs * (0.5 + random.number() / 2));
        log.debug({ err: error, againInMs }, 'try again');
        await clock.sleep(againInMs, signal).catch(() => undefined);
        if (this.#isStopping()) return null;
      }
    }
  }

  /** Reads the configuration again and goes on with it when it is valid; otherwise everything stays. */
  reload(): Promise<void> {
    this.#reloading = this.#reloading.then(() => this.#reload());
    return this.#reloading;
  }

  async #reload(): Promise<void> {
    const { log, graceMs = 30_000 } = this.#options;
    const old = this.#session;
    if (this.#isStopping() || !old) return;
    let setup: DaemonSetup;
    let opened: OpenedWork;
    try {
      setup = await this.#options.load(this.#metrics);
    } catch (error) {
      this.#refuse(error);
      return;
    }
    try {
      opened = await this.#openNow(setup);
      await this.#listen(setup);
    } catch (error) {
      await setup.close();
      this.#refuse(error);
      return;
    }
    await old.close(graceMs * jobsShare);
    this.#session = undefined;
    if (this.#isStopping()) return setup.close(); // `stop` was called meanwhile: begin nothing
    this.#setup = setup;
    this.#session = await this.#begin(setup, opened);
    this.#metrics.reloaded('ok');
    log.info({ intervalMs: setup.intervalMs }, 'configuration reloaded');
  }

  /** A reload waits for nothing: when something does not answer, the old setup goes on. */
  async #openNow(setup: DaemonSetup): Promise<OpenedWork> {
    const gaveUp = new AbortController();
    const signal = AbortSignal.any([this.#stopped.signal, gaveUp.signal]);
    await setup.ready?.({ signal, onSilent: (problem) => gaveUp.abort(problem) });
    return setup.open({ signal });
  }

  #refuse(error: unknown): void {
    this.#refused = messageOf(error);
    this.#metrics.reloaded('refused');
    this.#options.log.error({ err: error }, 'the new configuration was refused; the old one stays');
  }

  /** Accepts nothing new, lets running cycles end within the grace period, and closes everything. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    this.#stopped.abort();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    const { log, clock, graceMs = 30_000 } = this.#options;
    log.info('stopping: running cycles may end');
    const inTime = new AbortController();
    const tooLong = clock.sleep(graceMs * endShare, inTime.signal).then(
      () => true,
      () => false,
    );
    const ended = this.#end(graceMs * jobsShare).then(() => false);
    if (await Promise.race([ended, tooLong]))
      log.warn(
        { graceMs },
        'the end takes too long: what is left is cut, and the next start goes on from there',
      );
    inTime.abort();
    this.#options.watchdog?.close();
    log.info('stopped');
  }

  async #end(graceMs: number): Promise<void> {
    await this.#starting?.catch(() => undefined); // the caller of `start` gets this error
    await this.#reloading;
    await this.#session?.close(graceMs);
    await this.#http?.server.close();
  }

  #isStopping(): boolean {
    return this.#stopping !== undefined;
  }

  /** The answer to `/metrics`, as of now. */
  async metrics(): Promise<string> {
    await this.status(); // brings the gauges up to date
    return this.#metrics.registry.metrics();
  }

  async status(): Promise<DaemonStatus> {
    const { clock, version, kind, name } = this.#options;
    const setup = this.#setup as DaemonSetup; // `load` has set it before anybody can ask
    const session = this.#session;
    const shared = session ? await session.shared() : null;
    const { queue, budgets, workers } = shared ?? this.#lastShared;
    if (shared !== null) this.#lastShared = shared;
    const spaces = this.#records.all;
    const { board } = setup;
    const sight = session?.rounds.sight ?? unknownServiceHealth;
    const { isUp, stalled } = serviceSeen(setup, sight);
    const host = hostSeen(setup);
    const isQueueSilent = session ? shared === null : setup.redis !== undefined && !this.#hasQueue;
    this.#metrics.observe({
      ...{ spaces, queue, budgets },
      lastLookAt: sight.lastSeenAt,
      isServiceUp: isUp,
      isRedisUp: setup.redis === undefined ? null : !isQueueSilent,
      isHostUp: host ? host.stalled.problem === null : null,
      workers: board ? workers.length : null,
    });
    const status = describeStatus({
      ...{ version, kind, queue, budgets, spaces, sight },
      now: clock.now(),
      startedAt: this.#startedAt,
      serviceUrl: setup.serviceUrl,
      stalled,
      links: session?.rounds.links ?? null,
      intervalMs: setup.intervalMs,
      nextLookAt: session?.rounds.nextLookAt ?? 0,
      loadedAt: this.#loadedAt,
      refused: this.#refused,
      stopping: this.#isStopping(),
      isQueueSilent,
      gitHost: host,
      fleet: board && name !== undefined ? { name, workers } : null,
    });
    this.#metrics.ready(status.ready);
    return status;
  }

  async #begin(setup: DaemonSetup, opened: OpenedWork): Promise<Session> {
    const { clock, random, log, kind, version, watchdog, name } = this.#options;
    const ports: SessionPorts = {
      ...{ clock, random, log, kind, version, metrics: this.#metrics, records: this.#records },
      ...(watchdog ? { watchdog } : {}),
      ...(this.url === undefined ? {} : { listens: this.url }),
      ...(name === undefined ? {} : { name }),
    };
    this.#loadedAt = clock.now();
    this.#refused = null;
    this.#level = setup.logLevel ?? this.#level;
    this.#setLevel();
    setup.answers?.onTurn((problem) => this.#tellTurn('the service', problem));
    setup.gitHost?.answers.onTurn((problem) => this.#tellTurn('the git host', problem));
    return Session.open(setup, opened, ports);
  }

  /** Turns the whole log on, or back to the configured level: for a person who looks into a running process. */
  toggleVerbose(): void {
    this.#isVerbose = !this.#isVerbose;
    this.#setLevel();
    this.#options.log.info(
      { logLevel: this.#options.log.level },
      'the level of the log was changed by a signal',
    );
  }

  #setLevel(): void {
    const { log } = this.#options;
    log.level = this.#isVerbose ? 'debug' : (this.#level ?? log.level);
  }

  #tellTurn(who: string, problem: AnswerProblem | null): void {
    const { log } = this.#options;
    if (problem === null) log.info({ turn: 'good' }, `${who} gives good answers again`);
    else log.warn({ turn: 'bad', code: problem.code }, `${who} gives no good answer: ${problem.message}`);
  }

  /** Listens where the setup says; when the address stays the same, the server stays open. */
  async #listen({ http }: DaemonSetup): Promise<void> {
    const key = http ? `${http.host}:${http.port}` : '';
    if (key === (this.#http?.key ?? '')) return;
    const before = this.#http;
    const server = http
      ? await serveDaemon(http, {
          status: () => this.status(),
          version: this.#options.version,
          alive: () => this.isAlive(),
          metrics: this.#metrics,
          printMetrics: () => this.metrics(),
          hook: (delivery) => this.#session?.hook(delivery) ?? { accepted: false, reason: 'unknown' },
        })
      : undefined;
    this.#http = server ? { server, key } : undefined;
    await before?.server.close();
  }

  /** Whether the schedule moves on: a look that is long overdue means that this process hangs. */
  isAlive(): boolean {
    const { clock } = this.#options;
    const session = this.#session;
    if (!session || session.rounds.nextLookAt === 0) return true;
    return clock.now() < session.rounds.nextLookAt + 2 * session.setup.intervalMs + 60_000;
  }
}

/** What requests and looks show about the service; after a failed look, it counts as down even when requests succeed. */
function serviceSeen(
  { answers }: DaemonSetup,
  sight: ServiceHealth,
): { isUp: boolean; stalled: Parameters<typeof describeStatus>[0]['stalled'] } {
  if (answers === undefined)
    return { isUp: serviceProblem(sight) === null, stalled: { ms: 0, problem: sight.problem } };
  const problem = answers.problem();
  return {
    isUp: (problem ?? serviceProblem(sight)) === null,
    stalled: { ms: answers.stalledMs(), problem },
  };
}

/** How the git host answers; null where there is none. */
function hostSeen({ gitHost }: DaemonSetup): Parameters<typeof describeStatus>[0]['gitHost'] {
  if (gitHost === undefined) return null;
  const { url, answers } = gitHost;
  return { url, stalled: { ms: answers.stalledMs(), problem: answers.problem() } };
}

/** Whether a failure is somebody else's and passes by itself. */
function passes(error: unknown): boolean {
  return isAppError(error) && (error.retry === 'now' || error.code === 'RATE_LIMITED');
}

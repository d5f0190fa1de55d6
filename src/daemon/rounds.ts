import { AppError, errorTable, isAppError, systemError, type ErrorCode } from '../base/index.ts';
import type { Clock, Random } from '../clock/index.ts';
import { runInFlow, type JobQueue, type JobRun, type NewJob, type Priority } from '../queue/index.ts';
import type { CycleOptions, CycleReport } from '../sync/index.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Fleet } from './fleet.ts';
import type { CycleSummary, LookResult, SpaceWork } from './port.ts';
import { folderOf, logCycle, type EndedCycle } from './tell-cycle.ts';
import { unknownServiceHealth, type LinkHealth, type ServiceHealth } from './sight.ts';
import { beginTrace, type Tracer } from './trace.ts';
import { FailingSpaces } from './stuck.ts';
import { isOfHost } from './watch-host.ts';
import { isInFolder, type SpaceRecords } from './record.ts';

/** Why a job was added; the log has the newest reason. */
export interface Round {
  reason: 'push' | 'start' | 'schedule' | 'moved' | 'file' | 'hook' | 'recovery' | 'links' | 'command';
}

/** The keys of jobs. Each space has its own, so that a large space delays no other. */
const lookKey = 'look';
const allKey = 'all';
const linksKey = 'links';
const spaceKey = (id: string): string => `space:${id}`;

/** About how many pages are read before a cycle over several spaces. */
const pagesInOneCycle = 200;

export interface RoundsPorts {
  clock: Clock;
  random: Random;
  work: SpaceWork;
  records: SpaceRecords;
  metrics: Metrics;
  log: Log;
  /** Called with a description of each piece of work that begins. */
  began?: (what: string) => void;
  /** Where traces go; absent: nowhere. */
  tracer?: Tracer;
  /** What the workers of a fleet share; absent where there is only one process. */
  fleet?: Fleet;
  /** Counts broken links by rule; absent: link health is not watched. */
  checkLinks?: (options: { signal: AbortSignal }) => Promise<Readonly<Record<string, number>>>;
}

export interface RoundsOptions {
  intervalMs: number;
  /** Every space gets a cycle at least once in this many intervals, whatever the hints said. */
  rescanEvery: number;
  /** Several processes schedule the same spaces: the first one adds the job. */
  shared: boolean;
}

/**
 * The level-triggered loop: timers, files and webhooks only say "look again"; a look finds out what has to be done. It requests
 * the lists alone and adds a job for each space that changed.
 */
export class Rounds {
  sight: ServiceHealth = unknownServiceHealth;
  nextLookAt = 0;
  /** The broken links that the last check found; null before the first check, or where links are not watched. */
  links: LinkHealth | null = null;
  #linksMayDiffer = true;
  /** Whether the log says already that looks fail. While the service is away, the watch over its answers says so. */
  #lookFails = false;
  /** Spaces that a running cycle over all spaces has not reached yet. */
  readonly #inRound = new Set<string>();
  readonly #stuck = new FailingSpaces();
  readonly #ports: RoundsPorts;
  readonly #options: RoundsOptions;
  readonly #stopped = new AbortController();
  #queue: JobQueue<Round> | undefined;
  #adding: Promise<void> | undefined;
  #loop: Promise<void> | undefined;

  constructor(ports: RoundsPorts, options: RoundsOptions) {
    this.#ports = ports;
    this.#options = options;
  }

  /** Begins to add jobs to `queue`, which calls {@link run} for each. */
  start(queue: JobQueue<Round>): void {
    this.#queue = queue;
    queue.onEvent((event) => {
      const { log } = this.#ports;
      if (event.type === 'retrying')
        log.warn(
          {
            ...this.#spaceOf(event.key),
            ...{ job: event.key, attempt: event.attempt, againInMs: event.afterMs, err: event.error },
          },
          'try again',
        );
      if (event.type === 'failed')
        log.error(
          { ...this.#spaceOf(event.key), job: event.key, err: event.error },
          'gave up until the next look',
        );
      if (event.type === 'takenOver')
        log.warn({ ...this.#spaceOf(event.key), job: event.key }, 'took over from a worker that went silent');
      if (event.type === 'trouble') log.warn({ err: event.error }, 'the queue has trouble');
    });
    this.#loop = this.#schedule().catch((error: unknown) => {
      if (!this.#stopped.signal.aborted) this.#ports.log.error({ err: error }, 'the schedule stopped');
    });
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#loop;
  }

  /** Reacts to changed files: their spaces get a cycle each, or all spaces do when a file belongs to none. */
  async filesChanged(paths: Iterable<string>): Promise<void> {
    const changed = new Set<string>();
    for (const path of paths) {
      const spaces = this.#ports.records.all.filter((space) => isInFolder(path, space.path));
      if (spaces.length === 0) return this.#add(allKey, 'file', 'changeRequest');
      for (const { id } of spaces) changed.add(id);
    }
    for (const id of changed) await this.#add(spaceKey(id), 'file', 'changeRequest');
  }

  /** Looks again at once. */
  async lookAgain(space: string | null, reason: 'hook' | 'file'): Promise<void> {
    await (space === null
      ? this.#add(lookKey, reason, 'interactive')
      : this.#add(spaceKey(space), reason, 'changeRequest'));
  }

  /** Runs one job of the queue. */
  async run(job: JobRun<Round>): Promise<void> {
    const { clock, random, tracer } = this.#ports;
    const { key, priority, signal, attempt, data } = job;
    const trace = beginTrace(random);
    const from = clock.now();
    const startedAt = clock.monotonic();
    const tell = (failure?: string): void =>
      tracer?.ended({
        ...{ traceId: trace.cycle, spanId: trace.span, kind: 'internal', from },
        ...{ name: key.startsWith(spaceKey('')) ? 'cycle' : key, to: from + clock.monotonic() - startedAt },
        attributes: { reason: data.reason, attempt, ...this.#spaceOf(key) },
        ...(failure === undefined ? {} : { failure }),
      });
    const flow = { name: key, priority: flowPriority(key, priority), signal, trace };
    try {
      await runInFlow(flow, () => this.#do(job));
      tell();
    } catch (error) {
      tell(problemOf(error).message);
      throw error;
    }
  }

  async #do({ key, data, signal }: JobRun<Round>): Promise<void> {
    if (key === lookKey) return this.#lookFor(data.reason, signal);
    if (key === linksKey) return this.#links(signal);
    if (key === allKey) return this.#everything(data.reason, signal);
    const space = key.slice(spaceKey('').length);
    // In a fleet, and where nothing is known of the space, nothing may be read ahead; the cycle then reads for itself.
    await this.#readAhead({ spaces: [space], onlySeen: isOurEdit(data.reason) }, signal);
    await this.#cycle([space], data.reason, signal);
  }

  /** The name of a space in logs and traces: its folder. */
  #spaceOf(job: string): { space?: string } {
    const id = job.startsWith(spaceKey('')) ? job.slice(spaceKey('').length) : undefined;
    return id === undefined ? {} : { space: this.#ports.records.get(id)?.path ?? id };
  }

  /** Runs a cycle that a person asked for at a command line, and records what it reports of the spaces. */
  async runAsked(options: CycleOptions, cycle: () => Promise<CycleReport>): Promise<CycleReport> {
    const { clock, records, work } = this.#ports;
    const { spaces, dryRun = false, signal = new AbortController().signal } = options;
    const asked = spaces
      ? records.all.filter(({ id, path }) => spaces.includes(id) || spaces.includes(path)).map(({ id }) => id)
      : null;
    const startedAt = clock.monotonic();
    const trace = beginTrace(this.#ports.random);
    const flow = { name: 'command', priority: 'interactive' as const, signal, trace };
    const report = await runInFlow(flow, cycle);
    if (dryRun) return report;
    const tookMs = clock.monotonic() - startedAt;
    if (!asked) records.know(await work.spaces());
    records.finished(asked, report, tookMs);
    if (report.outcome !== 'quiet') this.#linksMayDiffer = true;
    logCycle(this.#ports, { asked: asked, reason: 'command', summary: report, tookMs });
    return report;
  }

  async #schedule(): Promise<void> {
    const { random } = this.#ports;
    const { intervalMs, shared } = this.#options;
    const { signal } = this.#stopped;
    // A single process begins with a whole cycle; in a fleet, a look shows which part of that is left to do.
    if (!shared) await this.#add(allKey, 'start', 'space');
    for (let round = shared ? 0 : 1; !signal.aborted; round++) {
      if (round > 0) await this.#pause(intervalMs * (0.9 + 0.2 * random.number()));
      this.#inTime(round);
      this.#ports.fleet?.beat().catch(() => undefined); // Redis does not answer; readiness reports that
    }
  }

  /**
   * Adds the jobs of one round. The schedule goes on while a silent queue accepts nothing; the queue is asked once, and not in
   * each round.
   */
  #inTime(round: number): void {
    if (this.#adding) return;
    this.#adding = this.#addRound(round)
      .catch((error: unknown) => this.#ports.log.warn({ err: error }, 'the queue takes no jobs'))
      .finally(() => {
        this.#adding = undefined;
      });
  }

  async #addRound(round: number): Promise<void> {
    const { intervalMs, rescanEvery, shared } = this.#options;
    await this.#enqueue({
      key: lookKey,
      data: { reason: 'schedule' },
      priority: 'changeRequest',
      ...(shared ? { atMostEveryMs: intervalMs * 0.8 } : {}),
    });
    if (round > 0 && round % rescanEvery === 0) await this.#rescan();
    if (this.#ports.checkLinks && round % rescanEvery === 1) await this.#add(linksKey, 'links', 'links');
  }

  #pause(ms: number): Promise<void> {
    this.nextLookAt = this.#ports.clock.now() + ms;
    return this.#ports.clock.sleep(ms, this.#stopped.signal);
  }

  /** Hints may get lost: so now and then everything is looked at, spread over the interval where each space has its own job. */
  async #rescan(): Promise<void> {
    const { intervalMs, shared, rescanEvery } = this.#options;
    if (!shared) return this.#add(allKey, 'schedule', 'space');
    const spaces = this.#ports.records.all;
    for (const [index, { id }] of spaces.entries()) {
      await this.#enqueue({
        key: spaceKey(id),
        data: { reason: 'schedule' },
        priority: 'space',
        delayMs: (intervalMs * index) / spaces.length,
        atMostEveryMs: intervalMs * rescanEvery * 0.9,
      });
    }
  }

  async #add(key: string, reason: Round['reason'], priority: Priority): Promise<void> {
    await this.#enqueue({ key, data: { reason }, priority });
  }

  async #enqueue(job: NewJob<Round>): Promise<void> {
    await untilAborted(this.#queue?.enqueue(job), this.#stopped.signal);
  }

  /**
   * Looks after a webhook said that something was pushed. Where the git host does not show what, the look fails in the end, so
   * that it is tried again: the schedule might only look again in an hour.
   */
  async #lookFor(reason: Round['reason'], signal: AbortSignal): Promise<void> {
    const { hostFailure } = await this.#look(signal);
    if (reason === 'hook' && hostFailure) throw hostFailure;
  }

  async #look(signal: AbortSignal): Promise<LookResult> {
    const { work, records, log, began, metrics } = this.#ports;
    began?.('a look at which spaces moved');
    try {
      await untilAborted(this.learn(), signal);
      const looked = await work.look({ signal, branch: this.sight.branch });
      const { changed, unseen } = looked;
      records.know(await work.spaces());
      for (const { id, reason } of unseen) this.#failed([id], reason);
      if (isAllUnseen(looked, records.all.length) && unseen[0]) throw unseen[0].reason;
      const recovered = this.sight.failingSince !== null;
      const moved = [...changed, ...unseen.map(({ id }) => id)];
      records.looked(moved, { shared: this.#options.shared });
      metrics.lookEnded('ok');
      if (this.#lookFails) log.info({ turn: 'good' }, 'looks at the spaces succeed again');
      this.#lookFails = false;
      await this.#addMoved(looked);
      // Spaces that wait because of the outage need not wait any longer.
      if (recovered) await this.retryFailing();
      this.#seen({ moved, ...(looked.branch === undefined ? {} : { branch: looked.branch }) });
      return looked;
    } catch (error) {
      if (!signal.aborted) {
        metrics.lookEnded('failed');
        this.#unseen(error);
      }
      throw error;
    }
  }

  async #addMoved({ changed, tokens, pushed = [] }: LookResult): Promise<void> {
    const { log } = this.#ports;
    log.debug({ spaces: changed.length }, changed.length > 0 ? 'spaces moved' : 'looked: no space moved');
    // Spaces that a running cycle over all spaces has not reached yet get their turn there.
    const due = changed.filter((id) => !this.#inRound.has(id) && this.#isDue(id, tokens?.get(id)));
    // A space that cannot be published has nothing new in the service, and is tried again all the same.
    const refused = this.#ports.records.refused.filter((id) => !changed.includes(id));
    due.push(...refused.filter((id) => this.#isDue(id, tokens?.get(id))));
    for (const id of due) await this.#add(spaceKey(id), 'moved', 'space');
    // A job that gave up because other workers were faster leaves its push or save to the next look.
    for (const id of this.#ports.records.beaten) await this.#add(spaceKey(id), 'recovery', 'changeRequest');
    if (pushed === 'all') await this.#add(allKey, 'push', 'changeRequest');
    else for (const id of pushed) await this.#add(spaceKey(id), 'push', 'changeRequest');
  }

  #isDue(id: string, token: string | undefined): boolean {
    if (this.#ports.records.isStuck(id)) return this.#stuck.isDue(id, token);
    this.#stuck.forget(id);
    return true;
  }

  /** Gives the failing spaces a cycle at once: the cause of the failure is gone. */
  async retryFailing(): Promise<void> {
    for (const id of this.#ports.records.failing) await this.#add(spaceKey(id), 'recovery', 'interactive');
  }

  /** Takes over what the other workers of a fleet found out. */
  async learn(): Promise<void> {
    const { fleet, records } = this.#ports;
    const told = await fleet?.learn();
    if (!told || told.toldAt <= this.sight.toldAt) return;
    this.sight = told;
    if (told.problem === null && told.lastSeenAt !== null)
      records.looked(told.moved, { at: told.lastSeenAt, shared: true });
  }

  async #links(signal: AbortSignal): Promise<void> {
    const { checkLinks, metrics, clock, log, began } = this.#ports;
    if (!checkLinks) return;
    began?.('a check of the links');
    // When no page came or went since, the result is the same.
    if (!this.#linksMayDiffer && this.links) {
      this.links = { ...this.links, checkedAt: clock.now() };
      return;
    }
    this.#linksMayDiffer = false;
    try {
      const byRule = await checkLinks({ signal });
      const now = clock.now();
      const before = this.links;
      const broken = Object.values(byRule).reduce((sum, count) => sum + count, 0);
      this.links = { byRule, broken, checkedAt: now, since: before?.broken === broken ? before.since : now };
      metrics.linksBroken(byRule);
      if (before?.broken !== broken) log.info({ broken, before: before?.broken ?? null }, 'links checked');
    } catch (error) {
      this.#linksMayDiffer = true;
      throw error;
    }
  }

  /**
   * Runs a cycle over all spaces. Spaces that changed come first, a few at a time: between two such cycles others get the
   * repository, and a large space gets a job of its own.
   */
  async #everything(reason: Round['reason'], signal: AbortSignal): Promise<void> {
    const { work, records } = this.#ports;
    const large: string[] = [];
    let waiting = work.readAhead ? (await this.#moved(reason, signal)).changed : [];
    try {
      for (const id of waiting) this.#inRound.add(id);
      while (waiting.length > 0) {
        const next = await this.#readAhead({ spaces: waiting, most: pagesInOneCycle }, signal);
        // A space that fails here fails again in the cycle over all spaces, which ends this job, so that the job is tried again.
        if (next.ready.length > 0) await this.#cycle(next.ready, reason, signal, { retries: false });
        for (const id of [...next.ready, ...next.large]) this.#inRound.delete(id);
        large.push(...next.large);
        waiting = next.rest;
      }
    } finally {
      this.#inRound.clear();
    }
    if (large.length === 0) return this.#cycle(null, reason, signal);
    for (const id of large) await this.#add(spaceKey(id), 'moved', 'space');
    records.know(await work.spaces());
    const others = records.all.filter(({ id }) => !large.includes(id)).map(({ id }) => id);
    await this.#cycle(others, reason, signal);
  }

  async #moved(reason: Round['reason'], signal: AbortSignal): ReturnType<SpaceWork['look']> {
    this.#ports.began?.('a look at which spaces moved');
    try {
      const looked = await this.#ports.work.look({ ...this.#listFor(reason), signal });
      // The cycle that follows may read pages for minutes.
      if (!isAllUnseen(looked)) this.#seen();
      return looked;
    } catch (error) {
      if (signal.aborted) throw error;
      this.#failed(null, error);
      this.#unseen(error);
      throw error;
    }
  }

  #failed(asked: readonly string[] | null, error: unknown): void {
    const { records, metrics, fleet } = this.#ports;
    const problem = problemOf(error);
    records.failed(asked, problem);
    if (asked === null) metrics.failed('', problem.code);
    for (const id of asked ?? []) metrics.failed(records.get(id)?.path ?? id, problem.code);
    fleet?.changed(asked ?? records.all.map(({ id }) => id));
  }

  async #readAhead(
    what: { spaces: readonly string[]; most?: number; onlySeen?: boolean },
    signal: AbortSignal,
  ): ReturnType<NonNullable<SpaceWork['readAhead']>> {
    this.#ports.began?.(`reading ahead of a cycle over ${this.#names(what.spaces)}`);
    const none = { ready: what.spaces, large: [], rest: [] };
    return (await this.#ports.work.readAhead?.({ ...what, signal })) ?? none;
  }

  async #cycle(
    asked: readonly string[] | null,
    reason: Round['reason'],
    signal: AbortSignal,
    { retries = true }: { retries?: boolean } = {},
  ): Promise<void> {
    const { clock, work, records, metrics, began, fleet } = this.#ports;
    const startedAt = clock.monotonic();
    const running = asked ?? records.all.map(({ id }) => id);
    began?.(asked === null ? 'a cycle over all spaces' : `a cycle over ${this.#names(asked)}`);
    for (const id of running) records.running(id, true);
    fleet?.changed(running);
    let failure: AppError | null = null;
    try {
      const summary = await work.cycle({
        ...(asked ? { spaces: asked } : {}),
        ...this.#listFor(reason),
        signal,
      });
      const tookMs = clock.monotonic() - startedAt;
      if (!asked) records.know(await work.spaces());
      failure = this.#ended({ asked, reason, summary, tookMs }, { retries });
    } catch (error) {
      if (signal.aborted) throw error;
      metrics.runEnded('error', (clock.monotonic() - startedAt) / 1_000);
      this.#failed(asked, error);
      if (isDown(error)) this.#unseen(error);
      throw error;
    } finally {
      for (const id of running) records.running(id, false);
      fleet?.changed(asked ?? records.all.map(({ id }) => id));
    }
    // The records tell which spaces failed: this only makes the queue try again.
    if (failure !== null) throw failure;
  }

  /** Records a cycle that ended; returns the failure for which its job is tried again. */
  #ended(cycle: EndedCycle, { retries }: { retries: boolean }): AppError | null {
    const { records, metrics } = this.#ports;
    const { asked, summary, tookMs } = cycle;
    records.finished(asked, summary, tookMs);
    for (const { code, space } of summary.problems) metrics.failed(folderOf(records, space), code);
    metrics.runEnded(summary.outcome, tookMs / 1_000);
    if (summary.outcome !== 'quiet') this.#linksMayDiffer = true;
    logCycle(this.#ports, cycle);
    const failure = retries ? passingFailure(summary) : null;
    if (failure !== null && isDown(failure)) this.#unseen(failure);
    else if (!asked) this.#seen();
    return failure;
  }

  /**
   * A cycle that only confirms what looks have shown needs no new list. Nor does an edit, so soon after a look that found nothing new:
   * what the service has got since is seen when the edit is sent, or by the next look.
   */
  #listFor(reason: Round['reason']): { listWithinMs?: number } {
    const { intervalMs } = this.#options;
    if (reason === 'schedule') return { listWithinMs: intervalMs / 2 };
    return isOurEdit(reason) ? { listWithinMs: intervalMs } : {};
  }

  /** The folders of spaces; of many, only the first few. */
  #names(spaces: readonly string[]): string {
    const names = spaces.slice(0, 5).map((id) => this.#ports.records.get(id)?.path ?? id);
    return `${names.join(', ')}${spaces.length > 5 ? ` and ${spaces.length - 5} more` : ''}`;
  }

  #seen(news: Partial<ServiceHealth> = {}): void {
    const now = this.#ports.clock.now();
    const good = { failingSince: null, problem: null, isOurs: false };
    this.#see({ ...this.sight, ...news, ...good, toldAt: now, lastSeenAt: now });
  }

  /** A failure of the git host says nothing about the service. */
  #unseen(error: unknown): void {
    if (isOfHost(error)) return;
    const now = this.#ports.clock.now();
    const failingSince = this.sight.failingSince ?? now;
    const isOurs = !isOfService(error);
    const problem = problemOf(error);
    if (!this.#lookFails && !isOutage(error)) {
      this.#lookFails = true;
      // The line has the hint, because such a failure usually needs a person.
      this.#ports.log.error({ turn: 'bad', err: error }, `looks at the spaces fail: ${problem.message}`);
    }
    this.#see({ ...this.sight, toldAt: now, failingSince, problem, isOurs });
  }

  #see(sight: ServiceHealth): void {
    const { fleet, records } = this.#ports;
    this.sight = sight;
    fleet?.looked(
      sight,
      records.all.map(({ id }) => id),
    );
  }
}

/** Whether a look saw no space, of as many as are known. */
function isAllUnseen({ changed, unseen }: LookResult, known = 0): boolean {
  return changed.length === 0 && unseen.length > 0 && unseen.length >= known;
}

/** People's own edits are spaced out like the daemon's work; `interactive` is for a person who waits at a command. */
function flowPriority(key: string, priority: Priority): Priority {
  if (key === lookKey) return 'changeRequest';
  if (key === linksKey) return 'links';
  return priority === 'interactive' ? 'space' : priority;
}

/** An edit by people here does not show whether the space changed in the service. */
function isOurEdit(reason: Round['reason']): boolean {
  return reason === 'file' || reason === 'push';
}

/** A problem that passes by itself, for which the job is tried again with back-off; null when there is none. */
function passingFailure({ problems }: CycleSummary): AppError | null {
  const passing = problems.find(({ code }) => errorTable[code].retry !== 'never');
  if (!passing) return null;
  const { code, message, hint, from } = passing;
  return new AppError(code, message, {
    ...(hint === undefined ? {} : { hint }),
    ...(from === undefined ? {} : { data: { from } }),
  });
}

/** Waits for `work`, but only until the end of the session: a silent Redis would never accept the job. */
async function untilAborted(work: Promise<unknown> | undefined, signal: AbortSignal): Promise<void> {
  if (work === undefined) return;
  if (signal.aborted) {
    // Nobody waits for `work` any more, and a failure that nobody handles would end the whole process.
    work.catch(() => undefined);
    return;
  }
  let leave = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    leave = resolve;
    signal.addEventListener('abort', leave, { once: true });
  });
  try {
    await Promise.race([work, ended]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

const outageCodes: readonly ErrorCode[] = ['NO_ANSWER', 'TIMEOUT', 'REMOTE_FAILED', 'OVERLOADED'];
const downCodes: readonly ErrorCode[] = [...outageCodes, 'UNAUTHENTICATED'];

/** Whether the watch over the service's answers logs the failure and its end. */
function isOutage(error: unknown): boolean {
  return isAppError(error, ...outageCodes) && !isOfAnother(error);
}

function isDown(error: unknown): boolean {
  return isAppError(error, ...downCodes) && !isOfAnother(error);
}

/** Whether the service caused a failed look; otherwise, the cause is on our side, such as a broken repository. */
function isOfService(error: unknown): boolean {
  const answers = ['ANSWER_INVALID', 'ANSWER_TOO_LARGE', 'REDIRECT_REFUSED', 'RATE_LIMITED'] as const;
  return isAppError(error, ...downCodes, ...answers) && !isOfAnother(error);
}

/** Failures of the git host and of Redis have the same codes as the service's, but name their origin. */
function isOfAnother({ data }: AppError): boolean {
  return data?.['from'] !== undefined;
}

function problemOf(thrown: unknown): { code: string; message: string; hint?: string } {
  const { code, message, hint } = systemError(thrown);
  return { code, message, ...(hint === undefined ? {} : { hint }) };
}

import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { isAppError } from '../base/index.ts';
import type { HttpTransport } from '../http/port.ts';
import type { BudgetSnapshot, QueueCounts } from '../queue/index.ts';
import type { SpaceRecord } from './record.ts';
import type { MirrorHost } from '../sharing/index.ts';

/** The metrics of `/metrics`. Their names and meanings are in {@link instrumentsOf}, from which the handbook's page is made. */
export interface Metrics {
  readonly registry: Registry;
  runEnded(result: 'changed' | 'quiet' | 'incomplete' | 'conflict' | 'error', seconds: number): void;
  lookEnded(result: 'ok' | 'failed'): void;
  /** A cycle or a look met a problem; `space` is the space's folder, '' where the problem concerns all spaces. */
  failed(space: string, code: string): void;
  /** A cycle is repeated, because another worker published first. */
  redone(): void;
  requestEnded(code: string): void;
  reloaded(result: 'ok' | 'refused'): void;
  hookReceived(result: 'accepted' | 'refused'): void;
  linksBroken(byRule: Readonly<Record<string, number>>): void;
  ready(is: boolean): void;
  /** Updates the metrics that are read and not counted. */
  observe(now: ObservedMetrics): void;
}

export interface ObservedMetrics {
  spaces: readonly SpaceRecord[];
  queue: QueueCounts;
  budgets: readonly ({ origin: string } & BudgetSnapshot)[];
  /** When a look or a whole cycle last ended well; null before the first time. */
  lastLookAt: number | null;
  /** Whether the service's last answer was good. */
  isServiceUp: boolean;
  /** Whether the queue's Redis answers; null where there is none. */
  isRedisUp: boolean | null;
  /** Whether the git host's last answer was good; null where there is none. */
  isHostUp: boolean | null;
  /** How many workers of the fleet wrote a heartbeat lately; null where there is only one process. */
  workers: number | null;
}

export function createMetrics(version: string, worker?: string): Metrics {
  const registry = new Registry();
  if (worker !== undefined) registry.setDefaultLabels({ worker });
  // By default, the event loop is measured a hundred times a second, which is half of the cost of an idle daemon.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 1_000 });
  new Gauge({
    name: 'tidemark_build_info',
    help: 'Always 1; the labels say what runs.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.versions.node }, 1);
  const instruments = instrumentsOf(registry);
  const { runs, seconds, looks, errors, redone, ready, requests, limited, reloads, hooks, broken } =
    instruments;
  const waited = new Map<string, number>();
  for (const each of [instruments.redisUp, instruments.hostUp, instruments.workerCount]) each.remove(); // not every daemon has these
  for (const result of ['ok', 'failed']) looks.inc({ result }, 0);
  for (const result of ['changed', 'quiet', 'incomplete', 'conflict', 'error']) runs.inc({ result }, 0);

  return {
    registry,
    runEnded: (result, took) => {
      runs.inc({ result });
      seconds.observe(took);
    },
    lookEnded: (result) => looks.inc({ result }),
    failed: (space, code) => errors.inc({ space, code }),
    redone: () => redone.inc(),
    ready: (is) => ready.set(is ? 1 : 0),
    requestEnded: (code) => {
      requests.inc({ code });
      if (code === '429') limited.inc();
    },
    reloaded: (result) => reloads.inc({ result }),
    hookReceived: (result) => hooks.inc({ result }),
    linksBroken: (byRule) => {
      broken.reset();
      for (const [rule, count] of Object.entries(byRule)) broken.set({ rule }, count);
    },
    observe: (now) => {
      observeSides(instruments, now);
      observeSpaces(instruments, now.spaces);
      observeRequests(instruments, now, waited);
    },
  };
}

/** A metric, as the handbook lists it. */
export interface MetricFacts {
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[];
  readonly help: string;
}

/** All metrics of our own, in the order in which they are printed. */
export function metricFacts(): MetricFacts[] {
  return createMetrics('')
    .registry.getMetricsAsArray()
    .filter(({ name }) => name.startsWith('tidemark_'))
    .map((metric) => {
      const { labelNames } = metric as typeof metric & { labelNames: readonly string[] };
      return { name: metric.name, type: String(metric.type), labels: labelNames, help: metric.help };
    });
}

type Instruments = ReturnType<typeof instrumentsOf>;

/** Everything that is counted or read, in the order in which it is printed. */
function instrumentsOf(registry: Registry) {
  const registers = [registry];
  const gauge = (name: string, help: string, labelNames: readonly string[] = []): Gauge =>
    new Gauge({ name: `tidemark_${name}`, help, labelNames: [...labelNames], registers });
  const counter = (name: string, help: string, labelNames: readonly string[] = []): Counter =>
    new Counter({ name: `tidemark_${name}`, help, labelNames: [...labelNames], registers });
  return {
    runs: counter(
      'sync_runs_total',
      'Cycles that ended, by result: changed, quiet, incomplete, conflict or error.',
      ['result'],
    ),
    seconds: cycleDurations(registry),
    ready: gauge('ready', '1 while /readyz is 200, else 0.'),
    lastSuccess: gauge('last_success_timestamp_seconds', 'When a space was last in step.', ['space']),
    failing: gauge('spaces_failing', 'Spaces whose last cycle failed.'),
    conflicts: gauge('conflicts', 'Pages that both sides changed and a person must settle.'),
    proposals: gauge('proposals', 'Change requests of ours that wait for somebody.'),
    requests: counter('api_requests_total', 'Requests to the service, by status or failure.', ['code']),
    limited: counter('rate_limited_total', 'Requests that the service refused with 429.'),
    jobs: gauge('queue_jobs', 'Jobs, by state: waiting, delayed or running.', ['state']),
    remaining: gauge('rate_remaining', 'Requests left in a window of the service.', ['origin', 'quota']),
    concurrency: gauge('rate_concurrency', 'Requests that may be unanswered at once.', ['origin']),
    latency: gauge('rate_latency_seconds', 'How long recent answers of the service took.', ['origin']),
    waits: counter(
      'rate_wait_seconds_total',
      'For how long requests had to wait, by reason: the service refused or was failing, a limit or a learned pace, a probe that asks alone, or concurrency.',
      ['origin', 'reason'],
    ),
    closed: gauge('rate_closed_seconds', 'How long nothing may be sent.', ['origin']),
    broken: gauge('links_broken', 'Broken links at the last check, by rule.', ['rule']),
    reloads: counter('reloads_total', 'Reloads of the configuration, by result: ok or refused.', ['result']),
    hooks: counter('hooks_total', 'Webhooks received, by result: accepted or refused.', ['result']),
    looks: counter('looks_total', 'Looks at which spaces moved, by result: ok or failed.', ['result']),
    lastLook: gauge('last_look_timestamp_seconds', 'When the service was last seen as a whole.'),
    up: gauge(
      'service_up',
      '1 while the last answer of the service was a good one, else 0. Failures on this side do not count.',
    ),
    redisUp: gauge('redis_up', "1 while the queue's Redis answers, else 0; only workers of a fleet have it."),
    hostUp: gauge(
      'git_host_up',
      '1 while the git host answers well and takes pushes, else 0; absent without repository.remote.',
    ),
    workerCount: gauge(
      'fleet_workers',
      'Workers of the fleet that wrote a heartbeat lately; only workers have it.',
    ),
    errors: counter(
      'errors_total',
      'Problems of cycles and looks, by error code; the space is empty for a problem of all.',
      ['space', 'code'],
    ),
    redone: counter('cycles_redone_total', 'Cycles done again because another worker was faster.'),
  };
}

function cycleDurations(registry: Registry): Histogram {
  return new Histogram({
    name: 'tidemark_sync_duration_seconds',
    help: 'How long cycles took.',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800],
    registers: [registry],
  });
}

/** Sets the metrics of who answers: the service, the queue's Redis, the git host, and the workers of the fleet. */
function observeSides(
  { up, redisUp, hostUp, workerCount, lastLook }: Instruments,
  { lastLookAt, isServiceUp, isRedisUp, isHostUp, workers }: ObservedMetrics,
): void {
  up.set(isServiceUp ? 1 : 0);
  if (isRedisUp !== null) redisUp.set(isRedisUp ? 1 : 0);
  if (isHostUp !== null) hostUp.set(isHostUp ? 1 : 0);
  if (workers !== null) workerCount.set(workers);
  if (lastLookAt !== null) lastLook.set(lastLookAt / 1_000);
}

/** Sets the metrics of the spaces' records. */
function observeSpaces(
  { lastSuccess, failing, conflicts, proposals }: Instruments,
  spaces: readonly SpaceRecord[],
): void {
  lastSuccess.reset();
  for (const { path, lastGoodAt } of spaces)
    if (lastGoodAt !== null) lastSuccess.set({ space: path }, lastGoodAt / 1_000);
  failing.set(spaces.filter((space) => space.state === 'failing').length);
  conflicts.set(spaces.reduce((sum, space) => sum + space.conflicts.length, 0));
  proposals.set(spaces.reduce((sum, space) => sum + space.proposals.length, 0));
}

/** Sets the metrics of the jobs, and of what each host still allows; `waited` is the waiting that was counted before. */
function observeRequests(
  { jobs, remaining, concurrency, closed, latency, waits }: Instruments,
  { queue, budgets }: ObservedMetrics,
  waited: Map<string, number>,
): void {
  for (const [state, count] of Object.entries(queue) as [string, number][]) jobs.set({ state }, count);
  remaining.reset();
  for (const budget of budgets) {
    for (const quota of budget.quotas)
      remaining.set({ origin: budget.origin, quota: quota.name }, quota.remaining);
    concurrency.set({ origin: budget.origin }, budget.concurrency);
    closed.set({ origin: budget.origin }, budget.closedForMs / 1_000);
    if (budget.latencyMs !== null) latency.set({ origin: budget.origin }, budget.latencyMs / 1_000);
    for (const [reason, ms] of Object.entries(budget.waitedMs)) {
      const key = `${reason} ${budget.origin}`;
      waits.inc({ origin: budget.origin, reason }, Math.max(0, ms - (waited.get(key) ?? 0)) / 1_000);
      waited.set(key, ms);
    }
  }
}

/** Counts how often a cycle is repeated because another worker published first. */
export function countRepeatedCycles(inner: MirrorHost, metrics: Metrics): MirrorHost {
  return {
    fetch: (options) => inner.fetch(options),
    announce: (space, options) => inner.announce(space, options),
    publish: async (options) => {
      try {
        await inner.publish(options);
      } catch (error) {
        if (isAppError(error, 'REF_MOVED')) metrics.redone();
        throw error;
      }
    },
  };
}

/** Counts every request by its answer's status, or by the code of its failure. */
export function countRequests(inner: HttpTransport, metrics: Metrics): HttpTransport {
  return {
    send: async (request) => {
      try {
        const response = await inner.send(request);
        metrics.requestEnded(String(response.status));
        return response;
      } catch (error) {
        const { code } = error as { code?: unknown };
        metrics.requestEnded(typeof code === 'string' ? code.toLowerCase() : 'error');
        throw error;
      }
    },
    close: () => inner.close(),
  };
}

import type { Random } from '../../clock/index.ts';
import {
  updateConcurrency,
  raiseToRate,
  newConcurrency,
  noteWaiting,
  noteOtherLimit,
  type Concurrency,
} from './concurrency.ts';
import type { RateReading } from './headers.ts';
import {
  observeAccepted,
  observeRefused,
  observedLimitName,
  newObservedLimit,
  type ObservedLimit,
} from './learned.ts';
import {
  rateWaitMs,
  newRequestRate,
  noteAccepted,
  slowDown,
  takeFromRate,
  type RequestRate,
} from './pace.ts';
import { checkQuota, newQuota, readQuota, takeFromQuota, type Quota } from './quota.ts';

/**
 * Everything that is known about one service and token. Plain JSON: in memory it is one object, in Redis one value that all
 * workers change under compare-and-set. {@link startRequest} and {@link endRequest} are all of its behaviour, so that both forms behave
 * alike.
 */
export interface BudgetState {
  /** How many requests were ever started. */
  started: number;
  /** Nothing starts before this time. */
  closedUntil: number;
  closedFor: 'refused' | 'failing' | null;
  /** The next request goes alone, and its answer decides: after a closed time, after a reset, and at the very start. */
  probeNext: boolean;
  /** The number of the request that is alone at the moment. */
  probe: number | null;
  refusals: number;
  refusedBy: number;
  failures: number;
  failedBy: number;
  quotas: Record<string, Quota>;
  pace: RequestRate;
  learned: ObservedLimit;
  concurrency: Concurrency;
  /** Unanswered requests: number → sender and start. */
  inFlight: Record<string, Lease>;
  /** When each process was last heard of. */
  owners: Record<string, number>;
  totals: { answered: number; refused: number; failed: number };
}

interface Lease {
  owner: string;
  at: number;
}

export interface StartInput {
  owner: string;
  urgent: boolean;
}

/**
 * Why a request waits: the service refused or failed lately, a limit (told or learned), a learned pace, a single request that
 * tests the service, or the number of unanswered requests.
 */
export const waitReasons = ['refused', 'failing', 'limit', 'pace', 'probe', 'concurrency'] as const;
export type WaitReason = (typeof waitReasons)[number];

/** `wait`: ask again after `waitMs`, or (`answer`) as soon as some request has been answered. */
export type StartDecision =
  { go: true; number: number } | { go: false; waitMs: number; for: 'time' | 'answer'; because: WaitReason };

export type RequestEnd =
  | { kind: 'answer'; status: number; reading: RateReading; tookMs: number }
  /** The time limit passed, or the connection failed. */
  | { kind: 'noAnswer'; tookMs: number }
  /** We gave up ourselves, which shows nothing about the service. */
  | { kind: 'aborted' };

const ownerSilenceMs = 10_000;
/** A request without an answer for this long was forgotten: no time limit is longer. */
const longestAnswerMs = 15 * 60_000;
const answerPollMs = 25;
const failuresBeforeClosing = 3;
const backoffBaseMs = 500;
const refusedBackoffCapMs = 60_000;
const failingBackoffCapMs = 30_000;

export function newBudgetState(): BudgetState {
  return {
    started: 0,
    closedUntil: 0,
    closedFor: null,
    probeNext: true,
    probe: null,
    refusals: 0,
    refusedBy: 0,
    failures: 0,
    failedBy: 0,
    quotas: {},
    pace: newRequestRate(),
    learned: newObservedLimit(),
    concurrency: newConcurrency(),
    inFlight: {},
    owners: {},
    totals: { answered: 0, refused: 0, failed: 0 },
  };
}

/** Reads what another worker wrote; an earlier version knew less about the number of unanswered requests. */
export function readBudgetState(text: string): BudgetState {
  const state = JSON.parse(text) as BudgetState;
  const { concurrency } = state as { concurrency: Partial<Concurrency> };
  return concurrency.stretch === undefined ? { ...state, concurrency: newConcurrency() } : state;
}

/** Lets one request start, or says how long to wait. */
export function startRequest(state: BudgetState, now: number, { owner, urgent }: StartInput): StartDecision {
  markAlive(state, owner, now);
  if (now < state.closedUntil)
    return hold(state, 'time', state.closedUntil - now, state.closedFor ?? 'failing');
  if (state.probe !== null) return hold(state, 'answer', answerPollMs, 'probe');
  if (state.probeNext) return start(state, now, owner, { alone: true });
  const inFlight = Object.keys(state.inFlight).length;
  raiseToRate(state.concurrency, limitRate(state), now);
  if (inFlight >= Math.floor(state.concurrency.limit) + (urgent ? 1 : 0)) {
    noteWaiting(state.concurrency);
    return { go: false, waitMs: answerPollMs, for: 'answer', because: 'concurrency' };
  }
  const quotas = Object.values(state.quotas);
  let alone = false;
  const paceMs = urgent ? 0 : rateWaitMs(state.pace, now);
  let waitMs = paceMs;
  for (const quota of quotas) {
    const verdict = checkQuota(quota, now, inFlight, urgent);
    if (verdict.go === 'probe') alone = true;
    else if (!verdict.go) waitMs = Math.max(waitMs, verdict.waitMs);
  }
  if (waitMs > 0) return hold(state, 'time', waitMs, waitMs > paceMs ? 'limit' : 'pace');
  if (!urgent) for (const quota of quotas) takeFromQuota(quota);
  takeFromRate(state.pace);
  return start(state, now, owner, { alone });
}

function hold(
  state: BudgetState,
  until: 'time' | 'answer',
  waitMs: number,
  because: Exclude<WaitReason, 'concurrency'>,
): StartDecision {
  noteOtherLimit(state.concurrency);
  return { go: false, waitMs, for: until, because };
}

/** The requests per millisecond that the service's narrowest limit allows; null where no limit is known. */
function limitRate({ quotas }: BudgetState): number | null {
  const rates = Object.values(quotas).flatMap(({ limit, windowMs }) =>
    limit === null || windowMs === null || windowMs <= 0 ? [] : [limit / windowMs],
  );
  return rates.length === 0 ? null : Math.min(...rates);
}

function start(state: BudgetState, now: number, owner: string, { alone }: { alone: boolean }): StartDecision {
  const number = ++state.started;
  state.inFlight[number] = { owner, at: now };
  if (alone) state.probe = number;
  return { go: true, number };
}

/** Records the outcome of a request. */
export function endRequest(
  state: BudgetState,
  now: number,
  {
    number,
    owner,
    settlement,
    random,
  }: { number: number; owner: string; settlement: RequestEnd; random: Random },
): void {
  markAlive(state, owner, now);
  delete state.inFlight[number];
  const wasProbe = state.probe === number;
  if (wasProbe) state.probe = null;
  switch (settlement.kind) {
    case 'aborted':
      return;
    case 'noAnswer':
      return failed(state, now, { number, random, tookMs: settlement.tookMs, retryAfterMs: null });
    case 'answer': {
      const { status, reading, tookMs } = settlement;
      read(state, reading, now, number);
      if (wasProbe) forgetSilent(state, reading, now);
      if (isRefusal(status, reading)) return refused(state, now, { number, reading, random });
      if (status >= 500 && status !== 501)
        return failed(state, now, { number, random, tookMs, retryAfterMs: reading.retryAfterMs });
      return accepted(state, now, { wasProbe, tookMs });
    }
  }
}

function accepted(
  state: BudgetState,
  now: number,
  { wasProbe, tookMs }: { wasProbe: boolean; tookMs: number },
): void {
  state.totals.answered++;
  state.failures = 0;
  if (wasProbe) {
    state.refusals = 0;
    state.probeNext = false;
    state.closedFor = null;
  }
  noteAccepted(state.pace, now);
  observeAccepted(state.learned, state.quotas[observedLimitName], now);
  updateConcurrency(state.concurrency, { now, failed: false, tookMs });
}

/** Whether an answer is a refusal: 429, or the 403 that some services use for the same. */
function isRefusal(status: number, reading: RateReading): boolean {
  if (status === 429) return true;
  return (
    status === 403 && (reading.retryAfterMs !== null || reading.quotas.some((quota) => quota.remaining === 0))
  );
}

function refused(
  state: BudgetState,
  now: number,
  { number, reading, random }: { number: number; reading: RateReading; random: Random },
): void {
  state.totals.refused++;
  // Other requests of the same burst repeat the refusal; only a request that started after the last refusal makes a new one.
  const anew = number > state.refusedBy;
  if (anew) {
    state.refusals++;
    state.refusedBy = state.started;
  }
  const usedUp = reading.quotas.filter((quota) => quota.remaining === 0 && quota.resetMs !== null);
  const resetMs = usedUp.length > 0 ? Math.max(...usedUp.map((quota) => quota.resetMs ?? 0)) : null;
  const told = reading.retryAfterMs ?? (resetMs === null ? null : Math.max(resetMs, 1_000));
  if (reading.quotas.length === 0 && anew) learn(state, now, reading.retryAfterMs);
  const waitMs = told ?? (anew ? fullJitter(state.refusals, refusedBackoffCapMs, random) : 0);
  close(state, now, waitMs, 'refused');
}

/** Learns from a refusal that tells no limits: a window from its Retry-After, or without that a pace. */
function learn(state: BudgetState, now: number, retryAfterMs: number | null): void {
  if (retryAfterMs === null) return slowDown(state.pace, now);
  const quota = observeRefused(state.learned, state.quotas[observedLimitName], now, retryAfterMs);
  if (quota) state.quotas[observedLimitName] = quota;
}

function failed(
  state: BudgetState,
  now: number,
  {
    number,
    random,
    tookMs,
    retryAfterMs,
  }: { number: number; random: Random; tookMs: number; retryAfterMs: number | null },
): void {
  state.totals.failed++;
  updateConcurrency(state.concurrency, { now, failed: true, tookMs });
  if (retryAfterMs !== null) return close(state, now, retryAfterMs, 'failing');
  if (number <= state.failedBy) return; // part of the same burst as the last failure
  state.failedBy = state.started;
  state.failures++;
  const beyond = state.failures - failuresBeforeClosing + 1;
  if (beyond > 0) close(state, now, fullJitter(beyond + 1, failingBackoffCapMs, random), 'failing');
}

function close(state: BudgetState, now: number, waitMs: number, reason: 'refused' | 'failing'): void {
  state.closedUntil = Math.max(state.closedUntil, now + waitMs);
  state.closedFor = reason;
  state.probeNext = true;
}

function fullJitter(times: number, capMs: number, random: Random): number {
  return random.number() * Math.min(capMs, backoffBaseMs * 2 ** Math.min(times, 20));
}

function read(state: BudgetState, reading: RateReading, now: number, by: number): void {
  for (const quota of reading.quotas) {
    const known = state.quotas[quota.name];
    if (known) readQuota(known, quota, now, by);
    else if (Object.keys(state.quotas).length < 8) state.quotas[quota.name] = newQuota(quota, now, by);
  }
}

/** Forgets a quota whose time is over and that the answer no longer mentions. */
function forgetSilent(state: BudgetState, reading: RateReading, now: number): void {
  for (const [name, quota] of Object.entries(state.quotas)) {
    const told = reading.quotas.some((other) => other.name === name);
    if (!told && name !== observedLimitName && quota.resetAt !== null && now >= quota.resetAt)
      delete state.quotas[name];
  }
}

/**
 * Until when no request of a list can have been forgotten. Each look into Redis makes a new list; in memory there is a single
 * list, in which every request would have to search for the oldest one: hundreds of steps where hundreds of requests are
 * unanswered.
 */
const soundUntil = new WeakMap<BudgetState['inFlight'], number>();

function dropForgotten(state: BudgetState, now: number): void {
  const { inFlight } = state;
  if (now <= (soundUntil.get(inFlight) ?? -Infinity)) return;
  let oldest = now;
  // Oldest first: an admission that was sent to Redis twice, because a connection broke, counts once.
  for (const number in inFlight) {
    oldest = inFlight[number]!.at;
    if (now - oldest <= longestAnswerMs) break;
    delete inFlight[number];
    if (state.probe === Number(number)) state.probe = null;
  }
  soundUntil.set(inFlight, Math.max(oldest, now - longestAnswerMs) + longestAnswerMs);
}

/** Notes that a process runs, and drops the requests of processes that have not reported for a while. */
export function markAlive(state: BudgetState, owner: string, now: number): void {
  state.owners[owner] = now;
  dropForgotten(state, now);
  for (const [other, at] of Object.entries(state.owners)) {
    if (now - at <= ownerSilenceMs) continue;
    delete state.owners[other];
    for (const [number, lease] of Object.entries(state.inFlight)) {
      if (lease.owner !== other) continue;
      delete state.inFlight[number];
      if (state.probe === Number(number)) state.probe = null;
    }
  }
}

import type { Random } from '../../clock/index.ts';
import {
  adaptConcurrency,
  keepUpWith,
  newConcurrency,
  noteHeld,
  noteOther,
  type Concurrency,
} from './concurrency.ts';
import type { RateReading } from './headers.ts';
import { learnAccepted, learnRefused, learnedName, newLearned, type Learned } from './learned.ts';
import { askPace, newPace, noteAccepted, slowDown, spendPace, type Pace } from './pace.ts';
import { askQuota, newQuota, readQuota, spendCredit, type Quota } from './quota.ts';

/**
 * All that is known about one service and token. Plain JSON: in memory it is one object, in Redis one value that all
 * workers change under compare-and-set. {@link admit} and {@link settle} are its whole behaviour, so both behave alike.
 */
export interface BudgetState {
  /** The number of requests ever started. */
  started: number;
  /** Nothing starts before this time. */
  closedUntil: number;
  closedFor: 'refused' | 'failing' | null;
  /** The next request goes alone, and its answer decides: after a closed time, after a reset, and at the very start. */
  probeNext: boolean;
  /** The number of the request that is alone just now. */
  probe: number | null;
  refusals: number;
  refusedBy: number;
  failures: number;
  failedBy: number;
  quotas: Record<string, Quota>;
  pace: Pace;
  learned: Learned;
  concurrency: Concurrency;
  /** Unanswered requests: number → who asks, and since when. */
  inFlight: Record<string, Lease>;
  /** When each process was last heard of. */
  owners: Record<string, number>;
  totals: { answered: number; refused: number; failed: number };
}

interface Lease {
  owner: string;
  at: number;
}

export interface Ask {
  owner: string;
  urgent: boolean;
}

/**
 * Why a request waits: the service refused or failed lately, a limit that it tells or that was learned, a pace that was
 * learned, one request that asks alone, or as many are unanswered as bring answers.
 */
export const waitReasons = ['refused', 'failing', 'limit', 'pace', 'probe', 'concurrency'] as const;
export type WaitReason = (typeof waitReasons)[number];

/** `wait`: ask again after `waitMs`, or (`answer`) as soon as some request has been answered. */
export type Admission =
  { go: true; number: number } | { go: false; waitMs: number; for: 'time' | 'answer'; because: WaitReason };

export type Settlement =
  | { kind: 'answer'; status: number; reading: RateReading; tookMs: number }
  /** The time limit passed, or the connection failed. */
  | { kind: 'noAnswer'; tookMs: number }
  /** We gave up ourselves: says nothing about the service. */
  | { kind: 'aborted' };

const ownerSilenceMs = 10_000;
/** A request that is unanswered for so long was forgotten: no time limit is longer. */
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
    pace: newPace(),
    learned: newLearned(),
    concurrency: newConcurrency(),
    inFlight: {},
    owners: {},
    totals: { answered: 0, refused: 0, failed: 0 },
  };
}

/** Reads what another worker wrote; one of an earlier version knew less of how many requests bring answers. */
export function readBudgetState(text: string): BudgetState {
  const state = JSON.parse(text) as BudgetState;
  const { concurrency } = state as { concurrency: Partial<Concurrency> };
  return concurrency.stretch === undefined ? { ...state, concurrency: newConcurrency() } : state;
}

/** Lets one request start, or says how long to wait. */
export function admit(state: BudgetState, now: number, { owner, urgent }: Ask): Admission {
  heardOf(state, owner, now);
  if (now < state.closedUntil)
    return hold(state, 'time', state.closedUntil - now, state.closedFor ?? 'failing');
  if (state.probe !== null) return hold(state, 'answer', answerPollMs, 'probe');
  if (state.probeNext) return start(state, now, owner, { alone: true });
  const inFlight = Object.keys(state.inFlight).length;
  keepUpWith(state.concurrency, limitRate(state), now);
  if (inFlight >= Math.floor(state.concurrency.limit) + (urgent ? 1 : 0)) {
    noteHeld(state.concurrency);
    return { go: false, waitMs: answerPollMs, for: 'answer', because: 'concurrency' };
  }
  const quotas = Object.values(state.quotas);
  let alone = false;
  const paceMs = urgent ? 0 : askPace(state.pace, now);
  let waitMs = paceMs;
  for (const quota of quotas) {
    const verdict = askQuota(quota, now, inFlight, urgent);
    if (verdict.go === 'probe') alone = true;
    else if (!verdict.go) waitMs = Math.max(waitMs, verdict.waitMs);
  }
  if (waitMs > 0) return hold(state, 'time', waitMs, waitMs > paceMs ? 'limit' : 'pace');
  if (!urgent) for (const quota of quotas) spendCredit(quota);
  spendPace(state.pace);
  return start(state, now, owner, { alone });
}

function hold(
  state: BudgetState,
  until: 'time' | 'answer',
  waitMs: number,
  because: Exclude<WaitReason, 'concurrency'>,
): Admission {
  noteOther(state.concurrency);
  return { go: false, waitMs, for: until, because };
}

/** The requests in a millisecond that the narrowest limit of the service lets through; null where none is known. */
function limitRate({ quotas }: BudgetState): number | null {
  const rates = Object.values(quotas).flatMap(({ limit, windowMs }) =>
    limit === null || windowMs === null || windowMs <= 0 ? [] : [limit / windowMs],
  );
  return rates.length === 0 ? null : Math.min(...rates);
}

function start(state: BudgetState, now: number, owner: string, { alone }: { alone: boolean }): Admission {
  const number = ++state.started;
  state.inFlight[number] = { owner, at: now };
  if (alone) state.probe = number;
  return { go: true, number };
}

/** Takes in what became of a request. */
export function settle(
  state: BudgetState,
  now: number,
  {
    number,
    owner,
    settlement,
    random,
  }: { number: number; owner: string; settlement: Settlement; random: Random },
): void {
  heardOf(state, owner, now);
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
  learnAccepted(state.learned, state.quotas[learnedName], now);
  adaptConcurrency(state.concurrency, { now, failed: false, tookMs });
}

/** 429, and the 403 by which some services say the same. */
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
  // The others of one burst say the same once more; only a request that started after the last refusal says it anew.
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

/** Learns from a refusal that tells no limits: from its Retry-After a window, without one a pace. */
function learn(state: BudgetState, now: number, retryAfterMs: number | null): void {
  if (retryAfterMs === null) return slowDown(state.pace, now);
  const quota = learnRefused(state.learned, state.quotas[learnedName], now, retryAfterMs);
  if (quota) state.quotas[learnedName] = quota;
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
  adaptConcurrency(state.concurrency, { now, failed: true, tookMs });
  if (retryAfterMs !== null) return close(state, now, retryAfterMs, 'failing');
  if (number <= state.failedBy) return; // of the same burst as the last failure
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

/** A quota whose time is over and of which the answer says nothing any more does not bind us. */
function forgetSilent(state: BudgetState, reading: RateReading, now: number): void {
  for (const [name, quota] of Object.entries(state.quotas)) {
    const told = reading.quotas.some((other) => other.name === name);
    if (!told && name !== learnedName && quota.resetAt !== null && now >= quota.resetAt)
      delete state.quotas[name];
  }
}

/**
 * Until when no request of a list was forgotten. A list is made anew for each look into Redis; in memory it is one, through which
 * every request would go to find its oldest: a step for each request that is unanswered, and those can be hundreds.
 */
const soundUntil = new WeakMap<BudgetState['inFlight'], number>();

function dropForgotten(state: BudgetState, now: number): void {
  const { inFlight } = state;
  if (now <= (soundUntil.get(inFlight) ?? -Infinity)) return;
  let oldest = now;
  // Oldest first: an admission that was sent to Redis twice, because a connection broke, is in use once.
  for (const number in inFlight) {
    oldest = inFlight[number]!.at;
    if (now - oldest <= longestAnswerMs) break;
    delete inFlight[number];
    if (state.probe === Number(number)) state.probe = null;
  }
  soundUntil.set(inFlight, Math.max(oldest, now - longestAnswerMs) + longestAnswerMs);
}

/** Notes that a process lives, and drops the requests of those that have not been heard of for a while. */
export function heardOf(state: BudgetState, owner: string, now: number): void {
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

/**
 * How many requests may be unanswered at once, found by trying: the number increases as long as that brings more answers in each
 * second. Plain JSON, changed in place.
 *
 * Latency alone shows nothing: an answer that takes two seconds may come from far away, and then only more requests at once bring
 * more answers. So we compare the throughput of one stretch with that of the next, over all kinds of requests together. A stretch
 * only counts when this number held requests back, and not a limit of the service or an empty queue.
 */
export interface Concurrency {
  limit: number;
  /** The kind of the last change, and so what the running stretch tests. */
  phase: 'up' | 'down' | 'hold';
  /** The number and the throughput before the last change; null while they are unknown. */
  before: { limit: number; rate: number } | null;
  /** How many stretches to wait before the next change, and what it will be. */
  rest: number;
  next: 'up' | 'down';
  /** Whether a higher number has ever been useless: until then, the steps are large. */
  found: boolean;
  /** The number that was too high for the service; null when none is known, or when that was long ago. */
  ceiling: number | null;
  /** The share of requests that fail whatever we do. */
  usualLoss: number;
  /** More requests fail than usual, and no better number has been found yet. */
  crowded: boolean;
  /** How long answers take lately, for all kinds of requests together. */
  latencyMs: number | null;
  latencyAt: number;
  stretch: Stretch;
}

interface Stretch {
  since: number;
  /** The number of answers to requests that began in this stretch, and their total time. */
  good: number;
  tookMs: number;
  failed: number;
  /** How often this number made a request wait. */
  held: number;
  /** Something else held requests back as well, so that the throughput shows nothing. */
  mixed: boolean;
}

export interface Outcome {
  now: number;
  /** There was no answer, or one that says that the service has too much to do. */
  failed: boolean;
  tookMs: number;
}

const highest = 64;
const firstLimit = 8;
const largeStep = 1.5;
const smallStep = 1.25;
/** A step counts as useful when it brings this share of the largest possible gain. */
const usefulShare = 0.4;
/** A lower number counts as equally good when the throughput stays at least at this share. */
const sameShare = 0.97;
/** A throughput that fell to this share has a reason other than our number: we start again to find the number. */
const fallenShare = 0.7;
const restStretches = 4;
/** For this many stretches, a number that was too high is not tried again. */
const ceilingStretches = 30;

const shortestStretchMs = 250;
const fewestAnswers = 8;
/** About how often each place is used in a stretch, so that a queue in the service has the time to build up. */
const rounds = 1.25;

/** A failure rate that exceeds the usual one by this share is too high. */
const lossMargin = 0.08;
const lossMemory = 0.2;
/**
 * How fast old latencies are forgotten, in a few seconds: so a service that has become slower for good is not taken for one that
 * is slow at the moment.
 */
const latencyMemoryMs = 3_000;

export function newConcurrency(): Concurrency {
  return {
    ...{ limit: firstLimit, phase: 'hold', before: null, rest: 0, next: 'up', found: false, ceiling: null },
    ...{ usualLoss: 0, crowded: false, latencyMs: null, latencyAt: 0, stretch: newStretch(0) },
  };
}

function newStretch(since: number): Stretch {
  return { since, good: 0, tookMs: 0, failed: 0, held: 0, mixed: false };
}

/** Notes that a request waits because too many are unanswered. */
export function noteWaiting(state: Concurrency): void {
  state.stretch.held++;
}

/** Notes that something other than this number makes requests wait. */
export function noteOtherLimit(state: Concurrency): void {
  state.stretch.mixed = true;
}

/**
 * Lets at least as many requests be unanswered as the limits of the service need: the number that fits into the time of one
 * request, with some room. While more requests fail than usual, the number stays lower.
 */
export function raiseToRate(state: Concurrency, perMs: number | null, now: number): void {
  if (perMs === null || state.latencyMs === null || state.crowded) return;
  const least = Math.min(highest, Math.ceil(perMs * state.latencyMs * 1.25));
  if (least <= state.limit) return;
  settleAt(state, least, null, 'up');
  state.stretch = newStretch(now);
}

/** Records the outcome of one request. */
export function updateConcurrency(state: Concurrency, { now, failed, tookMs }: Outcome): void {
  if (!failed) learnLatency(state, now, tookMs);
  const { stretch } = state;
  if (now - tookMs < stretch.since) return; // it began when the number was another one
  if (failed) stretch.failed++;
  else {
    stretch.good++;
    stretch.tookMs += tookMs;
  }
  const asked = stretch.good + stretch.failed;
  const isOut = stretch.failed >= 4 && stretch.failed > stretch.good;
  const isLong =
    now - stretch.since >= shortestStretchMs && asked >= Math.max(fewestAnswers, state.limit * rounds);
  if (!isLong && !isOut) return;
  judgeCongestion(state);
  state.stretch = newStretch(now);
}

function learnLatency(state: Concurrency, now: number, tookMs: number): void {
  const passed = Math.max(1, now - state.latencyAt);
  const weight = state.latencyMs === null ? 1 : Math.max(0.05, 1 - Math.exp(-passed / latencyMemoryMs));
  state.latencyMs = (state.latencyMs ?? 0) * (1 - weight) + tookMs * weight;
  state.latencyAt = now;
}

function judgeCongestion(state: Concurrency): void {
  const { good, failed, held, mixed, tookMs } = state.stretch;
  const asked = good + failed;
  const usual = Math.max(state.usualLoss, 0.05);
  // On a bad connection, one request in twenty fails; up to three standard deviations are chance.
  const tooMany = failed > asked * (usual + lossMargin) + 3 * Math.sqrt(asked * usual);
  state.usualLoss += (Math.min(failed / asked, 0.5) - state.usualLoss) * lossMemory;
  if (tooMany) return fallBack(state);
  state.crowded = false;
  if (mixed || held < good / 2 || good === 0) return; // this number did not hold requests back
  // The throughput follows from the number of places and the mean time of an answer; counting the answers would show the waves in
  // which they come.
  compare(state, (state.limit * (good / asked)) / Math.max(1, tookMs / good));
}

/** More requests fail than usual: goes back to the number that was good, or lower. */
function fallBack(state: Concurrency): void {
  const { limit, phase, before } = state;
  state.ceiling = Math.max(2, limit);
  state.crowded = true;
  state.found = true;
  settleAt(state, Math.max(1, phase === 'up' && before ? before.limit : limit * 0.7), null, 'up');
}

function compare(state: Concurrency, rate: number): void {
  const { before, phase, limit } = state;
  if (phase === 'hold' || before === null) return hold(state, rate);
  if (phase === 'up') {
    const useful = 1 + usefulShare * (limit / before.limit - 1);
    if (rate >= before.rate * useful) return step(state, rate, 'up');
    state.found = true;
    return settleAt(state, before.limit, Math.max(rate, before.rate), 'down');
  }
  if (rate >= before.rate * sameShare) return settleAt(state, limit, rate, 'down');
  return settleAt(state, before.limit, before.rate, 'up');
}

function hold(state: Concurrency, rate: number): void {
  const { before, limit } = state;
  if (before && rate < before.rate * fallenShare) return step(state, rate, 'up');
  state.before = { limit, rate: before ? (before.rate + rate) / 2 : rate };
  state.rest--;
  if (state.rest <= 0) step(state, state.before.rate, state.next);
}

/** Tries a higher or lower number, and remembers the state before. */
function step(state: Concurrency, rate: number, way: 'up' | 'down'): void {
  const next = way === 'up' ? higherLimit(state) : Math.max(1, state.limit / smallStep);
  if (Math.floor(next) === Math.floor(state.limit)) {
    settleAt(state, state.limit, rate, way === 'up' ? 'down' : 'up');
    if (state.ceiling !== null) state.rest = ceilingStretches;
    state.ceiling = null;
    return;
  }
  state.before = { limit: state.limit, rate };
  state.limit = next;
  state.phase = way;
}

/** If a number is known that was too high, goes half of the way to it. */
function higherLimit({ limit, found, ceiling }: Concurrency): number {
  const wanted = Math.min(highest, Math.max(limit + 1, limit * (found ? smallStep : largeStep)));
  return ceiling === null ? wanted : Math.max(limit, Math.min(wanted, (limit + ceiling) / 2, ceiling - 1));
}

function settleAt(state: Concurrency, limit: number, rate: number | null, next: 'up' | 'down'): void {
  state.limit = limit;
  state.phase = 'hold';
  state.before = rate === null ? null : { limit, rate };
  state.rest = restStretches;
  state.next = next;
}

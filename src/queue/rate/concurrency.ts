/**
 * How many requests may be unanswered at once, found by trying: as many as bring more answers a second, and no more. Plain JSON,
 * changed in place.
 *
 * Latency alone says nothing: an answer that takes two seconds may come from far away, and then only more requests at once
 * bring more of them. So the throughput of one stretch is compared with that of the next, over all kinds of request together.
 * A stretch counts only when it was this number, and not a limit of the service or an empty queue, that held requests back.
 */
export interface Concurrency {
  limit: number;
  /** What the last change was, and so what the running stretch tells. */
  phase: 'up' | 'down' | 'hold';
  /** The number and the throughput before the last change; null while they are not known. */
  before: { limit: number; rate: number } | null;
  /** Stretches to go before something is tried again, and what that will be. */
  rest: number;
  next: 'up' | 'down';
  /** Whether more was ever without use: until then, large steps are taken. */
  found: boolean;
  /** So many were too many for the service; null when that is not known, or long ago. */
  ceiling: number | null;
  /** The share of requests that fail whatever we do. */
  usualLoss: number;
  /** More fails than usual, and nothing better was found yet. */
  crowded: boolean;
  /** What answers take lately, all kinds of request together. */
  latencyMs: number | null;
  latencyAt: number;
  stretch: Stretch;
}

interface Stretch {
  since: number;
  /** Answers to requests that began in this stretch, and how long they took in all. */
  good: number;
  tookMs: number;
  failed: number;
  /** How often a request had to wait for this number. */
  held: number;
  /** Something else held requests back as well, so that the throughput says nothing. */
  mixed: boolean;
}

export interface Outcome {
  now: number;
  /** No answer, or one that says that the service has too much to do. */
  failed: boolean;
  tookMs: number;
}

const highest = 64;
const firstLimit = 8;
const largeStep = 1.5;
const smallStep = 1.25;
/** A step counts as useful when it brings this share of what it could. */
const usefulShare = 0.4;
/** Less at once is as good when it costs no more than this of the throughput. */
const sameShare = 0.97;
/** A throughput that fell to this share has another reason than our number: it is found anew. */
const fallenShare = 0.7;
const restStretches = 4;
/** So long it is not tried again what was too much. */
const ceilingStretches = 30;

const shortestStretchMs = 250;
const fewestAnswers = 8;
/** Each place is used about so often in a stretch, so that a queue at the service has the time to build up. */
const rounds = 1.25;

/** More failures than usual by this share are too many. */
const lossMargin = 0.08;
const lossMemory = 0.2;
/** The latency of a few seconds ago is forgotten: a service that has become slower for good is not taken for a slow moment. */
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

/** Notes that a request waits because so many are unanswered. */
export function noteHeld(state: Concurrency): void {
  state.stretch.held++;
}

/** Notes that something else than this number makes requests wait. */
export function noteOther(state: Concurrency): void {
  state.stretch.mixed = true;
}

/**
 * Lets at least so many be unanswered as the limits of the service want: as many as fit into the time that one takes, with
 * some room. More failures than usual come first.
 */
export function keepUpWith(state: Concurrency, perMs: number | null, now: number): void {
  if (perMs === null || state.latencyMs === null || state.crowded) return;
  const least = Math.min(highest, Math.ceil(perMs * state.latencyMs * 1.25));
  if (least <= state.limit) return;
  settleAt(state, least, null, 'up');
  state.stretch = newStretch(now);
}

/** Takes in what became of one request. */
export function adaptConcurrency(state: Concurrency, { now, failed, tookMs }: Outcome): void {
  if (!failed) learnLatency(state, now, tookMs);
  const { stretch } = state;
  if (now - tookMs < stretch.since) return; // it began under another number
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
  judge(state);
  state.stretch = newStretch(now);
}

function learnLatency(state: Concurrency, now: number, tookMs: number): void {
  const passed = Math.max(1, now - state.latencyAt);
  const weight = state.latencyMs === null ? 1 : Math.max(0.05, 1 - Math.exp(-passed / latencyMemoryMs));
  state.latencyMs = (state.latencyMs ?? 0) * (1 - weight) + tookMs * weight;
  state.latencyAt = now;
}

function judge(state: Concurrency): void {
  const { good, failed, held, mixed, tookMs } = state.stretch;
  const asked = good + failed;
  const usual = Math.max(state.usualLoss, 0.05);
  // On a bad way one in twenty fails; three deviations are chance.
  const tooMany = failed > asked * (usual + lossMargin) + 3 * Math.sqrt(asked * usual);
  state.usualLoss += (Math.min(failed / asked, 0.5) - state.usualLoss) * lossMemory;
  if (tooMany) return fallBack(state);
  state.crowded = false;
  if (mixed || held < good / 2 || good === 0) return; // it was not this number that held requests back
  // As many answers come as places are free in a while; counting them would see the waves in which they come.
  compare(state, (state.limit * (good / asked)) / Math.max(1, tookMs / good));
}

/** More fails than usual: back to what was good, or lower. */
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

/** Tries more, or less, and remembers what there was before. */
function step(state: Concurrency, rate: number, way: 'up' | 'down'): void {
  const next = way === 'up' ? higher(state) : Math.max(1, state.limit / smallStep);
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

/** Below a number that was too many, half of the way to it. */
function higher({ limit, found, ceiling }: Concurrency): number {
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

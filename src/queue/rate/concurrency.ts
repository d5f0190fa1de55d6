/** How many requests may be unanswered at once: additive increase, multiplicative decrease. Plain JSON. */
export interface Concurrency {
  limit: number;
  /** When it was last lowered for slowness. */
  loweredAt: number;
}

const highest = 64;
const firstLimit = 8;
/** Slow answers of one moment count once. */
const slownessPauseMs = 200;

export type Pulse =
  /** A good answer at the usual speed. */
  | 'good'
  /** A good answer that took more than twice the usual time. */
  | 'slow'
  /** 503, a time limit, no answer: the service has too much to do. */
  | 'overloaded';

export function newConcurrency(): Concurrency {
  return { limit: firstLimit, loweredAt: -Infinity };
}

/** Adapts the limit to one answer; `inFlight` counts the answered request. */
export function adaptConcurrency(state: Concurrency, pulse: Pulse, now: number, inFlight: number): void {
  switch (pulse) {
    case 'good':
      if (inFlight * 2 >= state.limit) state.limit = Math.min(highest, state.limit + 1 / state.limit);
      return;
    case 'slow':
      if (now - state.loweredAt < slownessPauseMs) return;
      state.limit = Math.max(1, state.limit * 0.85);
      break;
    case 'overloaded':
      state.limit = Math.max(1, state.limit * 0.7);
      break;
  }
  state.loweredAt = now;
}

/** Answers may differ by so much before that means anything. */
const jitterMs = 20;
const mostShapes = 256;

/** Slow answers raise the usual time by this share of the difference, and so often at most: it takes them some 20 s. */
const driftShare = 0.01;
const driftPauseMs = 250;

/**
 * What answers usually take, for each shape of request: a list and an import differ by a hundred times, and comparing
 * them would call every import slow. The usual time follows fast answers at once and slow ones over half a minute, so
 * that a service which has become slower for good is not throttled for ever.
 */
export class UsualTimes {
  readonly #usual = new Map<string, { ms: number; raisedAt: number }>();

  /** Says whether an answer was slow for its shape, and learns from it. */
  isSlow(shape: string, tookMs: number, now: number): boolean {
    const usual = this.#usual.get(shape);
    if (usual === undefined) {
      if (this.#usual.size >= mostShapes) this.#usual.clear();
      this.#usual.set(shape, { ms: tookMs, raisedAt: now });
      return false;
    }
    const slow = tookMs > 2 * usual.ms + jitterMs;
    if (tookMs < usual.ms) usual.ms = tookMs;
    else if (now - usual.raisedAt >= driftPauseMs) {
      usual.ms += (tookMs - usual.ms) * driftShare;
      usual.raisedAt = now;
    }
    return slow;
  }
}

/** The shape of a request: its method and path with ids taken out. */
export function shapeOf(method: string, url: string): string {
  const path = url.replace(/^[a-z]+:\/\/[^/]+/, '').replace(/[?#].*$/, '');
  return `${method} ${path.replace(/\/(?:\d+|[\w-]{15,})(?=\/|$)/g, '/*')}`;
}

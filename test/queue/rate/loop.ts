import { seededRandom } from '../../../src/clock/index.ts';
import type { RateReading } from '../../../src/queue/rate/headers.ts';
import { startRequest, newBudgetState, endRequest, type RequestEnd } from '../../../src/queue/rate/state.ts';

/** A service as the budget sees it: how far away, how much at once, how much is lost, how much it allows. */
export interface LoopService {
  /** What an answer takes on its way, at a time. */
  latencyMs: (now: number) => number;
  /** How many requests it works on at once, and how long it works on one; absent: on all of them at once. */
  workers?: { count: number; ms: number };
  /** It refuses with 503 what is beyond so many. */
  most?: number;
  /** The share of requests that get no answer. */
  loss?: number;
  /** What it allows in a minute, and tells with each answer. */
  perMinute?: number;
}

interface Flying {
  number: number;
  started: number;
  ends: number;
  settlement: (now: number) => RequestEnd;
  good: boolean;
}

/**
 * Sends as many requests as the budget lets through for `forMs`, and says when good answers came. With `fixed`, so many are
 * unanswered at once, whatever the budget would have found.
 */
export function playLoop(
  service: LoopService,
  { forMs, fixed, seed = 7 }: { forMs: number; fixed?: number; seed?: number },
): number[] {
  const random = seededRandom(seed);
  const state = newBudgetState();
  const fix = (): void => {
    // Without a known latency, the limits of the service do not raise the number.
    if (fixed !== undefined) Object.assign(state.concurrency, { limit: fixed, latencyMs: null });
  };
  const flying: Flying[] = [];
  const good: number[] = [];
  const serve = serverOf(service, random, flying);
  fix();
  let now = 0;
  while (now < forMs) {
    let wait = Infinity;
    for (;;) {
      const admission = startRequest(state, now, { owner: 'me', urgent: false });
      if (!admission.go) {
        if (admission.for === 'time') wait = now + Math.max(1, admission.waitMs);
        break;
      }
      flying.push(serve(admission.number, now));
    }
    const next = flying.reduce<Flying | undefined>((a, b) => (a && a.ends <= b.ends ? a : b), undefined);
    now = Math.min(next?.ends ?? Infinity, wait);
    if (!next || next.ends > now) continue;
    flying.splice(flying.indexOf(next), 1);
    if (next.good) good.push(now);
    endRequest(state, now, { number: next.number, owner: 'me', settlement: next.settlement(now), random });
    fix();
  }
  return good;
}

function serverOf(
  { latencyMs, workers, most = Infinity, loss = 0, perMinute }: LoopService,
  random: { number(): number },
  flying: readonly Flying[],
): (number: number, now: number) => Flying {
  const free = Array.from({ length: workers?.count ?? 0 }, () => 0);
  let window = -1;
  let used = 0;
  return (number, now) => {
    const way = latencyMs(now) * (0.9 + 0.2 * random.number());
    const flight = (ends: number, good: boolean, settlement: Flying['settlement']): Flying => ({
      ...{ number, started: now, ends, settlement, good },
    });
    if (random.number() < loss) return flight(now + way, false, () => ({ kind: 'noAnswer', tookMs: way }));
    const answer = (ends: number, status: number): Flying => {
      const reading = (at: number): RateReading => {
        const resetMs = (Math.floor(at / 60_000) + 1) * 60_000 - at;
        const quota = {
          name: 'default',
          limit: perMinute ?? 0,
          remaining: Math.max(0, (perMinute ?? 0) - used),
        };
        return {
          quotas: perMinute === undefined ? [] : [{ ...quota, resetMs, windowMs: 60_000 }],
          retryAfterMs: status === 429 ? resetMs : null,
        };
      };
      return flight(ends, status === 200, (at) => ({
        ...{ kind: 'answer' as const, status, tookMs: ends - now, reading: reading(at) },
      }));
    };
    if (flying.length >= most) return answer(now + way, 503);
    if (Math.floor(now / 60_000) !== window) used = 0;
    window = Math.floor(now / 60_000);
    if (perMinute !== undefined && used >= perMinute) return answer(now + way, 429);
    used++;
    if (!workers) return answer(now + way, 200);
    const at = free.indexOf(Math.min(...free));
    const begins = Math.max(now + way / 2, free[at] ?? 0);
    free[at] = begins + workers.ms * (0.8 + 0.4 * random.number());
    return answer((free[at] ?? 0) + way / 2, 200);
  };
}

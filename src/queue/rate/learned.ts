import type { Quota } from './quota.ts';

/**
 * The window that we learn where a service only tells its limit by `Retry-After`: the number of requests that it accepted between
 * the end of one such wait and the next refusal is its limit, and the time between the ends of two waits is its window. Plain
 * JSON, changed in place.
 */
export interface ObservedLimit {
  /** When the running window began; null before the first refusal. */
  since: number | null;
  /** How many requests were accepted since then. */
  accepted: number;
  /** How many windows in a row were used up without a refusal. */
  quiet: number;
  /** After this many quiet windows we try a higher limit; the number doubles each time that was refused. */
  patience: number;
  /** By how much to raise the limit, as a share of it. */
  stride: number;
  /** The last refusal was taken as a sign that the window begins at another time than we thought. */
  outOfStep: boolean;
}

export const observedLimitName = '(learned)';

const firstStride = 0.02;
const mostPatience = 16;

export function newObservedLimit(): ObservedLimit {
  return { since: null, accepted: 0, quiet: 0, patience: 2, stride: firstStride, outOfStep: false };
}

/** Records an accepted request. */
export function observeAccepted(learned: ObservedLimit, quota: Quota | undefined, now: number): void {
  if (quota && quota.resetAt !== null && now >= quota.resetAt) nextWindow(learned, quota, now);
  learned.accepted++;
  if (quota) quota.remaining = Math.max(0, quota.remaining - 1);
}

/** Records a refusal that says to come back in `waitMs`; returns what is now known of the limit. */
export function observeRefused(
  learned: ObservedLimit,
  quota: Quota | undefined,
  now: number,
  waitMs: number,
): Quota | undefined {
  const end = now + waitMs;
  const { since, accepted } = learned;
  learned.since = end;
  learned.accepted = 0;
  learned.quiet = 0;
  if (since === null || accepted === 0 || end - since < 1) return quota;
  const windowMs = roundWindow(end - since);
  const before = quota?.limit ?? null;
  if (quota && before !== null) {
    const early = now - since < windowMs / 10 && accepted < before / 2;
    if (early && !learned.outOfStep) {
      // It is more likely that we were out of step with the service's windows than that it now allows so few requests.
      learned.outOfStep = true;
      return { ...quota, remaining: before, resetAt: end, credit: 0, creditAt: now };
    }
    learned.patience = accepted > before * 1.1 ? 1 : Math.min(learned.patience * 2, mostPatience);
    learned.stride = firstStride;
  }
  learned.outOfStep = false;
  return {
    limit: accepted,
    remaining: accepted,
    // The running window ends with the wait; nothing starts before that anyway.
    resetAt: end,
    windowMs,
    readBy: 0,
    lateMs: 0,
    credit: 0,
    creditAt: now,
  };
}

/** Services use round numbers for windows, and tell waits in whole seconds: so the nearest round time is the most likely one. */
const roundSeconds = [1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1_800, 3_600];

function roundWindow(ms: number): number {
  const near = roundSeconds
    .map((one) => one * 1_000)
    .find((one) => Math.abs(one - ms) <= Math.max(1_100, one / 20));
  return near ?? ms;
}

/** Begins the next window after one that ended without a refusal, now and then with a higher limit. */
function nextWindow(learned: ObservedLimit, quota: Quota, now: number): void {
  const windowMs = quota.windowMs ?? 60_000;
  const usedUp = learned.accepted >= (quota.limit ?? 0) * 0.9;
  learned.quiet = usedUp ? learned.quiet + 1 : 0;
  if (learned.quiet >= learned.patience) {
    quota.limit = Math.ceil((quota.limit ?? 0) * (1 + learned.stride)) + 1;
    learned.stride = Math.min(learned.stride * 2, 1);
  }
  const ended = quota.resetAt ?? now;
  // After a pause of several windows, the running one began at a multiple of the window.
  const start = ended + Math.floor((now - ended) / windowMs) * windowMs;
  quota.resetAt = start + windowMs;
  quota.remaining = quota.limit ?? 0;
  learned.since = start;
  learned.accepted = 0;
}

import type { QuotaReading } from './headers.ts';

/**
 * What is known about one limit of the service: how much is left, until when, and how to spread it. Plain JSON, changed in place,
 * with times of a single clock; the functions below are all of its behaviour.
 */
export interface Quota {
  limit: number | null;
  remaining: number;
  resetAt: number | null;
  windowMs: number | null;
  /** Among the requests whose answers were believed, the number of the one that started latest. */
  readBy: number;
  /** How much later than announced this service resets, as we learned by asking too early. */
  lateMs: number;
  /** How many requests may start at once, and when that was calculated. */
  credit: number;
  creditAt: number;
}

/** The share of a window's quota that background work leaves to people; it shrinks to nothing as the window ends. */
const reserveShare = 0.1;
/** The share of a window's quota that may go out at once after a pause. */
const burstShare = 0.2;
/** Background work aims to be done this share of the window before its end, because resets are told in whole seconds. */
const aimShare = 0.02;
/** Two announced resets that differ by less than this are the same reset. */
const sameResetMs = 1_500;
const lateStepMs = 500;

export type QuotaVerdict = { go: true } | { go: 'probe' } | { go: false; waitMs: number };

/** Whether one more request may start, with `inFlight` unanswered ones. */
export function checkQuota(quota: Quota, now: number, inFlight: number, urgent: boolean): QuotaVerdict {
  if (quota.resetAt !== null && now >= quota.resetAt + quota.lateMs) return { go: 'probe' };
  const available = quota.remaining - inFlight;
  const spare = urgent || (quota.limit ?? 0) < 20 ? 0 : 1; // so that a request that comes a little early is not refused
  const waitForReset = quota.resetAt === null ? 60_000 : quota.resetAt + quota.lateMs - now;
  if (available - spare < 1) return { go: false, waitMs: waitForReset };
  if (urgent || quota.resetAt === null) return { go: true };
  const rate = refill(quota, now, available - spare);
  if (quota.credit >= 1) return { go: true };
  const waitMs = rate > 0 ? (1 - quota.credit) / rate : reserveRelief(quota, now, available - spare);
  return { go: false, waitMs: Math.min(Math.max(waitMs, 1), waitForReset) };
}

/** Takes from the credit what a starting request uses. */
export function takeFromQuota(quota: Quota): void {
  quota.credit = Math.max(0, quota.credit - 1);
}

/** A new quota, from the first answer that mentions it. */
export function newQuota(reading: QuotaReading, now: number, by: number): Quota {
  const quota: Quota = {
    limit: reading.limit,
    remaining: reading.remaining,
    resetAt: reading.resetMs === null ? null : now + reading.resetMs,
    windowMs: reading.windowMs ?? reading.resetMs,
    readBy: by,
    lateMs: 0,
    credit: 0,
    creditAt: now,
  };
  quota.credit = burst(quota);
  return quota;
}

/**
 * Reads what the answer to request number `by` says. Answers overtake one another: an answer to an older request than the last
 * believed one can only lower what is left.
 */
export function readQuota(quota: Quota, reading: QuotaReading, now: number, by: number): void {
  const resetAt = reading.resetMs === null ? null : now + reading.resetMs;
  const sameWindow =
    quota.resetAt !== null && resetAt !== null && Math.abs(resetAt - quota.resetAt) < sameResetMs;
  if (by < quota.readBy) {
    if (sameWindow) quota.remaining = Math.min(quota.remaining, reading.remaining);
    return;
  }
  const wasOver = quota.resetAt !== null && now >= quota.resetAt + quota.lateMs;
  const askedTooEarly =
    wasOver && sameWindow && (reading.remaining < quota.remaining || reading.remaining === 0);
  quota.readBy = by;
  if (reading.limit !== null && reading.limit !== quota.limit) quota.credit = Math.min(quota.credit, 1);
  quota.limit = reading.limit ?? quota.limit;
  quota.remaining = reading.remaining;
  if (askedTooEarly) {
    // The old window goes on: the next look is half a second after this one, and so much later after each reset to come.
    quota.resetAt = now + 1 - quota.lateMs;
    quota.lateMs += lateStepMs;
    return;
  }
  Object.assign(quota, windowAfter(quota, reading, { resetAt, sameWindow, wasOver }));
}

/** The end and the length of the window, according to an answer that did not come too early. */
function windowAfter(
  quota: Readonly<Quota>,
  reading: QuotaReading,
  { resetAt, sameWindow, wasOver }: { resetAt: number | null; sameWindow: boolean; wasOver: boolean },
): Pick<Quota, 'resetAt' | 'windowMs'> {
  return {
    // Within one window, the earliest announcement is the most exact, because seconds are rounded up.
    resetAt: sameWindow && !wasOver ? Math.min(quota.resetAt ?? Infinity, resetAt ?? Infinity) : resetAt,
    windowMs: reading.windowMs ?? Math.max(reading.resetMs ?? 0, sameWindow ? (quota.windowMs ?? 0) : 0),
  };
}

/** Updates the credit; returns the rate per millisecond at which it grows. */
function refill(quota: Quota, now: number, available: number): number {
  const { resetAt, windowMs, limit } = quota;
  if (resetAt === null) return 0;
  const window = Math.max(windowMs ?? 0, resetAt - now, 1);
  const left = Math.max(resetAt - now - window * aimShare, 1);
  const reserve = ((limit ?? available) * reserveShare * left) / window;
  const rate = Math.max(0, available - reserve) / left;
  quota.credit = Math.min(burst(quota), quota.credit + rate * Math.max(0, now - quota.creditAt));
  quota.creditAt = now;
  return rate;
}

/** How long until the shrinking reserve lets background work have one of the `available` requests. */
function reserveRelief(quota: Quota, now: number, available: number): number {
  const { resetAt, windowMs, limit } = quota;
  if (resetAt === null) return 1_000;
  const window = Math.max(windowMs ?? 0, resetAt - now, 1);
  const left = resetAt - now;
  const leftThen = (window * Math.max(0, available - 1)) / Math.max(1, (limit ?? available) * reserveShare);
  return Math.max(left - leftThen, 1);
}

function burst(quota: Quota): number {
  return Math.max(1, Math.floor((quota.limit ?? quota.remaining) * burstShare));
}

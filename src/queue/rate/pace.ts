/**
 * The pace that we learn where a service tells no limits: none until the first refusal, then the number that the service accepted
 * lately, then slowly faster. Plain JSON, changed in place.
 */
export interface RequestRate {
  /** Requests per millisecond; null: nothing was refused yet. */
  rate: number | null;
  credit: number;
  at: number;
  /** Accepted requests by second, for the last half minute. */
  accepted: [second: number, count: number][];
  firstAt: number | null;
}

const memorySeconds = 30;
const growthPerSecond = 0.03;
const highestRate = 1; // per millisecond: a higher pace has no meaning

export function newRequestRate(): RequestRate {
  return { rate: null, credit: 1, at: 0, accepted: [], firstAt: null };
}

/** How long one more request must wait; 0 if it may start now. */
export function rateWaitMs(pace: RequestRate, now: number): number {
  if (pace.rate === null) return 0;
  const passed = Math.max(0, now - pace.at);
  pace.rate = Math.min(highestRate, pace.rate * (1 + growthPerSecond) ** (passed / 1_000));
  pace.credit = Math.min(Math.max(1, pace.rate * 1_000), pace.credit + pace.rate * passed);
  pace.at = now;
  return pace.credit >= 1 ? 0 : (1 - pace.credit) / pace.rate;
}

export function takeFromRate(pace: RequestRate): void {
  if (pace.rate !== null) pace.credit -= 1;
}

export function noteAccepted(pace: RequestRate, now: number): void {
  pace.firstAt ??= now;
  const second = Math.floor(now / 1_000);
  const last = pace.accepted.at(-1);
  if (last?.[0] === second) last[1]++;
  else pace.accepted.push([second, 1]);
  forgetOld(pace, second);
}

/** Slows down after a refusal without any hint. */
export function slowDown(pace: RequestRate, now: number): void {
  forgetOld(pace, Math.floor(now / 1_000));
  const count = pace.accepted.reduce((sum, [, n]) => sum + n, 0);
  const overMs = Math.max(1_000, Math.min(memorySeconds * 1_000, now - (pace.firstAt ?? now)));
  const taken = count / overMs;
  pace.rate =
    pace.rate === null
      ? Math.max(taken, 1 / 60_000)
      : Math.min(Math.max(taken, pace.rate * 0.5), pace.rate * 0.9);
  pace.credit = 0;
  pace.at = now;
}

function forgetOld(pace: RequestRate, second: number): void {
  while (pace.accepted[0] && pace.accepted[0][0] <= second - memorySeconds) pace.accepted.shift();
}

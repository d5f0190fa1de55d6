import { describe, expect, it } from 'vitest';
import {
  newObservedLimit,
  observeAccepted,
  observeRefused,
  type ObservedLimit,
} from '../../../src/queue/rate/learned.ts';
import type { Quota } from '../../../src/queue/rate/quota.ts';

const minute = 60_000;

function accept(learned: ObservedLimit, quota: Quota | undefined, count: number, now: number): void {
  for (let one = 0; one < count; one++) observeAccepted(learned, quota, now);
}

/** What is learned after a service let 50 requests through in its first whole minute: the limit, and its window from 60 to 120 s. */
function learnedFifty() {
  const learned = newObservedLimit();
  observeRefused(learned, undefined, 55_000, 5_000);
  accept(learned, undefined, 50, minute + 10_000);
  const quota = observeRefused(learned, undefined, 100_000, 20_000) as Quota;
  return { learned, quota };
}

/** Uses up the limit in each of so many minutes from 120 s on, and returns the limit of each. */
function quietMinutes(learned: ObservedLimit, quota: Quota, count: number): (number | null)[] {
  return Array.from({ length: count }, (_, index) => {
    const at = (2 + index) * minute;
    observeAccepted(learned, quota, at);
    const { limit } = quota;
    accept(learned, quota, (limit ?? 0) - 1, at + 30_000);
    return limit;
  });
}

describe('a limit that only Retry-After tells', () => {
  it('is not known after the first refusal, since the window began before we looked', () => {
    const learned = newObservedLimit();
    accept(learned, undefined, 30, 1_000);

    expect(observeRefused(learned, undefined, 55_000, 5_000)).toBeUndefined();
  });

  it('is what was accepted between the end of one wait and the next refusal', () => {
    const { quota } = learnedFifty();

    expect(quota).toEqual({
      ...{ limit: 50, remaining: 50, resetAt: 120_000, windowMs: minute, readBy: 0, lateMs: 0 },
      ...{ credit: 0, creditAt: 100_000 },
    });
  });

  it('is not learned from a window in which nothing was accepted', () => {
    const { learned, quota } = learnedFifty();

    expect(observeRefused(learned, quota, 120_000, minute)).toBe(quota);
  });

  it('is not learned from a second refusal of the same burst', () => {
    const learned = newObservedLimit();
    observeRefused(learned, undefined, 0, 5_000);
    accept(learned, undefined, 1, 5_000);

    expect(observeRefused(learned, undefined, 5_000, 0)).toBeUndefined();
  });

  it.each([
    [58_950, minute],
    [61_050, minute],
    [64_000, 64_000],
    [1_900, 1_000],
    [3_500, 3_500],
    [284_990, 284_990],
    [285_000, 300_000],
    [3_650_000, 3_600_000],
  ])('has a window of a round length where %i ms passed: %i', (passed, windowMs) => {
    const learned = newObservedLimit();
    observeRefused(learned, undefined, 0, 0);
    accept(learned, undefined, 10, 1);

    expect(observeRefused(learned, undefined, passed - 500, 500)?.windowMs).toBe(windowMs);
  });

  it('counts down with each accepted request, and not below nothing', () => {
    const { learned, quota } = learnedFifty();

    accept(learned, quota, 20, 119_999);
    const after20 = quota.remaining;
    accept(learned, quota, 40, 119_999);

    expect([after20, quota.remaining]).toEqual([30, 0]);
  });

  it('begins anew when its window ends', () => {
    const { learned, quota } = learnedFifty();
    accept(learned, quota, 50, 119_999);

    observeAccepted(learned, quota, 120_000);

    expect(quota).toMatchObject({ remaining: 49, resetAt: 180_000 });
    expect(learned).toMatchObject({ since: 120_000, accepted: 1 });
  });

  it('keeps its beat over a pause of several windows', () => {
    const { learned, quota } = learnedFifty();

    observeAccepted(learned, quota, 120_000 + 3 * minute + 7_000);

    expect(quota).toMatchObject({ remaining: 49, resetAt: 120_000 + 4 * minute });
    expect(learned.since).toBe(120_000 + 3 * minute);
  });

  it('is tried a little higher after two windows that were used up without a refusal, and then in larger steps', () => {
    const { learned, quota } = learnedFifty();

    // 2 % more and one, then 4 %, then 8 %: each time rounded up.
    expect(quietMinutes(learned, quota, 6)).toEqual([50, 50, 52, 56, 62, 73]);
  });

  it('is tried higher by twice as much at most', () => {
    const { learned, quota } = learnedFifty();
    const limits = quietMinutes(learned, quota, 10).map((limit) => limit ?? 0);

    expect(limits.slice(-2)).toEqual([limits.at(-3)! * 2 + 1, (limits.at(-3)! * 2 + 1) * 2 + 1]);
  });

  it('is not tried higher while less than nine tenths of it are used', () => {
    const { learned, quota } = learnedFifty();
    const limits = [2, 3, 4, 5, 6, 7].map((at) => {
      accept(learned, quota, at === 4 ? 50 : 44, at * minute);
      return quota.limit;
    });

    expect(limits).toEqual([50, 50, 50, 50, 50, 50]);
  });

  it('counts nine tenths as used up', () => {
    const { learned, quota } = learnedFifty();
    const limits = [2, 3, 4, 5].map((at) => {
      accept(learned, quota, 45, at * minute);
      return quota.limit;
    });

    expect(limits).toEqual([50, 50, 52, 52]);
  });

  it('is asked for more ever more seldom after a higher one was refused', () => {
    const { learned, quota } = learnedFifty();
    let known = quota;
    const patience = [1, 2, 3, 4, 5].map((turn) => {
      const begin = (known.resetAt ?? 0) + 0;
      accept(learned, known, 50, begin + 20_000);
      known = observeRefused(learned, known, begin + 30_000, 30_000) as Quota;
      return [turn, learned.patience, known.limit];
    });

    expect(patience).toEqual([
      [1, 4, 50],
      [2, 8, 50],
      [3, 16, 50],
      [4, 16, 50],
      [5, 16, 50],
    ]);
  });

  it('is tried higher again after one quiet window when it turned out to be much higher', () => {
    const { learned, quota } = learnedFifty();
    const more = { ...learned };
    const little = { ...learned };
    more.accepted = 56;
    little.accepted = 55;

    expect(observeRefused(more, quota, 150_000, 30_000)?.limit).toBe(56);
    expect(observeRefused(little, quota, 150_000, 30_000)?.limit).toBe(55);
    expect([more.patience, little.patience]).toEqual([1, 4]);
  });

  it('begins again with small steps after a refusal', () => {
    const { learned, quota } = learnedFifty();
    quietMinutes(learned, quota, 5);
    const large = learned.stride;

    observeRefused(learned, quota, 7 * minute - 20_000, 20_000);

    expect([large, learned.stride, learned.quiet]).toEqual([0.16, 0.02, 0]);
  });
});

describe('a refusal soon after a window began', () => {
  it('is taken once as a sign that the window begins at another time', () => {
    const { learned, quota } = learnedFifty();
    accept(learned, quota, 10, 121_000);

    const moved = observeRefused(learned, quota, 124_000, 46_000);

    expect(moved).toMatchObject({ limit: 50, remaining: 50, resetAt: 170_000, credit: 0, creditAt: 124_000 });
    expect(learned).toMatchObject({ outOfStep: true, patience: 2, since: 170_000, accepted: 0 });
  });

  it('is believed the second time', () => {
    const { learned, quota } = learnedFifty();
    accept(learned, quota, 10, 121_000);
    const moved = observeRefused(learned, quota, 124_000, 46_000);
    accept(learned, moved, 10, 171_000);

    expect(observeRefused(learned, moved, 175_000, 55_000)?.limit).toBe(10);
    expect(learned.outOfStep).toBe(false);
  });

  it.each([
    ['half of the limit was accepted', 25, 125_000],
    ['a tenth of the window is over', 10, 126_000],
  ])('is believed at once where %s', (_title, count, at) => {
    const { learned, quota } = learnedFifty();
    accept(learned, quota, count, 121_000);

    expect(observeRefused(learned, quota, at, 180_000 - at)?.limit).toBe(count);
  });
});

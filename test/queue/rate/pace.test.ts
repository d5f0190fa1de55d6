import { describe, expect, it } from 'vitest';
import {
  newRequestRate,
  noteAccepted,
  rateWaitMs,
  slowDown,
  takeFromRate,
  type RequestRate,
} from '../../../src/queue/rate/pace.ts';

/** A pace after `count` requests were accepted, one each second, and the next one was refused. */
function refusedAfter(count: number): { pace: RequestRate; now: number } {
  const pace = newRequestRate();
  for (let second = 0; second < count; second++) noteAccepted(pace, second * 1_000);
  slowDown(pace, count * 1_000);
  return { pace, now: count * 1_000 };
}

const perMinute = ({ rate }: RequestRate): number => (rate ?? NaN) * 60_000;

describe('a pace that is learned from refusals alone', () => {
  it('holds nothing back before the first refusal', () => {
    const pace = newRequestRate();
    takeFromRate(pace);
    takeFromRate(pace);

    expect(rateWaitMs(pace, 0)).toBe(0);
  });

  it('is at first what the service accepted lately', () => {
    expect(perMinute(refusedAfter(10).pace)).toBeCloseTo(60);
  });

  it('counts the last half minute and nothing before', () => {
    const pace = newRequestRate();
    for (let request = 0; request < 500; request++) noteAccepted(pace, 999);
    for (let request = 0; request < 30; request++) noteAccepted(pace, 1_000);
    slowDown(pace, 30_999);

    // The 500 are in a second that is just too old.
    expect(pace.accepted).toEqual([[1, 30]]);
    expect(perMinute(pace)).toBeCloseTo(60);
  });

  it('forgets what is old also while nothing is refused', () => {
    const pace = newRequestRate();
    for (let second = 0; second < 100; second++) noteAccepted(pace, second * 1_000);

    expect(pace.accepted).toHaveLength(30);
    expect(pace.accepted[0]).toEqual([70, 1]);
  });

  it('counts over a second at least', () => {
    const pace = newRequestRate();
    for (let request = 0; request < 5; request++) noteAccepted(pace, 0);
    slowDown(pace, 10);

    expect(perMinute(pace)).toBeCloseTo(300);
  });

  it('is one request a minute where nothing was ever accepted', () => {
    const pace = newRequestRate();
    slowDown(pace, 50_000);

    expect(perMinute(pace)).toBeCloseTo(1);
  });

  it('lets the next request wait for its share of the time', () => {
    const { pace, now } = refusedAfter(10);

    expect(rateWaitMs(pace, now)).toBeCloseTo(1_000);
    expect(rateWaitMs(pace, now + 500)).toBeCloseTo(485, -1);
    expect(rateWaitMs(pace, now + 1_000)).toBe(0);
    takeFromRate(pace);
    expect(rateWaitMs(pace, now + 1_000)).toBeGreaterThan(900);
  });

  it('grows by 3 % each second, up to one request each millisecond', () => {
    const { pace, now } = refusedAfter(10);

    rateWaitMs(pace, now + 1_000);
    const after1 = perMinute(pace);
    rateWaitMs(pace, now + 3_000);
    const after3 = perMinute(pace);
    rateWaitMs(pace, now + 3_600_000);

    expect(after1).toBeCloseTo(60 * 1.03);
    expect(after3).toBeCloseTo(60 * 1.03 ** 3);
    expect(pace.rate).toBe(1);
  });

  it('lets the share of one second go at once after a pause, and one request at least', () => {
    const slow = refusedAfter(10);
    const fast = refusedAfter(10);
    fast.pace.rate = 0.01;

    rateWaitMs(slow.pace, slow.now + 5_000);
    rateWaitMs(fast.pace, fast.now + 5_000);

    expect(slow.pace.credit).toBeCloseTo(1.16, 2);
    expect(fast.pace.credit).toBeCloseTo(10 * 1.03 ** 5);
  });

  it('does not shrink when the clock steps back', () => {
    const { pace, now } = refusedAfter(10);

    rateWaitMs(pace, now - 5_000);

    expect(perMinute(pace)).toBeCloseTo(60);
    expect(pace.credit).toBe(0);
  });

  it('lets nothing go at once after a refusal', () => {
    const { pace, now } = refusedAfter(10);
    rateWaitMs(pace, now + 2_000);

    slowDown(pace, now + 2_000);

    expect(pace).toMatchObject({ credit: 0, at: now + 2_000 });
  });

  it.each([
    ['to nine tenths where as much was accepted', 1, 0.9],
    ['to what was accepted', 0.7, 0.7],
    ['to one half at least', 0.1, 0.5],
  ])('slows down after another refusal: %s', (_title, accepted, expected) => {
    const pace = newRequestRate();
    pace.firstAt = 0;
    pace.rate = 100 / 30_000;
    for (let request = 0; request < 100 * accepted; request++) noteAccepted(pace, 50_000);

    slowDown(pace, 50_000);

    expect(pace.rate).toBeCloseTo((100 * expected) / 30_000, 8);
  });
});

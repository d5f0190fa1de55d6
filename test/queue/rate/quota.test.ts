import { describe, expect, it } from 'vitest';
import type { QuotaReading } from '../../../src/queue/index.ts';
import { checkQuota, newQuota, readQuota, takeFromQuota, type Quota } from '../../../src/queue/rate/quota.ts';

const minute = 60_000;

/** 100 requests a minute, of which none was used; the window began at 0. */
function quota(change: Partial<Quota> = {}): Quota {
  return {
    ...{ limit: 100, remaining: 100, resetAt: minute, windowMs: minute, readBy: 0, lateMs: 0 },
    ...{ credit: 0, creditAt: 0 },
    ...change,
  };
}

function reading(change: Partial<QuotaReading> = {}): QuotaReading {
  return { name: 'default', limit: 100, remaining: 100, resetMs: minute, windowMs: minute, ...change };
}

const background = (quota: Quota, now: number, inFlight = 0) => checkQuota(quota, now, inFlight, false);
const person = (quota: Quota, now: number, inFlight = 0) => checkQuota(quota, now, inFlight, true);

describe('a limit decides whether one more request may start', () => {
  it('sends one request ahead once the reset is over, by as much as the service is known to be late', () => {
    const late = quota({ lateMs: 500, remaining: 0 });

    expect(person(late, minute + 499)).toEqual({ go: false, waitMs: 1 });
    expect(person(late, minute + 500)).toEqual({ go: 'probe' });
  });

  it.each([
    ['people may use the last request', { remaining: 1 }, true, { go: true }],
    [
      'background work leaves the last request',
      { remaining: 1, limit: 20 },
      false,
      { go: false, waitMs: minute },
    ],
    ['background work may use the one before', { remaining: 2, limit: 20, credit: 1 }, false, { go: true }],
    ['of fewer than 20 none is left over', { remaining: 1, limit: 19, credit: 1 }, false, { go: true }],
    ['of an unknown number none is left over', { remaining: 1, limit: null, credit: 1 }, false, { go: true }],
    ['nobody may use more than there is', { remaining: 0 }, true, { go: false, waitMs: minute }],
    [
      'where no reset is told, the next look is in a minute',
      { remaining: 0, resetAt: null },
      true,
      { go: false, waitMs: minute },
    ],
    ['where no reset is told, nothing is spread', { remaining: 50, resetAt: null }, false, { go: true }],
  ])('%s', (_title, change, urgent, verdict) => {
    expect(checkQuota(quota(change), 0, 0, urgent)).toEqual(verdict);
  });

  it('counts requests without an answer as used', () => {
    expect(person(quota({ remaining: 5 }), 0, 4)).toEqual({ go: true });
    expect(person(quota({ remaining: 5 }), 10_000, 5)).toEqual({ go: false, waitMs: 50_000 });
  });

  it('spreads what is left for background work over the window, but for its last fiftieth', () => {
    const fresh = quota();

    const verdict = background(fresh, 0);

    // 99 requests, less a tenth of the limit that people keep, over 98 % of the minute.
    const everyMs = (0.98 * minute) / (99 - 0.98 * 10);
    expect(verdict).toEqual({ go: false, waitMs: expect.closeTo(everyMs, 6) as number });
    expect(background(fresh, 0.95 * everyMs)).toMatchObject({ go: false });
    expect(background(fresh, everyMs)).toEqual({ go: true });
  });

  it('lets a fifth of the limit go at once after a pause, and no more', () => {
    const rested = quota();
    let sent = 0;
    while (background(rested, minute / 2).go === true) {
      takeFromQuota(rested);
      sent++;
    }

    expect(sent).toBe(20);
  });

  it('lets one request go at once after a pause where a fifth of the limit is less than one', () => {
    const small = quota({ limit: 4, remaining: 4 });
    const first = background(small, minute / 2);
    takeFromQuota(small);

    expect(first).toEqual({ go: true });
    expect(background(small, minute / 2)).toMatchObject({ go: false });
  });

  it('lets background work wait until the share of people has shrunk to what is left', () => {
    // 9 requests are left, one of them spare, and people keep 10: of the last one they need less when a third is over.
    expect(background(quota({ remaining: 9 }), 0)).toEqual({
      go: false,
      waitMs: expect.closeTo(minute - 0.7 * minute, 6) as number,
    });
  });

  it('lets background work wait the less for that, the more of the window is over', () => {
    expect(background(quota({ remaining: 9 }), 10_000)).toEqual({
      go: false,
      waitMs: expect.closeTo(minute - 10_000 - 0.7 * minute, 6) as number,
    });
  });

  it('counts the window as at least as long as the time to its end', () => {
    const told = quota({ windowMs: null });
    const short = quota({ windowMs: 1_000 });

    expect(background(told, 0)).toEqual(background(quota(), 0));
    expect(background(short, 0)).toEqual(background(quota(), 0));
  });

  it('counts what is left as the limit where no limit is told', () => {
    expect(background(quota({ limit: null, remaining: 99 }), 0)).toEqual({
      go: false,
      waitMs: expect.closeTo((0.98 * minute) / (99 - 0.98 * 9.9), 6) as number,
    });
  });

  it('never waits for more than the reset, nor for less than a millisecond', () => {
    const hardlyAny = quota({ remaining: 11 });
    const almost = quota({ credit: 0.99999 });

    expect(background(hardlyAny, 0)).toEqual({ go: false, waitMs: minute });
    expect(background(almost, 0)).toEqual({ go: false, waitMs: 1 });
  });

  it('does not take back what time has given when the clock steps back', () => {
    const later = quota({ credit: 0.5, creditAt: 10_000 });

    background(later, 5_000);

    expect(later.credit).toBe(0.5);
  });

  it('takes a request from what may go at once, down to nothing', () => {
    const some = quota({ credit: 1.5 });
    takeFromQuota(some);
    const half = some.credit;
    takeFromQuota(some);

    expect([half, some.credit]).toEqual([0.5, 0]);
  });
});

describe('a limit that an answer tells for the first time', () => {
  it('lets a fifth go at once, and ends when the answer says', () => {
    expect(newQuota(reading({ resetMs: 5_000 }), 1_000, 7)).toEqual({
      ...{ limit: 100, remaining: 100, resetAt: 6_000, windowMs: minute, readBy: 7, lateMs: 0 },
      ...{ credit: 20, creditAt: 1_000 },
    });
  });

  it('has a window that is as long as the time to the reset where no window is told', () => {
    expect(newQuota(reading({ resetMs: 5_000, windowMs: null }), 0, 1).windowMs).toBe(5_000);
  });

  it('has no end where no reset is told, and counts what is left where no limit is told', () => {
    expect(
      newQuota(reading({ resetMs: null, windowMs: null, limit: null, remaining: 49 }), 0, 1),
    ).toMatchObject({
      ...{ resetAt: null, windowMs: null, credit: 9 },
    });
  });
});

describe('a limit that another answer tells again', () => {
  it('believes the answer to the later request', () => {
    const known = quota({ readBy: 5 });

    readQuota(known, reading({ remaining: 70, limit: 90, resetMs: 50_000 }), 10_000, 6);

    expect(known).toMatchObject({ remaining: 70, limit: 90, readBy: 6, resetAt: minute });
  });

  it.each([
    ['lowers what is left', 60, 50_000, 60],
    ['does not raise what is left', 80, 50_000, 70],
    ['says nothing about another window', 60, 51_500, 70],
    ['counts for the same window while the ends differ by less than a second and a half', 60, 51_499, 60],
  ])('an answer to an earlier request %s', (_title, remaining, resetMs, left) => {
    const known = quota({ readBy: 5, remaining: 70 });

    readQuota(known, reading({ remaining, resetMs, limit: 10 }), 10_000, 4);

    expect(known).toEqual(quota({ readBy: 5, remaining: left }));
  });

  it('an answer to the same request counts as the later one', () => {
    const known = quota({ readBy: 5, remaining: 70 });

    readQuota(known, reading({ remaining: 80 }), 0, 5);

    expect(known.remaining).toBe(80);
  });

  it('an earlier answer that tells no reset says nothing', () => {
    const known = quota({ readBy: 5, remaining: 70, resetAt: null });

    readQuota(known, reading({ remaining: 60, resetMs: null }), 0, 4);

    expect(known.remaining).toBe(70);
  });

  it('keeps the limit that an answer does not repeat', () => {
    const known = quota({ credit: 5 });

    readQuota(known, reading({ limit: null }), 0, 1);

    expect(known).toMatchObject({ limit: 100, credit: 5 });
  });

  it('lets one request at most go at once after the limit has changed', () => {
    const changed = quota({ credit: 5 });
    const same = quota({ credit: 5 });
    const little = quota({ credit: 0.5 });

    readQuota(changed, reading({ limit: 50 }), 0, 1);
    readQuota(same, reading(), 0, 1);
    readQuota(little, reading({ limit: 50 }), 0, 1);

    expect([changed.credit, same.credit, little.credit]).toEqual([1, 5, 0.5]);
  });

  it('keeps the earliest end of a window, since seconds are rounded up', () => {
    const known = quota();

    readQuota(known, reading({ resetMs: 50_900 }), 10_000, 1);
    const rounded = known.resetAt;
    readQuota(known, reading({ resetMs: 49_400 }), 10_000, 2);

    expect([rounded, known.resetAt]).toEqual([minute, 59_400]);
  });

  it('takes the end of another window as it is told', () => {
    const known = quota();

    readQuota(known, reading({ resetMs: 59_000 }), minute + 100, 1);

    expect(known.resetAt).toBe(2 * minute - 900);
  });

  it('has no end any more where the answer tells none', () => {
    const known = quota();

    readQuota(known, reading({ resetMs: null }), 10_000, 1);

    expect(known.resetAt).toBeNull();
  });

  it('keeps the longest window that was seen where none is told', () => {
    const same = quota({ windowMs: 55_000 });
    const longer = quota({ windowMs: 40_000 });
    const another = quota({ windowMs: 40_000 });
    const unknown = quota({ windowMs: null });

    readQuota(same, reading({ windowMs: null, resetMs: 50_000 }), 10_000, 1);
    readQuota(longer, reading({ windowMs: null, resetMs: 50_000 }), 10_000, 1);
    readQuota(another, reading({ windowMs: null, resetMs: 30_000 }), minute + 100, 1);
    readQuota(unknown, reading({ windowMs: null, resetMs: 50_000 }), 10_000, 1);

    expect([same, longer, another, unknown].map(({ windowMs }) => windowMs)).toEqual([
      ...[55_000, 50_000, 30_000, 50_000],
    ]);
  });
});

describe('a service that resets later than it says', () => {
  it('is asked half a second later each time that the old window still counts, and a second and a half at most', () => {
    const known = quota({ remaining: 3 });
    const looks: number[] = [];
    for (let look = 0; look < 4; look++) {
      const at = (known.resetAt ?? 0) + known.lateMs;
      looks.push(at - minute);
      expect(person({ ...known, remaining: 0 }, at - 1)).toEqual({ go: false, waitMs: 1 });
      expect(person(known, at)).toEqual({ go: 'probe' });
      readQuota(known, reading({ remaining: 0, resetMs: 0 }), at, look);
    }

    // The fourth look is so late that the service must mean another window.
    expect(looks).toEqual([0, 501, 1_002, 1_503]);
    expect(known).toMatchObject({ remaining: 0, lateMs: 1_500 });
  });

  it.each([
    ['the answer comes before the reset', minute - 1, 0, 0],
    ['more is left than before', minute, 0, 5],
    ['the answer tells another window', minute, minute, 0],
  ])('is not meant where %s', (_title, now, resetMs, remaining) => {
    const known = quota({ remaining: 3 });

    readQuota(known, reading({ remaining, resetMs }), now, 1);

    expect(known.lateMs).toBe(0);
  });
});

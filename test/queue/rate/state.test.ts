import { describe, expect, it } from 'vitest';
import type { Random } from '../../../src/clock/index.ts';
import { newConcurrency } from '../../../src/queue/rate/concurrency.ts';
import type { QuotaReading } from '../../../src/queue/rate/headers.ts';
import {
  endRequest,
  markAlive,
  newBudgetState,
  readBudgetState,
  startRequest,
  type BudgetState,
  type RequestEnd,
} from '../../../src/queue/rate/state.ts';

const minute = 60_000;
/** Half of each wait that is drawn at random. */
const half: Random = { number: () => 0.5, bytes: (count) => new Uint8Array(count) };

const start = (state: BudgetState, now: number, urgent = false, owner = 'me') =>
  startRequest(state, now, { owner, urgent });

function started(state: BudgetState, now: number, urgent = false, owner = 'me'): number {
  const decision = start(state, now, urgent, owner);
  if (!decision.go) throw new Error(`It waits: ${decision.because}.`);
  return decision.number;
}

function end(state: BudgetState, now: number, number: number, settlement: RequestEnd, owner = 'me'): void {
  endRequest(state, now, { number, owner, settlement, random: half });
}

function answer(
  status: number,
  { quotas = [], retryAfterMs = null }: { quotas?: QuotaReading[]; retryAfterMs?: number | null } = {},
): RequestEnd {
  return { kind: 'answer', status, tookMs: 50, reading: { quotas, retryAfterMs } };
}

function quota(change: Partial<QuotaReading> = {}): QuotaReading {
  return { name: 'default', limit: 100, remaining: 100, resetMs: minute, windowMs: minute, ...change };
}

/** A budget whose first request was answered, so that many may go at once. */
function open(settlement: RequestEnd = answer(200)): BudgetState {
  const state = newBudgetState();
  end(state, 0, started(state, 0), settlement);
  return state;
}

function startMany(state: BudgetState, now: number, count: number): number[] {
  return Array.from({ length: count }, () => started(state, now));
}

describe('the first request of all', () => {
  it('goes alone, and its good answer opens the budget for many', () => {
    const state = newBudgetState();
    const first = started(state, 0);

    expect(start(state, 0)).toEqual({ go: false, waitMs: 25, for: 'answer', because: 'probe' });
    expect(start(state, 0, true)).toMatchObject({ go: false, because: 'probe' });
    end(state, 100, first, answer(200));
    expect(startMany(state, 100, 8)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    expect(state).toMatchObject({ started: 9, probe: null, probeNext: false, closedFor: null });
  });

  it('is followed by another one that goes alone when it was given up', () => {
    const state = newBudgetState();
    end(state, 10, started(state, 0), { kind: 'aborted' });

    started(state, 10);

    expect(start(state, 10)).toMatchObject({ go: false, because: 'probe' });
    expect(state.totals).toEqual({ answered: 0, refused: 0, failed: 0 });
  });
});

describe('the number of unanswered requests', () => {
  it('holds background work back, and lets people have one more', () => {
    const state = open();
    startMany(state, 0, 8);

    expect(start(state, 0)).toEqual({ go: false, waitMs: 25, for: 'answer', because: 'concurrency' });
    started(state, 0, true);
    expect(start(state, 0, true)).toMatchObject({ go: false, because: 'concurrency' });
    expect(state.concurrency.stretch).toMatchObject({ held: 2, mixed: false });
  });

  it('counts whole requests where it is a fraction', () => {
    const state = open();
    state.concurrency.limit = 2.9;
    startMany(state, 0, 2);

    expect(start(state, 0)).toMatchObject({ go: false, because: 'concurrency' });
  });

  it('rises to what the narrowest known limit allows', () => {
    const wide = quota({ name: 'wide', limit: 6_000, remaining: 6_000 });
    const narrow = quota({ name: 'narrow', limit: 3_000, remaining: 3_000 });
    const unknown = quota({ name: 'unknown', limit: null, windowMs: null, resetMs: null });
    const state = open(answer(200, { quotas: [wide, narrow, unknown] }));
    state.concurrency.latencyMs = 1_000;

    started(state, 0);

    // 50 in a second, and a quarter more.
    expect(state.concurrency.limit).toBe(63);
  });

  it('does not count a limit whose window has no length', () => {
    const state = open(answer(200, { quotas: [quota({ windowMs: 0, resetMs: 0 })] }));
    state.concurrency.latencyMs = 1_000;

    start(state, 0);

    expect(state.concurrency.limit).toBe(8);
  });
});

describe('the limits that a service tells', () => {
  it('make background work wait, and count each request that starts', () => {
    const state = open(answer(200, { quotas: [quota({ limit: 10, remaining: 10 })] }));

    startMany(state, 0, 2); // a fifth of the limit goes at once

    expect(start(state, 0)).toMatchObject({ go: false, for: 'time', because: 'limit' });
    expect(state.concurrency.stretch.mixed).toBe(true);
    started(state, 0, true);
    expect(state.quotas['default']?.credit).toBe(0);
  });

  it('let a request of a person take nothing from what background work may send at once', () => {
    const state = open(answer(200, { quotas: [quota({ limit: 10, remaining: 10 })] }));

    started(state, 0, true);

    expect(state.quotas['default']?.credit).toBe(2);
  });

  it('make a request wait for the one that takes longest', () => {
    const quotas = [
      quota({ name: 'short', remaining: 0, resetMs: 2_000 }),
      quota({ name: 'long', remaining: 0, resetMs: 9_000 }),
      quota({ name: 'middle', remaining: 0, resetMs: 5_000 }),
    ];

    expect(start(open(answer(200, { quotas })), 0, true)).toEqual({
      ...{ go: false, for: 'time', waitMs: 9_000, because: 'limit' },
    });
  });

  it('let one request go alone after a reset', () => {
    const state = open(answer(200, { quotas: [quota({ remaining: 0, resetMs: 2_000 })] }));

    started(state, 2_000);

    expect(start(state, 2_000, true)).toMatchObject({ go: false, because: 'probe' });
  });

  it('are forgotten when a request that went alone after the reset hears nothing of them', () => {
    const quotas = [quota({ name: 'a', resetMs: 2_000 }), quota({ name: 'b', resetMs: minute })];
    const state = open(answer(200, { quotas: [...quotas, quota({ name: 'c', resetMs: null })] }));
    state.quotas['(learned)'] = { ...state.quotas['a']!, resetAt: 1_000 };

    const alone = started(state, 2_000);
    end(state, 2_100, alone, answer(200));

    expect(Object.keys(state.quotas)).toEqual(['b', 'c', '(learned)']);
  });

  it('are not forgotten when a request that did not go alone hears nothing of them', () => {
    const state = open(answer(200, { quotas: [quota({ resetMs: 2_000 })] }));
    const number = started(state, 0);
    end(state, 2_000, number, answer(200));

    expect(Object.keys(state.quotas)).toEqual(['default']);
  });

  it('are told again after the reset, and stay', () => {
    const state = open(answer(200, { quotas: [quota({ resetMs: 2_000 })] }));
    const alone = started(state, 2_000);
    end(state, 2_100, alone, answer(200, { quotas: [quota({ remaining: 99 })] }));

    expect(state.quotas['default']).toMatchObject({ remaining: 99, resetAt: 2_100 + minute });
  });

  it('are eight at most, whatever names a service makes up', () => {
    const quotas = Array.from({ length: 12 }, (_, index) => quota({ name: String(index) }));
    const state = open(answer(200, { quotas }));

    expect(Object.keys(state.quotas)).toHaveLength(8);
  });
});

describe('a refusal', () => {
  const closedFor = (settlement: RequestEnd): number => {
    const state = open();
    end(state, 1_000, started(state, 1_000), settlement);
    return state.closedUntil - 1_000;
  };

  it.each([
    ['its Retry-After', answer(429, { retryAfterMs: 7_000, quotas: [quota({ remaining: 0 })] }), 7_000],
    [
      'the reset of the limit that is used up',
      answer(429, {
        quotas: [quota({ remaining: 0, resetMs: 5_000 }), quota({ name: 'b', resetMs: 9_000 })],
      }),
      5_000,
    ],
    [
      'the latest reset of several that are used up',
      answer(429, {
        quotas: [quota({ remaining: 0, resetMs: 5_000 }), quota({ name: 'b', remaining: 0, resetMs: 9_000 })],
      }),
      9_000,
    ],
    [
      'a second at least, where the reset is now',
      answer(429, { quotas: [quota({ remaining: 0, resetMs: 0 })] }),
      1_000,
    ],
    [
      'a drawn time, where the used up limit tells no reset',
      answer(429, { quotas: [quota({ remaining: 0, resetMs: null })] }),
      500,
    ],
    ['a drawn time, where nothing is told', answer(429), 500],
    ['the Retry-After of a 403', answer(403, { retryAfterMs: 7_000 }), 7_000],
    ['the reset that a 403 tells', answer(403, { quotas: [quota({ remaining: 0, resetMs: 5_000 })] }), 5_000],
    [
      'nothing after a 403 that tells of a limit with something left',
      answer(403, { quotas: [quota()] }),
      -1_000,
    ],
    ['nothing after a 403 that tells of no limit', answer(403), -1_000],
    [
      'nothing after another answer, even one with a Retry-After',
      answer(301, { retryAfterMs: 7_000 }),
      -1_000,
    ],
  ])('closes the budget for %s', (_title, settlement, expected) => {
    expect(closedFor(settlement)).toBe(expected);
  });

  it('holds back everybody until its time has passed, and then lets one go alone', () => {
    const state = open();
    end(state, 0, started(state, 0), answer(429, { retryAfterMs: 7_000 }));

    expect(start(state, 6_999, true)).toEqual({ go: false, for: 'time', waitMs: 1, because: 'refused' });
    started(state, 7_000);
    expect(start(state, 7_000)).toMatchObject({ because: 'probe' });
  });

  it('counts once where a burst of requests is refused, and its first wait holds', () => {
    const state = open();
    const burst = startMany(state, 0, 4);
    for (const number of burst) end(state, 100, number, answer(429));

    expect(state).toMatchObject({ refusals: 1, closedUntil: 600, totals: { refused: 4, answered: 1 } });
  });

  it('makes the wait twice as long each time, up to half a minute on average, until an answer is good', () => {
    const state = open();
    const waits: number[] = [];
    let now = 0;
    for (let turn = 0; turn < 9; turn++) {
      end(state, now, started(state, now), answer(429));
      waits.push(state.closedUntil - now);
      now = state.closedUntil;
    }
    end(state, now, started(state, now), answer(200));

    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
    expect(state.refusals).toBe(0);
  });

  it('of a request that others have overtaken never opens the budget earlier', () => {
    const state = open();
    const [one = 0, other = 0] = startMany(state, 0, 2);
    end(state, 100, one, answer(429, { retryAfterMs: 9_000 }));
    end(state, 200, other, answer(429, { retryAfterMs: 1_000 }));

    expect(state.closedUntil).toBe(9_100);
  });

  it('without a word slows requests down; people are not held back by that', () => {
    const state = open();
    end(state, 100, started(state, 0), answer(429));
    const alone = started(state, 700);
    end(state, 750, alone, answer(200));

    expect(state.pace.rate).not.toBeNull();
    expect(start(state, 760)).toMatchObject({ go: false, for: 'time', because: 'pace' });
    started(state, 760, true);
    expect(state.pace.credit).toBeLessThan(0);
  });

  it('with Retry-After alone teaches a limit from the second one on', () => {
    const state = open();
    end(state, 55_000, started(state, 0), answer(429, { retryAfterMs: 5_000 }));
    const known = Object.keys(state.quotas);
    end(state, minute, started(state, minute), answer(200));
    end(state, minute + 10, started(state, minute), answer(200));
    end(state, 100_000, started(state, 100_000), answer(429, { retryAfterMs: 20_000 }));

    expect(known).toEqual([]);
    expect(state.quotas).toMatchObject({ '(learned)': { limit: 2, windowMs: minute } });
    expect(state.pace.rate).toBeNull();
  });

  it('that tells limits teaches nothing besides', () => {
    const state = open();
    end(state, 0, started(state, 0), answer(429, { quotas: [quota({ remaining: 0 })] }));

    expect(state.pace.rate).toBeNull();
    expect(state.learned.since).toBeNull();
  });
});

describe('a service in trouble', () => {
  it.each([
    ['no answer', { kind: 'noAnswer', tookMs: 100 } as const],
    ['500', answer(500)],
    ['503', answer(503)],
  ])('is left alone from the third failure in a row on: %s', (_title, settlement) => {
    const state = open();
    const closed = [1, 2, 3].map((turn) => {
      end(state, turn, started(state, turn), settlement);
      return Math.max(0, state.closedUntil - turn);
    });

    expect(closed).toEqual([0, 0, 1_000]);
    expect(state).toMatchObject({ closedFor: 'failing', probeNext: true, totals: { failed: 3 } });
    expect(start(state, 3)).toMatchObject({ because: 'failing' });
  });

  it.each([
    ['501, which says that it does not know the operation', 501],
    ['404', 404],
  ])('is not what answers with %s', (_title, status) => {
    const state = open();
    for (let turn = 0; turn < 5; turn++) end(state, 0, started(state, 0), answer(status));

    expect(state).toMatchObject({ closedUntil: 0, totals: { failed: 0, answered: 6 } });
  });

  it('is left alone for as long as it asks for', () => {
    const state = open();
    end(state, 0, started(state, 0), answer(503, { retryAfterMs: 4_000 }));

    expect(state).toMatchObject({ closedUntil: 4_000, closedFor: 'failing', failures: 0 });
  });

  it('fails once where a burst of requests fails', () => {
    const state = open();
    for (const number of startMany(state, 0, 6)) end(state, 100, number, answer(500));

    expect(state).toMatchObject({ failures: 1, closedUntil: 0, totals: { failed: 6 } });
  });

  it('is asked after longer and longer waits, up to half a minute', () => {
    const state = open();
    const waits: number[] = [];
    let now = 0;
    for (let turn = 0; turn < 10; turn++) {
      end(state, now, started(state, now), answer(503));
      waits.push(Math.max(0, state.closedUntil - now));
      now = Math.max(now, state.closedUntil);
    }

    expect(waits).toEqual([0, 0, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 15_000]);
  });

  it('is well again after one good answer', () => {
    const state = open();
    for (const turn of [1, 2]) end(state, turn, started(state, turn), answer(500));
    end(state, 3, started(state, 3), answer(200));
    for (const turn of [4, 5]) end(state, turn, started(state, turn), answer(500));

    expect(state).toMatchObject({ failures: 2, closedUntil: 0 });
  });

  it('tells the number of unanswered requests of its failures and its answers', () => {
    const state = open();
    end(state, 100, started(state, 0), answer(500));
    end(state, 100, started(state, 0), answer(200));

    expect(state.concurrency.stretch).toMatchObject({ failed: 1, good: 1 });
  });
});

describe('a process that is not heard of any more', () => {
  it('loses its unanswered requests after ten seconds', () => {
    const state = open();
    started(state, 0, false, 'other');
    const mine = started(state, 0);

    markAlive(state, 'me', 10_000);
    const before = Object.keys(state.inFlight).length;
    markAlive(state, 'me', 10_001);

    expect(before).toBe(2);
    expect(Object.keys(state.inFlight)).toEqual([String(mine)]);
    expect(Object.keys(state.owners)).toEqual(['me']);
  });

  it('does not keep the others waiting for the request that it sent alone', () => {
    const state = newBudgetState();
    started(state, 0, false, 'other');
    const before = start(state, 10_000);

    expect(before).toMatchObject({ go: false, because: 'probe' });
    expect(start(state, 10_001)).toMatchObject({ go: true });
  });

  it('takes nothing from a request that another one sent alone', () => {
    const state = open();
    started(state, 0, false, 'other');
    state.probe = 7;

    markAlive(state, 'me', 10_001);

    expect(state.probe).toBe(7);
  });

  it('gives the place of a request that was sent alone and forgotten to the next one', () => {
    const state = newBudgetState();
    started(state, 0);
    for (let at = 5_000; at <= 15 * minute; at += 5_000) markAlive(state, 'me', at);
    const before = state.probe;
    markAlive(state, 'me', 15 * minute + 1);

    expect([before, state.probe]).toEqual([1, null]);
  });

  it('is forgotten itself only when it is silent, whoever asks', () => {
    const state = newBudgetState();
    markAlive(state, 'other', 5_000);

    markAlive(state, 'me', 15_000);

    expect(state.owners).toEqual({ other: 5_000, me: 15_000 });
  });
});

describe('a state that another worker wrote', () => {
  it('is read as it is', () => {
    const state = open();
    state.concurrency.limit = 21;

    expect(readBudgetState(JSON.stringify(state))).toEqual(state);
  });

  it('begins with the number of unanswered requests anew where an earlier version wrote it', () => {
    const { concurrency: _new, ...state } = open();

    const read = readBudgetState(JSON.stringify({ ...state, concurrency: { limit: 3, latencyMs: 9 } }));

    expect(read).toEqual({ ...state, concurrency: newConcurrency() });
  });
});

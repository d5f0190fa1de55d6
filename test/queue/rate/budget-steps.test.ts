import { describe, expect, it } from 'vitest';
import { ManualClock, seededRandom, type Random } from '../../../src/clock/index.ts';
import {
  createRateBudget,
  createRateBudgets,
  type Permit,
  type RateBudget,
} from '../../../src/queue/index.ts';
import { newBudgetState, startRequest, type BudgetState } from '../../../src/queue/rate/state.ts';
import { createMemoryBudgetStore, type BudgetStore } from '../../../src/queue/rate/store.ts';

const ok = (headers: Record<string, string> = {}) => ({ kind: 'answer', status: 200, headers }) as const;

/** A budget whose first request was answered after 40 ms, so that eight may go at once. */
async function openBudget(store?: (clock: ManualClock) => BudgetStore, random: Random = seededRandom(1)) {
  const clock = new ManualClock();
  const budget = createRateBudget({ clock, random, ...(store ? { store: store(clock) } : {}) });
  const first = await granted(clock, budget.acquire());
  await clock.advance(40);
  first.release(ok());
  await clock.advance(0);
  return { clock, budget };
}

async function granted(clock: ManualClock, permit: Promise<Permit>): Promise<Permit> {
  await clock.advance(0);
  return permit;
}

/** Asks for so many permits, and lists those that are granted. */
function ask(
  budget: RateBudget,
  count: number,
  request: Parameters<RateBudget['acquire']>[0] = {},
): Permit[] {
  const permits: Permit[] = [];
  for (let one = 0; one < count; one++) void budget.acquire(request).then((permit) => permits.push(permit));
  return permits;
}

/** A state that other processes change as well. */
function sharedStore(
  clock: ManualClock,
  state: BudgetState = newBudgetState(),
): BudgetStore & { looks: number[] } {
  const looks: number[] = [];
  return {
    looks,
    shared: true,
    transact: (change) => {
      looks.push(clock.monotonic());
      return Promise.resolve(change(state, clock.monotonic()));
    },
    close: () => undefined,
  };
}

describe('what a budget tells of itself', () => {
  it('is everything that people want to know of it', async () => {
    const { clock, budget } = await openBudget();
    const permits = ask(budget, 10);
    await clock.advance(100);
    const limit = { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '50', 'x-ratelimit-reset': '30' };
    permits[0]!.release({ kind: 'answer', status: 404, headers: limit });
    permits[1]!.release({ kind: 'noAnswer' });
    permits[2]!.release({ kind: 'aborted' });
    await clock.advance(500);

    expect(await budget.snapshot()).toEqual({
      ...{ waiting: 0, inFlight: 7, concurrency: 8, latencyMs: expect.closeTo(43, 0) as number },
      waitedMs: { refused: 0, failing: 0, limit: 0, pace: 0, probe: 0, concurrency: 100 },
      ...{ closedForMs: 0, closedBecause: null, learnedPerMinute: null },
      quotas: [{ name: 'default', limit: 100, remaining: 50, resetInMs: 29_500 }],
      totals: { answered: 2, refused: 0, failed: 1 },
    });
  });

  it('says for how long it is closed, and why, for as long as it is', async () => {
    const { clock, budget } = await openBudget();
    const asked = await granted(clock, budget.acquire());
    asked.release({ kind: 'answer', status: 429, headers: { 'retry-after': '10' } });
    await clock.advance(4_000);
    const closed = await budget.snapshot();
    await clock.advance(6_000);

    expect(closed).toMatchObject({ closedForMs: 6_000, closedBecause: 'refused' });
    expect(await budget.snapshot()).toMatchObject({ closedForMs: 0, closedBecause: null });
  });

  it('tells what waits, and the pace that it learned', async () => {
    const { clock, budget } = await openBudget();
    const permit = await granted(clock, budget.acquire());
    permit.release({ kind: 'answer', status: 429, headers: {} });
    await clock.advance(0);
    ask(budget, 3);
    await clock.advance(0);

    expect(await budget.snapshot()).toMatchObject({ waiting: 3, learnedPerMinute: 60 });
  });

  it('does not count a reset that is over as a time to come', async () => {
    const { clock, budget } = await openBudget();
    const permit = await granted(clock, budget.acquire());
    permit.release(ok({ 'x-ratelimit-remaining': '5', 'x-ratelimit-reset': '3' }));
    await clock.advance(5_000);
    const unknown = await granted(clock, budget.acquire());
    unknown.release(ok({ ratelimit: '"d";r=5' }));
    await clock.advance(0);

    expect((await budget.snapshot()).quotas).toEqual([
      { name: 'd', limit: null, remaining: 5, resetInMs: null },
    ]);
  });
});

describe('a request that waits for the budget', () => {
  it('starts as soon as another one is answered, and not earlier', async () => {
    const { clock, budget } = await openBudget();
    const permits = ask(budget, 9);
    await clock.advance(60_000);
    const before = permits.length;
    permits[0]!.release(ok());
    await clock.advance(0);

    expect([before, permits.length]).toEqual([8, 9]);
    expect((await budget.snapshot()).waitedMs.concurrency).toBe(60_000);
  });

  it('gives its place back once, however often that is said', async () => {
    const { clock, budget } = await openBudget();
    const permit = await granted(clock, budget.acquire());
    permit.release({ kind: 'noAnswer' });
    permit.release({ kind: 'noAnswer' });
    await clock.advance(0);

    expect((await budget.snapshot()).totals.failed).toBe(1);
  });

  it('of a person wakes a budget that waits for a time', async () => {
    const { clock, budget } = await openBudget();
    const low = { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '2', 'x-ratelimit-reset': '60' };
    (await granted(clock, budget.acquire())).release(ok(low));
    await clock.advance(0);
    const background = ask(budget, 2);
    await clock.advance(1_000);
    const people = ask(budget, 1, { priority: 'interactive' });
    await clock.advance(1);

    expect([background.length, people.length]).toEqual([1, 1]);
  });

  it('is refused at once where its work was given up before', async () => {
    const { clock, budget } = await openBudget();
    const reason = new Error('given up');
    await expect(budget.acquire({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await clock.advance(0);

    expect(await budget.snapshot()).toMatchObject({ waiting: 0, inFlight: 0 });
  });

  it('leaves the line when its work is given up, and no listener behind when it starts', async () => {
    const { clock, budget } = await openBudget();
    const work = new AbortController();
    let listeners = 0;
    const { signal } = work;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => (listeners++, add(...args));
    signal.removeEventListener = (...args: Parameters<typeof remove>) => (listeners--, remove(...args));
    const permits = ask(budget, 8, { signal });
    await clock.advance(0);
    const started = [permits.length, listeners];
    const waits = budget.acquire({ signal }).catch((error: unknown) => error);
    await clock.advance(0);
    const waiting = (await budget.snapshot()).waiting;
    work.abort(new Error('given up'));

    expect(started).toEqual([8, 0]);
    expect(waiting).toBe(1);
    expect(await waits).toEqual(new Error('given up'));
    expect((await budget.snapshot()).waiting).toBe(0);
  });

  it('starts no more once the budget is closed', async () => {
    const { clock, budget } = await openBudget();
    const permits = ask(budget, 9);
    await clock.advance(0);
    budget.close();
    permits[0]!.release(ok());
    await clock.advance(60_000);

    expect(permits).toHaveLength(8);
  });

  it('fails with what the store says, and so do all the others that wait', async () => {
    const clock = new ManualClock();
    let broken = true;
    const memory = createMemoryBudgetStore(clock);
    const store: BudgetStore = {
      ...memory,
      transact: (change) => (broken ? Promise.reject(new Error('no Redis')) : memory.transact(change)),
    };
    const budget = createRateBudget({ clock, random: seededRandom(1), store });
    const { signal } = new AbortController();
    const failures = await Promise.all(
      [1, 2].map(() => budget.acquire({ signal }).catch((error: unknown) => error)),
    );
    broken = false;
    const later = ask(budget, 1);
    await clock.advance(0);

    expect(failures).toEqual([new Error('no Redis'), new Error('no Redis')]);
    expect(later).toHaveLength(1);
  });
});

describe('a budget that processes share', () => {
  it('looks again every second or so at most, and soon where an answer is waited for', async () => {
    const state = newBudgetState();
    state.closedUntil = 10_000;
    const clock = new ManualClock();
    const store = sharedStore(clock, state);
    const half: Random = { number: () => 0.5, bytes: (count) => new Uint8Array(count) };
    const budget = createRateBudget({ clock, random: half, store });
    ask(budget, 2);
    await clock.advance(10_100);

    // Once a second while it is closed, then alone, and every 25 ms for the answer of that one.
    expect(store.looks).toEqual([
      ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((second) => second * 1_000),
      10_000,
      10_025,
      10_050,
      10_075,
      10_100,
    ]);
  });

  it('draws the time of its next look, so that workers do not all look at once', async () => {
    const look = async (number: number): Promise<number | undefined> => {
      const clock = new ManualClock();
      const state = newBudgetState();
      state.closedUntil = 10_000;
      const store = sharedStore(clock, state);
      const random: Random = { number: () => number, bytes: (count) => new Uint8Array(count) };
      ask(createRateBudget({ clock, random, store }), 1);
      await clock.advance(1_500);
      return store.looks[1];
    };

    expect([await look(0), await look(1)]).toEqual([900, 1_100]);
  });

  it('reports every three seconds while it waits for answers, so that the others count on them', async () => {
    const state = newBudgetState();
    const clock = new ManualClock();
    const store = sharedStore(clock, state);
    const budget = createRateBudget({ clock, random: seededRandom(1), store });
    const permit = await granted(clock, budget.acquire());
    await clock.advance(11_000);
    const while1 = [...store.looks];
    permit.release(ok());
    await clock.advance(30_000);

    expect(while1).toEqual([0, 3_000, 6_000, 9_000]);
    expect(store.looks.slice(4)).toEqual([11_000, 12_000]);
    expect(state.owners).toEqual({ [Object.keys(state.owners)[0]!]: 12_000 });
  });

  it('reports once, however many answers it waits for', async () => {
    const state = newBudgetState();
    state.probeNext = false;
    const clock = new ManualClock();
    const store = sharedStore(clock, state);
    ask(createRateBudget({ clock, random: seededRandom(1), store }), 3);
    await clock.advance(3_500);

    expect(store.looks).toEqual([0, 0, 0, 3_000]);
  });

  it('reports no more once it is closed', async () => {
    const clock = new ManualClock();
    const store = sharedStore(clock);
    const budget = createRateBudget({ clock, random: seededRandom(1), store });
    await granted(clock, budget.acquire());
    budget.close();
    await clock.advance(30_000);

    expect(store.looks).toEqual([0, 3_000]);
  });

  it('forgets a request whose end it cannot tell', async () => {
    const clock = new ManualClock();
    const shared = sharedStore(clock);
    let broken = false;
    const store: BudgetStore = {
      ...shared,
      transact: (change) => (broken ? Promise.reject(new Error('no Redis')) : shared.transact(change)),
    };
    const budget = createRateBudget({ clock, random: seededRandom(1), store });
    const permit = await granted(clock, budget.acquire());
    broken = true;
    permit.release(ok());
    await clock.advance(3_500);
    broken = false;

    expect((await budget.snapshot()).inFlight).toBe(1);
  });

  it('counts a request whose sender left while the store was asked as given up', async () => {
    const clock = new ManualClock();
    const state = newBudgetState();
    const store = sharedStore(clock, state);
    const slow: BudgetStore = {
      ...store,
      transact: async (change) => {
        await clock.sleep(5);
        return store.transact(change);
      },
    };
    const budget = createRateBudget({ clock, random: seededRandom(1), store: slow });
    const work = new AbortController();
    const left = budget.acquire({ signal: work.signal }).catch((error: unknown) => error);
    work.abort(new Error('gone'));
    await clock.advance(20);

    expect(await left).toEqual(new Error('gone'));
    expect(state.inFlight).toEqual({});
    expect(startRequest(state, 20, { owner: 'other', urgent: false })).toMatchObject({ go: true });
  });
});

describe('the budgets of a process', () => {
  it('are one for each service and token', () => {
    const budgets = createRateBudgets({ clock: new ManualClock(), random: seededRandom(1) });
    const one = budgets.of('https://a.test', 'token');

    expect(budgets.of('https://a.test', 'token')).toBe(one);
    expect(budgets.of('https://a.test', 'other')).not.toBe(one);
    expect(budgets.of('https://b.test', 'token')).not.toBe(one);
  });

  it('are told with their service, and close together', async () => {
    const clock = new ManualClock();
    const budgets = createRateBudgets({ clock, random: seededRandom(1) });
    const both = [budgets.of('https://a.test', 'token'), budgets.of('https://b.test', 'token')];
    const snapshots = await budgets.snapshots();
    budgets.close();
    const granted = both.flatMap((budget) => ask(budget, 1));
    await clock.advance(1_000);

    expect(snapshots.map(({ origin }) => origin)).toEqual(['https://a.test', 'https://b.test']);
    expect(granted).toEqual([]);
  });
});

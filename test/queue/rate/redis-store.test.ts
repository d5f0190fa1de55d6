import type { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { ManualClock, seededRandom } from '../../../src/clock/index.ts';
import { createRedisBudgetStore } from '../../../src/queue/rate/redis-store.ts';
import { newBudgetState, type BudgetState } from '../../../src/queue/rate/state.ts';

/** Redis with one value that is set under compare-and-set, as the script of the store does it; its clock is 1,000 s ahead of ours. */
class OneValue {
  version = 0;
  text = '';
  readonly calls: { key: string; version: number; isRead: boolean; expires: number }[] = [];
  /** Called before each exchange; it may throw, as a connection does, or set the value, as another worker does. */
  before: (call: number) => void = () => undefined;
  readonly #clock: ManualClock;

  constructor(clock: ManualClock) {
    this.#clock = clock;
  }

  get state(): BudgetState {
    return JSON.parse(this.text) as BudgetState;
  }

  set(change: (state: BudgetState) => void): void {
    const state = this.text === '' ? newBudgetState() : this.state;
    change(state);
    this.text = JSON.stringify(state);
    this.version++;
  }

  async eval(_script: string, _keys: number, key: string, version: number, text: string, expires: number) {
    this.before(this.calls.length);
    this.calls.push({ key, version, isRead: text === '', expires });
    await this.#clock.sleep(2);
    const now = this.#clock.monotonic() + 1_000_000;
    if (text === '' || version !== this.version) return [0, now, this.version, this.text];
    this.text = text;
    this.version++;
    return [1, now, this.version, ''];
  }
}

function aStore() {
  const clock = new ManualClock();
  const redis = new OneValue(clock);
  const random = seededRandom(1);
  const make = () =>
    createRedisBudgetStore({ redis: redis as unknown as Redis, name: 'docs', clock, random });
  return { clock, redis, make, store: make() };
}

const count = (state: BudgetState): number => ++state.started;

describe('the state of a budget in Redis', () => {
  it('is read once, changed here, and kept for a day', async () => {
    const { clock, redis, store } = aStore();
    const first = store.transact(count);
    await clock.advance(10);
    const second = store.transact(count);
    await clock.advance(10);

    expect(await Promise.all([first, second])).toEqual([1, 2]);
    expect(redis.calls).toEqual([
      { key: 'tidemark:budget:docs', version: -1, isRead: true, expires: 86_400_000 },
      { key: 'tidemark:budget:docs', version: 0, isRead: false, expires: 86_400_000 },
      { key: 'tidemark:budget:docs', version: 1, isRead: false, expires: 86_400_000 },
    ]);
    expect(redis.state).toEqual({ ...newBudgetState(), started: 2 });
    expect(store.shared).toBe(true);
  });

  it('has the time of the server', async () => {
    const { clock, store } = aStore();
    await clock.advance(500);
    const now = store.transact((_state, time) => time);
    await clock.advance(10);
    const later = store.transact((_state, time) => time);
    await clock.advance(10);

    expect([await now, await later]).toEqual([1_000_502, 1_000_510]);
  });

  it('is changed by all that came meanwhile at once', async () => {
    const { clock, redis, store } = aStore();
    const results = [1, 2, 3, 4].map(() => store.transact(count));
    await clock.advance(10);

    expect(await Promise.all(results)).toEqual([1, 2, 3, 4]);
    // The first one alone, and then what had come during that.
    expect(redis.calls.filter(({ isRead }) => !isRead)).toHaveLength(2);
  });

  it('is changed anew on what another worker has set', async () => {
    const { clock, redis, store } = aStore();
    redis.before = (call) => {
      if (call === 1) redis.set((state) => void (state.started = 40));
    };
    const result = store.transact(count);
    await clock.advance(20);

    expect(await result).toBe(41);
    expect(redis.state.started).toBe(41);
  });

  it('is seen by another store that knew an older one', async () => {
    const { clock, store, make } = aStore();
    const other = make();
    for (const each of [store, other, store, other]) {
      void each.transact(count);
      await clock.advance(20);
    }
    const seen = store.transact(({ started }) => started);
    await clock.advance(20);

    expect(await seen).toBe(4);
  });

  it('is left alone for a moment after four tries in vain, and then tried until it works', async () => {
    const { clock, redis, store } = aStore();
    const times: number[] = [];
    redis.before = (call) => {
      times.push(clock.monotonic());
      if (call > 0 && call < 8) redis.set((state) => void state.started++);
    };
    const result = store.transact(count);
    await clock.advance(200);

    expect(await result).toBe(8);
    const pauses = times.slice(1).map((time, index) => time - times[index]! - 2);
    // A read and four tries, one right after the other; then pauses of less than 4, 5, 6 milliseconds and so on.
    expect(pauses.slice(0, 4)).toEqual([0, 0, 0, 0]);
    expect(pauses.slice(4).every((pause, index) => pause >= 0 && pause < index + 4)).toBe(true);
    expect(Math.max(...pauses)).toBeGreaterThan(0);
  });

  it('is given up for those who asked when Redis fails, and for nobody later', async () => {
    const { clock, redis, store } = aStore();
    let isDown = true;
    redis.before = () => {
      if (isDown) throw new Error('Connection is closed.');
    };
    const first = store.transact(count).catch((error: unknown) => error);
    await clock.advance(10);
    isDown = false;
    const second = store.transact(count);
    await clock.advance(10);

    expect(await first).toEqual(new Error('Connection is closed.'));
    expect(await second).toBe(1);
  });

  it('is asked for nothing more once it is closed', async () => {
    const { clock, redis, store } = aStore();
    void store.transact(count);
    await clock.advance(10);
    const before = redis.calls.length;
    store.close();
    let told = false;
    void store.transact(count).finally(() => (told = true));
    await clock.advance(1_000);

    expect(redis.calls).toHaveLength(before);
    expect(told).toBe(false);
  });
});

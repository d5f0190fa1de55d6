import type { Redis } from 'ioredis';
import type { Clock, Random } from '../../clock/index.ts';
import { newBudgetState, readBudgetState, type BudgetState } from './state.ts';
import type { BudgetStore } from './store.ts';

/**
 * Returns the server's time (so that the clocks of the workers do not matter), the version and the value: the new value when it
 * could be set, otherwise the one that somebody else has set meanwhile.
 */
const compareAndSet = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local version = tonumber(redis.call('HGET', KEYS[1], 'version') or '0')
if ARGV[2] ~= '' and version == tonumber(ARGV[1]) then
  version = version + 1
  redis.call('HSET', KEYS[1], 'version', version, 'state', ARGV[2])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  return {1, now, version, ''}
end
return {0, now, version, redis.call('HGET', KEYS[1], 'state') or ''}
`;

/** A budget that is not used is forgotten after this time. */
const forgottenAfterMs = 24 * 60 * 60_000;

interface Pending {
  change: (state: BudgetState, now: number) => unknown;
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
}

export interface RedisBudgetStoreOptions {
  redis: Redis;
  /** The name of service and token; never the token itself. */
  name: string;
  clock: Clock;
  random: Random;
}

/**
 * A state that all workers share. Changes are made here, on a copy, which is set if nobody was faster. Changes that pile up
 * during one round trip are sent with the next one, so that the load on Redis grows with the workers and not with the requests.
 */
export function createRedisBudgetStore({ redis, name, clock, random }: RedisBudgetStoreOptions): BudgetStore {
  const key = `tidemark:budget:${name}`;
  let known: { version: number; text: string; aheadMs: number } | undefined;
  let pending: Pending[] = [];
  let busy = false;
  let closed = false;

  const exchange = async (version: number, text: string): Promise<boolean> => {
    const answer = (await redis.eval(compareAndSet, 1, key, version, text, forgottenAfterMs)) as [
      set: number,
      now: number,
      version: number,
      state: string,
    ];
    const [set, now, newVersion, state] = answer;
    known = { version: newVersion, text: set === 1 ? text : state, aheadMs: now - clock.monotonic() };
    return set === 1;
  };

  const flush = async (): Promise<void> => {
    busy = true;
    while (pending.length > 0 && !closed) {
      const batch = pending;
      pending = [];
      try {
        const results = await commit(batch);
        batch.forEach((one, index) => one.resolve(results[index] as never));
      } catch (error) {
        for (const one of batch) one.reject(error);
      }
    }
    busy = false;
  };

  const commit = async (batch: readonly Pending[]): Promise<unknown[]> => {
    if (!known) await exchange(-1, '');
    for (let attempt = 1; ; attempt++) {
      const { version, text, aheadMs } = known as NonNullable<typeof known>; // exchange has set it
      const state = text === '' ? newBudgetState() : readBudgetState(text);
      const now = clock.monotonic() + aheadMs;
      const results = batch.map((one) => one.change(state, now));
      if (await exchange(version, JSON.stringify(state))) return results;
      if (attempt > 3) await clock.sleep(random.number() * Math.min(50, attempt));
    }
  };

  return {
    shared: true,
    transact: <T>(change: (state: BudgetState, now: number) => T) =>
      new Promise<T>((resolve, reject) => {
        pending.push({ change, resolve: resolve, reject });
        if (!busy) void flush();
      }),
    close: () => {
      closed = true;
    },
  };
}

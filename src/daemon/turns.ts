import type { Redis } from 'ioredis';
import type { Clock, Random } from '../clock/index.ts';

/**
 * Lets the workers of a fleet take turns after they got in each other's way: of several cycles that end at the same time only one
 * is published, and with many workers one might lose again and again. Turns are advice and not a lock: the published references
 * decide in any case.
 */
export interface Turns {
  /** Resolves when no other worker has the turn, or when that takes too long. */
  free(signal: AbortSignal): Promise<void>;
  /** Takes the turn as soon as it is free, or goes on without it when that takes too long. Returns the function that ends the turn. */
  take(signal: AbortSignal): Promise<() => Promise<void>>;
}

export interface RedisTurnsOptions {
  readonly redis: Pick<Redis, 'set' | 'get' | 'del'>;
  readonly clock: Clock;
  readonly random: Random;
  /** The name of this worker. */
  readonly name: string;
}

const key = 'tidemark:turn';
/** A turn ends by itself after this time, in case its worker is gone. */
const longestTurnMs = 10_000;
const longestWaitMs = 10_000;
const pollMs = 50;
/** How long we wait for a silent Redis. */
const silentMs = 500;

/** Turns that the workers of one Redis take. */
export function createRedisTurns({ redis, clock, random, name }: RedisTurnsOptions): Turns {
  const answered = async <Answer>(asked: Promise<Answer>, otherwise: Answer): Promise<Answer> => {
    const ended = new AbortController();
    const silent = clock.sleep(silentMs, ended.signal).then(
      () => otherwise,
      () => otherwise,
    );
    try {
      return await Promise.race([asked.catch(() => otherwise), silent]);
    } finally {
      ended.abort();
    }
  };
  /** Asks until the answer is yes; false when that takes too long. */
  const until = async (isSo: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> => {
    const from = clock.monotonic();
    while (!(await isSo())) {
      if (clock.monotonic() - from >= longestWaitMs) return false;
      await clock.sleep(pollMs * (1 + random.number()), signal);
    }
    return true;
  };
  return {
    free: async (signal) => {
      await until(async () => {
        const holder = await answered(redis.get(key), null);
        return holder === null || holder === name;
      }, signal);
    },
    take: async (signal) => {
      let isSilent = false;
      const isOurs = await until(async () => {
        const set = await answered<string | null | undefined>(
          redis.set(key, name, 'PX', longestTurnMs, 'NX'),
          undefined,
        );
        isSilent = set === undefined;
        return set !== null;
      }, signal);
      return async () => {
        if (!isOurs || isSilent) return;
        if ((await answered(redis.get(key), null)) === name) await answered(redis.del(key), 0);
      };
    },
  };
}

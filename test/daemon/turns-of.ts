import { realClock, realRandom } from '../../src/clock/index.ts';
import { createRedisTurns, type Turns } from '../../src/daemon/index.ts';
import type { RedisTurnsOptions } from '../../src/daemon/turns.ts';

/** Turns of workers by their names, on a map that stands for their Redis. Nothing in it ends by itself. */
export function turnsOf(keys: Map<string, string>): (name: string) => Turns {
  const redis = {
    get: (key: string) => Promise.resolve(keys.get(key) ?? null),
    set: (key: string, value: string) => {
      if (keys.has(key)) return Promise.resolve(null);
      keys.set(key, value);
      return Promise.resolve('OK');
    },
    del: (key: string) => Promise.resolve(keys.delete(key) ? 1 : 0),
  } as unknown as RedisTurnsOptions['redis'];
  return (name) => createRedisTurns({ redis, clock: realClock, random: realRandom, name });
}

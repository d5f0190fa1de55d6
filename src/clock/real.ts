import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, Random } from './port.ts';

/** The longest time that a timer of Node counts, almost 25 days. Node lets a longer one end after a millisecond. */
export const longestTimerMs = 2 ** 31 - 1;

export const realClock: Clock = {
  now: () => Date.now(),
  // Not `performance`, whose code Node loads at its first use.
  monotonic: () => Number(process.hrtime.bigint()) / 1e6,
  sleep: async (ms, signal) => {
    const options = signal === undefined ? {} : { signal };
    let left = ms;
    for (; left > longestTimerMs; left -= longestTimerMs) await sleep(longestTimerMs, undefined, options);
    await sleep(left, undefined, options);
  },
};

export const realRandom: Random = {
  number: () => Math.random(),
  bytes: (count) => randomBytes(count),
};

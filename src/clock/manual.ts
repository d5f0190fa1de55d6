import type { Clock, Random } from './port.ts';

interface Sleeper {
  at: number;
  order: number;
  wake: () => void;
}

/** A clock that does not move until a test moves it; sleepers wake in the order of their times. */
export class ManualClock implements Clock {
  #now: number;
  #elapsed = 0;
  #order = 0;
  #sleepers: Sleeper[] = [];

  constructor(now = Date.UTC(2026, 0, 1)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        reject(signal?.reason as Error);
      };
      const sleeper: Sleeper = {
        at: this.#elapsed + Math.max(0, ms),
        order: this.#order++,
        wake: () => {
          signal?.removeEventListener('abort', abort);
          resolve();
        },
      };
      if (signal?.aborted) return reject(signal.reason as Error);
      signal?.addEventListener('abort', abort, { once: true });
      this.#sleepers.push(sleeper);
    });
  }

  /** How many sleepers are waiting. */
  get waiting(): number {
    return this.#sleepers.length;
  }

  /** Moves time on by `ms`, wakes each sleeper at its own time, and lets promises settle in between. */
  async advance(ms: number): Promise<void> {
    const end = this.#elapsed + ms;
    for (;;) {
      await settle();
      const next = this.#sleepers
        .filter((sleeper) => sleeper.at <= end)
        .sort((a, b) => a.at - b.at || a.order - b.order)[0];
      if (!next) break;
      this.#sleepers = this.#sleepers.filter((sleeper) => sleeper !== next);
      this.#moveTo(next.at);
      next.wake();
    }
    this.#moveTo(end);
    await settle();
  }

  /** Moves only the wall clock, as an administrator or NTP does. */
  jump(ms: number): void {
    this.#now += ms;
  }

  #moveTo(elapsed: number): void {
    this.#now += elapsed - this.#elapsed;
    this.#elapsed = elapsed;
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
}

/** Randomness that repeats: the same seed gives the same numbers (mulberry32). It must not be used for secrets. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const number = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return { number, bytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(number() * 256)) };
}

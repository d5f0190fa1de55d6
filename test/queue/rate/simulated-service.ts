import type { ManualClock, Random } from '../../../src/clock/index.ts';
import type { Headers, RateBudget } from '../../../src/queue/index.ts';

export type Dialect = 'draft' | 'draft7' | 'three' | 'epoch' | 'retryAfter' | 'none';

export interface ServiceOptions {
  clock: ManualClock;
  random: Random;
  dialect: Dialect;
  windowMs?: number;
  /** The shortest time that a request takes; they take up to half as long again. */
  latencyMs?: number;
  /** How far the service's clock is from ours. */
  skewMs?: number;
}

/** A service with a fixed window, which counts what it lets through and what it refuses. */
export class SimulatedService {
  limit: number;
  allowed: number[] = [];
  refused: number[] = [];
  inFlight = 0;
  mostInFlight = 0;
  #window = -1;
  #used = 0;
  readonly #options: Required<ServiceOptions>;

  constructor(limit: number, options: ServiceOptions) {
    this.limit = limit;
    this.#options = { windowMs: 60_000, latencyMs: 50, skewMs: 0, ...options };
  }

  async request(): Promise<{ status: number; headers: Headers }> {
    const { clock, random, latencyMs } = this.#options;
    this.inFlight++;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    await clock.sleep(latencyMs * (0.5 + random.number() * 0.25));
    const answer = this.#answer();
    await clock.sleep(latencyMs * (0.5 + random.number() * 0.25));
    this.inFlight--;
    return answer;
  }

  /** What another program does with the same token. */
  useElsewhere(count: number): void {
    this.#turn();
    this.#used += count;
  }

  #turn(): void {
    const window = Math.floor(this.#options.clock.monotonic() / this.#options.windowMs);
    if (window !== this.#window) this.#used = 0;
    this.#window = window;
  }

  #answer(): { status: number; headers: Headers } {
    const now = this.#options.clock.monotonic();
    this.#turn();
    const allowed = this.#used < this.limit;
    if (allowed) this.#used++;
    (allowed ? this.allowed : this.refused).push(now);
    return { status: allowed ? 200 : 429, headers: this.#headers(allowed, now) };
  }

  #headers(allowed: boolean, now: number): Headers {
    const { windowMs, dialect, clock, skewMs } = this.#options;
    const left = Math.max(0, this.limit - this.#used);
    const resetMs = (this.#window + 1) * windowMs - now;
    const delta = Math.ceil(resetMs / 1_000);
    const wall = clock.now() + skewMs;
    const date = new Date(wall).toUTCString();
    const retry: Headers = allowed ? {} : { 'retry-after': String(delta) };
    switch (dialect) {
      case 'draft':
        return {
          date,
          ratelimit: `"default";r=${left};t=${delta}`,
          'ratelimit-policy': `"default";q=${this.limit};w=${windowMs / 1_000}`,
        };
      case 'draft7':
        return { date, ratelimit: `limit=${this.limit}, remaining=${left}, reset=${delta}` };
      case 'three':
        return {
          'ratelimit-limit': String(this.limit),
          'ratelimit-remaining': String(left),
          'ratelimit-reset': String(delta),
        };
      case 'epoch':
        return {
          date,
          'x-ratelimit-limit': String(this.limit),
          'x-ratelimit-remaining': String(left),
          'x-ratelimit-reset': String(Math.ceil((wall + resetMs) / 1_000)),
        };
      case 'retryAfter':
        return retry;
      case 'none':
        return {};
    }
  }
}

/** Keeps `workers` requests wanting to start until told to stop. */
export function saturate(
  budget: RateBudget,
  service: SimulatedService,
  workers: number,
): { stop: () => void } {
  let stopped = false;
  const work = async (index: number): Promise<void> => {
    while (!stopped) {
      const permit = await budget.acquire({ flow: `space ${index}` });
      const { status, headers } = await service.request();
      permit.release({ kind: 'answer', status, headers });
    }
  };
  for (let index = 0; index < workers; index++) void work(index);
  return {
    stop: () => {
      stopped = true;
    },
  };
}

/** How many of `times` lie in [from, to). */
export function within(times: readonly number[], from: number, to: number): number {
  return times.filter((time) => time >= from && time < to).length;
}

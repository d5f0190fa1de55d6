import { AppError } from '../../base/index.ts';

const windowMs = 60_000;

/** What answers tell a caller about its budget. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  /** The time at which the budget is full again, in seconds since the epoch. */
  readonly reset: number;
}

/** The owner of a budget: a token, a person who is signed in to the app, or an address without either. */
export type BudgetOwner =
  { readonly token: string } | { readonly person: string } | { readonly address: string };

/**
 * The limit without `--rate`, in requests a minute: more than one process can answer, so that the headers are true but nobody has to wait.
 */
export const defaultRate = 1_000_000;

/**
 * Counts requests for each spender in windows of one minute. Old windows are dropped, so memory grows only with the number of spenders
 * within the last minute.
 */
export class RateLimiter {
  readonly #limit: number;
  readonly #windows = new Map<string, { ends: number; used: number }>();
  #sweepAt = 0;

  /** @param limit Requests a minute for one spender. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes one request out of a budget. `exceeded` says that nothing was left. */
  take(spender: BudgetOwner, nowMs: number): RateState & { readonly exceeded: boolean } {
    this.#sweep(nowMs);
    const key = Object.entries(spender).flat().join(' ');
    let window = this.#windows.get(key);
    if (window === undefined || window.ends <= nowMs || window.ends > nowMs + windowMs) {
      window = { ends: nowMs + windowMs, used: 0 };
      this.#windows.set(key, window);
    }
    const exceeded = window.used >= this.#limit;
    if (!exceeded) window.used += 1;
    return {
      limit: this.#limit,
      remaining: this.#limit - window.used,
      reset: Math.ceil(window.ends / 1000),
      exceeded,
    };
  }

  #sweep(nowMs: number): void {
    if (nowMs < this.#sweepAt && this.#sweepAt <= nowMs + windowMs) return;
    for (const [key, window] of this.#windows) if (window.ends <= nowMs) this.#windows.delete(key);
    this.#sweepAt = nowMs + windowMs;
  }
}

/** The headers that say how much is left. */
export function rateHeaders(state: RateState): Record<string, string> {
  return {
    'x-ratelimit-limit': String(state.limit),
    'x-ratelimit-remaining': String(state.remaining),
    'x-ratelimit-reset': String(state.reset),
  };
}

/** The failure of a request beyond the budget. */
export function rateLimited(spender: BudgetOwner, state: RateState, nowMs: number): AppError {
  const waitSeconds = retryAfterSeconds(state, nowMs);
  return new AppError(
    'RATE_LIMITED',
    `${subjectOf(spender)} may make ${state.limit} requests a minute, and has used them up.`,
    {
      hint: `Wait ${waitSeconds} s.`,
      data: { retryAfterSeconds: waitSeconds },
    },
  );
}

function subjectOf(spender: BudgetOwner): string {
  if ('token' in spender) return 'This token';
  return 'person' in spender ? 'A person in the app' : 'This address, without a valid token,';
}

/** How long to wait, at least one second. */
function retryAfterSeconds(state: RateState, nowMs: number): number {
  return Math.max(1, state.reset - Math.floor(nowMs / 1000));
}

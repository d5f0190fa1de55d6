import { AppError } from '../base/index.ts';
import type { Random } from '../clock/index.ts';
import type { RetryPolicy } from './port.ts';

export const defaultRetry: RetryPolicy = { attempts: 5, baseMs: 1_000, capMs: 60_000 };

/** How long a dead worker's job waits at most until another worker takes it over, in milliseconds. */
export const defaultTakeOverMs = 30_000;

/** The longest wait that a `retryAfterMs` from elsewhere may demand of us. */
const longestAskedWaitMs = 15 * 60_000;

/**
 * How long to wait after failed attempt number `attempt` (from 1), or null when there is no other attempt: full jitter under a
 * doubling ceiling, and never less than the error's own `data.retryAfterMs`.
 */
export function retryDelayMs(
  error: unknown,
  attempt: number,
  policy: RetryPolicy,
  random: Random,
): number | null {
  if (attempt >= policy.attempts) return null;
  if (error instanceof AppError && error.retry === 'never') return null;
  const ceiling = Math.min(policy.capMs, policy.baseMs * 2 ** Math.min(attempt - 1, 30));
  return Math.max(Math.floor(random.number() * ceiling), askedWaitMs(error));
}

function askedWaitMs(error: unknown): number {
  const asked = error instanceof AppError ? error.data?.['retryAfterMs'] : undefined;
  if (typeof asked !== 'number' || !(asked > 0)) return 0;
  return Math.min(asked, longestAskedWaitMs);
}

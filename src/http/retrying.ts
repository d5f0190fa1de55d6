import { isAppError } from '../base/index.ts';
import type { Clock, Random } from '../clock/index.ts';
import { cancelled, hadNoEffect } from './failures.ts';
import type { HttpRequest, HttpResponse, HttpTransport } from './port.ts';

export interface RetryingOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** The number of attempts, including the first one. */
  readonly attempts?: number;
  /** A longer wait than this is not done here: the failure is passed on to a loop that can wait. */
  readonly longestWaitMs?: number;
  readonly onRetry?: (retry: {
    request: HttpRequest;
    attempt: number;
    waitMs: number;
    reason: string;
  }) => void;
}

const second = 1000;
const firstBackoffMs = second;
const longestBackoffMs = 300 * second;
const shortestRetryAfterMs = second;
const longestRetryAfterMs = 900 * second;
const retriedStatuses = new Set([500, 502, 503, 504]);

/**
 * Repeats requests where that is allowed. Reading: after no answer, a timeout, a 5xx or a 429. Writing: only when the request
 * certainly had no effect, that is, after a 429 or when no connection was made. It waits as long as the server says, else with
 * full jitter.
 */
export function createRetryingTransport(
  inner: HttpTransport,
  { clock, random, attempts = 5, longestWaitMs = longestRetryAfterMs, onRetry }: RetryingOptions,
): HttpTransport {
  async function send(request: HttpRequest): Promise<HttpResponse> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await attemptOf(request);
      const reason = attempt < attempts ? reasonToRetry(request, outcome) : null;
      if (reason === null) return settle(outcome);
      const waitMs =
        ('response' in outcome ? waitOf(outcome.response, clock.now()) : null) ??
        random.number() * Math.min(longestBackoffMs, firstBackoffMs * 2 ** (attempt - 1));
      if (waitMs > longestWaitMs) return settle(outcome);
      onRetry?.({ request, attempt, waitMs, reason });
      try {
        await clock.sleep(waitMs, request.signal);
      } catch (cause) {
        // When the process ends, its clock ends all waits, this one too.
        throw request.signal?.aborted === true ? cancelled(request, cause) : cause;
      }
    }
  }

  async function attemptOf(request: HttpRequest): Promise<Outcome> {
    try {
      return { response: await inner.send(request) };
    } catch (error) {
      return { error };
    }
  }

  return { send, close: () => inner.close() };
}

type Outcome = { readonly response: HttpResponse } | { readonly error: unknown };

function settle(outcome: Outcome): HttpResponse {
  if ('error' in outcome) throw outcome.error;
  return outcome.response;
}

function reasonToRetry(request: HttpRequest, outcome: Outcome): string | null {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if ('error' in outcome) {
    // The line of requests gave up after the tries of other requests, so this one needs none.
    if (isAppError(outcome.error) && outcome.error.data?.['gone'] === true) return null;
    if (hadNoEffect(outcome.error)) return isAppError(outcome.error, 'NO_ANSWER') ? 'no connection' : null;
    return reads && isAppError(outcome.error, 'NO_ANSWER', 'TIMEOUT') ? outcome.error.code : null;
  }
  const { status } = outcome.response;
  if (status === 429) return 'rate limit';
  return reads && retriedStatuses.has(status) ? `status ${status}` : null;
}

/**
 * How long an answer asks us to wait: `Retry-After` as seconds or as a date, else `X-RateLimit-Reset`, limited to between one
 * second and 15 minutes; null when neither has a sensible value.
 */
export function waitOf(response: HttpResponse, now: number): number | null {
  const clamp = (ms: number): number => Math.min(longestRetryAfterMs, Math.max(shortestRetryAfterMs, ms));
  const after = response.headers['retry-after']?.trim();
  if (after !== undefined && after !== '') {
    if (/^\d{1,15}$/.test(after)) return clamp(Number(after) * second);
    const date = Date.parse(after);
    if (!Number.isNaN(date) && /[a-z]/i.test(after)) return clamp(date - now);
  }
  const reset = response.headers['x-ratelimit-reset']?.trim();
  if (response.status === 429 && reset !== undefined && /^\d{1,15}$/.test(reset)) {
    return clamp(Number(reset) * second - now);
  }
  return null;
}

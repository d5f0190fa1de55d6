import type { HttpResponse } from '../http/index.ts';

/** What a server says about its rate limit; a member is absent when the server does not say it. */
export interface RateReport {
  readonly status: number;
  readonly limit?: number;
  readonly remaining?: number;
  /** In milliseconds since the epoch. */
  readonly resetAt?: number;
}

/** Reads the `X-RateLimit-*` headers; nonsense counts as absent. */
export function rateReportOf({ status, headers }: HttpResponse): RateReport {
  const limit = wholeNumber(headers['x-ratelimit-limit']);
  const remaining = wholeNumber(headers['x-ratelimit-remaining']);
  const reset = wholeNumber(headers['x-ratelimit-reset']);
  return {
    status,
    ...(limit === undefined ? {} : { limit }),
    ...(remaining === undefined ? {} : { remaining }),
    ...(reset === undefined ? {} : { resetAt: reset * 1000 }),
  };
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,12}$/.test(text.trim()) ? Number(text) : undefined;
}

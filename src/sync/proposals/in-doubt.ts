import { isAppError } from '../../base/index.ts';
import { requestTimeLimitMs } from '../../contract/index.ts';
import type { CycleContext } from '../mirror/context.ts';

const firstWaitMs = 250;

/**
 * Looks for what a request made whose answer never came. The request may still be on its way, after this process was killed and started
 * again: so it is looked for until the service would take it no more. null: it made nothing, and makes nothing any more.
 *
 * @param askedAt When it was sent; absent where that is not known, or where it certainly failed.
 */
export async function lookUntilKnown<Found>(
  { clock, options }: Pick<CycleContext, 'clock' | 'options'>,
  askedAt: number | undefined,
  look: () => Promise<Found | null>,
): Promise<Found | null> {
  const begun = clock.now();
  // A clock that was set back makes nobody wait longer.
  const rest = askedAt === undefined ? 0 : Math.min(requestTimeLimitMs, askedAt + requestTimeLimitMs - begun);
  for (let wait = firstWaitMs, waited = 0; ; wait *= 2) {
    const found = await look();
    if (found !== null || waited >= rest || options.dryRun === true) return found;
    const next = Math.min(wait, rest - waited);
    await clock.sleep(next, options.signal);
    waited += next;
  }
}

/** Whether a request that failed may have been carried out, or may be yet. */
export function mayBeDone(error: unknown): boolean {
  return !isAppError(error) || isAppError(error, ...doubtful);
}

const doubtful = [
  'OUTCOME_UNKNOWN',
  'NO_ANSWER',
  'TIMEOUT',
  'ANSWER_INVALID',
  'ANSWER_TOO_LARGE',
  'REDIRECT_REFUSED',
  'REMOTE_FAILED',
  'OVERLOADED',
  'INTERNAL',
  'CANCELLED',
] as const;

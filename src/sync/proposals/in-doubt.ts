import { isAppError } from '../../base/index.ts';
import { requestTimeLimitMs } from '../../contract/index.ts';
import { lagOf } from '../config.ts';
import { lookUntilFound } from '../look-again.ts';
import type { Revision } from '../../contract/index.ts';
import type { CycleContext } from '../mirror/context.ts';
import type { ContentPlace } from '../remote/port.ts';

/**
 * Looks for the result of a request whose answer never came. The request may still be on its way, even after this process was
 * killed and started again; so we look until the service would no longer accept it. null: the request made nothing, and will make
 * nothing.
 *
 * @param askedAt The time when it was sent; absent where that is unknown, or where the request certainly failed.
 */
export async function lookForResult<Found>(
  {
    clock,
    options,
    config,
  }: Pick<CycleContext, 'clock' | 'options'> & { config: Parameters<typeof lagOf>[0] },
  askedAt: number | undefined,
  look: () => Promise<Found | null>,
): Promise<Found | null> {
  // What the request makes at the last moment is shown only after a while.
  const longest = requestTimeLimitMs + lagOf(config);
  // A clock that was set back must not make anybody wait longer.
  const rest = askedAt === undefined ? 0 : Math.min(longest, askedAt + longest - clock.now());
  const { signal } = options;
  return lookUntilFound({ clock, signal, restMs: options.dryRun === true ? 0 : rest }, look);
}

/**
 * The content of a change request once the effect of an unanswered request shows there, or can no longer come.
 *
 * @param request When it was sent, and the change request's revision before it; absent where every request was answered.
 */
export async function contentAfterRequest(
  context: Pick<CycleContext, 'clock' | 'options' | 'config' | 'remote'>,
  place: ContentPlace,
  request: { readonly at?: number; readonly before: string } | undefined,
): Promise<Revision> {
  const moved = await lookForResult(context, request?.at, async () => {
    const now = await context.remote.content(place);
    return now.id === request?.before ? null : now;
  });
  return moved ?? (await context.remote.content(place));
}

/** Whether a failed request may have been carried out, or may be carried out yet. */
export function mayTakeEffect(error: unknown): boolean {
  return !isAppError(error) || isAppError(error, ...doubtful);
}

const doubtful = [
  'OUTCOME_UNKNOWN',
  'NOT_SHOWN_YET',
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

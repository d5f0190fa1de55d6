import { AppError } from '../base/index.ts';
import type { GitHost, PushedRef, RefUpdate } from '../git/port.ts';
import { fromGitHost } from '../sync/index.ts';

/**
 * Reasons of a host for a reference that somebody else moves at the same time, or that is refused only because another reference
 * of the same push is.
 */
const lostRace =
  /lock|atomic|transaction|already exists|old value|expected|failed to update|fetch first|stale|non-fast-forward|has moved/iu;

/**
 * Why a git host refused references of a push: REF_MOVED where somebody else was faster, PUSH_REFUSED where the host does not take
 * the reference although nobody moved it, as with a protected branch. References that were refused only because of such a one are
 * left out.
 */
export async function refusedPushes(
  host: GitHost,
  updates: readonly RefUpdate[],
  results: readonly PushedRef[],
  options: { signal?: AbortSignal },
): Promise<AppError[]> {
  const refused = results.filter(({ outcome }) => outcome === 'refused');
  if (refused.length === 0) return [];
  const now = await host.refs(options);
  const expected = new Map(updates.map((update) => [update.ref, update.expected]));
  const hasMoved = ({ ref }: PushedRef): boolean => (now.get(ref) ?? null) !== (expected.get(ref) ?? null);
  const isRefused = (each: PushedRef): boolean =>
    each.reason !== undefined && !lostRace.test(each.reason) && !hasMoved(each);
  const forGood = refused.filter(isRefused);
  // A host may take all references of a push or none: then the others were refused only because of these.
  const late = forGood.length === 0 ? refused : refused.filter(hasMoved);
  return [...forGood.map(notTaken), ...late.map(tooLate)];
}

function tooLate({ ref, reason = 'it has moved' }: PushedRef): AppError {
  return new AppError('REF_MOVED', `The git host refused ${ref}: ${reason}`, {
    hint: 'Somebody else was faster; the work is done again from what is there now.',
  });
}

function notTaken({ ref, reason = 'it does not say why' }: PushedRef): AppError {
  return new AppError('PUSH_REFUSED', `The git host refused ${ref}: ${reason}`, {
    hint: 'Give the token the right to push this reference: a protected branch, a hook or a read-only repository refuses it.',
    data: { from: fromGitHost },
  });
}

import { type AppError, isAppError } from '../base/index.ts';
import type { GitHost, GitRepository, Oid } from '../git/port.ts';
import type { Problem } from '../sync/report.ts';

/** The errors of refused commits, by commit; a refused commit is not fetched again. */
export type RefusedTips = Map<Oid, AppError>;

/**
 * Fetches commits of a git host, all at once, or one after the other when one of them is refused. Returns the commits that were
 * refused because a tree in them breaks the rule of names; every other failure is thrown.
 */
export async function fetchTips(
  ports: { readonly git: GitRepository; readonly host: GitHost },
  wanted: readonly Oid[],
  signal: { signal?: AbortSignal },
): Promise<RefusedTips> {
  const refused: RefusedTips = new Map();
  if (wanted.length === 0) return refused;
  try {
    await ports.host.fetch(ports.git, wanted, signal);
  } catch (error) {
    if (!isAppError(error, 'UNSAFE_PATH')) throw error;
    if (wanted.length === 1) refused.set(wanted[0]!, error);
    else
      for (const oid of wanted)
        for (const [each, why] of await fetchTips(ports, [oid], signal)) refused.set(each, why);
  }
  return refused;
}

/** The problem to report about a reference whose commit was refused. */
export function refusedTipProblem(ref: string, { code, message, hint, data }: AppError): Problem {
  const path = data?.['path'];
  return {
    code,
    message: `${ref} of the git host was left alone: ${message}`,
    ...(hint === undefined ? {} : { hint }),
    ...(typeof path === 'string' ? { path } : {}),
  };
}

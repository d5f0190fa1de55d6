import { type AppError, isAppError } from '../base/index.ts';
import type { GitHost, GitRepository, Oid } from '../git/port.ts';
import type { Problem } from './report.ts';

/** What was not taken, by the commit that a reference of the host is on: it is not asked for again. */
export type RefusedTips = Map<Oid, AppError>;

/**
 * Brings commits of a git host here, all at once, or, when something in that is not taken, one after the other. Answers with
 * what was not taken, since a tree in it breaks the rule of names; every other failure is thrown.
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

/** What there is to tell of a reference whose commit was not taken. */
export function notTaken(ref: string, { code, message, hint, data }: AppError): Problem {
  const path = data?.['path'];
  return {
    code,
    message: `${ref} of the git host was left alone: ${message}`,
    ...(hint === undefined ? {} : { hint }),
    ...(typeof path === 'string' ? { path } : {}),
  };
}

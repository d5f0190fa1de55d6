import { isAppError } from '../base/index.ts';
import type { GitRepository, Oid } from '../git/port.ts';
import { localRefs } from '../sync/state/clone.ts';
import { readJson } from '../sync/state/json.ts';

/**
 * Which part of the commit that a reference points to is missing: the commit itself, its tree, or one of its files. null: nothing
 * is missing.
 */
export async function isWhole(git: GitRepository, oid: Oid): Promise<string | null> {
  if (!(await git.has(oid))) return `it names ${oid.slice(0, 12)}, which the repository does not have`;
  const { kind } = await git.readObject(oid);
  if (kind !== 'commit') return `it names a ${kind} and no commit`;
  try {
    for (const entry of await git.listTree(oid))
      if (!(await git.has(entry.oid)))
        return `the content of ${entry.path} is missing in ${oid.slice(0, 12)}`;
    return null;
  } catch (error) {
    if (!isAppError(error, 'NOT_FOUND')) throw error;
    return `a folder of ${oid.slice(0, 12)} is missing`;
  }
}

/** Checks the same for a state, whose root must be readable, too. */
export async function wholeState(git: GitRepository, oid: Oid): Promise<string | null> {
  const why = await isWhole(git, oid);
  if (why !== null) return why;
  const entry = await git.entryAt(oid, 'state.json');
  const root = entry === null ? null : readJson(await git.readBlob(entry.oid));
  return typeof root === 'object' && root !== null ? null : 'its state.json is missing or is not JSON';
}

/** How far back we look for a complete commit. */
const mostCommits = 1000;

/** The newest complete commit before this one; null where there is none. */
export async function newestWhole(
  git: GitRepository,
  from: Oid,
  isGood: (oid: Oid) => Promise<boolean>,
): Promise<Oid | null> {
  let at: Oid | undefined = from;
  try {
    for (let count = 0; at !== undefined && count < mostCommits; count++) {
      if (at !== from && (await isGood(at))) return at;
      if (!(await git.has(at)) || (await git.readObject(at)).kind !== 'commit') return null;
      at = (await git.readCommit(at)).parents[0];
    }
  } catch (error) {
    if (!isAppError(error, 'NOT_FOUND')) throw error;
  }
  return null;
}

/** The reference under which a repair keeps what another reference pointed to before. */
export function backupRefName(ref: string, oid: Oid): string {
  return `${localRefs}before-repair/${ref.split('/').at(-1)!}-${oid.slice(0, 12)}`;
}

import { isAppError } from '../../base/index.ts';
import type { GitRepository, Oid } from '../../git/port.ts';
import { localRefs } from '../state/clone.ts';
import { readJson } from '../state/json.ts';

/** What is missing of the commit that a reference names: the commit, its tree, or a file of it. null: nothing is missing. */
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

/** The same of a state, whose root must be readable, too. */
export async function wholeState(git: GitRepository, oid: Oid): Promise<string | null> {
  const why = await isWhole(git, oid);
  if (why !== null) return why;
  const entry = await git.entryAt(oid, 'state.json');
  const root = entry === null ? null : readJson(await git.readBlob(entry.oid));
  return typeof root === 'object' && root !== null ? null : `its state.json is missing, or no JSON`;
}

/** How far back a whole commit is looked for. */
const mostCommits = 1000;

/** The newest commit before this one that is whole; null where there is none. */
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

/** Where a repair keeps what a reference named before. */
export function keptName(ref: string, oid: Oid): string {
  return `${localRefs}before-repair/${ref.split('/').at(-1)!}-${oid.slice(0, 12)}`;
}

import type { GitRepository, Oid } from '../git/port.ts';
import { localRefs } from '../sync/index.ts';
import { announcedRefs } from './states.ts';

/** References with their commits. */
export type Refs = ReadonlyMap<string, Oid>;

/** Besides the branch, references below these belong to the mirror and travel to and from the host. */
const sharedPrefixes = ['refs/remotes/docs/', 'refs/tidemark/'];

/** Whether a reference is on both sides: what stays in a clone is not, nor are announcements, which workers of a fleet alone read. */
export function isShared(ref: string, branch: string): boolean {
  if (ref.startsWith(localRefs) || ref.startsWith(announcedRefs)) return false;
  return ref === `refs/heads/${branch}` || sharedPrefixes.some((prefix) => ref.startsWith(prefix));
}

/** The references of a repository that are shared with a git host. */
export async function sharedIn(
  git: Pick<GitRepository, 'listRefs'>,
  branch: string,
): Promise<Map<string, Oid>> {
  const refs = new Map<string, Oid>();
  for (const prefix of [`refs/heads/${branch}`, ...sharedPrefixes])
    for (const { ref, oid } of await git.listRefs(prefix)) if (isShared(ref, branch)) refs.set(ref, oid);
  return refs;
}

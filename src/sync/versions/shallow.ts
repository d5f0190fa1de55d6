import type { GitRepository, Oid } from '../../git/port.ts';

/** Whether the history of a commit ends where a shallow clone was cut: then nobody knows what it has in common with another one. */
export async function isCutShort(git: Pick<GitRepository, 'log' | 'isShallow'>, from: Oid): Promise<boolean> {
  for await (const { oid } of git.log(from)) if (await git.isShallow(oid)) return true;
  return false;
}

import { isMarkdownPath, roughText, withoutPageId } from '../../content/index.ts';
import type { GitRepository, Oid } from '../../git/port.ts';
import { outOfFolder } from '../mirror/tip.ts';
import { identityIn, isMostly, mostLike } from '../versions/identity.ts';
import type { FileText } from '../versions/identity.ts';
import type { MadePage } from '../state/proposals.ts';

/** So many commits of a branch are looked at. */
const mostCommits = 50;

/**
 * The pages that the mirror got after a branch began, and that the branch had before they had an identity: a commit that two branches
 * share made them, and the change request of the other one was merged. By the paths that this branch had them at, each with its text
 * that is nearest to the mirror's (SYNC-62).
 *
 * @param base What the branch has in common with the mirror.
 */
export async function bornHere(
  git: Pick<GitRepository, 'diffTrees' | 'entryAt' | 'log' | 'readBlob' | 'resolveRef'>,
  {
    branch,
    folder,
    base,
    mirror,
  }: {
    readonly branch: string;
    readonly folder: string;
    readonly base: Oid;
    readonly mirror: Oid | null;
  },
): Promise<ReadonlyMap<string, MadePage>> {
  const born = new Map<string, MadePage>();
  const head = await git.resolveRef(`refs/heads/${branch}`);
  if (mirror === null || head === null || base === mirror || head === base) return born;
  const under = folder === '.' ? {} : { under: folder };
  for (const { path, before, after } of await git.diffTrees(base, mirror, under)) {
    const inner = outOfFolder(folder, path);
    if (before !== null || after === null || inner === null || !isMarkdownPath(path)) continue;
    const bytes = await git.readBlob(after.oid);
    const id = identityIn(bytes);
    if (id === null) continue;
    const text = withoutPageId(roughText(bytes));
    const found = mostLike(text, await namelessVersions(git, { head, base, path }));
    if (found !== undefined && isMostly(found.text, text)) born.set(inner, { id, text: found.text });
  }
  return born;
}

/** What the commits of a branch had at a path, where that said of no page which one it is; newest first. */
async function namelessVersions(
  git: Pick<GitRepository, 'entryAt' | 'log' | 'readBlob'>,
  { head, base, path }: { readonly head: Oid; readonly base: Oid; readonly path: string },
): Promise<readonly FileText[]> {
  const versions = new Map<Oid, FileText>();
  for await (const { oid } of git.log(head, { limit: mostCommits, exclude: [base] })) {
    const entry = await git.entryAt(oid, path);
    if (entry === null || entry.mode === '040000' || versions.has(entry.oid)) continue;
    const bytes = await git.readBlob(entry.oid);
    if (identityIn(bytes) === null) versions.set(entry.oid, { path, text: withoutPageId(roughText(bytes)) });
  }
  return [...versions.values()];
}

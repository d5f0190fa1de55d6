import type { AcceptedPage } from '../branch/accepted.ts';
import type { Oid } from '../../git/port.ts';
import type { CycleContext } from '../mirror/context.ts';
import { inFolder } from '../mirror/tip.ts';
import { readProposals } from '../state/proposals.ts';
import type { SentPage } from '../state/proposals.ts';
import { baseOf } from '../versions/base-of.ts';
import { identityIn } from '../versions/identity.ts';
import { isMarkdownPath } from '../../content/index.ts';

/** How far back in the mirror we look for a page. */
const mostCommits = 200;

/** A commit of the mirror, and pages that it has and the newest commit has no more. */
export interface EarlierCommit {
  readonly commit: Oid;
  readonly accepted: readonly AcceptedPage[];
}

/**
 * The commit of the mirror that a branch follows before the newest one: a change request of the branch made a page, the page was merged, and
 * the service deleted it before the branch followed. In that commit, the branch's file becomes the page's file, which the deletion then
 * takes away. Without it, the file would look like a new page. Null: no such page.
 */
export async function lastCommitWithPages(
  context: CycleContext,
  branch: string,
): Promise<EarlierCommit | null> {
  const { git, tip } = context;
  const base = await baseOf(git, await git.resolveRef(`refs/heads/${branch}`), tip.commit);
  if (base === null || tip.commit === null || base === tip.commit) return null;
  const gone = await pagesGone(context, branch);
  if (gone.size === 0) return null;
  for await (const { oid, parents } of git.log(tip.commit, { limit: mostCommits, firstParent: true })) {
    const [parent] = parents;
    if (oid === base || parent === undefined || parent === base) return null;
    const accepted: AcceptedPage[] = [];
    for (const { path, before, after } of await git.diffTrees(parent, oid)) {
      if (before === null || after !== null || !isMarkdownPath(path)) continue;
      const page = gone.get(identityIn(await git.readBlob(before.oid)) ?? '');
      if (page) accepted.push({ ...page, target: path });
    }
    if (accepted.length > 0) return { commit: parent, accepted };
  }
  return null;
}

/** The pages that merged change requests of a branch made, and that the mirror has no more, by their identities. */
async function pagesGone(
  { state }: CycleContext,
  branch: string,
): Promise<ReadonlyMap<string, Omit<AcceptedPage, 'target'>>> {
  const gone = new Map<string, Omit<AcceptedPage, 'target'>>();
  for (const record of await readProposals(state)) {
    const folder = state.spaces().get(record.space)?.path;
    if (record.branch !== branch || record.state !== 'merged' || folder === undefined) continue;
    const table = state.table(record.space);
    for (const [key, { id, path, text, sentAt = null }] of Object.entries<SentPage>(record.pages))
      if (key.startsWith('new:') && !(await table.get('page', id)))
        gone.set(id, { id, path: inFolder(folder, path), text, sentAt });
  }
  return gone;
}

import { isAsSent } from '../branch/accepted.ts';
import type { AcceptedPage } from '../branch/accepted.ts';
import type { Oid } from '../../git/port.ts';
import type { CycleContext } from '../mirror/context.ts';
import type { CyclePorts } from './ports.ts';
import { inFolder } from '../mirror/tip.ts';
import { readProposals } from '../state/proposals.ts';
import type { ProposalRecord, SentPage } from '../state/proposals.ts';
import type { StateStore } from '../state/store.ts';
import { baseOf } from '../versions/base-of.ts';
import { newestSteps, pagesOnlyIn } from '../versions/page-changes.ts';

/** An earlier commit of the mirror, and pages that it still has, while the newest commit does not have them. */
export interface EarlierCommit {
  readonly commit: Oid;
  readonly accepted: readonly AcceptedPage[];
}

/**
 * Finds the commit of the mirror that a branch has to follow before the newest one: the last commit with a page that a change request of the
 * branch made, and that the service deleted after the merge. In that commit, the branch's file becomes the file of the page, and the
 * deletion then removes it. Without that step, the file would look like a new page. Null: there is no such page, or a writer has edited one
 * since, so that it is a new page (SYNC-68).
 */
export async function lastCommitWithPages(
  { files }: Pick<CyclePorts, 'files'>,
  context: KnownSides,
  branch: string,
): Promise<EarlierCommit | null> {
  const { git, tip } = context;
  const base = await baseOf(git, await git.resolveRef(`refs/heads/${branch}`), tip.commit);
  if (base === null || tip.commit === null || base === tip.commit) return null;
  const deleted = await deletedNewPages(context, branch);
  if (deleted.size === 0) return null;
  if (!(await areAsSent(files, context, { branch, pages: [...deleted.values()] }))) return null;
  for await (const { commit, parent } of newestSteps(git, tip.commit)) {
    if (parent === base) return null;
    const accepted: AcceptedPage[] = [];
    for await (const { id, path } of pagesOnlyIn(git, parent, commit)) {
      const page = deleted.get(id ?? '');
      if (page) accepted.push({ ...page, target: path });
    }
    if (accepted.length > 0) return { commit: parent, accepted };
  }
  return null;
}

type KnownSides = Pick<CycleContext, 'git' | 'state' | 'tip'>;

type NewPage = Omit<AcceptedPage, 'target'>;

/** Whether a branch has all of these pages as they were sent: in its files where it is checked out, else in its commit. */
async function areAsSent(
  files: CyclePorts['files'],
  { git }: KnownSides,
  { branch, pages }: { readonly branch: string; readonly pages: readonly NewPage[] },
): Promise<boolean> {
  const ref = `refs/heads/${branch}`;
  const isHere = (await git.head()).branch === ref;
  const commit = await git.resolveRef(ref);
  const bytesAt = async (path: string): Promise<Uint8Array | null> => {
    const file = isHere ? await files.read(path) : null;
    if (file !== null) return file.outcome === 'file' ? file.bytes : null;
    const entry = commit === null ? null : await git.entryAt(commit, path);
    return entry && git.readBlob(entry.oid);
  };
  for (const page of pages)
    if (!isAsSent({ ...page, target: page.path }, await bytesAt(page.path))) return false;
  return true;
}

/** The pages that merged change requests of a branch made, and that the mirror has no more, by their identities. */
async function deletedNewPages({ state }: KnownSides, branch: string): Promise<ReadonlyMap<string, NewPage>> {
  const gone = new Map<string, NewPage>();
  for (const record of await readProposals(state)) {
    const folder = state.spaces().get(record.space)?.path;
    if (record.branch !== branch || record.state !== 'merged' || folder === undefined) continue;
    for (const [key, { id, path, text, sentAt = null }] of await deletedPagesOf(state, record))
      if (key.startsWith('new:')) gone.set(id, { id, path: inFolder(folder, path), text, sentAt });
  }
  return gone;
}

/** The pages that a change request carried, and that the mirror has no more, with their keys: the service deleted them. */
export async function deletedPagesOf(
  state: StateStore,
  { space, pages }: Pick<ProposalRecord, 'space' | 'pages'>,
): Promise<readonly (readonly [key: string, page: SentPage])[]> {
  const table = state.table(space);
  const gone: [string, SentPage][] = [];
  for (const [key, page] of Object.entries(pages))
    if (!(await table.get('page', page.id))) gone.push([key, page]);
  return gone;
}

import { decodeText, entryName, isMarkdownPath, withoutPageId } from '../../content/index.ts';
import { isAsSent } from '../branch/accepted.ts';
import type { Accepted, AcceptedFile, AcceptedPage, AcceptedRemoval } from '../branch/accepted.ts';
import { newerThanCommitted } from '../branch/when-sent.ts';
import { entryIdentity } from '../branch/summary-pages.ts';
import type { GitRepository, Oid } from '../../git/port.ts';
import type { ChangeRequest } from '../../contract/index.ts';
import type { CycleContext } from '../mirror/context.ts';
import { answerUnlessLate } from '../mirror/failures.ts';
import { inFolder, outOfFolder } from '../mirror/tip.ts';
import {
  dropProposal,
  isOnlyOurs,
  readProposals,
  saveProposal,
  acceptedFilesOf,
  acceptedRemovalsOf,
  acceptedTexts,
  isAnswered,
  isKeptAfterFollowing,
} from '../state/proposals.ts';
import type { MadePage, ProposalRecord, SentFiles, SentPage } from '../state/proposals.ts';
import type { SpaceRecord } from '../state/records.ts';
import { baseOf } from '../versions/base-of.ts';
import { pagesMadeHere, pagesOfOtherProposals } from './born-here.ts';
import { contentsAmong } from './contents-among.ts';
import { contentAfterRequest } from './in-doubt.ts';
import { mergedElsewhere } from './merged-elsewhere.ts';
import { keepForNextCycle, findOverwritten, withoutOverwritten } from './overwritten.ts';
import { withoutTakenOut } from './taken-out.ts';
import { entryNames } from './untold.ts';
import { adoptUnanswered } from './unanswered.ts';
import { isOpen } from '../remote/change-request.ts';

/**
 * Finds out what became of our change requests that are no longer open. Returns the spaces into which one was merged after they
 * had been read: the mirror does not have the merge yet, so that nothing is settled there, and nothing may be compared with what
 * was sent.
 */
export async function settleProposals(context: CycleContext): Promise<ReadonlySet<string>> {
  const behind = new Set<string>();
  for (const record of await readProposals(context.state))
    if ((await settleProposal(context, record)) === 'behind') behind.add(record.space);
  return behind;
}

/**
 * Settles one proposal; `behind`: it has to wait, because its change request was merged after the space had been read, or because the
 * space's new content may be its merge.
 */
async function settleProposal(context: CycleContext, record: ProposalRecord): Promise<'done' | 'behind'> {
  const { state, remote, options } = context;
  const { changeRequest } = record;
  const space = state.spaces().get(record.space);
  if (record.state !== 'open' || !changeRequest || !space) return 'done';
  if (!context.seen.has(record.space)) return context.halfSeen.has(record.space) ? 'behind' : 'done';
  const isListed = space.changeRequests.some(({ id }) => id === changeRequest.id);
  if (isListed) return 'done';
  const now = await answerUnlessLate(context, record.space, () =>
    remote.changeRequest(record.space, changeRequest.id),
  );
  if (now === 'late') return 'behind';
  const outcome = outcomeOf(record, now);
  if (outcome.kind === 'open') return 'done';
  if (outcome.kind === 'left') {
    await finishLeaving(context, record, outcome.changeRequest);
    return 'done';
  }
  const isMerged = outcome.state === 'merged';
  if (isMerged && options.dryRun !== true && (await hasMoved(context, space))) return 'behind';
  const settled =
    outcome.state === 'deleted'
      ? record
      : await answerUnlessLate(context, record.space, async () => {
          const answered = await withLastBatch(context, record, isMerged);
          return isMerged ? withoutTakenOut(context, answered) : answered;
        });
  if (settled === 'late') return 'behind';
  // Archiving the change request was the only way to take a deletion back: that turns nothing else down.
  const isWithdrawn = record.notWithdrawn?.some(({ what }) => what === 'deletion') === true;
  if (isWithdrawn && outcome.state === 'archived') dropProposal(state, settled);
  else saveProposal(state, { ...settled, state: outcome.state });
  return 'done';
}

/** What became of a change request of ours. */
type Outcome =
  | { readonly kind: 'open' }
  /** We archived it ourselves and missed the answer. */
  | { readonly kind: 'left'; readonly changeRequest: ChangeRequest }
  | { readonly kind: 'ended'; readonly state: 'merged' | 'archived' | 'deleted' };

/** Judges by the change request as the service has it; null: the service no longer has it. */
function outcomeOf({ leaving }: ProposalRecord, now: ChangeRequest | null): Outcome {
  if (now === null) return { kind: 'ended', state: 'deleted' };
  const { status } = now;
  if (isOpen(status)) return { kind: 'open' };
  if (status === 'archived' && leaving === true) return { kind: 'left', changeRequest: now };
  return { kind: 'ended', state: now.revisionMerged === undefined ? status : 'merged' };
}

/** Whether a space has another revision than the one that was read in this cycle, or does not show it yet. */
async function hasMoved(context: CycleContext, { id, revision }: SpaceRecord): Promise<boolean> {
  const current = await answerUnlessLate(context, id, () => context.remote.space(id));
  return current === 'late' || (current !== null && current.revision !== revision);
}

/**
 * Finishes with a change request that we archived and whose answer we missed: forgets it, or opens it again when somebody wrote
 * into it at that moment.
 */
async function finishLeaving(
  context: CycleContext,
  record: ProposalRecord,
  now: ChangeRequest,
): Promise<void> {
  const { state, remote, options } = context;
  if (isOnlyOurs(record, now)) {
    dropProposal(state, record);
    return;
  }
  if (options.dryRun === true) return;
  await remote.setChangeRequest(record.space, now.id, { status: 'draft' });
  const { leaving: _leaving, ...kept } = record;
  saveProposal(state, kept);
}

/**
 * Finds out whether the last batch, whose answer never came, was part of what was merged or turned down. Texts that the batch
 * replaced unseen, and that are missing from the merge, are noted and come back as edits.
 */
async function withLastBatch(
  context: CycleContext,
  record: ProposalRecord,
  merged: boolean,
): Promise<ProposalRecord> {
  const { space, unanswered: batch } = record;
  if (isAnswered(record)) return record;
  const place = { kind: 'change-request', space, id: record.changeRequest!.id } as const;
  const content = await contentAfterRequest(context, place, batch?.gaveBack);
  const found = merged && batch ? await findOverwritten(context, space, { batch, head: content }) : [];
  await keepForNextCycle(context, { record, found: found.filter(({ how }) => how !== 'there') });
  // Where somebody restored their text before the merge, ours was not merged: it is still an edit.
  const gone = found.filter(({ how }) => how === 'there');
  return withoutOverwritten(await adoptUnanswered(context.remote, record, content), {
    before: record,
    found: gone,
  });
}

/** The repository, the state and the mirror: all that it takes to find out what was accepted. */
export type KnownSides = Pick<CycleContext, 'git' | 'state' | 'tip'>;

/**
 * What the service accepted of merged proposals: the branch has what was sent, and the mirror has what became of it. Pages of another
 * branch, and of this branch in another clone, are included where this branch has them from there: otherwise this branch would seem to have
 * taken away what the other one added.
 */
export async function acceptedOn(context: KnownSides, branch: string): Promise<Accepted> {
  const { git, state } = context;
  const own: AcceptedPage[] = [];
  const others: AcceptedPage[] = [];
  const files: AcceptedFile[] = [];
  const removed: AcceptedRemoval[] = [];
  const head = await git.resolveRef(`refs/heads/${branch}`);
  for (const record of await readProposals(state)) {
    const folder = state.spaces().get(record.space)?.path;
    if (folder === undefined) continue;
    const isOwn = record.branch === branch;
    if (isOwn) files.push(...acceptedFiles(record, folder));
    if (isOwn) removed.push(...acceptedRemovals(record, folder));
    const isAccepted = record.state === 'merged' || record.adopted || record.adoptedFiles;
    if (record.state !== 'open' && !isAccepted) continue;
    for (const page of await acceptedPages(context, record, { branch, folder }))
      if (isOwn) own.push(page);
      else if (await hasPage(git, head, page)) others.push(page);
  }
  for (const record of await mergedElsewhere(context, branch)) {
    const folder = state.spaces().get(record.space)?.path;
    if (folder === undefined) continue;
    for (const page of await acceptedPages(context, record, { branch, folder }))
      if (await hasPage(git, head, page)) others.push(page);
  }
  const pages: AcceptedPage[] = [];
  // What this branch sent of a page over the commit that it still has is newer than what another branch sent.
  for (const page of others)
    if (
      !(await isSentOver(
        git,
        head,
        own.find(({ id }) => id !== null && id === page.id),
      ))
    )
      pages.push(page);
  pages.push(...own);
  const known = new Set(pages.map(({ id }) => id));
  pages.push(...(await bornPages(context, branch)).filter(({ id }) => !known.has(id)));
  return { pages, files, removed };
}

/** The pages that a branch had before they had an identity, and that the mirror has from another branch (SYNC-62). */
async function bornPages({ git, state, tip }: KnownSides, branch: string): Promise<AcceptedPage[]> {
  const base = await baseOf(git, await git.resolveRef(`refs/heads/${branch}`), tip.commit);
  if (base === null) return [];
  const pages: AcceptedPage[] = [];
  const side = { branch, folder: '.', base, mirror: tip.commit };
  for (const [path, { id, text }] of await pagesMadeHere(
    git,
    side,
    await pagesOfOtherProposals(state, branch),
  ))
    for (const [space, { path: folder }] of state.spaces()) {
      const mirrored = outOfFolder(folder, path) === null ? null : await state.table(space).get('page', id);
      if (mirrored) pages.push({ id, path, target: inFolder(folder, mirrored.path), text, sentAt: null });
    }
  return pages;
}

/** Whether a page was sent over the version that a commit still has. */
async function isSentOver(
  git: GitRepository,
  head: Oid | null,
  page: AcceptedPage | undefined,
): Promise<boolean> {
  if (page === undefined || head === null) return false;
  const entry = await git.entryAt(head, page.path);
  const committed = entry && (await git.readBlob(entry.oid));
  return (await newerThanCommitted(git, page, { committed, at: head })) !== undefined;
}

/** Whether a commit has a page as it was sent, or descends from a commit that has it so. */
async function hasPage(git: GitRepository, head: Oid | null, page: AcceptedPage): Promise<boolean> {
  if (head === null) return false;
  const isIn = async (commit: Oid): Promise<boolean> => {
    const entry = await git.entryAt(commit, page.path);
    return entry !== null && isAsSent(page, await git.readBlob(entry.oid));
  };
  if (await isIn(head)) return true;
  const { sentAt } = page;
  return sentAt !== null && (await git.has(sentAt)) && (await git.isAncestor(sentAt, head)) && isIn(sentAt);
}

/** The assets that the service accepted, each as it was sent last. */
function acceptedFiles(record: ProposalRecord, folder: string): AcceptedFile[] {
  const assets = new Map<string, AcceptedFile>();
  for (const { files, filesSentAt: sentAt = null } of acceptedFilesOf(record).toReversed())
    for (const [path, oid] of Object.entries(files))
      if (!isMarkdownPath(path)) assets.set(path, { path: inFolder(folder, path), oid, sentAt });
  return [...assets.values()];
}

/** The pages of a change request whose deletion the service accepted. */
function acceptedRemovals(record: ProposalRecord, folder: string): AcceptedRemoval[] {
  const removals = Object.entries(acceptedRemovalsOf(record));
  return removals.map(([path, { sentAt, unpublished = false }]) => ({
    path: inFolder(folder, path),
    sentAt,
    isUnpublished: unpublished,
  }));
}

async function acceptedPages(
  context: KnownSides,
  record: ProposalRecord,
  { branch, folder }: { readonly branch: string; readonly folder: string },
): Promise<AcceptedPage[]> {
  const { state } = context;
  const table = state.table(record.space);
  const pages: AcceptedPage[] =
    record.branch === branch ? await acceptedContents(context, record, folder) : [];
  // A page that we made and that the mirror has was merged, even where nobody could tell us so yet.
  const merged = Object.entries(record.pages).flatMap(([key, page]) =>
    record.state === 'merged' || (record.state === 'open' && key.startsWith('new:')) ? [page] : [],
  );
  if (record.state === 'open') merged.push(...(await arrived(context, record)));
  const newer = new Set(merged.map(({ id }) => id));
  const adopted = Object.entries(record.adopted ?? {})
    .map(([path, page]) => ({ path, ...page }))
    // What another branch shares with this branch's change request says nothing about that branch.
    .filter(
      ({ id, shared, twice }) =>
        !newer.has(id) && twice !== true && (shared !== true || record.branch === branch),
    );
  const sent: readonly (SentPage | (MadePage & { readonly path: string }))[] = [...merged, ...adopted];
  for (const page of sent) {
    const { id, path, text, title, sentAt = null, keepsPlace = false, isUnplaced = false } = page;
    const mirrored = await table.get('page', id);
    if (mirrored)
      pages.push({
        id,
        path: inFolder(folder, path),
        target: inFolder(folder, mirrored.path),
        text,
        title,
        sentAt,
        keepsPlace,
        isUnplaced,
      });
  }
  return pages;
}

/** Whether a change request was merged. The mirror may show that before the service can tell us: then it has a page that only the change request made. */
async function wasMerged({ state: stored }: KnownSides, record: ProposalRecord): Promise<boolean> {
  if (record.state === 'merged') return true;
  if (record.state !== 'open') return false;
  const table = stored.table(record.space);
  for (const [key, { id }] of Object.entries(record.pages))
    if (key.startsWith('new:') && (await table.get('page', id))) return true;
  return false;
}

/** The table of contents as it was sent and merged: the base of the branch's and the mirror's present versions. */
async function acceptedContents(
  context: KnownSides,
  record: ProposalRecord,
  folder: string,
): Promise<AcceptedPage[]> {
  const { git } = context;
  const known = (await wasMerged(context, record)) ? ({ ...record, state: 'merged' } as const) : record;
  const [newest, contents] = await newestContents(context, known);
  if (newest === undefined || contents === undefined) return [];
  const { filesSentAt: sentAt = null } = newest;
  const oid = newest.files[contents]!;
  const sent = (await git.has(oid)) ? decodeText(await git.readBlob(oid)) : null;
  if (sent === null) return [];
  const path = inFolder(folder, contents);
  const overruled = await overruledPages(context, known, { contents, deleted: newest.deleted });
  const untold = [...(newest.untold ?? []), ...overruled];
  return [{ id: null, path, target: path, text: sent, sentAt, untold }];
}

/** The newest accepted files that include the table of contents, with its path; nothing if the table was never sent. */
async function newestContents(
  { state }: KnownSides,
  record: ProposalRecord,
): Promise<readonly [SentFiles, string] | readonly []> {
  for (const each of acceptedFilesOf(record)) {
    const contents = await contentsAmong(state, record.space, each.files);
    if (contents !== undefined) return [each, contents];
  }
  return [];
}

/**
 * Names the entries of pages for which the service did not follow a change request: the service has deleted a page of the change request, or
 * kept a page that the change request deletes, because somebody has written into the page meanwhile. If the service has deleted a page that
 * was sent as a new one, no version says which page its file is, so the path names its entry as well.
 */
async function overruledPages(
  { state }: KnownSides,
  record: ProposalRecord,
  { contents, deleted }: { readonly contents: string; readonly deleted: readonly string[] },
): Promise<readonly string[]> {
  const table = state.table(record.space);
  const overruled: string[] = [];
  const nameless: { readonly path: string }[] = [];
  for (const [path, page] of acceptedTexts(record)) {
    if (isKeptAfterFollowing(page) || (await table.get('page', page.id))) continue;
    overruled.push(page.id);
    nameless.push({ path });
  }
  for (const id of deleted) if (await table.get('page', id)) overruled.push(id);
  return [...overruled.map((id) => entryName(entryIdentity(id))), ...entryNames(contents, nameless)];
}

/** Pages whose creation was never answered, but that the mirror has. */
async function arrived({ state, git }: KnownSides, record: ProposalRecord): Promise<SentPage[]> {
  const pages: SentPage[] = [];
  for (const { key, text, known, sentAt = null } of record.pending) {
    const before = new Set(known);
    for (const [id, { oid }] of await state.table(record.space).all('page'))
      if (!before.has(id) && withoutPageId(decodeText(await git.readBlob(oid)) ?? '') === text) {
        pages.push({ id, path: key.slice('new:'.length), text, sentAt, mark: '' });
        break;
      }
  }
  return pages;
}

/** The change requests that we have to follow, whatever the configuration mirrors. */
export async function ownChangeRequests(context: Pick<CycleContext, 'state'>): Promise<Set<string>> {
  const own = new Set<string>();
  for (const { state, changeRequest } of await readProposals(context.state))
    if (state === 'open' && changeRequest) own.add(changeRequest.id);
  return own;
}

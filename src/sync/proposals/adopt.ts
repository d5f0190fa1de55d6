import { titleOf } from '../../content/index.ts';
import type { ChangeRequest, Revision } from '../../contract/index.ts';
import { containsLines } from '../compare-texts.ts';
import { fileMark, pageMark } from '../mirror/marks.ts';
import { isMarkFor, markIn } from '../mirror/subject-mark.ts';
import { documentsIn, documentsById } from '../remote/tree.ts';
import type { DocumentPage } from '../remote/tree.ts';
import type { ContentPlace } from '../remote/port.ts';
import { markOfClone } from '../state/clone.ts';
import type { StateStore } from '../state/store.ts';
import { identityIn } from '../versions/identity.ts';
import type { FolderEdits, TextEdit } from './folder-edits.ts';
import type { ProposalTarget, ProposingPorts } from './propose.ts';
import {
  acceptedBefore,
  readOthersProposals,
  readProposal,
  readProposals,
  nothingSent,
} from '../state/proposals.ts';
import type { ProposalRecord, SentPage } from '../state/proposals.ts';
import { textOfPage } from '../remote/page-text.ts';
import { isOpen, openStatuses } from '../remote/change-request.ts';

/** A change request of this clone that the state does not know, because the state was lost or is an older copy. */
export interface LostChangeRequest {
  readonly id: string;
  readonly number: number;
  readonly subject: string;
  readonly mark: string;
}

/** The open change requests of a space that this clone (or an older version here) made, and that no proposal is in. */
export async function lostChangeRequestsIn(
  { context }: Pick<ProposingPorts, 'context'>,
  space: string,
): Promise<LostChangeRequest[]> {
  const { state, remote, config } = context;
  const ours = await readProposals(state);
  const others = await readOthersProposals(state);
  const marks = new Set([...ours, ...others].map(({ marker }) => marker));
  const ids = new Set([...ours, ...others].map(({ changeRequest }) => changeRequest?.id));
  const found: LostChangeRequest[] = [];
  const add = (mark: string | undefined, { id, number, subject }: Omit<LostChangeRequest, 'mark'>): void => {
    if (mark === undefined || marks.has(mark) || ids.has(id)) return;
    const [, clone] = mark.split('-');
    if (clone === undefined || clone === markOfClone(state.clone)) found.push({ id, number, subject, mark });
  };
  const known = state.spaces().get(space)!;
  // Without a token, not all change requests could be read in this cycle.
  if (config.mirror.changeRequests === 'none' || known.token === '')
    for (const status of openStatuses)
      for (const each of await remote.changeRequests(space, status)) {
        const { mark, subject } = markIn(each.subject);
        add(mark, { ...each, subject });
      }
  else for (const each of known.changeRequests) if (isOpen(each.status)) add(each.mark, each);
  return found.sort((one, other) => one.number - other.number);
}

/**
 * Finds the change request with which edits were sent before the state was lost (SYNC-52): it has the mark of this clone, and
 * says what the edits say now, or said when it was written. Of several, the one whose mark is for this branch comes first, and one whose
 * mark is for another branch that proposes something is left to that branch. Returns a record with everything that can be
 * reconstructed; null where there is no such change request.
 */
export async function adoptLostChangeRequest(
  ports: ProposingPorts,
  target: ProposalTarget,
  edits: FolderEdits,
): Promise<ProposalRecord | null> {
  if (target.changeRequest !== null) return null;
  let best: { score: number; record: ProposalRecord } | null = null;
  for (const forgotten of await lostChangeRequestsIn(ports, target.space.id)) {
    if (target.beside.some((branch) => isMarkFor(forgotten.mark, branch))) continue;
    const changeRequest = await ports.context.remote.changeRequest(target.space.id, forgotten.id);
    // The list is older than this cycle, in which another branch may have archived the change request.
    if (changeRequest === null || !isOpen(changeRequest.status)) continue;
    const found = await compareWith(ports, { target, edits, forgotten: { ...forgotten, changeRequest } });
    if (found.score > (best?.score ?? 0)) best = found;
  }
  return best?.record ?? null;
}

/** The score of a mark for this branch: more than anything that a change request has in common with the edits. */
const moreThanAnyLikeness = 1e9;

/** A lost change request, as the service has it now. */
type FoundAgain = LostChangeRequest & { readonly changeRequest: ChangeRequest };

async function compareWith(
  { context }: ProposingPorts,
  { target, edits, forgotten }: { target: ProposalTarget; edits: FolderEdits; forgotten: FoundAgain },
): Promise<{ score: number; record: ProposalRecord }> {
  const { remote, state } = context;
  const { branch, space } = target;
  const { id, number, mark, subject, changeRequest } = forgotten;
  const place: ContentPlace = { kind: 'change-request', space: space.id, id };
  const content = await remote.content(place);
  const there = documentsById(content.pages);
  const primary = await state.table(space.id).all('page');
  const fresh = [...there.values()].filter((page) => !primary.has(page.id));
  const pages: Record<string, SentPage> = {};
  const same = new Set<string>();
  let score = 0;
  for (const edit of edits.texts) {
    const page = pageOf(edit, { there, fresh });
    if (page === null) continue;
    const theirs = await textOfPage(remote, place, page.id);
    const isSame = theirs === edit.text;
    if (isSame) same.add(page.id);
    if (isSame) score += 2;
    else if (theirs !== edit.baseText) score += 1;
    // Others may have changed a new page; their text is joined with ours without a known common start.
    if (edit.key.startsWith('new:'))
      pages[edit.key] = { id: page.id, path: edit.path, text: isSame ? theirs : '', sentAt: null, mark: '' };
  }
  const earlier = await readProposal(state, branch, space.id);
  const deleted = edits.deletes.filter(({ key }) => !there.has(key)).map(({ key }) => key);
  const record: ProposalRecord = {
    ...nothingSent,
    ...{ branch, space: space.id, marker: mark, subject, state: 'open', ours: true, foundAgain: true },
    changeRequest: { id, number, url: changeRequest.urls.app },
    // A change request that says nothing but these edits was, as far as anybody can tell, written by nobody else.
    ...((await differsOnlyIn(
      { state, space: space.id },
      { content, same, deleted, contents: edits.contents },
    ))
      ? { own: content.id }
      : {}),
    pages,
    placed: edits.places.flatMap(({ key }) => (key.startsWith('new:') ? [] : [key])),
    deleted,
    ...acceptedBefore(earlier),
  };
  // A change request that nobody has written into was made just before the state was lost; we take it where no other one fits
  // better.
  const isBlank = changeRequest.revision === changeRequest.revisionInitial;
  const likeness = score + 2 * deleted.length + (isBlank ? 1 : 0);
  const isMadeForIt = likeness > 0 && isMarkFor(mark, branch);
  return { score: isMadeForIt ? likeness + moreThanAnyLikeness : likeness, record };
}

/**
 * Adds to the record the new pages that a change request has already, which the record of an older state may lack: pages with the
 * file of an edit, or, on a service that knows nothing of files, with its title and text. The service may have deleted a page that the
 * change request still has, because somebody wrote into it there: the identity in the file tells which page that is.
 */
export async function withPagesFound(
  { context }: ProposingPorts,
  {
    record,
    edits,
    content,
    bytes,
  }: {
    record: ProposalRecord;
    edits: FolderEdits;
    content: Revision;
    bytes: ReadonlyMap<string, Uint8Array>;
  },
): Promise<ProposalRecord> {
  const made = edits.texts.filter(({ key }) => key.startsWith('new:') && !record.pages[key]);
  if (made.length === 0 || !record.changeRequest) return record;
  const place: ContentPlace = { kind: 'change-request', space: record.space, id: record.changeRequest.id };
  const taken = new Set(Object.values(record.pages).map(({ id }) => id));
  const table = context.state.table(record.space);
  const fresh: DocumentPage[] = [];
  for (const page of documentsIn(content.pages))
    if (!taken.has(page.id) && !(await table.get('page', page.id))) fresh.push(page);
  const pages: Record<string, SentPage> = { ...record.pages };
  for (const edit of made) {
    const file = bytes.get(edit.path);
    const own = file && identityIn(file);
    const kept = fresh.find(({ id }) => id === own);
    const page = kept ?? pageOf(edit, { there: new Map(), fresh });
    if (page === null) continue;
    const theirs = await textOfPage(context.remote, place, page.id);
    if (theirs !== edit.text && page.git === undefined && !kept) continue;
    fresh.splice(fresh.indexOf(page), 1);
    const text = kept ? withinBoth(theirs, edit.text) : theirs === edit.text ? theirs : '';
    pages[edit.key] = { id: page.id, path: edit.path, text, sentAt: null, mark: '' };
  }
  return { ...record, pages };
}

/** The text that two versions of a page come from, as far as the two show: the version whose lines the other one has, too. */
function withinBoth(one: string, other: string): string {
  return containsLines(one, other) ? other : containsLines(other, one) ? one : '';
}

/** Whether these pages are the only difference between a change request and its space. */
export async function differsOnlyIn(
  { state, space }: { state: StateStore; space: string },
  {
    content,
    same,
    deleted,
    contents,
  }: {
    content: Revision;
    same: ReadonlySet<string>;
    deleted: readonly string[];
    /** The path of the table of contents, which the mirror generates. */
    contents: string;
  },
): Promise<boolean> {
  const [pages, files] = [await state.table(space).all('page'), await state.table(space).all('file')];
  const there = documentsIn(content.pages);
  const isKnown = (page: DocumentPage): boolean => {
    const mark = pageMark(page);
    return same.has(page.id) || (mark !== null && mark === pages.get(page.id)?.mark);
  };
  const ids = new Set([...there.map(({ id }) => id), ...deleted]);
  return (
    there.every(isKnown) &&
    [...pages.keys()].every((id) => ids.has(id)) &&
    content.files.every(
      (file) => (file.git?.path ?? file.name) === contents || files.get(file.id)?.mark === fileMark(file),
    )
  );
}

/**
 * The page of a change request that an edit is about: found by its id, or, when the change request made the page, by its file or
 * else by its title.
 */
function pageOf(
  { key, path, title, text }: TextEdit,
  { there, fresh }: { there: ReadonlyMap<string, DocumentPage>; fresh: readonly DocumentPage[] },
): DocumentPage | null {
  if (!key.startsWith('new:')) return there.get(key) ?? null;
  const named = title ?? titleOf(text);
  return (
    fresh.find(({ git }) => git?.path === path) ??
    fresh.find((page) => page.git === undefined && page.title === named) ??
    null
  );
}

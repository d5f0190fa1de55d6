import { decodeText, mergeFile, mergePage, nameOf, titleOf, withoutPageId } from '../../content/index.ts';
import type { CycleContext } from '../mirror/context.ts';
import { contentId } from '../../files/index.ts';
import type { Oid } from '../../git/port.ts';
import { summaryPages } from '../branch/summary-pages.ts';
import { shownText, startingText, startingVersion } from '../versions/base-of.ts';
import type { SentText } from '../versions/base-of.ts';
import { pageIdsIn } from '../versions/places.ts';
import type { PageIdAt } from '../versions/places.ts';
import { inFolder, outOfFolder } from '../mirror/tip.ts';
import type { ConflictReport } from '../report.ts';
import type { ContentRecord } from '../state/records.ts';
import type { ContentTable } from '../state/table.ts';
import type { FolderEdits, PageKey, TextEdit } from './folder-edits.ts';
import type { ProposalTarget } from './propose.ts';

/** Edits, compared with what the service has by now. */
export interface RebasedEdits {
  readonly edits: FolderEdits;
  readonly conflicts: ConflictReport[];
  /** Files that the service has exactly as they are here: a change request may contain them or not. */
  readonly done: readonly string[];
  /** Edited pages that the service has deleted: a change request keeps them until the branch has joined the two. */
  readonly lost: readonly string[];
  /** Deleted pages that the service changed, on a branch that does not follow the mirror by itself: they stay until a person merges the mirror. */
  readonly overruled: readonly string[];
}

/** What is known of the local files that the edits come from. */
interface KnownHere {
  /** The local files that differ, by path. */
  readonly bytes: ReadonlyMap<string, Uint8Array>;
  /** Pages that a proposal carries, by their local paths. */
  readonly made: SentTexts;
  /** Pages that commits of the branch had before they came into the mirror. */
  readonly born: ReadonlySet<PageKey>;
  /** Of these pages, those that the service accepted, with the texts that were sent: the mirror's texts started from these. */
  readonly accepted: SentTexts;
  /** Files that the service accepted: the blob ids as they were sent. */
  readonly acceptedFiles: ReadonlySet<Oid>;
  /** The newest table of contents that the service accepted and was told all of, as it was sent. */
  readonly acceptedContents?: Oid | undefined;
}

type SentTexts = ReadonlyMap<string, SentText & { readonly id: string }>;

/** A space's folder: as the branch started from it, and as the mirror has it now. */
interface FolderInMirror {
  readonly git: CycleContext['git'];
  readonly table: ContentTable;
  readonly folder: string;
  readonly base: Oid;
  readonly tip: Oid;
}

/**
 * Compares local edits with what the service has by now, where the branch could not follow the mirror. What the service has
 * already is no edit any more; what both sides changed is joined; what cannot be joined is not sent.
 */
export async function rebaseOnMirror(
  context: Pick<CycleContext, 'git' | 'state' | 'tip'> & {
    /** The branch that follows the mirror by itself. */
    readonly home: string;
  },
  target: Pick<ProposalTarget, 'branch' | 'base' | 'changeRequest'> & {
    readonly space: Pick<ProposalTarget['space'], 'id' | 'path'>;
  },
  edits: FolderEdits,
  known: KnownHere,
): Promise<RebasedEdits> {
  const { git, state, tip } = context;
  const { branch, base, space } = target;
  if (target.changeRequest !== null || base === tip.commit || tip.commit === null)
    return { edits, conflicts: [], done: [], lost: [], overruled: [] };
  const mirror = { git, table: state.table(space.id), folder: space.path, base, tip: tip.commit };
  const { deletes, kept } = await deletesAgainst(mirror, edits.deletes, known);
  const { texts, conflicts, settled, lost } = await textsAgainst(mirror, { ...edits, deletes }, known);
  const follows = branch === context.home;
  const changed = kept.map((path) => keptMessage(path, follows ? null : branch));
  const { files, done, inConflict } = await filesAgainst(mirror, edits, known);
  const unsaid = [...edits.unsaid, ...lost.map((edit) => lostMessage(edit, known)), ...changed];
  const places = edits.places.filter(({ key }) => !settled.has(key));
  return {
    edits: { ...edits, texts, deletes, files, unsaid, places },
    conflicts: [...conflicts, ...inConflict],
    done,
    lost: lost.filter((edit) => whyUnedited(edit, known) === null).map(({ path }) => path),
    overruled: follows ? [] : kept,
  };
}

/**
 * What a person is told of a deletion that the service overruled.
 *
 * @param branch The branch into which a person has to merge the mirror; null: it follows by itself, which brings the file back.
 */
export function keptMessage(path: string, branch: string | null): string {
  const what = `${path} is not deleted: it was changed in the service meanwhile;`;
  return branch === null
    ? `${what} look at the change, and delete the page again once the file is back`
    : `${what} merge docs/main into ${branch}, and keep the page or delete it again`;
}

/** A page, as the mirror has it. */
interface MirroredPage {
  readonly record: ContentRecord;
  readonly text: string;
}

/** What to do with an edit of a text. */
type TextDecision =
  | { readonly kind: 'send'; readonly edit: TextEdit }
  /** The service already has the page as it should be. */
  | { readonly kind: 'said' }
  /** Both sides made the same page at the same path. */
  | { readonly kind: 'made-twice' }
  /** The service no longer has the page. */
  | { readonly kind: 'deleted' }
  | { readonly kind: 'conflict'; readonly conflict: ConflictReport };

interface TextsAgainst {
  readonly texts: readonly TextEdit[];
  readonly conflicts: ConflictReport[];
  /** Pages about which nothing is left to say, including their places. */
  readonly settled: ReadonlySet<PageKey>;
  /** Edits of pages that the service has deleted. */
  readonly lost: readonly TextEdit[];
}

async function textsAgainst(
  { git, table }: FolderInMirror,
  { texts: edits, deletes }: Pick<FolderEdits, 'texts' | 'deletes'>,
  known: KnownHere,
): Promise<TextsAgainst> {
  const pages = await table.all('page');
  const { decided, settled } = await decideKnownPages(git, { edits, pages }, known);
  // The pages that make room in the same change request: the new page at their path is no second one there.
  const leaving = new Set(deletes.map(({ key }) => key));
  for (const [key, decision] of decided)
    if (decision.kind === 'send' && decision.edit.path !== pages.get(key)?.path) leaving.add(key);
  const staying = [...pages].filter(([key]) => !leaving.has(key)).map(([, record]) => record);
  const byPath = new Map(staying.map((record) => [record.path, record]));

  const texts: TextEdit[] = [];
  const conflicts: ConflictReport[] = [];
  const lost: TextEdit[] = [];
  for (const edit of edits) {
    const record = byPath.get(edit.path);
    const decision =
      decided.get(edit.key) ?? decideNewPage(edit, record && { record, text: await textIn(git, record) });
    if (decision.kind === 'send') texts.push(decision.edit);
    if (decision.kind === 'conflict') conflicts.push(decision.conflict);
    if (decision.kind === 'said' || decision.kind === 'deleted') settled.add(edit.key);
    if (decision.kind === 'deleted') lost.push(edit);
  }
  return { texts, conflicts, settled, lost };
}

/** Decides about the edits of pages that the service has or had; `settled` has those that somebody has moved on since. */
async function decideKnownPages(
  git: CycleContext['git'],
  {
    edits,
    pages,
  }: { readonly edits: readonly TextEdit[]; readonly pages: ReadonlyMap<string, ContentRecord> },
  known: KnownHere,
): Promise<{ readonly decided: ReadonlyMap<PageKey, TextDecision>; readonly settled: Set<PageKey> }> {
  const decided = new Map<PageKey, TextDecision>();
  const settled = new Set<PageKey>();
  for (const each of edits) {
    if (isNewPage(each)) continue;
    const own = pages.get(each.key);
    const moved = asMove(each, own, known.accepted);
    const isMovedOn = isMovedOnInService(moved, own, known.accepted);
    const edit = isMovedOn ? { ...moved, from: moved.path, slug: null } : moved;
    if (isMovedOn) settled.add(edit.key);
    const there = own && { record: own, text: await textIn(git, own) };
    const isSaid = isMovedOn && edit.title === null && there?.text === edit.text;
    decided.set(each.key, isSaid ? { kind: 'said' } : decideKnownPage(edit, there, known));
  }
  return { decided, settled };
}

function isNewPage({ from, key }: TextEdit): boolean {
  return from === null && key.startsWith('new:');
}

function lostMessage(edit: TextEdit, known: Pick<KnownHere, 'accepted'>): string {
  const why = whyUnedited(edit, known);
  return why === null
    ? `${edit.path} was deleted in the service: merge docs/main to keep it as a new page`
    : `${edit.path} was deleted in the service, and ${why}: it goes when you merge docs/main`;
}

/**
 * Why nothing of a page counts as edited here, so that the page does not outlive its deletion (SYNC-104): nothing but its path has changed,
 * or it is as it was when it was merged. null: it was edited.
 */
function whyUnedited(
  { key, from, text, baseText, title }: TextEdit,
  { accepted }: Pick<KnownHere, 'accepted'>,
): string | null {
  if (text === baseText && title === null) return 'only moved here';
  return from === null && text === textOf(accepted, key) ? 'not edited here since it was merged' : null;
}

async function textIn(git: CycleContext['git'], { oid }: ContentRecord): Promise<string> {
  return withoutPageId(decodeText(await git.readBlob(oid)) ?? '');
}

/** Decides about a page that was made here, given the page that the mirror has at its path. */
function decideNewPage(edit: TextEdit, there: MirroredPage | undefined): TextDecision {
  if (!there) return { kind: 'send', edit };
  return there.text === edit.text ? { kind: 'made-twice' } : conflictOf('place', edit);
}

/** Decides about a page of the service, given what the mirror has of it. */
function decideKnownPage(
  edit: TextEdit,
  there: MirroredPage | undefined,
  { made, accepted }: KnownHere,
): TextDecision {
  const { from, path, text, baseText } = edit;
  // A page that an open change request of ours made is not in the mirror yet. One that was merged has been deleted since, and is a new
  // page only where somebody has edited it here (SYNC-68).
  if (!there)
    return from === null && textOf(accepted, edit.key) !== text
      ? { kind: 'send', edit }
      : { kind: 'deleted' };
  const theirs = there.text;
  const start = baseText ?? textOf(made, edit.key) ?? '';
  const sent = sentOf(accepted, edit.key);
  // Only the base's own version is older than what was accepted: of a page that the base does not have, `start` may be newer.
  const base =
    baseText === null
      ? sent
        ? shownText(sent, text)
        : start
      : startingText(text, { older: baseText, sent });
  const isNamed = hasItsNames(edit, there, start);
  const isDone = isNamed && (from === null || theirs !== start || from !== path);
  if (theirs === text && isDone) return { kind: 'said' };
  if (theirs === base)
    return { kind: 'send', edit: theirs === baseText ? edit : { ...edit, baseText: theirs } };
  const merged = mergePage({ base, ours: text, theirs });
  if (merged.outcome !== 'merged') return conflictOf('text', edit);
  if (merged.text === theirs && isNamed) return { kind: 'said' };
  return { kind: 'send', edit: { ...edit, text: merged.text, local: text, baseText: theirs } };
}

/**
 * Whether the mirror has the page at the path and with the title that the edit gives it. A title that somebody else has given the page since is
 * newer than the edit's.
 */
function hasItsNames({ from, path, title }: TextEdit, there: MirroredPage, start: string): boolean {
  const isThere = from === null || from === path || there.record.path === path;
  const now = titleOf(there.text);
  return isThere && (title === null || title === now || now !== titleOf(start));
}

function conflictOf(kind: ConflictReport['kind'], { path }: TextEdit): TextDecision {
  return { kind: 'conflict', conflict: { path, kind } };
}

/** Keeps the deletions of pages that the service still has, and that nobody has changed there since they were seen here. */
async function deletesAgainst(
  { git, table, folder, base }: FolderInMirror,
  edits: FolderEdits['deletes'],
  { made, born, accepted }: KnownHere,
): Promise<{ readonly deletes: FolderEdits['deletes']; readonly kept: readonly string[] }> {
  const deletes: FolderEdits['deletes'][number][] = [];
  const kept: string[] = [];
  for (const each of edits) {
    const record = await table.get('page', each.key);
    if (!record) continue;
    const seen = await git.entryAt(base, inFolder(folder, each.path));
    // A branch that never had a page in a commit lacks it, as after a reset to an older commit, and did not delete it.
    if (seen === null && !born.has(each.key)) continue;
    // A page that we made is not in the base: for such a page, the text that we sent is what was seen here.
    const sent = textOf(accepted, each.key) ?? textOf(made, each.key);
    const isUnchanged =
      seen === null ? sent === undefined || (await textIn(git, record)) === sent : seen.oid === record.oid;
    if (isUnchanged) deletes.push(each);
    else kept.push(each.path);
  }
  return { deletes, kept };
}

interface FilesAgainst {
  readonly files: FolderEdits['files'];
  /** Files that the mirror has exactly as they are here. */
  readonly done: readonly string[];
  /** Files that both sides changed: a change request would replace their version with ours although nobody had decided. */
  readonly inConflict: readonly ConflictReport[];
}

/** Compares the files with what the mirror has of them. The table of contents is merged by entries wherever it is sent. */
async function filesAgainst(
  mirror: FolderInMirror,
  { files: edits, contents }: FolderEdits,
  known: KnownHere,
): Promise<FilesAgainst> {
  const files: FolderEdits['files'][number][] = [];
  const done: string[] = [];
  const inConflict: ConflictReport[] = [];
  for (const file of edits) {
    const path = inFolder(mirror.folder, file.path);
    const entry = await mirror.git.entryAt(mirror.tip, path);
    const started = await mirror.git.entryAt(mirror.base, path);
    // The service accepted the asset as it is here. If the mirror has another one, somebody has replaced or deleted it since.
    const isContents = file.path === contents;
    const isAccepted = !isContents && known.acceptedFiles.has(file.oid);
    const joined =
      isContents && entry !== null && entry.oid !== started?.oid
        ? await joinedContents(mirror, { contents, oid: entry.oid }, known)
        : null;
    const isTheirs = entry !== null && entry.oid !== started?.oid && !known.acceptedFiles.has(entry.oid);
    // The mirror's table of contents may have every local change of the order, although the local one still lacks some of theirs.
    if (isAccepted || [file.oid, joined && contentId(joined)].includes(entry?.oid ?? ''))
      done.push(file.path);
    else if (isTheirs && !isContents) inConflict.push({ path: file.path, kind: 'binary' });
    else files.push(joined === null ? file : { ...file, joined });
  }
  return { files, done, inConflict };
}

/** The local table of contents, joined with the one that the mirror has; null where a person has to join them. */
async function joinedContents(
  { git, folder, base, tip }: FolderInMirror,
  { contents, oid }: { readonly contents: string; readonly oid: Oid },
  { made, accepted, acceptedContents, bytes }: KnownHere,
): Promise<Uint8Array | null> {
  const ours = bytes.get(contents);
  if (!ours) return null;
  const path = inFolder(folder, contents);
  const idAtBase = pageIdsIn(git, base);
  const idHere: PageIdAt = async (at) => {
    const here = outOfFolder(folder, at) ?? '';
    return accepted.get(here)?.id ?? made.get(here)?.id ?? idAtBase(at);
  };
  const before = await git.entryAt(base, path);
  const committed = before && (await git.readBlob(before.oid));
  const isKnown = acceptedContents !== undefined && (await git.has(acceptedContents));
  const sent = isKnown ? { text: decodeText(await git.readBlob(acceptedContents)) ?? '' } : undefined;
  const versions = {
    base: await startingVersion(git, { sent, committed, local: ours, isContents: true }),
    ours,
    theirs: await git.readBlob(oid),
  };
  const changed = new Set((await git.diffTrees(base, tip)).map((change) => change.path));
  const differs = (at: string): boolean => changed.has(at) || bytes.has(outOfFolder(folder, at) ?? '');
  const ids = { base: idAtBase, ours: idHere, theirs: pageIdsIn(git, tip), differs, isContents: () => true };
  const merged = mergeFile(path, versions, await summaryPages(path, versions, ids));
  return merged.outcome === 'merged' ? merged.bytes : null;
}

/**
 * Turns an edit into a move where the branch has moved a page that came into the mirror after the branch began: the base does not
 * have the page, so that only the path that it was sent from shows the move.
 */
function asMove(
  edit: TextEdit,
  record: ContentRecord | undefined,
  accepted: ReadonlyMap<string, { readonly id: string }>,
): TextEdit {
  const [sentFrom] = [...accepted].find(([, { id }]) => id === edit.key) ?? [];
  const isMoved = edit.from === null && sentFrom !== undefined && sentFrom !== edit.path;
  if (!isMoved || record === undefined || record.path === edit.path) return edit;
  return { ...edit, from: record.path, slug: nameOf(record.path) === nameOf(edit.path) ? null : edit.slug };
}

/** Whether the service accepted the move of an edit, and somebody has moved the page on since: that place is newer than ours. */
function isMovedOnInService(
  { key, from, path }: TextEdit,
  record: ContentRecord | undefined,
  accepted: SentTexts,
): boolean {
  const wasAccepted = from !== null && from !== path && accepted.get(path)?.id === key;
  return wasAccepted && record !== undefined && record.path !== from && record.path !== path;
}

/** What was sent of a page, whatever path the page had then. */
function sentOf(pages: SentTexts, key: string): SentText | undefined {
  return [...pages.values()].find(({ id }) => id === key);
}

function textOf(pages: SentTexts, key: string): string | undefined {
  return sentOf(pages, key)?.text;
}

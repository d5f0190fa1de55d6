import { decodeText, mergeFile, mergePage, nameOf, withoutPageId } from '../../content/index.ts';
import type { CycleContext } from '../mirror/context.ts';
import { contentId } from '../../files/index.ts';
import type { Oid } from '../../git/port.ts';
import { summaryPages } from '../branch/summary-pages.ts';
import { idsIn } from '../versions/places.ts';
import type { IdAt } from '../versions/places.ts';
import { inFolder, outOfFolder } from '../mirror/tip.ts';
import type { ConflictReport } from '../report.ts';
import type { ContentRecord } from '../state/records.ts';
import type { ContentTable } from '../state/table.ts';
import type { FolderEdits, PageKey, TextEdit } from './folder-edits.ts';
import type { ProposalTarget } from './propose.ts';

/** Edits against what the service has by now. */
export interface Against {
  readonly edits: FolderEdits;
  readonly conflicts: ConflictReport[];
  /** Files that the service has as they are here, so that a change request may say them or not. */
  readonly done: readonly string[];
}

/** What is known of the files here that the edits were made from. */
interface KnownHere {
  /** Files that differ here, by path. */
  readonly bytes: ReadonlyMap<string, Uint8Array>;
  /** Pages that a proposal carries, by their paths here. */
  readonly made: SentTexts;
  /** Those that the service took, as they were sent: what the mirror has came from that. */
  readonly accepted: SentTexts;
}

type SentTexts = ReadonlyMap<string, { readonly id: string; readonly text: string }>;

/** One space's folder: what the branch started from, and what the mirror has by now. */
interface FolderInMirror {
  readonly git: CycleContext['git'];
  readonly table: ContentTable;
  readonly folder: string;
  readonly base: Oid;
  readonly tip: Oid;
}

/**
 * Lays local edits over what the service has by now, where the branch could not follow it: what is there already is not an edit,
 * what both sides changed is joined, and what cannot be joined is not sent.
 */
export async function againstMirror(
  context: CycleContext,
  target: ProposalTarget,
  edits: FolderEdits,
  known: KnownHere,
): Promise<Against> {
  const { git, state, tip } = context;
  const { base, record: space } = target;
  if (target.changeRequest !== null || base === tip.commit || tip.commit === null)
    return { edits, conflicts: [], done: [] };
  const mirror = { git, table: state.table(space.id), folder: space.path, base, tip: tip.commit };
  const { texts, conflicts, settled, unsaid: lost } = await textsAgainst(mirror, edits.texts, known);
  const { deletes, unsaid: changed } = await deletesAgainst(mirror, edits.deletes, known);
  const { files, done } = await filesAgainst(mirror, edits, known);
  const unsaid = [...edits.unsaid, ...lost, ...changed];
  const places = edits.places.filter(({ key }) => !settled.has(key));
  return { edits: { ...edits, texts, deletes, files, unsaid, places }, conflicts, done };
}

/** A page as the mirror has it. */
interface MirroredPage {
  readonly record: ContentRecord;
  readonly text: string;
}

/** What becomes of an edit of a text. */
type TextDecision =
  | { readonly kind: 'send'; readonly edit: TextEdit }
  /** The service has the page as it is to be. */
  | { readonly kind: 'said' }
  /** Both sides made the same page at the same path. */
  | { readonly kind: 'made-twice' }
  /** The service does not have the page any more. */
  | { readonly kind: 'deleted' }
  | { readonly kind: 'conflict'; readonly conflict: ConflictReport };

interface TextsAgainst {
  readonly texts: readonly TextEdit[];
  readonly conflicts: ConflictReport[];
  /** Pages of which nothing is left to say, nor where they are. */
  readonly settled: ReadonlySet<PageKey>;
  readonly unsaid: readonly string[];
}

async function textsAgainst(
  { git, table }: FolderInMirror,
  edits: readonly TextEdit[],
  known: KnownHere,
): Promise<TextsAgainst> {
  const texts: TextEdit[] = [];
  const conflicts: ConflictReport[] = [];
  const settled = new Set<PageKey>();
  const unsaid: string[] = [];
  const byPath = new Map([...(await table.all('page')).values()].map((record) => [record.path, record]));
  for (const each of edits) {
    const own = await table.get('page', each.key);
    const edit = asMove(each, own, known.accepted);
    const isNew = edit.from === null && edit.key.startsWith('new:');
    const record = isNew ? byPath.get(edit.path) : own;
    const there = record && { record, text: await textIn(git, record) };
    const decision = isNew ? decideNewPage(edit, there) : decideKnownPage(edit, there, known);
    if (decision.kind === 'send') texts.push(decision.edit);
    if (decision.kind === 'conflict') conflicts.push(decision.conflict);
    if (decision.kind === 'said' || decision.kind === 'deleted') settled.add(edit.key);
    if (decision.kind === 'deleted')
      unsaid.push(`${edit.path} was deleted in the service: merge docs/main to keep it as a new page`);
  }
  return { texts, conflicts, settled, unsaid };
}

async function textIn(git: CycleContext['git'], { oid }: ContentRecord): Promise<string> {
  return withoutPageId(decodeText(await git.readBlob(oid)) ?? '');
}

/** Decides about a page that was made here, by the page that the mirror has at its path. */
function decideNewPage(edit: TextEdit, there: MirroredPage | undefined): TextDecision {
  if (!there) return { kind: 'send', edit };
  return there.text === edit.text ? { kind: 'made-twice' } : conflictOf('place', edit, there);
}

/** Decides about a page of the service, by what the mirror has of it. */
function decideKnownPage(
  edit: TextEdit,
  there: MirroredPage | undefined,
  { made, accepted }: KnownHere,
): TextDecision {
  const { from, path, text, baseText } = edit;
  // A page that an open change request of ours made is not in the mirror yet.
  if (!there) return from === null ? { kind: 'send', edit } : { kind: 'deleted' };
  const theirs = there.text;
  const start = baseText ?? textOf(made, edit.key) ?? '';
  const base = textOf(accepted, edit.key) ?? start;
  const isThere = from === null || from === path || there.record.path === path;
  const isDone = isThere && (from === null || theirs !== start || from !== path);
  if (theirs === text && isDone) return { kind: 'said' };
  if (theirs === base)
    return { kind: 'send', edit: theirs === baseText ? edit : { ...edit, baseText: theirs } };
  const merged = mergePage({ base, ours: text, theirs });
  if (merged.outcome !== 'merged') return conflictOf('text', edit, there);
  if (merged.text === theirs && isThere) return { kind: 'said' };
  return { kind: 'send', edit: { ...edit, text: merged.text, local: text, baseText: theirs } };
}

function conflictOf(
  kind: ConflictReport['kind'],
  { path }: TextEdit,
  { record }: MirroredPage,
): TextDecision {
  return { kind: 'conflict', conflict: { path, kind, base: null, local: null, remote: record.oid } };
}

/** The deletions of pages that are still there, and that nobody has changed in the service since they were seen here. */
async function deletesAgainst(
  { git, table, folder, base }: FolderInMirror,
  edits: FolderEdits['deletes'],
  { made, accepted }: KnownHere,
): Promise<{ readonly deletes: FolderEdits['deletes']; readonly unsaid: readonly string[] }> {
  const deletes: FolderEdits['deletes'][number][] = [];
  const unsaid: string[] = [];
  for (const each of edits) {
    const record = await table.get('page', each.key);
    if (!record) continue;
    const seen = await git.entryAt(base, inFolder(folder, each.path));
    // A page that we made is not in the base: then what we sent is what was seen of it.
    const sent = textOf(accepted, each.key) ?? textOf(made, each.key);
    const isUnchanged =
      seen === null ? sent === undefined || (await textIn(git, record)) === sent : seen.oid === record.oid;
    if (isUnchanged) deletes.push(each);
    else unsaid.push(`${each.path} is not deleted: it was changed in the service meanwhile`);
  }
  return { deletes, unsaid };
}

/** The files that the mirror does not have as they are here, and those that it has so. */
async function filesAgainst(
  mirror: FolderInMirror,
  { files: edits, contents }: FolderEdits,
  known: KnownHere,
): Promise<{ readonly files: FolderEdits['files']; readonly done: readonly string[] }> {
  const files: FolderEdits['files'][number][] = [];
  const done: string[] = [];
  for (const file of edits) {
    const entry = await mirror.git.entryAt(mirror.tip, inFolder(mirror.folder, file.path));
    const isDone =
      entry?.oid === file.oid ||
      (entry !== null &&
        file.path === contents &&
        (await holdsOrder(mirror, { contents, oid: entry.oid }, known)));
    if (isDone) done.push(file.path);
    else files.push(file);
  }
  return { files, done };
}

/**
 * Whether the mirror's table of contents says all that was said of the order here, though the one here does not have the rest of theirs
 * yet.
 */
async function holdsOrder(
  { git, folder, base, tip }: FolderInMirror,
  { contents, oid }: { readonly contents: string; readonly oid: Oid },
  { made, accepted, bytes }: KnownHere,
): Promise<boolean> {
  const ours = bytes.get(contents);
  if (!ours) return false;
  const path = inFolder(folder, contents);
  const idAtBase = idsIn(git, base);
  const idHere: IdAt = async (at) => {
    const here = outOfFolder(folder, at) ?? '';
    return accepted.get(here)?.id ?? made.get(here)?.id ?? idAtBase(at);
  };
  const before = await git.entryAt(base, path);
  const versions = {
    base: before && (await git.readBlob(before.oid)),
    ours,
    theirs: await git.readBlob(oid),
  };
  const ids = { base: idAtBase, ours: idHere, theirs: idsIn(git, tip) };
  const merged = mergeFile(path, versions, await summaryPages(path, versions, ids));
  return merged.outcome === 'merged' && merged.bytes !== null && contentId(merged.bytes) === oid;
}

/**
 * An edit of a page that came into the mirror after the branch began, and that the branch has moved since: the base does not have the
 * page, so that only the path that it was sent from tells of the move.
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

/** What was sent of a page, whatever path it had then. */
function textOf(pages: SentTexts, key: string): string | undefined {
  return [...pages.values()].find(({ id }) => id === key)?.text;
}

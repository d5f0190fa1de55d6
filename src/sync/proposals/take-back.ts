import { decodeText, isMarkdownPath, joinEmoji, titleOf, withoutPageId } from '../../content/index.ts';
import type { Revision } from '../../contract/index.ts';
import { hasWordsOf } from '../compare-texts.ts';
import { inFolder } from '../mirror/tip.ts';
import { textOfPage } from '../remote/page-text.ts';
import type { Remote } from '../remote/port.ts';
import { documentsById } from '../remote/tree.ts';
import type { LeftInRequest, ProposalRecord } from '../state/proposals.ts';
import type { ContentRecord } from '../state/records.ts';
import type { FolderEdits, PlaceEdit, TextEdit } from './folder-edits.ts';
import { primaryPlace } from './look-before.ts';
import type { ProposalContext } from './proposal-context.ts';
import type { SendContext } from './send-edits.ts';
import { nodesIn } from './steps.ts';
import { adoptUnanswered } from './unanswered.ts';

/** What a change request still holds although its writer has taken it back. */
export interface TakenBack {
  /** Keys of the record's pages whose edits were taken back. */
  readonly texts: readonly string[];
  readonly places: readonly string[];
  /** Ids of pages whose deletion was taken back. */
  readonly deletes: readonly string[];
  readonly files: readonly string[];
}

export function isNothing({ texts, places, deletes, files }: TakenBack): boolean {
  return texts.length + places.length + deletes.length + files.length === 0;
}

/** What is not among the edits but must stay in the change request. */
export interface HeldThere {
  readonly paths: ReadonlySet<string>;
  /** The pages at these paths. */
  readonly pages: ReadonlySet<string>;
  /** All places that were sent, because nothing here says where pages are listed. */
  readonly places: boolean;
}

export const nothingHeldThere: HeldThere = { paths: new Set(), pages: new Set(), places: false };

/** Finds what was sent and is no longer among the edits. */
export function findTakenBack(record: ProposalRecord, edits: FolderEdits, held: HeldThere): TakenBack {
  const deletes = new Set(edits.deletes.map(({ key }) => key));
  const places = new Set(edits.places.map(({ key }) => key));
  const files = new Set(edits.files.map(({ path }) => path));
  const texts = new Set(edits.texts.map(({ key }) => key));
  return {
    deletes: record.deleted.filter((key) => !deletes.has(key)),
    places: held.places
      ? []
      : record.placed.filter((key) => !places.has(key) && !deletes.has(key) && !held.pages.has(key)),
    files: Object.keys(record.files).filter((path) => !files.has(path) && !held.paths.has(path)),
    texts: Object.entries(record.pages).flatMap(([key, { id, path }]) =>
      held.paths.has(path) || texts.has(key) || texts.has(id) || deletes.has(id) ? [] : [key],
    ),
  };
}

/** Changes that give a change request the mirror's content again. */
export interface TakeBack {
  /** The proposal, after every unanswered write in it was looked up. */
  readonly record: ProposalRecord;
  readonly texts: readonly TextEdit[];
  readonly places: readonly PlaceEdit[];
  readonly deletes: FolderEdits['deletes'];
  readonly files: FolderEdits['files'];
  readonly bytes: ReadonlyMap<string, Uint8Array>;
  readonly takenBack: TakenBack;
  /** Pages that stay deleted in the change request, because a page that is made anew is another page. */
  readonly stayDeleted: readonly { readonly id: string; readonly path: string }[];
  /** Files that the mirror does not have: the interface cannot delete them. */
  readonly stayThere: readonly string[];
}

/**
 * Plans how to remove what was taken back from a change request into which others wrote, so that no new one may replace it. Page by
 * page, the change request gets the mirror's content (SYNC-81). What somebody else wrote into it stays, as always.
 */
export async function planTakeBack(
  proposal: ProposalContext,
  given: ProposalRecord,
  held: HeldThere,
): Promise<TakeBack> {
  const { ports, target, edits } = proposal;
  const { remote, state, git, tip } = ports.context;
  const { space } = target;
  const content = await remote.content({
    kind: 'change-request',
    space: space.id,
    id: given.changeRequest!.id,
  });
  const record = await adoptUnanswered(remote, given, content);
  const takenBack = findTakenBack(record, edits, held);
  const pages = await state.table(space.id).all('page');
  const there = documentsById(content.pages);
  const texts: TextEdit[] = [];
  const deletes: FolderEdits['deletes'][number][] = [];
  for (const key of takenBack.texts) {
    const { id, path } = record.pages[key]!;
    const page = there.get(id);
    const mirrored = pages.get(id);
    if (!page) continue;
    if (mirrored) {
      const text = withoutPageId(decodeText(await git.readBlob(mirrored.oid)) ?? '');
      texts.push(textAsMirrored({ id, path: mirrored.path, text }, joinEmoji(page)));
    } else deletes.push({ key: id, path });
  }
  const bytes = new Map<string, Uint8Array>();
  const files: FolderEdits['files'][number][] = [];
  for (const path of takenBack.files) {
    const entry = tip.commit === null ? null : await git.entryAt(tip.commit, inFolder(space.path, path));
    if (!entry) continue;
    bytes.set(path, await git.readBlob(entry.oid));
    files.push({ path, oid: entry.oid, isNew: false });
  }
  return {
    ...{ record, texts, deletes, files, bytes, takenBack },
    places: await mirroredPlaces(proposal, takenBack.places, pages),
    stayDeleted: takenBack.deletes.flatMap((id) => {
      const mirrored = there.has(id) ? undefined : pages.get(id);
      return mirrored ? [{ id, path: mirrored.path }] : [];
    }),
    stayThere: takenBack.files.filter((path) => !bytes.has(path) && !isMarkdownPath(path)),
  };
}

function textAsMirrored(
  { id, path, text }: { readonly id: string; readonly path: string; readonly text: string },
  titleThere: string,
): TextEdit {
  const title = titleOf(text);
  const told = title === titleThere ? null : title;
  return { key: id, path, from: path, text, baseText: text, title: told, slug: null };
}

/** The places that pages have in the mirror, in its reading order. */
async function mirroredPlaces(
  { ports: { context }, target: { space } }: ProposalContext,
  keys: readonly string[],
  pages: ReadonlyMap<string, ContentRecord>,
): Promise<PlaceEdit[]> {
  if (keys.length === 0) return [];
  const from = await primaryPlace(context.remote, space);
  const tree: Revision | null =
    context.kept.read(space.id, space.revision, pages) ?? (from && (await context.remote.content(from)));
  const nodes = [...nodesIn(tree?.pages ?? [])];
  return nodes.flatMap(({ key, parent }, at) => {
    const mirrored = keys.includes(key) ? pages.get(key) : undefined;
    if (!mirrored) return [];
    const { path } = mirrored;
    const before = nodes.slice(0, at).filter((each) => each.parent === parent);
    return [{ key, path, from: path, parent, after: before.map((each) => each.key).toReversed() }];
  });
}

/** Adds the changes of a withdrawal to what is sent. */
export function withTakeBack(
  { edits, bytes }: Pick<SendContext, 'edits' | 'bytes'>,
  withdrawal: TakeBack,
): Pick<SendContext, 'edits' | 'bytes'> {
  return {
    edits: {
      ...edits,
      texts: [...withdrawal.texts, ...edits.texts],
      places: [...withdrawal.places, ...edits.places],
      deletes: [...edits.deletes, ...withdrawal.deletes],
      files: [...edits.files, ...withdrawal.files],
    },
    bytes: new Map([...bytes, ...withdrawal.bytes]),
  };
}

/** Removes the changes of a withdrawal from what was sent. */
export function withoutTakeBack(edits: FolderEdits, withdrawal: TakeBack): FolderEdits {
  const { texts, places, deletes, files } = withdrawal;
  return {
    ...edits,
    texts: edits.texts.filter((each) => !texts.includes(each)),
    places: edits.places.filter((each) => !places.includes(each)),
    deletes: edits.deletes.filter((each) => !deletes.includes(each)),
    files: edits.files.filter((each) => !files.includes(each)),
  };
}

/** Finds the pages in which others have replaced every line that was sent, so that nothing is left to take back. */
export async function settledByOthers(
  remote: Remote,
  { space, changeRequest, pages }: ProposalRecord,
  of: { readonly withdrawal: TakeBack; readonly inConflict: ReadonlySet<string> },
): Promise<ReadonlySet<string>> {
  const place = { kind: 'change-request', space, id: changeRequest!.id } as const;
  const settled = new Set<string>();
  for (const { key, path, text } of of.withdrawal.texts) {
    const sent = Object.values(pages).find(({ id }) => id === key);
    if (sent === undefined || !of.inConflict.has(path)) continue;
    const there = await textOfPage(remote, place, key);
    if (!hasWordsOf(there, { from: text, to: sent.wish ?? sent.text })) settled.add(path);
  }
  return settled;
}

/**
 * The record after a withdrawal was sent. The record drops what the change request now has as the mirror has it, and names what stays.
 *
 * @param outcome The paths of pages in which somebody else changed the same lines, and among these the pages without any line of ours.
 */
export function afterTakeBack(
  record: ProposalRecord,
  withdrawal: TakeBack,
  outcome: { readonly inConflict: ReadonlySet<string>; readonly settled: ReadonlySet<string> },
): ProposalRecord {
  const { takenBack, stayDeleted } = withdrawal;
  const left = takenBack.texts.flatMap((key) => leftOf(record, key, { withdrawal, ...outcome }));
  const kept = new Set(left.map(({ key }) => key));
  const deleted = new Set(stayDeleted.map(({ id }) => id));
  const { notWithdrawn: _before, ...rest } = record;
  const notWithdrawn: LeftInRequest[] = [
    ...left.map(({ path, what }) => ({ path, what })),
    ...stayDeleted.map(({ path }) => ({ path, what: 'deletion' as const })),
  ];
  const withoutNames = <Value>(all: Readonly<Record<string, Value>>, gone: readonly string[]) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !gone.includes(name)));
  return {
    ...rest,
    pages: withoutNames(
      record.pages,
      takenBack.texts.filter((key) => !kept.has(key)),
    ),
    placed: record.placed.filter((key) => !takenBack.places.includes(key)),
    deleted: record.deleted.filter((id) => !takenBack.deletes.includes(id) || deleted.has(id)),
    files: withoutNames(record.files, takenBack.files),
    ...(notWithdrawn.length === 0 ? {} : { notWithdrawn }),
  };
}

/** What the change request still has of a page whose edits were taken back: nothing, or one item. */
function leftOf(
  { pages }: ProposalRecord,
  key: string,
  of: {
    readonly withdrawal: TakeBack;
    readonly inConflict: ReadonlySet<string>;
    readonly settled: ReadonlySet<string>;
  },
): (LeftInRequest & { readonly key: string })[] {
  const sent = pages[key];
  if (sent === undefined) return [];
  const edit = of.withdrawal.texts.find((each) => each.key === sent.id);
  const isLeft =
    edit && !of.settled.has(edit.path) && (of.inConflict.has(edit.path) || sent.text !== edit.text);
  if (isLeft === true) return [{ key, path: sent.path, what: 'text' }];
  const isThere = of.withdrawal.deletes.some((each) => each.key === sent.id);
  return isThere ? [{ key, path: sent.path, what: 'page' }] : [];
}

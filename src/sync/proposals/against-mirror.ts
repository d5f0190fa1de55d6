import { decodeText, mergeFile, mergePage, nameOf, withoutPageId } from '../../content/index.ts';
import type { CycleContext } from '../mirror/context.ts';
import { contentId } from '../../files/index.ts';
import { summaryPages } from '../branch/summary-pages.ts';
import { idsIn } from '../versions/places.ts';
import type { IdAt } from '../versions/places.ts';
import { inFolder, outOfFolder } from '../mirror/tip.ts';
import type { ConflictReport } from '../report.ts';
import type { ContentRecord } from '../state/records.ts';
import type { FolderEdits, TextEdit } from './folder-edits.ts';
import type { ProposalTarget } from './propose.ts';

/** Edits against what the service has by now. */
export interface Against {
  readonly edits: FolderEdits;
  readonly conflicts: ConflictReport[];
  /** Files that the service has as they are here, so that a change request may say them or not. */
  readonly done: readonly string[];
}

/**
 * Lays local edits over what the service has by now, where the branch could not follow it: what is there already is not an edit,
 * what both sides changed is joined, and what cannot be joined is not sent.
 */
export async function againstMirror(
  context: CycleContext,
  target: ProposalTarget,
  edits: FolderEdits,
  {
    made,
    accepted,
    bytes,
  }: {
    /** Files that differ here, by path. */
    bytes: ReadonlyMap<string, Uint8Array>;
    /** Pages that a proposal carries, by their paths here. */
    made: ReadonlyMap<string, { id: string; text: string }>;
    /** Those that the service took, as they were sent: what the mirror has came from that. */
    accepted: ReadonlyMap<string, { id: string; text: string }>;
  },
): Promise<Against> {
  const { git, tip } = context;
  if (target.changeRequest !== null || target.base === tip.commit || tip.commit === null)
    return { edits, conflicts: [], done: [] };
  const table = context.state.table(target.record.id);
  const conflicts: ConflictReport[] = [];
  const texts: TextEdit[] = [];
  const gone = new Set<string>();
  const unsaid = [...edits.unsaid];
  const remoteText = async ({ oid }: ContentRecord): Promise<string> =>
    withoutPageId(decodeText(await git.readBlob(oid)) ?? '');
  const byPath = new Map([...(await table.all('page'))].map(([id, record]) => [record.path, { id, record }]));
  for (const each of edits.texts) {
    const edit = asMove(each, await table.get('page', each.key), accepted);
    const rival = edit.from === null ? byPath.get(edit.path) : undefined;
    if (edit.from === null && edit.key.startsWith('new:')) {
      // A page of the same path came up on both sides.
      if (!rival) texts.push(edit);
      else if ((await remoteText(rival.record)) !== edit.text)
        conflicts.push({ path: edit.path, kind: 'place', base: null, local: null, remote: rival.record.oid });
      continue;
    }
    const record = await table.get('page', edit.key);
    if (!record && edit.from === null) {
      // A page that an open change request of ours made is not in the mirror yet.
      texts.push(edit);
      continue;
    }
    if (!record) {
      gone.add(edit.key);
      unsaid.push(`${edit.path} was deleted in the service: merge docs/main to keep it as a new page`);
      continue;
    }
    const theirs = await remoteText(record);
    const from = edit.baseText ?? textOf(made, edit.key) ?? '';
    const base = textOf(accepted, edit.key) ?? from;
    const isThere = edit.from === null || edit.from === edit.path || record.path === edit.path;
    const isDone = isThere && (edit.from === null || theirs !== from || edit.from !== edit.path);
    if (theirs === edit.text && isDone) gone.add(edit.key);
    else if (theirs === base) texts.push(theirs === edit.baseText ? edit : { ...edit, baseText: theirs });
    else {
      const merged = mergePage({ base, ours: edit.text, theirs });
      if (merged.outcome === 'merged' && merged.text === theirs && isThere) gone.add(edit.key);
      else if (merged.outcome === 'merged')
        texts.push({ ...edit, text: merged.text, local: edit.text, baseText: theirs });
      else conflicts.push({ path: edit.path, kind: 'text', base: null, local: null, remote: record.oid });
    }
  }
  const deletes: FolderEdits['deletes'][number][] = [];
  for (const each of edits.deletes) {
    const record = await table.get('page', each.key);
    if (!record) continue;
    const seen = await git.entryAt(target.base, inFolder(target.record.path, each.path));
    // A page that we made is not in the base: then what we sent is what was seen of it.
    const sent = textOf(accepted, each.key) ?? textOf(made, each.key);
    const unchanged =
      seen === null ? sent === undefined || (await remoteText(record)) === sent : seen.oid === record.oid;
    if (unchanged) deletes.push(each);
    else unsaid.push(`${each.path} is not deleted: it was changed in the service meanwhile`);
  }
  const files: FolderEdits['files'][number][] = [];
  const done: string[] = [];
  for (const file of edits.files) {
    const path = inFolder(target.record.path, file.path);
    const entry = await git.entryAt(tip.commit, path);
    if (entry?.oid === file.oid) {
      done.push(file.path);
      continue;
    }
    const ours = bytes.get(file.path);
    if (file.path === edits.contents && entry && ours) {
      // What was said of the order is done, though the table of contents here does not have the rest of theirs yet.
      const from = idsIn(git, target.base);
      const idHere: IdAt = async (at) => {
        const here = outOfFolder(target.record.path, at) ?? '';
        return accepted.get(here)?.id ?? made.get(here)?.id ?? from(at);
      };
      const before = await git.entryAt(target.base, path);
      const versions = {
        base: before && (await git.readBlob(before.oid)),
        ours,
        theirs: await git.readBlob(entry.oid),
      };
      const ids = { base: from, ours: idHere, theirs: idsIn(git, tip.commit) };
      const merged = mergeFile(path, versions, await summaryPages(path, versions, ids));
      if (merged.outcome === 'merged' && merged.bytes && contentId(merged.bytes) === entry.oid) {
        done.push(file.path);
        continue;
      }
    }
    files.push(file);
  }
  return {
    edits: {
      ...edits,
      texts,
      deletes,
      files,
      unsaid,
      places: edits.places.filter(({ key }) => !gone.has(key)),
    },
    conflicts,
    done,
  };
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
function textOf(
  pages: ReadonlyMap<string, { readonly id: string; readonly text: string }>,
  key: string,
): string | undefined {
  return [...pages.values()].find(({ id }) => id === key)?.text;
}

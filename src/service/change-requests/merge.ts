import type { ContentConflict, MergeResult, UpdateResult } from '../../contract/index.ts';
import { AppError } from '../../base/index.ts';
import { readFiles } from '../content/lists.ts';
import { getDocument } from '../tree/objects.ts';
import { setPrimaryContent } from '../content/primary.ts';
import { reusableOfFiles } from '../content/reusable.ts';
import { addRevision, readRevision } from '../content/revisions.ts';
import type { ContentHashes, RevisionRow } from '../content/revisions.ts';
import { readTree } from '../tree/tree.ts';
import type { Context } from '../context.ts';
import { spaceRow } from '../spaces/space.ts';
import { ancestorOf, changeRequestRow } from './change-request.ts';
import type { ChangeRequestRow } from './change-request.ts';
import { followUndecided, noteConflicts, undecidedRows } from './conflicts.ts';
import { mergeFileLists } from './merge-files.ts';
import { mergeTrees } from './merge-trees.ts';
import { setStatus, touchChangeRequest } from './state.ts';

/** A page or file that waits for a person, with what a merge left there: a text with both sides, or the bytes of one side. */
interface Undecided {
  readonly kind: 'page' | 'file';
  readonly content: string;
  readonly left: string;
}

interface MergedContent {
  readonly content: ContentHashes;
  readonly conflicts: ContentConflict[];
  readonly undecided: readonly Undecided[];
}

/**
 * Merges a change request into the primary content. When something cannot be joined, the primary content stays as it is: the change request
 * takes in the primary content, the pages in question hold both texts between marks, and a later merge goes through once somebody has
 * edited each of them.
 */
export function mergeChangeRequest(ctx: Context, row: ChangeRequestRow): MergeResult {
  demandActive(row, 'merged');
  const open = undecidedContents(ctx, row);
  if (open.length > 0) return { revision: row.revision, result: 'conflicts', conflicts: open };
  const head = readRevision(ctx.store, spaceRow(ctx, row.space).revision);
  const merged = mergeHeads(ctx, row, head);
  if (merged.conflicts.length > 0) return { ...takeIn(ctx, row, head, merged), result: 'conflicts' };
  const revision = addRevision(ctx, {
    space: row.space,
    type: 'merge',
    parents: [head.id, row.revision],
    content: merged.content,
    mergedFrom: row.id,
  });
  setPrimaryContent(ctx, row.space, revision);
  setStatus(ctx, row, 'merged', { merged: revision });
  return { revision, result: 'merge' };
}

/** Brings the primary content into a change request. */
export function updateChangeRequest(ctx: Context, row: ChangeRequestRow): UpdateResult {
  demandActive(row, 'updated');
  const head = readRevision(ctx.store, spaceRow(ctx, row.space).revision);
  const ancestor = ancestorOf(row);
  if (head.id === ancestor) {
    const open = undecidedContents(ctx, row);
    return open.length > 0
      ? { revision: row.revision, result: 'conflicts', conflicts: open }
      : { revision: row.revision, result: 'update' };
  }
  if (row.revision === ancestor) {
    touchChangeRequest(ctx, row, { revision: head.id, ancestor: head.id });
    return { revision: head.id, result: 'update' };
  }
  const merged = mergeHeads(ctx, row, head);
  const taken = takeIn(ctx, row, head, merged);
  if (merged.conflicts.length > 0) return { ...taken, result: 'conflicts' };
  return { revision: taken.revision, result: 'update' };
}

function mergeHeads(ctx: Context, row: ChangeRequestRow, head: RevisionRow): MergedContent {
  const base = readRevision(ctx.store, ancestorOf(row));
  const theirs = readRevision(ctx.store, row.revision);
  const tree = mergeTrees(ctx, { base: base.root, ours: head.root, theirs: theirs.root });
  const { files, conflicts, undecided } = mergeFileLists(ctx, {
    base: base.files,
    ours: head.files,
    theirs: theirs.files,
  });
  const reusable = reusableOfFiles(ctx, readFiles(ctx, files), [head.reusable, theirs.reusable]);
  return {
    content: { root: tree.root, files, reusable },
    conflicts: [...tree.conflicts, ...conflicts],
    undecided: [
      ...tree.undecided.map(({ page, document }) => ({
        kind: 'page' as const,
        content: page,
        left: document,
      })),
      ...undecided.map(({ file, blob }) => ({ kind: 'file' as const, content: file, left: blob })),
    ],
  };
}

/** Gives the change request a revision with both sides, and remembers which pages wait for a decision. */
function takeIn(
  ctx: Context,
  row: ChangeRequestRow,
  head: RevisionRow,
  { content, conflicts, undecided }: MergedContent,
): { revision: string; conflicts: ContentConflict[] } {
  const revision = addRevision(ctx, {
    space: row.space,
    type: 'update',
    parents: [row.revision, head.id],
    content,
  });
  noteConflicts(ctx, row, { ours: head.id, conflicts });
  followUndecided(ctx, row, content);
  touchChangeRequest(ctx, row, { revision, ancestor: head.id });
  for (const { kind, content: id, left } of undecided) {
    ctx.store.run(
      `INSERT INTO undecided (change_request, kind, content, document) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET document = excluded.document`,
      ...[row.id, kind, id, left],
    );
  }
  return { revision, conflicts };
}

/**
 * The pages and files that wait for a decision: they still have exactly the text or bytes that a merge left. To keep such a file's bytes,
 * write the file once more.
 */
function undecidedContents(ctx: Context, row: ChangeRequestRow): ContentConflict[] {
  const rows = undecidedRows(ctx, row);
  if (rows.length === 0) return [];
  const present = readRevision(ctx.store, row.revision);
  const files = new Map(readFiles(ctx, present.files).map((file) => [file.id, file]));
  const { byId } = readTree(ctx, present.root);
  const base = readTree(ctx, readRevision(ctx.store, ancestorOf(row)).root).byId;
  return rows.map(({ kind, content, document }): ContentConflict => {
    if (kind === 'file') return { kind: 'file', id: content, title: files.get(content)!.name };
    const page = byId.get(content)!.page;
    const primary = base.get(content)?.page.document;
    return {
      kind: 'page',
      id: content,
      title: page.title,
      ...(primary === undefined ? {} : { ours: getDocument(ctx.store, primary).text }),
      theirs: getDocument(ctx.store, document).text,
    };
  });
}

/** Writing a file decides its conflict, also when the bytes are the same as before. */
export function markFilesDecided(
  ctx: Context,
  row: ChangeRequestRow,
  files: readonly { readonly id: string }[],
): void {
  for (const { id } of files)
    ctx.store.run(
      `DELETE FROM undecided WHERE change_request = ? AND kind = 'file' AND content = ?`,
      ...[row.id, id],
    );
}

/** Refuses to work on a change request that is finished. */
function demandActive(row: ChangeRequestRow, verb: string): void {
  if (row.status === 'draft' || row.status === 'open') return;
  throw new AppError(
    'WRONG_STATE',
    `The change request #${row.number} is ${row.status}; it cannot be ${verb}.`,
    {
      hint: row.status === 'archived' ? 'Set its status to "open" first.' : 'Create a new change request.',
    },
  );
}

/** The change request that a path names, ready to be changed. */
export function activeChangeRequest(
  ctx: Context,
  { spaceId, changeRequestId }: { spaceId: string; changeRequestId: string },
): ChangeRequestRow {
  const row = changeRequestRow(ctx, spaceId, changeRequestId);
  demandActive(row, 'changed');
  return row;
}

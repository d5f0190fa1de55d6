/**
 * What an update or a merge left for people to decide: which contents wait for a decision, between which revisions, and when a decision is
 * made.
 */
import type { ChangeRequestConflict, ContentChange, ContentConflict } from '../../contract/index.ts';
import { readFiles } from '../content/lists.ts';
import type { StoredFile } from '../content/lists.ts';
import { readRevision } from '../content/revisions.ts';
import type { ContentHashes } from '../content/revisions.ts';
import { readTree } from '../tree/tree.ts';
import type { Context } from '../context.ts';
import type { Applied } from './apply.ts';
import { ancestorOf } from './change-request.ts';
import type { ChangeRequestRow } from './change-request.ts';

/** A page or file, with the text or bytes that a merge left there. */
interface UndecidedRow {
  readonly kind: string;
  readonly content: string;
  readonly document: string;
}

interface ConflictRow {
  readonly kind: 'page' | 'file' | 'tree';
  readonly content: string;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/**
 * The pages and files that wait for a decision: they still have exactly the text or bytes that a merge left. The next merge waits for them.
 */
export function undecidedRows(ctx: Context, row: ChangeRequestRow): UndecidedRow[] {
  const rows = ctx.store.all<UndecidedRow>(
    'SELECT kind, content, document FROM undecided WHERE change_request = ?',
    row.id,
  );
  if (rows.length === 0) return [];
  const left = leftIn(ctx, readRevision(ctx.store, row.revision));
  return rows.filter(({ kind, content, document }) => left(kind, content) === document);
}

/** A page's hash of its text, or a file's hash of its bytes, in a content. */
function leftIn(ctx: Context, { root, files }: Pick<ContentHashes, 'root' | 'files'>) {
  const blobs = new Map(readFiles(ctx, files).map(({ id, blob }) => [id, blob]));
  const { byId } = readTree(ctx, root);
  return (kind: string, id: string): string | undefined =>
    kind === 'file' ? blobs.get(id) : byId.get(id)?.page.document;
}

/**
 * Keeps open decisions open when the change request takes in the space's content once more: a text between marks that was joined with an
 * edit elsewhere in the page still has its marks.
 */
export function followUndecided(ctx: Context, row: ChangeRequestRow, content: ContentHashes): void {
  const open = undecidedRows(ctx, row);
  const now = leftIn(ctx, content);
  ctx.store.run('DELETE FROM undecided WHERE change_request = ?', row.id);
  for (const { kind, content: id } of open) {
    const document = now(kind, id);
    if (document !== undefined)
      ctx.store.run(
        'INSERT INTO undecided (change_request, kind, content, document) VALUES (?, ?, ?, ?)',
        ...[row.id, kind, id, document],
      );
  }
}

/** Remembers what a merge could not join. Older conflicts that are still open get the space's present content as their other side. */
export function noteConflicts(
  ctx: Context,
  row: ChangeRequestRow,
  { ours, conflicts }: { ours: string; conflicts: readonly ContentConflict[] },
): void {
  const open = openRows(ctx, row);
  ctx.store.run('DELETE FROM conflicts WHERE change_request = ?', row.id);
  const insert = (kind: string, id: string, sides: { base: string; theirs: string }): void =>
    void ctx.store.run(
      `INSERT INTO conflicts (change_request, kind, content, base, ours, theirs) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
      ...[row.id, kind, id, sides.base, ours, sides.theirs],
    );
  // An open conflict keeps its first base, and what the change request first said.
  for (const { kind, content, base, theirs } of open) insert(kind, content, { base, theirs });
  for (const { kind, id } of conflicts) insert(kind, id, { base: ancestorOf(row), theirs: row.revision });
}

/** The conflicts that nobody has decided. A conflict that blocks no merge stays open until somebody writes the content. */
function openRows(ctx: Context, row: ChangeRequestRow): (ConflictRow & { blocks: boolean })[] {
  const rows = ctx.store.all<ConflictRow & { waits: number }>(
    `SELECT kind, content, base, ours, theirs, EXISTS (
       SELECT 1 FROM undecided WHERE undecided.change_request = conflicts.change_request
         AND undecided.kind = conflicts.kind AND undecided.content = conflicts.content) AS waits
     FROM conflicts WHERE change_request = ? ORDER BY kind, content`,
    row.id,
  );
  const undecided = undecidedRows(ctx, row);
  if (rows.length === 0 && undecided.length === 0) return [];
  const isUndecided = ({ kind, content }: { kind: string; content: string }): boolean =>
    undecided.some((each) => each.kind === kind && each.content === content);
  const { byId } = readTree(ctx, readRevision(ctx.store, row.revision).root);
  const known = rows
    .filter(({ waits, ...each }) =>
      waits === 1 ? isUndecided(each) : each.kind !== 'file' && byId.has(each.content),
    )
    .map(({ waits, ...each }) => ({ ...each, blocks: waits === 1 }));
  // A conflict from before this table existed: what both sides began with is not known any more.
  const earlier = undecided
    .filter(({ kind, content }) => !rows.some((each) => each.kind === kind && each.content === content))
    .map(({ kind, content }) => ({
      ...{ kind: kind as ConflictRow['kind'], content, blocks: true },
      ...{ base: ancestorOf(row), ours: ancestorOf(row), theirs: row.revision },
    }));
  return [...known, ...earlier];
}

/** What waits for a decision in a change request, as the interface shows it. */
export function conflictsOf(ctx: Context, row: ChangeRequestRow): ChangeRequestConflict[] {
  if (row.status === 'merged') return [];
  return openRows(ctx, row).map(({ kind, content, blocks, ...revisions }) => {
    const inRevision = (revision: string, path?: string) => contentIn(ctx, { revision, kind, content, path });
    const ours = inRevision(revisions.ours);
    const base = inRevision(revisions.base);
    const theirs = inRevision(revisions.theirs, ours?.path ?? base?.path);
    const side = (revision: string, found: { id: string } | undefined) =>
      found === undefined ? undefined : { revision, id: found.id };
    const sides = {
      base: side(revisions.base, base),
      ours: side(revisions.ours, ours),
      theirs: side(revisions.theirs, theirs),
    };
    return {
      object: 'change-request-conflict',
      ...{ kind, id: content, blocks, title: (theirs ?? ours ?? base)?.title ?? '' },
      reason: reasonOf(kind, blocks, sides),
      ...Object.fromEntries(Object.entries(sides).filter(([, value]) => value !== undefined)),
    };
  });
}

function contentIn(
  ctx: Context,
  wanted: { revision: string; kind: string; content: string; path?: string | undefined },
): { id: string; title: string; path?: string | undefined } | undefined {
  const { root, files } = readRevision(ctx.store, wanted.revision);
  if (wanted.kind !== 'file') {
    const page = readTree(ctx, root).byId.get(wanted.content)?.page;
    return page && { id: page.id, title: page.title };
  }
  const all = readFiles(ctx, files);
  const found =
    all.find(({ id }) => id === wanted.content) ??
    all.find(({ path }: StoredFile) => path !== undefined && path === wanted.path);
  return found && { id: found.id, title: found.path ?? found.name, path: found.path };
}

function reasonOf(
  kind: ConflictRow['kind'],
  blocks: boolean,
  { base, ours, theirs }: { base?: unknown; ours?: unknown; theirs?: unknown },
): ChangeRequestConflict['reason'] {
  if (kind === 'tree') return 'place';
  if (ours === undefined) return 'deleted-in-space';
  if (theirs === undefined) return 'deleted-in-change-request';
  if (kind === 'file') return base === undefined ? 'both-added' : 'bytes';
  return blocks ? 'text' : 'fields';
}

/** Notes what a batch decides: whoever writes a page, its place or a file has decided the conflict about it. */
export function noteDecisions(
  ctx: Context,
  row: ChangeRequestRow,
  { changes, applied }: { changes: readonly ContentChange[]; applied: Applied },
): void {
  const decide = (kind: ConflictRow['kind'], id: string): void =>
    void ctx.store.run(
      `DELETE FROM conflicts WHERE change_request = ?1 AND kind = ?2 AND content = ?3 AND NOT EXISTS (
         SELECT 1 FROM undecided WHERE change_request = ?1 AND kind = ?2 AND content = ?3)`,
      { 1: row.id, 2: kind, 3: id },
    );
  for (const { file } of applied.files) decide('file', file.id);
  for (const change of changes) {
    if (change.type !== 'update_page') continue;
    const { type: _, page, into, at, ...fields } = change;
    if (into !== undefined || at !== undefined) decide('tree', page);
    if (Object.keys(fields).length > 0) decide('page', page);
  }
}

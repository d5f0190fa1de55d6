import { AppError } from '../../base/index.ts';
import type { Context } from '../context.ts';
import { newId } from '../context.ts';
import type { Migration, Store } from '../store/index.ts';
import { hashOf, putNode } from '../tree/objects.ts';

export const revisionMigrations: Migration[] = [
  {
    id: 'revisions/1',
    sql: `
      CREATE TABLE revisions (
        id TEXT PRIMARY KEY,
        space TEXT NOT NULL REFERENCES spaces(id) ON DELETE CASCADE,
        type TEXT NOT NULL CHECK (type IN ('edits', 'merge', 'rollback', 'update', 'computed')),
        parents TEXT NOT NULL,
        root TEXT NOT NULL REFERENCES nodes(hash),
        files TEXT NOT NULL REFERENCES nodes(hash),
        reusable TEXT NOT NULL REFERENCES nodes(hash),
        created_at TEXT NOT NULL,
        author TEXT,
        merged_from TEXT
      ) STRICT;
      CREATE INDEX revisions_by_space ON revisions(space);
    `,
  },
];

export type RevisionType = 'edits' | 'merge' | 'rollback' | 'update' | 'computed';

/** The hashes that make up the content of a revision: its tree, its list of files, its list of reusable contents. */
export interface ContentHashes {
  readonly root: string;
  readonly files: string;
  readonly reusable: string;
}

/** A revision's row: one moment of a space's or a change request's content. */
export interface RevisionRow extends ContentHashes {
  readonly id: string;
  readonly space: string;
  readonly type: RevisionType;
  /** JSON array of revision ids. */
  readonly parents: string;
  readonly created_at: string;
  readonly author: string | null;
  /** The change request that this merge merged. */
  readonly merged_from: string | null;
}

const emptyRoot = { pages: [] };
const emptyList = { items: [] };

/** The hashes of an empty space's content; every database with a space has that content. */
export const emptyHashes: ContentHashes = {
  root: hashOf(JSON.stringify(emptyRoot)),
  files: hashOf(JSON.stringify(emptyList)),
  reusable: hashOf(JSON.stringify(emptyList)),
};

/** Makes sure that the content of an empty space is in the store, and returns its hashes. */
export function emptyContent(store: Store): ContentHashes {
  putNode(store, emptyRoot);
  putNode(store, emptyList);
  return emptyHashes;
}

/** Stores a new revision, and returns its id. */
export function addRevision(
  ctx: Pick<Context, 'store' | 'random' | 'now' | 'caller'>,
  {
    id = newId(ctx),
    space,
    type,
    parents,
    content,
    mergedFrom,
  }: {
    /** An id that was chosen before, for a space whose row refers to it already. */
    id?: string;
    space: string;
    type: RevisionType;
    parents: readonly string[];
    content: ContentHashes;
    mergedFrom?: string;
  },
): string {
  ctx.store.run(
    `INSERT INTO revisions (id, space, type, parents, root, files, reusable, created_at, author, merged_from)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[id, space, type, JSON.stringify(parents), content.root, content.files, content.reusable],
    ...[ctx.now, ctx.caller.userId, mergedFrom ?? null],
  );
  return id;
}

/** The revision of `space` with this id; undefined where there is none. */
export function findRevision(store: Store, space: string, id: string): RevisionRow | undefined {
  return store.get<RevisionRow>('SELECT * FROM revisions WHERE id = ? AND space = ?', id, space);
}

/** The revision with this id. */
export function readRevision(store: Store, id: string): RevisionRow {
  const row = store.get<RevisionRow>('SELECT * FROM revisions WHERE id = ?', id);
  if (row === undefined) throw new AppError('INTERNAL', `The store lacks the revision ${id}.`);
  return row;
}

export function parentsOf(row: RevisionRow): string[] {
  return JSON.parse(row.parents) as string[];
}

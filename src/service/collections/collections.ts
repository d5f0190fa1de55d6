import type { Collection } from '../../contract/index.ts';
import { collectionPermissionsOf, notFound } from '../access/index.ts';
import { withoutNulls } from '../absent.ts';
import type { Context, Service } from '../context.ts';
import { newId } from '../context.ts';

export interface CollectionRow {
  readonly id: string;
  readonly organization: string;
  readonly parent: string | null;
  readonly position: number;
  readonly title: string;
  readonly description: string | null;
  readonly default_level: string;
  readonly created_at: string;
}

/** How deep collections may nest. The bound limits every walk up or down the tree. */
export const maxDepth = 32;

/** The collection with this id, which the guard has opened before. */
export function collectionRow({ store }: Pick<Context, 'store'>, id: string): CollectionRow {
  const row = store.get<CollectionRow>('SELECT * FROM collections WHERE id = ?', id);
  if (row === undefined) throw notFound('collection', id);
  return row;
}

/** The collections with these ids as the interface shows them to the caller. */
export function collectionsJson(ctx: Context, ids: readonly string[]): Collection[] {
  const rows = ctx.store.all<CollectionRow>(
    'SELECT collections.* FROM json_each(?) AS wanted JOIN collections ON collections.id = wanted.value ORDER BY wanted.key',
    JSON.stringify(ids),
  );
  const permissions = collectionPermissionsOf(ctx, rows);
  return rows.map((row) => ({
    object: 'collection',
    id: row.id,
    title: row.title,
    ...withoutNulls({ description: row.description, parent: row.parent }),
    organization: row.organization,
    defaultLevel: row.default_level === 'none' ? null : (row.default_level as Collection['defaultLevel']),
    urls: {
      location: `${ctx.baseUrl}/v1/collections/${row.id}`,
      app: `${ctx.appBase}/collections/${row.id}`,
    },
    permissions: permissions.get(row.id)!,
  }));
}

/** Stores a new collection and returns its id. */
export function insertCollection(
  { store, random, now }: Pick<Service, 'store' | 'random'> & { now: string },
  fields: {
    id?: string;
    organization: string;
    parent: string | null;
    position: number;
    title: string;
    description?: string | null;
    defaultLevel?: string;
  },
): string {
  const id = fields.id ?? newId({ random });
  store.run(
    `INSERT INTO collections (id, organization, parent, position, title, description, default_level, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[id, fields.organization, fields.parent, fields.position, fields.title],
    ...[fields.description ?? null, fields.defaultLevel ?? 'inherit', now],
  );
  return id;
}

/** The ids of a collection and of every collection within it, outermost first. */
export function treeOf({ store }: Pick<Context, 'store'>, id: string): string[] {
  return store
    .all<{ id: string }>(
      `WITH RECURSIVE tree(id, depth) AS (
         SELECT ?, 0 UNION ALL
         SELECT collections.id, depth + 1 FROM tree JOIN collections ON collections.parent = tree.id
       ) SELECT id FROM tree ORDER BY depth`,
      id,
    )
    .map((row) => row.id);
}

/** How many collections there are above the things in `parent`: 0 at the top. */
export function depthOf({ store }: Pick<Context, 'store'>, parent: string | null): number {
  return store.get<{ depth: number }>(
    `WITH RECURSIVE above(id) AS (
       SELECT ? UNION ALL SELECT collections.parent FROM above JOIN collections ON collections.id = above.id
     ) SELECT count(id) AS depth FROM above`,
    parent,
  )!.depth;
}

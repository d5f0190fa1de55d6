import { AppError } from '../../base/index.ts';
import type { BodyOf } from '../../contract/index.ts';
import {
  collectionPermissionsOf,
  openCollection,
  openOrganization,
  spacePermissionsOf,
} from '../access/index.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../handler.ts';
import { pageOfArray } from '../paging.ts';
import { moveWouldGainRights, positionAmong } from '../spaces/position.ts';
import { storedLevel, touchSpace, type SpaceRow } from '../spaces/space.ts';
import {
  collectionRow,
  collectionsJson,
  depthOf,
  insertCollection,
  maxDepth,
  treeOf,
  type CollectionRow,
} from './collections.ts';
import { detachCollection, detachSpace, effectiveDefaultLevel } from './transfer.ts';
import { unpublishEmptySites } from '../site-rows/leave.ts';

export const collectionHandlers = {
  getCollectionById: (ctx, { params }) => collectionJson(ctx, params.collectionId),

  updateCollectionById: (ctx, { params, body }) => {
    // Only administrators decide who may see and do what.
    if (body.defaultLevel !== undefined) openCollection(ctx, params.collectionId, 'admin');
    const row = collectionRow(ctx, params.collectionId);
    ctx.store.run(
      'UPDATE collections SET title = ?, description = ?, default_level = ? WHERE id = ?',
      body.title ?? row.title,
      body.description ?? row.description,
      body.defaultLevel === undefined ? row.default_level : storedLevel(body.defaultLevel),
      row.id,
    );
    return collectionJson(ctx, row.id);
  },

  deleteCollectionById: (ctx, { params }) => {
    deleteTree(ctx, params.collectionId);
    return undefined;
  },

  moveCollection: (ctx, { params, body }) => {
    const row = collectionRow(ctx, params.collectionId);
    const administered = mayAdminister(ctx, row.id);
    const parent = parentOf(ctx, row, body);
    const position = positionAmong(ctx, {
      organization: row.organization,
      parent,
      position: body.position,
      moving: row.id,
    });
    ctx.store.run('UPDATE collections SET parent = ?, position = ? WHERE id = ?', parent, position, row.id);
    if (!administered && mayAdminister(ctx, row.id)) throw moveWouldGainRights('collection', row.title);
    return collectionJson(ctx, row.id);
  },

  transferCollection: (ctx, { params, body }) => {
    transfer(ctx, collectionRow(ctx, params.collectionId), body.organization);
    return collectionJson(ctx, params.collectionId);
  },

  listCollectionsInOrganizationById: (ctx, { params, query }) => {
    const { nested = true } = query;
    return pageOfArray(ctx, {
      list: ['collections', params.organizationId, nested],
      query,
      all: visibleInOrder(ctx, params.organizationId, nested),
      key: (id) => id,
      items: (ids) => collectionsJson(ctx, ids),
    });
  },

  createCollection: (ctx, { params, body }) => {
    const organization = params.organizationId;
    const parent = body.parent ?? null;
    if (parent !== null) {
      openCollection(ctx, parent, 'create', { organization });
      checkDepth(depthOf(ctx, parent) + 1);
    }
    const position = positionAmong(ctx, { organization, parent });
    return collectionJson(
      ctx,
      insertCollection(ctx, { organization, parent, position, title: body.title ?? 'Untitled' }),
    );
  },
} satisfies Partial<Handlers>;

function collectionJson(ctx: Context, id: string) {
  return collectionsJson(ctx, [id])[0]!;
}

function mayAdminister(ctx: Context, id: string): boolean {
  return collectionPermissionsOf(ctx, [collectionRow(ctx, id)]).get(id)!.admin;
}

function parentOf(ctx: Context, row: CollectionRow, body: BodyOf<'moveCollection'>): string | null {
  const parent = body.parent === undefined ? row.parent : body.parent;
  if (parent === row.parent) return parent;
  if (parent === null) {
    openOrganization(ctx, row.organization, 'createContent');
    return null;
  }
  openCollection(ctx, parent, 'create', { organization: row.organization });
  const tree = treeOf(ctx, row.id);
  if (tree.includes(parent)) {
    throw new AppError(
      'BAD_REQUEST',
      `The collection "${row.id}" cannot be moved into itself or a collection within it.`,
    );
  }
  checkDepth(depthOf(ctx, parent) + heightOf(ctx, row.id));
  return parent;
}

/** How many levels of collections there are from `id` down, `id` included. */
function heightOf({ store }: Context, id: string): number {
  return store.get<{ height: number }>(
    `WITH RECURSIVE tree(id, depth) AS (
       SELECT ?, 1 UNION ALL
       SELECT collections.id, depth + 1 FROM tree JOIN collections ON collections.parent = tree.id
     ) SELECT max(depth) AS height FROM tree`,
    id,
  )!.height;
}

function checkDepth(depth: number): void {
  if (depth > maxDepth) {
    throw new AppError('BAD_REQUEST', `Collections cannot nest deeper than ${maxDepth} levels.`, {
      hint: 'Put it into a collection further up.',
    });
  }
}

/** All collections that the caller sees, each parent before its children, and siblings in order. */
function visibleInOrder(ctx: Context, organization: string, nested: boolean): string[] {
  const rows = ctx.store.all<CollectionRow>(
    'SELECT * FROM collections WHERE organization = ? ORDER BY position, id',
    organization,
  );
  const permissions = collectionPermissionsOf(ctx, rows);
  const byParent = new Map<string | null, CollectionRow[]>();
  for (const row of rows) byParent.set(row.parent, [...(byParent.get(row.parent) ?? []), row]);
  const below = (parent: string | null): string[] =>
    (byParent.get(parent) ?? []).flatMap((row) => [
      ...(permissions.get(row.id)!.view ? [row.id] : []),
      ...(nested ? below(row.id) : []),
    ]);
  return below(null);
}

/** Every space of these collections in order, deleted spaces included. */
function spacesIn({ store }: Context, collections: readonly string[]): SpaceRow[] {
  return store.all<SpaceRow>(
    'SELECT * FROM spaces WHERE parent IN (SELECT value FROM json_each(?)) ORDER BY position, id',
    JSON.stringify(collections),
  );
}

/**
 * The caller must administer everything that goes with a collection (its collections with `right`): nobody can take away what they cannot
 * see.
 */
function requireAdminOf(
  ctx: Context,
  collections: readonly string[],
  spaces: readonly SpaceRow[],
  right: 'admin' | 'create' = 'admin',
): void {
  const rows = collections.map((id) => collectionRow(ctx, id));
  const lacks =
    [...collectionPermissionsOf(ctx, rows).values()].some((permissions) => !permissions[right]) ||
    [...spacePermissionsOf(ctx, spaces).values()].some((permissions) => !permissions.admin);
  if (lacks) {
    throw new AppError(
      'FORBIDDEN',
      'The collection holds content that the token’s user does not administer.',
      {
        hint: 'Ask an administrator of the organization.',
      },
    );
  }
}

/**
 * Deletes a collection with the collections in it. Their spaces become deleted spaces, which can be restored within seven days, at the top
 * of the organization and for the same people as before.
 */
function deleteTree(ctx: Context, id: string): void {
  const tree = treeOf(ctx, id);
  const spaces = spacesIn(ctx, tree);
  requireAdminOf(ctx, tree, spaces, 'create');
  for (const space of spaces) {
    ctx.store.run(
      `UPDATE spaces SET parent = NULL, default_level = ?, deleted_at = coalesce(deleted_at, ?),
         visibility = iif(visibility = 'in-collection', 'private', visibility) WHERE id = ?`,
      ...[effectiveDefaultLevel(ctx, space), ctx.now, space.id],
    );
    if (space.deleted_at === null) touchSpace(ctx, space.id);
  }
  unpublishEmptySites(ctx);
  for (const collection of [...tree].reverse()) {
    detachCollection(ctx, collection);
    ctx.store.run('DELETE FROM collections WHERE id = ?', collection);
  }
}

function transfer(ctx: Context, row: CollectionRow, target: string): void {
  openOrganization(ctx, target, 'createContent');
  if (target === row.organization) {
    throw new AppError('CONFLICT', 'The collection belongs to that organization already.');
  }
  const tree = treeOf(ctx, row.id);
  const spaces = spacesIn(ctx, tree);
  requireAdminOf(ctx, tree, spaces);
  const onSite = ctx.store.get<{ title: string }>(
    'SELECT title FROM spaces WHERE id IN (SELECT space FROM site_spaces) AND id IN (SELECT value FROM json_each(?))',
    JSON.stringify(spaces.map((space) => space.id)),
  );
  if (onSite !== undefined) {
    throw new AppError(
      'WRONG_STATE',
      `The space "${onSite.title}" in the collection is part of a site of its organization.`,
      {
        hint: 'Take it out of the site first.',
      },
    );
  }
  const position = positionAmong(ctx, { organization: target, parent: null });
  ctx.store.run('UPDATE collections SET parent = NULL, position = ? WHERE id = ?', position, row.id);
  for (const collection of tree) {
    detachCollection(ctx, collection);
    ctx.store.run('UPDATE collections SET organization = ? WHERE id = ?', target, collection);
  }
  for (const space of spaces) {
    detachSpace(ctx, space.id, target);
    ctx.store.run('UPDATE spaces SET organization = ? WHERE id = ?', target, space.id);
    touchSpace(ctx, space.id);
  }
}

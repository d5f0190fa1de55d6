import { AppError } from '../../base/index.ts';
import type { Page } from '../paging.ts';
import type { Space } from '../../contract/index.ts';
import { openCollection, openOrganization, openSpace, spacePermissionsOf } from '../access/index.ts';
import { addRevision, emptyContent, readRevision } from '../content/revisions.ts';
import type { ContentHashes } from '../content/revisions.ts';
import { detachSpace } from '../collections/transfer.ts';
import { newId } from '../context.ts';
import type { Context } from '../context.ts';
import { copyCustomFieldValues } from '../custom-fields/index.ts';
import type { Handlers } from '../handler.ts';
import { recordSpaceEvent } from '../integrations/record-event.ts';
import { pageOfArray } from '../paging.ts';
import type { PageQuery } from '../paging.ts';
import { unpublishEmptySites } from '../site-rows/leave.ts';
import { moveWouldGainRights, positionAmong } from '../spaces/position.ts';
import {
  restorableMs,
  spaceJson,
  spaceRow,
  spaceRows,
  spacesJson,
  storedLevel,
  touchSpace,
} from '../spaces/space.ts';
import { visibleSpaces } from '../spaces/visible.ts';

const titleLimit = 50;

export const spaceHandlers = {
  getSpaceById: (ctx, { params, query }) => spaceJson(ctx, spaceRow(ctx, params.spaceId), query),

  updateSpaceById: (ctx, { params, body }) => {
    const { spaceId } = params;
    const set = (column: string, value: string | null): void => {
      ctx.store.run(`UPDATE spaces SET ${column} = ? WHERE id = ?`, value, spaceId);
    };
    // Only administrators decide who may see and do what.
    if (body.defaultLevel !== undefined) openSpace(ctx, spaceId, 'admin');
    if (body.title !== undefined) set('title', body.title);
    if (body.editMode !== undefined) set('edit_mode', body.editMode);
    if (body.defaultLevel !== undefined) set('default_level', storedLevel(body.defaultLevel));
    if (body.emoji !== undefined) set('emoji', body.emoji);
    if (body.icon !== undefined) set('icon', body.icon);
    if (Object.keys(body).length > 0) touchSpace(ctx, spaceId);
    return spaceJson(ctx, spaceRow(ctx, spaceId));
  },

  deleteSpaceById: (ctx, { params }) => {
    ctx.store.run('UPDATE spaces SET deleted_at = ? WHERE id = ?', ctx.now, params.spaceId);
    unpublishEmptySites(ctx);
    touchSpace(ctx, params.spaceId);
    return undefined;
  },

  restoreSpace: (ctx, { params }) => {
    const space = spaceRow(ctx, params.spaceId);
    if (space.deleted_at === null) {
      throw new AppError('CONFLICT', `The space "${space.title}" is not deleted.`);
    }
    if (Date.parse(space.deleted_at) + restorableMs <= ctx.nowMs) {
      throw new AppError('WRONG_STATE', `The space "${space.title}" was deleted more than 7 days ago.`);
    }
    ctx.store.run('UPDATE spaces SET deleted_at = NULL WHERE id = ?', space.id);
    touchSpace(ctx, space.id);
    return spaceJson(ctx, spaceRow(ctx, space.id));
  },

  duplicateSpace: (ctx, { params }) => {
    const original = spaceRow(ctx, params.spaceId);
    if (original.parent === null) openOrganization(ctx, original.organization, 'createContent');
    else openCollection(ctx, original.parent, 'create');
    const copy = createSpace(ctx, {
      organization: original.organization,
      parent: original.parent,
      title: titleOfCopy(original.title),
      emoji: original.emoji,
      editMode: original.edit_mode,
      content: readRevision(ctx.store, original.revision),
    });
    ctx.store.run(
      'UPDATE spaces SET icon = ?, default_level = ?, visibility = ? WHERE id = ?',
      ...[original.icon, original.default_level, original.visibility, copy],
    );
    copyCustomFieldValues(ctx, original.id, copy);
    return spaceJson(ctx, spaceRow(ctx, copy));
  },

  moveSpace: (ctx, { params, body }) => {
    const space = spaceRow(ctx, params.spaceId);
    const administered = mayAdminister(ctx, space.id);
    const parent = body.parent === undefined ? space.parent : body.parent;
    if (parent !== space.parent) openDestination(ctx, space.organization, parent);
    const position = positionAmong(ctx, {
      organization: space.organization,
      parent,
      position: body.position,
      moving: space.id,
    });
    ctx.store.run(
      'UPDATE spaces SET parent = ?, position = ?, visibility = ? WHERE id = ?',
      ...[parent, position, visibilityIn(space.visibility, parent), space.id],
    );
    if (!administered && mayAdminister(ctx, space.id)) throw moveWouldGainRights('space', space.title);
    touchSpace(ctx, space.id);
    recordVisibility(ctx, space);
    return spaceJson(ctx, spaceRow(ctx, space.id));
  },

  transferSpace: (ctx, { params, body }) => {
    const space = spaceRow(ctx, params.spaceId);
    openOrganization(ctx, body.organization, 'createContent');
    if (body.organization === space.organization) {
      throw new AppError('CONFLICT', `The space "${space.title}" belongs to that organization already.`);
    }
    if (ctx.store.get('SELECT 1 FROM site_spaces WHERE space = ?', space.id) !== undefined) {
      throw new AppError('WRONG_STATE', `The space "${space.title}" is part of a site of its organization.`, {
        hint: 'Take it out of the site first.',
      });
    }
    const position = positionAmong(ctx, { organization: body.organization, parent: null });
    ctx.store.run(
      'UPDATE spaces SET organization = ?, parent = NULL, position = ?, visibility = ? WHERE id = ?',
      ...[body.organization, position, visibilityIn(space.visibility, null), space.id],
    );
    detachSpace(ctx, space.id, body.organization);
    touchSpace(ctx, space.id);
    recordVisibility(ctx, space);
    return spaceJson(ctx, spaceRow(ctx, space.id));
  },

  listSpacesInOrganizationById: (ctx, { params, query }) =>
    listSpaces(ctx, {
      list: ['spaces', params.organizationId],
      query,
      ids: visibleSpaces(ctx, 'organization', params.organizationId),
    }),

  listSpacesInCollectionById: (ctx, { params, query }) =>
    listSpaces(ctx, {
      list: ['collection-spaces', params.collectionId],
      query,
      ids: visibleSpaces(ctx, 'collection', params.collectionId),
    }),

  createSpace: (ctx, { params, body }) => {
    const parent = body.parent ?? null;
    if (parent !== null) openCollection(ctx, parent, 'create', { organization: params.organizationId });
    const id = createSpace(ctx, {
      organization: params.organizationId,
      parent,
      title: body.title ?? 'Untitled',
      emoji: body.emoji ?? null,
      ...(body.editMode === undefined ? {} : { editMode: body.editMode }),
    });
    return spaceJson(ctx, spaceRow(ctx, id));
  },
} satisfies Partial<Handlers>;

/** Adds a space with `content` (none by default) as its first revision, at the end of its parent; returns the space's id. */
export function createSpace(
  ctx: Pick<Context, 'store' | 'random' | 'now' | 'caller'>,
  {
    id = newId(ctx),
    organization,
    parent,
    title,
    emoji,
    editMode = 'live',
    content,
  }: {
    /** The id of a space that others refer to already. */
    id?: string;
    organization: string;
    parent: string | null;
    title: string;
    emoji: string | null;
    editMode?: 'live' | 'locked';
    content?: ContentHashes;
  },
): string {
  const empty = emptyContent(ctx.store);
  const position = positionAmong(ctx, { organization, parent });
  // The space and its first revision refer to each other: the foreign key to the revision is checked at the end.
  const revision = newId(ctx);
  ctx.store.run(
    `INSERT INTO spaces (id, organization, parent, position, title, emoji, visibility, default_level, edit_mode, created_at,
       updated_at, revision) VALUES (?, ?, ?, ?, ?, ?, ?, 'inherit', ?, ?, ?, ?)`,
    ...[id, organization, parent, position, title, emoji, visibilityIn('private', parent), editMode],
    ...[ctx.now, ctx.now, revision],
  );
  addRevision(ctx, { id: revision, space: id, type: 'edits', parents: [], content: content ?? empty });
  return id;
}

/** One page of some spaces, which the caller may see. */
function listSpaces(
  ctx: Context,
  { list, query, ids }: { list: string[]; query: PageQuery; ids: ReadonlySet<string> },
): Page<Space> {
  return pageOfArray<string, Space>(ctx, {
    list,
    query,
    all: [...ids],
    key: (id) => id,
    items: (shown) => spacesJson(ctx, spaceRows(ctx, shown)),
  });
}

function mayAdminister(ctx: Context, id: string): boolean {
  return spacePermissionsOf(ctx, [spaceRow(ctx, id)]).get(id)!.admin;
}

/** Proves that the caller may put content there: into a collection of the organization, or to its top. */
function openDestination(ctx: Context, organization: string, parent: string | null): void {
  if (parent === null) openOrganization(ctx, organization, 'createContent');
  else openCollection(ctx, parent, 'create', { organization });
}

/** When a move changes who may see a space, records that for integrations. */
function recordVisibility(ctx: Context, before: { id: string; visibility: string }): void {
  const after = spaceRow(ctx, before.id);
  if (after.visibility === before.visibility) return;
  recordSpaceEvent(ctx, after, {
    type: 'space_visibility_updated',
    previousVisibility: before.visibility,
    visibility: after.visibility,
  });
}

/** The visibility of a space that nobody outside may see is `in-collection` within a collection, and `private` at the top. */
function visibilityIn(visibility: string, parent: string | null): string {
  if (visibility !== 'in-collection' && visibility !== 'private') return visibility;
  return parent === null ? 'private' : 'in-collection';
}

function titleOfCopy(title: string): string {
  const suffix = ' (copy)';
  return [...title].slice(0, titleLimit - suffix.length).join('') + suffix;
}

/**
 * Opening an object: finding it and proving that the caller has the right that the operation needs, in one step.
 *
 * For an object that the caller may not see, the answer is the same as for an object that does not exist (404, the same words). For an
 * object that the caller sees but may not change in this way, the answer is 403. The rights are the booleans that `permissions` shows;
 * there is no other rule anywhere.
 */
import { AppError } from '../../base/index.ts';
import type { SpaceRight } from '../../contract/index.ts';
import type { Context } from '../context.ts';
import { isShownOn, Levels, type Guarded } from './levels.ts';
import {
  collectionPermissions,
  organizationPermissions,
  siteRights,
  spacePermissions,
  type CollectionPermissions,
  type OrganizationPermissions,
  type SpacePermissions,
} from './permissions.ts';
import { isAtLeast, type Level } from './roles.ts';
import { sitesShownTo } from './published.ts';

type Asking = Pick<Context, 'store' | 'caller'>;

export type SiteRight = 'view' | 'edit' | 'admin';

/** The columns that rights on a space depend on. */
export interface GuardedSpace extends Guarded {
  readonly visibility: string;
  readonly deleted_at: string | null;
}

export interface GuardedSite {
  readonly id: string;
  readonly organization: string;
  readonly visibility: string;
  readonly published: number;
}

/** How somebody who is not a member may see published content. */
export interface ReaderAccess {
  readonly shareKey?: string | undefined;
}

/** The failure for an object that does not exist or that the caller may not see: the same in every byte. */
export function notFound(kind: string, id: string): AppError {
  return new AppError('NOT_FOUND', `There is no ${kind} "${id}".`, {
    hint: 'Check the id, and that the token’s user may see it.',
  });
}

/** The failure for an object that the caller sees, but lacks the right for. */
export function forbidden(what: string, right: string): AppError {
  return new AppError('FORBIDDEN', `The token’s user lacks the permission "${right}" on ${what}.`, {
    hint: 'Ask an administrator of the organization for a higher role.',
  });
}

/** The caller's role in an organization; null for a guest, and for somebody who is not a member. */
export function roleIn(ctx: Asking, organization: string): Level {
  return levelsOf(ctx).member(organization)?.role ?? null;
}

/** The caller's permissions on an organization. */
export function organizationPermissionsOf(
  ctx: Asking,
  organization: string,
  levels = levelsOf(ctx),
): OrganizationPermissions {
  const member = levels.member(organization);
  const ownsTeam =
    member !== undefined &&
    ctx.store.get(
      `SELECT 1 FROM team_members JOIN teams ON teams.id = team WHERE organization = ? AND user = ? AND owner = 1`,
      organization,
      ctx.caller.userId,
    ) !== undefined;
  return organizationPermissions({ member: member !== undefined, role: member?.role ?? null, ownsTeam });
}

/** Proves `right` on an organization. */
export function openOrganization(
  ctx: Asking,
  id: string,
  right: keyof OrganizationPermissions = 'view',
): void {
  const permissions = organizationPermissionsOf(ctx, id);
  if (!permissions.view) throw notFound('organization', id);
  if (!permissions[right]) throw forbidden(`the organization "${id}"`, right);
}

/** The caller's permissions on collections, in one query for all of them. */
export function collectionPermissionsOf(
  ctx: Asking,
  collections: readonly Guarded[],
): Map<string, CollectionPermissions> {
  const levels = levelsOf(ctx);
  return new Map(collections.map((row) => [row.id, collectionPermissions(levels.collection(row))]));
}

/** Finds a collection on which the caller has `right`; `organization` limits the search to one organization. */
export function openCollection(
  ctx: Asking,
  id: string,
  right: keyof CollectionPermissions = 'view',
  { organization }: { organization?: string } = {},
): Guarded {
  const row = ctx.store.get<Guarded>(
    'SELECT id, organization, parent, default_level FROM collections WHERE id = ?',
    id,
  );
  if (row === undefined || (organization !== undefined && row.organization !== organization))
    throw notFound('collection', id);
  const permissions = collectionPermissions(levelsOf(ctx).collection(row));
  if (!permissions.view) throw notFound('collection', id);
  if (!permissions[right]) throw forbidden(`the collection "${id}"`, right);
  return row;
}

/** The caller's permissions on spaces, without a query for each space. */
export function spacePermissionsOf(
  ctx: Asking,
  spaces: readonly GuardedSpace[],
  showing: ReaderAccess = {},
): Map<string, SpacePermissions> {
  const levels = levelsOf(ctx);
  const permissions = new Map<string, SpacePermissions>();
  for (const space of spaces) {
    const level = levels.space(space);
    const published = !isAtLeast(level, 'read') && isShown(ctx, space, showing);
    permissions.set(space.id, spacePermissions(level, { published }));
  }
  return permissions;
}

/**
 * Finds a space on which the caller has `right`.
 *
 * @param deleted also finds a deleted space that can still be restored; otherwise a deleted space does not exist.
 * @param organization limits the search to one organization.
 */
export function openSpace(
  ctx: Asking,
  id: string,
  right: SpaceRight = 'view',
  {
    deleted = false,
    organization,
    shareKey,
  }: { deleted?: boolean; organization?: string; shareKey?: string | undefined } = {},
): GuardedSpace {
  const row = ctx.store.get<GuardedSpace>(
    'SELECT id, organization, parent, default_level, visibility, deleted_at FROM spaces WHERE id = ?',
    id,
  );
  if (row === undefined || (organization !== undefined && row.organization !== organization))
    throw notFound('space', id);
  const permissions = spacePermissionsOf(ctx, [row], { shareKey }).get(id)!;
  if (!permissions.view || (row.deleted_at !== null && !deleted)) throw notFound('space', id);
  const has = right === 'create' ? isAtLeast(levelsOf(ctx).space(row), 'create') : permissions[right];
  if (!has) throw forbidden(`the space "${id}"`, right);
  return row;
}

/**
 * Finds a site of `organization` on which the caller has `right`; for somebody who is not a member, a published site that they may visit.
 */
export function openSite(
  ctx: Asking,
  { organization, id }: { readonly organization: string; readonly id: string },
  right: SiteRight = 'view',
  { shareKey, visitor = false }: { shareKey?: string | undefined; visitor?: boolean } = {},
): GuardedSite {
  const shown = ctx.caller.site;
  const key = shareKey ?? shown?.shareKey;
  const row = ctx.store.get<GuardedSite>(
    'SELECT id, organization, visibility, published FROM sites WHERE organization = ? AND id = ?',
    organization,
    id,
  );
  if (row === undefined || (shown !== undefined && shown.id !== id)) throw notFound('site', id);
  const role = roleIn(ctx, organization);
  const sees =
    isAtLeast(role, 'read') || (visitor && right === 'view' && sitesShownTo(ctx, [id], key).has(id));
  if (!sees) throw notFound('site', id);
  if (!siteRights(role)[right] && right !== 'view') throw forbidden(`the site "${id}"`, right);
  return row;
}

/** The spaces among `spaces` that the caller may see. */
export function visibleOf<Row extends GuardedSpace>(ctx: Asking, spaces: readonly Row[]): Row[] {
  const permissions = spacePermissionsOf(ctx, spaces);
  return spaces.filter((space) => permissions.get(space.id)?.view === true);
}

function isShown(ctx: Asking, space: GuardedSpace, showing: ReaderAccess): boolean {
  const shown = ctx.caller.site;
  if (shown !== undefined && !isShownOn(ctx.store, shown, space.id)) return false;
  const shareKey = showing.shareKey ?? shown?.shareKey;
  if (space.visibility === 'public' || space.visibility === 'unlisted') return true;
  if (shareKey === undefined) return false;
  const sites = ctx.store
    .all<{ site: string }>('SELECT DISTINCT site FROM site_spaces WHERE space = ?', space.id)
    .map(({ site }) => site);
  return sitesShownTo(ctx, sites, shareKey).size > 0;
}

function levelsOf(ctx: Asking): Levels {
  return new Levels(ctx.store, ctx.caller.userId, ctx.caller.site);
}

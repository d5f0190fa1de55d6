import { AppError } from '../../base/index.ts';
import type { Context } from '../context.ts';
import { notFound, openOrganization } from './open.ts';
import { memberRole } from './levels.ts';

interface GuardedIntegration {
  readonly name: string;
  readonly owner: string;
  readonly visibility: string;
}

interface OpenedIntegration extends GuardedIntegration {
  /** The integration's key in the database. */
  readonly key: string;
}

export interface IntegrationPermissions {
  admin: boolean;
  install: boolean;
}

/**
 * What the caller may do with an integration: administrators of its owner administer it, and administrators of an organization install it
 * there.
 */
export function integrationPermissionsOf(
  ctx: Pick<Context, 'store' | 'caller'>,
  integration: GuardedIntegration,
): IntegrationPermissions {
  const admin = memberRole(ctx.store, ctx.caller.userId, integration.owner)?.role === 'admin';
  const administers =
    admin ||
    ctx.store.get(`SELECT 1 FROM members WHERE user = ? AND role = 'admin' LIMIT 1`, ctx.caller.userId) !==
      undefined;
  return { admin, install: administers && (admin || integration.visibility !== 'private') };
}

/**
 * Finds an integration by its name: that of one of the caller's organizations, or else a public one. A private integration exists only for
 * the members of its owner, so its name is free for everybody else; `key` tells the two apart in the database.
 */
export function openIntegration(
  ctx: Pick<Context, 'store' | 'caller'>,
  name: string,
  right: 'view' | 'admin' = 'view',
): OpenedIntegration {
  const row = ctx.store.get<OpenedIntegration>(
    `SELECT name AS key, ${shownName} AS name, owner, visibility FROM integrations
     LEFT JOIN members ON organization = owner AND user = ?2
     WHERE ${shownName} = ?1 AND (user IS NOT NULL OR visibility <> 'private')
     ORDER BY user IS NULL, integrations.number LIMIT 1`,
    { 1: name, 2: ctx.caller.userId },
  );
  if (row === undefined) throw notFound('integration', name);
  if (right === 'admin' && !integrationPermissionsOf(ctx, row).admin) {
    throw new AppError('FORBIDDEN', `Only an administrator of its owner changes the integration "${name}".`);
  }
  return row;
}

/**
 * Proves that the caller may publish an integration under `name` for the organization that the body names (by id or host name): the caller
 * administers that organization, and no public integration of another organization has the name.
 */
export function openPublishing(ctx: Pick<Context, 'store' | 'caller'>, name: string, body: unknown): void {
  const { organization = '' } = body as { organization?: string };
  const owner = organizationNamed(ctx, organization);
  if (owner === undefined || memberRole(ctx.store, ctx.caller.userId, owner) === undefined)
    throw notFound('organization', organization);
  openOrganization(ctx, owner, 'admin');
  const taken = ctx.store.get(
    `SELECT 1 FROM integrations WHERE ${shownName} = ? AND owner <> ? AND visibility <> 'private'`,
    ...[name, owner],
  );
  if (taken !== undefined) {
    throw new AppError('FORBIDDEN', `The name "${name}" is taken by another organization’s integration.`, {
      hint: 'Publish under another name.',
    });
  }
}

/**
 * The key of an organization's integration: its name, or, where another organization has a private integration of that name, its owner and
 * its name. A name never contains a slash.
 */
export function keyOfIntegration({ store }: Pick<Context, 'store'>, owner: string, name: string): string {
  const own = store.get<{ key: string }>(
    `SELECT name AS key FROM integrations WHERE ${shownName} = ? AND owner = ?`,
    ...[name, owner],
  );
  if (own !== undefined) return own.key;
  return store.get('SELECT 1 FROM integrations WHERE name = ?', name) === undefined
    ? name
    : `${owner}/${name}`;
}

/** An integration's name in SQL, from the key in the column `name`. */
export const shownName = `substr(integrations.name, instr(integrations.name, '/') + 1)`;

/** An integration's name, from its key. */
export function nameOfIntegration(key: string): string {
  return key.slice(key.indexOf('/') + 1);
}

/** The id of the organization with this id or host name. */
export function organizationNamed(
  { store }: Pick<Context, 'store'>,
  idOrHostname: string,
): string | undefined {
  return store.get<{ id: string }>('SELECT id FROM organizations WHERE id = ?1 OR hostname = ?1', {
    1: idOrHostname,
  })?.id;
}

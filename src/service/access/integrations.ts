import { AppError } from '../../base/index.ts';
import type { Context } from '../context.ts';
import { notFound, openOrganization } from './open.ts';
import { memberRole } from './levels.ts';

interface GuardedIntegration {
  readonly name: string;
  readonly owner: string;
  readonly visibility: string;
}

export interface IntegrationPermissions {
  admin: boolean;
  install: boolean;
}

/** What the caller may do with an integration: administer it as an administrator of its owner, install it where he is one. */
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

/** Finds an integration: a private one exists for the members of its owner alone. */
export function openIntegration(
  ctx: Pick<Context, 'store' | 'caller'>,
  name: string,
  right: 'view' | 'admin' = 'view',
): GuardedIntegration {
  const row = ctx.store.get<GuardedIntegration>(
    'SELECT name, owner, visibility FROM integrations WHERE name = ?',
    name,
  );
  if (row === undefined) throw notFound('integration', name);
  const belongs = memberRole(ctx.store, ctx.caller.userId, row.owner) !== undefined;
  if (row.visibility === 'private' && !belongs) throw notFound('integration', name);
  if (right === 'admin' && !integrationPermissionsOf(ctx, row).admin) {
    throw new AppError('FORBIDDEN', `Only an administrator of its owner changes the integration "${name}".`);
  }
  return row;
}

/**
 * Proves that the caller may publish an integration under `name` for the organization that the body names (by id or
 * host name): he administers it, and the name is free or the organization's own.
 */
export function openPublishing(ctx: Pick<Context, 'store' | 'caller'>, name: string, body: unknown): void {
  const { organization = '' } = body as { organization?: string };
  const owner = organizationNamed(ctx, organization);
  if (owner === undefined) throw notFound('organization', organization);
  openOrganization(ctx, owner, 'admin');
  const existing = ctx.store.get<GuardedIntegration>(
    'SELECT name, owner, visibility FROM integrations WHERE name = ?',
    name,
  );
  if (existing !== undefined && existing.owner !== owner) {
    throw new AppError('FORBIDDEN', `The name "${name}" is taken by another organization’s integration.`, {
      hint: 'Publish under another name.',
    });
  }
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

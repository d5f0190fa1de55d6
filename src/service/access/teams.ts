import type { TeamRight } from '../../contract/index.ts';
import type { Context } from '../context.ts';
import { forbidden, notFound, openOrganization, organizationPermissionsOf } from './open.ts';
import { teamPermissions } from './permissions.ts';

/** A team's row with the columns that rights on it depend on. */
export interface GuardedTeam {
  readonly id: string;
  readonly title: string;
  readonly created_at: string;
}

/** Finds a team of an organization on which the caller has `right`. */
export function openTeam(
  ctx: Pick<Context, 'store' | 'caller'>,
  { organization, id }: { readonly organization: string; readonly id: string },
  right: TeamRight = 'view',
): GuardedTeam {
  openOrganization(ctx, organization);
  const row = ctx.store.get<GuardedTeam & { owned: number }>(
    `SELECT id, title, created_at,
       EXISTS (SELECT 1 FROM team_members WHERE team = teams.id AND user = ? AND owner = 1) AS owned
     FROM teams WHERE organization = ? AND id = ?`,
    ...[ctx.caller.userId, organization, id],
  );
  if (row === undefined) throw notFound('team', id);
  const permissions = teamPermissions(organizationPermissionsOf(ctx, organization), row.owned === 1);
  if (!permissions.view) throw notFound('team', id);
  if (!permissions[right]) throw forbidden(`the team "${id}"`, right);
  return row;
}

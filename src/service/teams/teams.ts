import type { Team } from '../../contract/index.ts';
import { notFound, organizationPermissionsOf, teamPermissions } from '../access/index.ts';
import type { Context } from '../context.ts';

/** A team with the data that answers need; `owned` says whether the caller is an owner. */
export interface TeamRow {
  readonly id: string;
  readonly title: string;
  readonly created_at: string;
  readonly members: number;
  readonly spaces: number;
  readonly owned: number;
}

/** The columns of a {@link TeamRow}; the first parameter is the caller. */
export const teamColumns = `teams.id, teams.title, teams.created_at,
  (SELECT count(*) FROM team_members WHERE team = teams.id) AS members,
  (SELECT count(*) FROM grants WHERE holder_kind = 'team' AND holder = teams.id AND kind = 'space') AS spaces,
  EXISTS (SELECT 1 FROM team_members WHERE team = teams.id AND user = ? AND owner = 1) AS owned`;

type Asking = Pick<Context, 'store' | 'caller'>;

export function teamsJson(ctx: Asking, organization: string, rows: readonly TeamRow[]): Team[] {
  const permissions = organizationPermissionsOf(ctx, organization);
  return rows.map((row) => ({
    object: 'team',
    id: row.id,
    title: row.title,
    members: row.members,
    spaces: row.spaces,
    createdAt: row.created_at,
    permissions: teamPermissions(permissions, row.owned === 1),
  }));
}

/** The team of an organization with this id. */
export function teamById(ctx: Asking, organization: string, id: string): Team {
  const row = ctx.store.get<TeamRow>(
    `SELECT ${teamColumns} FROM teams WHERE organization = ? AND id = ?`,
    ...[ctx.caller.userId, organization, id],
  );
  if (row === undefined) throw notFound('team', id);
  return teamsJson(ctx, organization, [row])[0]!;
}

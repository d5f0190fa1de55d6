import type { TeamMember } from '../../contract/index.ts';
import { notFound } from '../access/index.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../handler.ts';
import { createTeam, membersById } from '../organizations/index.ts';
import { afterPosition, pageOf } from '../paging.ts';
import { teamById, teamColumns, teamsJson, type TeamRow } from './teams.ts';

interface TeamMemberRow {
  readonly user: string;
  readonly owner: number;
}

export const teamHandlers = {
  listTeamsInOrganizationById: (ctx, { params: { organizationId: organization }, query }) =>
    pageOf<TeamRow, ReturnType<typeof teamById>>(ctx, {
      list: ['teams', organization],
      query,
      count: () =>
        ctx.store.get<{ n: number }>('SELECT count(*) AS n FROM teams WHERE organization = ?', organization)!
          .n,
      rows: (after, limit) => {
        const { condition, parameters } = afterPosition(['created_at', 'id'], after);
        return ctx.store.all<TeamRow>(
          `SELECT ${teamColumns} FROM teams WHERE organization = ? AND ${condition} ORDER BY created_at, id LIMIT ?`,
          ...[ctx.caller.userId, organization, ...parameters, limit],
        );
      },
      position: (row) => [row.created_at, row.id],
      items: (rows) => teamsJson(ctx, organization, rows),
    }),

  createOrganizationTeam: (ctx, { params: { organizationId: organization }, body }) => {
    const members = body.members ?? [];
    demandMembers(ctx, organization, members);
    const id = createTeam(ctx, { organization, title: body.title, members });
    return teamById(ctx, organization, id);
  },

  getTeamInOrganizationById: (ctx, { params }) => teamById(ctx, params.organizationId, params.teamId),

  updateTeamInOrganizationById: (ctx, { params, body }) => {
    ctx.store.run('UPDATE teams SET title = ? WHERE id = ?', body.title, params.teamId);
    return teamById(ctx, params.organizationId, params.teamId);
  },

  removeTeamFromOrganizationById: (ctx, { params }) => {
    const { id } = teamById(ctx, params.organizationId, params.teamId);
    ctx.store.run("DELETE FROM grants WHERE holder_kind = 'team' AND holder = ?", id);
    ctx.store.run('DELETE FROM teams WHERE id = ?', id);
    return undefined;
  },

  listTeamMembersInOrganizationById: (ctx, { params, query }) =>
    pageOf<TeamMemberRow, TeamMember>(ctx, {
      list: ['team-members', params.teamId],
      query,
      count: () =>
        ctx.store.get<{ n: number }>('SELECT count(*) AS n FROM team_members WHERE team = ?', params.teamId)!
          .n,
      rows: (after, limit) => {
        const { condition, parameters } = afterPosition(['user'], after);
        return ctx.store.all<TeamMemberRow>(
          `SELECT user, owner FROM team_members WHERE team = ? AND ${condition} ORDER BY user LIMIT ?`,
          ...[params.teamId, ...parameters, limit],
        );
      },
      position: ({ user }) => [user],
      items: (rows) => teamMembersJson(ctx, params.organizationId, rows),
    }),

  addMemberToOrganizationTeamById: (ctx, { params, body }) => {
    demandMembers(ctx, params.organizationId, [params.userId]);
    ctx.store.run(
      `INSERT INTO team_members (team, user, owner) VALUES (?, ?, ?)
       ON CONFLICT (team, user) DO UPDATE SET owner = excluded.owner`,
      ...[params.teamId, params.userId, body.role === 'owner' ? 1 : 0],
    );
    return undefined;
  },

  deleteMemberFromOrganizationTeamById: (ctx, { params: { teamId, userId } }) => {
    const removed = ctx.store.run('DELETE FROM team_members WHERE team = ? AND user = ?', teamId, userId);
    if (removed === 0) throw notFound('member', userId);
    return undefined;
  },
} satisfies Partial<Handlers>;

/** Only members of its organization can be in a team. */
function demandMembers({ store }: Context, organization: string, users: readonly string[]): void {
  for (const user of users)
    if (
      store.get('SELECT 1 FROM members WHERE organization = ? AND user = ?', organization, user) === undefined
    )
      throw notFound('member', user);
}

function teamMembersJson(ctx: Context, organization: string, rows: readonly TeamMemberRow[]): TeamMember[] {
  const members = membersById(
    ctx,
    organization,
    rows.map(({ user }) => user),
  );
  return rows.flatMap(({ user, owner }) => {
    const member = members.get(user);
    return member === undefined
      ? []
      : {
          organization: member,
          team: { role: owner === 1 ? ('owner' as const) : ('member' as const) },
          permissions: { view: true },
        };
  });
}

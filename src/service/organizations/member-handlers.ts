import { AppError } from '../../base/index.ts';
import type { OrganizationMember } from '../../contract/index.ts';
import { notFound, type Level } from '../access/index.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../handler.ts';
import { afterPosition, pageOf } from '../paging.ts';
import { removeMember, setMember } from './members.ts';
import { unknownUser, usersById } from './users.ts';

interface MemberRow {
  readonly user: string;
  readonly role: Level;
  readonly sso: number;
  readonly joined_at: string;
  readonly spaces: number;
  readonly teams: number;
}

const selected = `SELECT user, role, sso, joined_at,
  (SELECT count(*) FROM grants JOIN spaces ON spaces.id = content
   WHERE kind = 'space' AND holder_kind = 'user' AND holder = user AND spaces.organization = members.organization) AS spaces,
  (SELECT count(*) FROM team_members JOIN teams ON teams.id = team
   WHERE team_members.user = members.user AND teams.organization = members.organization) AS teams
  FROM members WHERE organization = ?`;

export const memberHandlers = {
  listMembersInOrganizationById: (ctx, { params, query }) =>
    pageOf<MemberRow, OrganizationMember>(ctx, {
      list: ['members', params.organizationId],
      query,
      count: () =>
        ctx.store.get<{ n: number }>(
          'SELECT count(*) AS n FROM members WHERE organization = ?',
          params.organizationId,
        )!.n,
      rows: (after, limit) => {
        const { condition, parameters } = afterPosition(['joined_at', 'user'], after);
        return ctx.store.all<MemberRow>(
          `${selected} AND ${condition} ORDER BY joined_at, user LIMIT ?`,
          ...[params.organizationId, ...parameters, limit],
        );
      },
      position: (row) => [row.joined_at, row.user],
      items: (rows) => membersJson(ctx, rows),
    }),

  updateMemberInOrganizationById: (ctx, { params, body }) => {
    const { organizationId: organization, userId: user } = params;
    const before = memberRow(ctx, organization, user);
    const role = body.role === undefined ? before.role : body.role;
    if (role !== 'admin') keepAnAdministrator(ctx, organization, before);
    setMember(ctx, { organization, user, role });
    return membersJson(ctx, [memberRow(ctx, organization, user)])[0]!;
  },

  removeMemberFromOrganizationById: (ctx, { params }) => {
    const { organizationId: organization, userId: user } = params;
    keepAnAdministrator(ctx, organization, memberRow(ctx, organization, user));
    removeMember(ctx, organization, user);
    return undefined;
  },
} satisfies Partial<Handlers>;

/** Nobody could help an organization without an administrator. */
function keepAnAdministrator({ store }: Context, organization: string, { user, role }: MemberRow): void {
  if (role !== 'admin') return;
  const others = store.get(
    `SELECT 1 FROM members WHERE organization = ? AND role = 'admin' AND user <> ?`,
    ...[organization, user],
  );
  if (others !== undefined) return;
  throw new AppError('WRONG_STATE', 'This member is the only administrator of the organization.', {
    hint: 'Make somebody else an administrator first.',
  });
}

function memberRow({ store }: Context, organization: string, user: string): MemberRow {
  const row = store.get<MemberRow>(`${selected} AND user = ?`, organization, user);
  if (row === undefined) throw notFound('member', user);
  return row;
}

/** The users among these who are members of an organization, by their ids. */
export function membersById(
  ctx: Context,
  organization: string,
  users: readonly string[],
): Map<string, OrganizationMember> {
  const rows = ctx.store.all<MemberRow>(
    `${selected} AND user IN (SELECT value FROM json_each(?))`,
    ...[organization, JSON.stringify(users)],
  );
  return new Map(membersJson(ctx, rows).map((member) => [member.id, member]));
}

function membersJson(ctx: Context, rows: readonly MemberRow[]): OrganizationMember[] {
  const users = usersById(
    ctx,
    rows.map(({ user }) => user),
  );
  return rows.map(({ user, role, sso, joined_at: joinedAt, spaces, teams }) => ({
    object: 'member',
    id: user,
    role,
    user: users.get(user) ?? unknownUser(ctx, user),
    disabled: false,
    joinedAt,
    sso: sso === 1,
    ...{ spaces, teams, sites: 0 },
  }));
}

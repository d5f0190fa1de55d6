/** The roles of teams on spaces and collections. They add to what everybody has there, and never take anything away. */
import type { Role, TeamContent, TeamContentPermission } from '../../contract/index.ts';
import {
  collectionPermissionsOf,
  notFound,
  visibleOf,
  type Guarded,
  type GuardedSpace,
} from '../access/index.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../handler.ts';
import { grantLevel } from '../organizations/index.ts';
import { afterPosition, pageOf, pageOfArray, type Page, type PageQuery } from '../paging.ts';
import { teamById, teamColumns, teamsJson, type TeamRow } from './teams.ts';

interface Content {
  readonly kind: 'space' | 'collection';
  readonly id: string;
}

interface GivenRow extends TeamRow {
  readonly level: Role;
}

export const teamPermissionHandlers = {
  listContentOfTeam: (ctx, { params, query }) =>
    pageOfArray<TeamContent, TeamContent>(ctx, {
      list: ['team-content', params.teamId],
      query,
      all: contentOf(ctx, params.teamId),
      key: ({ content }) => content.id,
      items: (rows) => rows,
    }),
  inviteToSpace: (ctx, { params, body }) => give(ctx, space(params), body),
  listTeamPermissionsInSpace: (ctx, { params, query }) => list(ctx, space(params), query),
  updateTeamPermissionInSpace: (ctx, { params, body }) =>
    change(ctx, space(params), params.teamId, body.role),
  removeTeamFromSpace: (ctx, { params }) => take(ctx, space(params), params.teamId),
  inviteToCollection: (ctx, { params, body }) => give(ctx, collection(params), body),
  listTeamPermissionsInCollection: (ctx, { params, query }) => list(ctx, collection(params), query),
  updateTeamPermissionInCollection: (ctx, { params, body }) =>
    change(ctx, collection(params), params.teamId, body.role),
  removeTeamFromCollection: (ctx, { params }) => take(ctx, collection(params), params.teamId),
} satisfies Partial<Handlers>;

/** The content on which a team has a role, by title, without what the caller may not see. */
function contentOf(ctx: Context, team: string): TeamContent[] {
  const given = (kind: Content['kind'], columns: string): string =>
    `SELECT ${columns}, title, level FROM grants JOIN ${kind}s ON id = content
     WHERE kind = '${kind}' AND holder_kind = 'team' AND holder = ? ORDER BY title COLLATE NOCASE, id`;
  type Given<Row> = Row & { readonly title: string; readonly level: Role };
  const collections = ctx.store.all<Given<Guarded>>(
    given('collection', 'id, organization, parent, default_level'),
    team,
  );
  const spaces = ctx.store.all<Given<GuardedSpace>>(
    given('space', 'id, organization, parent, default_level, visibility, deleted_at'),
    team,
  );
  const seen = collectionPermissionsOf(ctx, collections);
  const shown =
    (type: Content['kind']) =>
    ({ id, title, level }: Given<Guarded>): TeamContent => ({
      permission: level,
      content: { type, id, title },
    });
  return [
    ...collections.filter(({ id }) => seen.get(id)?.view === true).map(shown('collection')),
    ...visibleOf(
      ctx,
      spaces.filter((each) => each.deleted_at === null),
    ).map(shown('space')),
  ];
}

function space({ spaceId }: { readonly spaceId: string }): Content {
  return { kind: 'space', id: spaceId };
}

function collection({ collectionId }: { readonly collectionId: string }): Content {
  return { kind: 'collection', id: collectionId };
}

function organizationOf({ store }: Context, { kind, id }: Content): string {
  const sql =
    kind === 'space'
      ? 'SELECT organization FROM spaces WHERE id = ?'
      : 'SELECT organization FROM collections WHERE id = ?';
  return store.get<{ organization: string }>(sql, id)!.organization;
}

function give(
  ctx: Context,
  content: Content,
  { teams, role }: { readonly teams: readonly string[]; readonly role: Role },
): undefined {
  const organization = organizationOf(ctx, content);
  for (const team of new Set(teams)) {
    const { id } = teamById(ctx, organization, team);
    grantLevel(ctx, { kind: content.kind, content: content.id, holderKind: 'team', holder: id, level: role });
  }
  return undefined;
}

function list(ctx: Context, content: Content, query: PageQuery): Page<TeamContentPermission> {
  const organization = organizationOf(ctx, content);
  const given = `FROM grants JOIN teams ON teams.id = holder WHERE kind = ? AND content = ? AND holder_kind = 'team'`;
  return pageOf<GivenRow, TeamContentPermission>(ctx, {
    list: ['team-permissions', content.kind, content.id],
    query,
    count: () => ctx.store.get<{ n: number }>(`SELECT count(*) AS n ${given}`, content.kind, content.id)!.n,
    rows: (after, limit) => {
      const { condition, parameters } = afterPosition(['holder'], after);
      return ctx.store.all<GivenRow>(
        `SELECT level, ${teamColumns} ${given} AND ${condition} ORDER BY holder LIMIT ?`,
        ...[ctx.caller.userId, content.kind, content.id, ...parameters, limit],
      );
    },
    position: ({ id }) => [id],
    items: (rows) =>
      teamsJson(ctx, organization, rows).map((team, at) => ({ permission: rows[at]!.level, team })),
  });
}

function change(ctx: Context, content: Content, team: string, role: Role): undefined {
  demandGiven(ctx, content, team);
  grantLevel(ctx, { kind: content.kind, content: content.id, holderKind: 'team', holder: team, level: role });
  return undefined;
}

function take(ctx: Context, content: Content, team: string): undefined {
  demandGiven(ctx, content, team);
  ctx.store.run(
    `DELETE FROM grants WHERE kind = ? AND content = ? AND holder_kind = 'team' AND holder = ?`,
    ...[content.kind, content.id, team],
  );
  return undefined;
}

function demandGiven({ store }: Context, { kind, id }: Content, team: string): void {
  const row = store.get(
    `SELECT 1 FROM grants WHERE kind = ? AND content = ? AND holder_kind = 'team' AND holder = ?`,
    ...[kind, id, team],
  );
  if (row === undefined) throw notFound('team', team);
}

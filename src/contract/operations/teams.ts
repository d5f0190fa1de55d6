import { group, pageQuery } from '../operation.ts';
import { role } from '../resources/access-level.ts';
import { teamRole, teamTitle } from '../resources/team.ts';
import type { Team, TeamContent, TeamContentPermission, TeamMember } from '../resources/team.ts';
import { arrayOf, closed, id, listOf, optional, ref } from '../shapes.ts';

const teams = group('Teams', { source: 'extension' });
const TeamOf = ref<Team>('Team');
const teamsPath = '/v1/orgs/{organizationId}/teams';
const teamPath = '/v1/orgs/{organizationId}/teams/{teamId}';
const memberPath = '/v1/orgs/{organizationId}/teams/{teamId}/members/{userId}';
const administer = { on: 'organization', right: 'admin' } as const;

/** How many people one request may put into a new team, and how many teams one request may give a role. */
const atOnce = 100;

export const teamExtensions = {
  listTeamsInOrganizationById: teams.list(teamsPath, {
    summary: 'List the teams of an organization, the oldest first',
    access: { on: 'organization', right: 'listTeams' },
    query: closed(pageQuery),
    result: listOf(TeamOf),
  }),
  createOrganizationTeam: teams.put(teamsPath, {
    summary: 'Create a team',
    done: 'made a team',
    access: administer,
    body: closed({ title: teamTitle, members: optional(arrayOf(id, { maxItems: atOnce })) }),
    status: 201,
    result: TeamOf,
  }),
  getTeamInOrganizationById: teams.get(teamPath, {
    summary: 'Get a team',
    access: { on: 'team', right: 'view' },
    result: TeamOf,
  }),
  updateTeamInOrganizationById: teams.patch(teamPath, {
    summary: 'Rename a team',
    done: 'renamed a team',
    access: { on: 'team', right: 'admin' },
    body: closed({ title: teamTitle }),
    result: TeamOf,
  }),
  removeTeamFromOrganizationById: teams.delete(teamPath, {
    summary: 'Remove a team, with everything that the team was given',
    done: 'removed a team',
    access: administer,
  }),
  listTeamMembersInOrganizationById: teams.list(`${teamPath}/members`, {
    summary: 'List the members of a team',
    access: { on: 'team', right: 'view' },
    query: closed(pageQuery),
    result: listOf(ref<TeamMember>('TeamMember')),
  }),
  addMemberToOrganizationTeamById: teams.put(memberPath, {
    summary: 'Put a member of the organization into a team, or make the member an owner of it',
    done: 'put a member into a team, or made the member an owner of it',
    access: { on: 'team', right: 'admin' },
    body: closed({ role: optional(teamRole) }),
    bodyRequired: false,
    result: null,
  }),
  deleteMemberFromOrganizationTeamById: teams.delete(memberPath, {
    summary: 'Take a member out of a team',
    done: 'took a member out of a team',
    access: { on: 'team', right: 'admin' },
  }),
};

const permissions = group('Teams’ roles', { source: 'extension' });
const inSpace = '/v1/spaces/{spaceId}/permissions';
const inCollection = '/v1/collections/{collectionId}/permissions';
const administerSpace = { on: 'space', right: 'admin' } as const;
const administerCollection = { on: 'collection', right: 'admin' } as const;
const given = listOf(ref<TeamContentPermission>('TeamContentPermission'));
const giving = closed({ teams: arrayOf(id, { minItems: 1, maxItems: atOnce }), role });
const changing = closed({ role });

export const teamPermissionExtensions = {
  listContentOfTeam: permissions.list(`${teamPath}/content`, {
    summary: 'List the spaces and collections that gave a team a role, as far as the caller may see them',
    access: { on: 'team', right: 'view' },
    query: closed(pageQuery),
    result: listOf(ref<TeamContent>('TeamContent')),
  }),
  inviteToSpace: permissions.post(inSpace, {
    summary: 'Give teams a role in a space',
    done: 'gave teams a role in a space',
    access: administerSpace,
    body: giving,
    result: null,
  }),
  listTeamPermissionsInSpace: permissions.list(`${inSpace}/teams`, {
    summary: 'List the teams that were given a role in a space',
    access: administerSpace,
    query: closed(pageQuery),
    result: given,
  }),
  updateTeamPermissionInSpace: permissions.patch('/v1/spaces/{spaceId}/permissions/teams/{teamId}', {
    summary: 'Give a team another role in a space',
    done: 'gave a team another role in a space',
    access: administerSpace,
    body: changing,
    result: null,
  }),
  removeTeamFromSpace: permissions.delete('/v1/spaces/{spaceId}/permissions/teams/{teamId}', {
    summary: 'Take the role of a team in a space away',
    done: 'took the role of a team in a space away',
    access: administerSpace,
  }),
  inviteToCollection: permissions.post(inCollection, {
    summary: 'Give teams a role in a collection and everything that inherits from it',
    done: 'gave teams a role in a collection',
    access: administerCollection,
    body: giving,
    result: null,
  }),
  listTeamPermissionsInCollection: permissions.list(`${inCollection}/teams`, {
    summary: 'List the teams that were given a role in a collection',
    access: administerCollection,
    query: closed(pageQuery),
    result: given,
  }),
  updateTeamPermissionInCollection: permissions.patch(
    '/v1/collections/{collectionId}/permissions/teams/{teamId}',
    {
      summary: 'Give a team another role in a collection',
      done: 'gave a team another role in a collection',
      access: administerCollection,
      body: changing,
      result: null,
    },
  ),
  removeTeamFromCollection: permissions.delete('/v1/collections/{collectionId}/permissions/teams/{teamId}', {
    summary: 'Take the role of a team in a collection away',
    done: 'took the role of a team in a collection away',
    access: administerCollection,
  }),
};

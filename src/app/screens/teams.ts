/** The teams of an organization: their members, and the roles that they have. */
import { AppError } from '../../base/index.ts';
import type { TeamContent } from '../../contract/index.ts';
import { listOf } from '../lists.ts';
import { collectionPath, spacePath, teamPath, teamsPath } from '../paths.ts';
import { roleChoices, roleIn, roleWords } from '../role-words.ts';
import { field, param, type Outcome, type Visit } from '../visit.ts';
import { breadcrumbsOf, unlessHidden } from './frame.ts';

/** How many teams, members and pieces of content the page shows. */
const most = 1000;

/** A guest's place is not a role that a team can have. */
const choices = roleChoices.filter(({ value }) => value !== 'guest');

/** The teams of an organization. */
export async function teams(visit: Visit): Promise<Outcome> {
  const organizationId = param(visit, 'organization');
  const params = { organizationId };
  const { title, permissions } = await visit.call('getOrganizationById', { params });
  const all = await listOf(visit, 'listTeamsInOrganizationById', { params }, most);
  return {
    template: 'teams',
    title: `Teams of ${title}`,
    crumbs: await breadcrumbsOf(visit, organizationId),
    data: {
      title,
      mayMake: permissions.admin,
      action: teamsPath(organizationId),
      teams: all.map(({ id, title: name, members, spaces }) => ({
        ...{ name, members, spaces },
        href: teamPath(organizationId, id),
      })),
    },
  };
}

/** Makes a team. */
export async function newTeam(visit: Visit): Promise<Outcome> {
  const organizationId = param(visit, 'organization');
  const { id } = await visit.call('createOrganizationTeam', {
    params: { organizationId },
    body: { title: field(visit, 'title').trim() },
  });
  return { redirect: teamPath(organizationId, id), notice: 'The team is made. Put people into it.' };
}

/** A team: its members and its roles. */
export async function team(visit: Visit): Promise<Outcome> {
  const organizationId = param(visit, 'organization');
  const params = { organizationId, teamId: param(visit, 'team') };
  const found = await visit.call('getTeamInOrganizationById', { params });
  const { permissions } = await visit.call('getOrganizationById', { params: { organizationId } });
  const members = await listOf(visit, 'listTeamMembersInOrganizationById', { params }, most);
  const content = await listOf(visit, 'listContentOfTeam', { params }, most);
  const administered = await administeredContent(visit, organizationId);
  const given = new Set(content.map((each) => keyOf(each.content)));
  return {
    template: 'team',
    title: found.title,
    crumbs: await teamCrumbs(visit, organizationId, permissions.listTeams),
    data: {
      title: found.title,
      mayChange: found.permissions.admin,
      mayRemove: permissions.admin,
      action: teamPath(organizationId, found.id),
      members: members
        .map(({ organization, team: place }) => ({
          id: organization.id,
          name: organization.user.displayName,
          email: organization.user.email,
          isOwner: place.role === 'owner',
        }))
        .sort((one, other) => one.name.localeCompare(other.name)),
      others: found.permissions.admin ? await peopleOutside(visit, organizationId, members) : [],
      roles: choices,
      content: content.map((each) => contentRow(each, administered)),
      open: [...administered.values()].filter(({ key }) => !given.has(key)),
    },
  };
}

/** The way from home to a team; somebody who may not see the list of teams gets no link to it. */
async function teamCrumbs(visit: Visit, organization: string, listed: boolean) {
  const crumbs = await breadcrumbsOf(visit, organization);
  return listed ? [...crumbs, { title: 'Teams', href: teamsPath(organization) }] : crumbs;
}

/** The people who may still be put into a team: the members of the organization, as far as the person may see them. */
async function peopleOutside(
  visit: Visit,
  organizationId: string,
  inside: readonly { readonly organization: { readonly id: string } }[],
) {
  const all = await unlessHidden(
    listOf(visit, 'listMembersInOrganizationById', { params: { organizationId } }, most),
  );
  const known = new Set(inside.map(({ organization }) => organization.id));
  return (all ?? [])
    .filter(({ id }) => !known.has(id))
    .map(({ id, user }) => ({ id, name: user.displayName, email: user.email }));
}

interface Content {
  readonly key: string;
  readonly title: string;
}

/** The spaces and collections that this person may give roles in, by their keys. */
async function administeredContent(visit: Visit, organizationId: string): Promise<Map<string, Content>> {
  const params = { organizationId };
  const collections =
    (await unlessHidden(listOf(visit, 'listCollectionsInOrganizationById', { params }, most))) ?? [];
  const spaces = (await unlessHidden(listOf(visit, 'listSpacesInOrganizationById', { params }, most))) ?? [];
  const all = [
    ...collections.map((each) => ({ type: 'collection' as const, ...each })),
    ...spaces.map((each) => ({ type: 'space' as const, ...each })),
  ];
  return new Map(
    all
      .filter(({ permissions }) => permissions.admin)
      .map((each) => [keyOf(each), { key: keyOf(each), title: `${each.title} (${each.type})` }]),
  );
}

function keyOf({ type, id }: { readonly type: string; readonly id: string }): string {
  return `${type}:${id}`;
}

function contentRow({ permission, content }: TeamContent, administered: ReadonlyMap<string, Content>) {
  const { type, id, title } = content;
  return {
    ...{ key: keyOf(content), type, title },
    href: type === 'space' ? spacePath(id) : collectionPath(id),
    role: permission,
    roleTitle: roleWords[permission],
    mayChange: administered.has(keyOf(content)),
  };
}

/** Does what a button of a team's page says. */
export async function changeTeam(visit: Visit): Promise<Outcome> {
  const organizationId = param(visit, 'organization');
  const params = { organizationId, teamId: param(visit, 'team') };
  const redirect = teamPath(organizationId, params.teamId);
  const member = { ...params, userId: field(visit, 'person') };
  switch (field(visit, 'do')) {
    case 'rename': {
      const { title } = await visit.call('updateTeamInOrganizationById', {
        params,
        body: { title: field(visit, 'title').trim() },
      });
      return { redirect, notice: `The team is called ${title} now.` };
    }
    case 'remove':
      await visit.call('removeTeamFromOrganizationById', { params });
      return { redirect: teamsPath(organizationId), notice: 'The team is removed.' };
    case 'add':
    case 'make-member':
      await visit.call('addMemberToOrganizationTeamById', { params: member, body: { role: 'member' } });
      return { redirect, notice: 'The person is a member of the team.' };
    case 'make-owner':
      await visit.call('addMemberToOrganizationTeamById', { params: member, body: { role: 'owner' } });
      return { redirect, notice: 'The person is an owner of the team.' };
    case 'take-out':
      await visit.call('deleteMemberFromOrganizationTeamById', { params: member });
      return { redirect, notice: 'The person is not in the team any more.' };
    case 'give':
    case 'role':
    case 'take':
      return { redirect, notice: await changeRole(visit, params.teamId) };
    default:
      throw new AppError('BAD_REQUEST', 'The form does not say what to do.');
  }
}

/** Gives, changes or removes the role of a team in a space or collection, and says what was done. */
async function changeRole(visit: Visit, teamId: string): Promise<string> {
  const [type, id = ''] = field(visit, 'content').split(':');
  const inSpace = { spaceId: id, teamId };
  const inCollection = { collectionId: id, teamId };
  const isSpace = type === 'space';
  if (!isSpace && type !== 'collection')
    throw new AppError('BAD_REQUEST', 'The form does not say where.', {
      hint: 'Choose a space or a collection.',
    });
  if (field(visit, 'do') === 'take') {
    if (isSpace) await visit.call('removeTeamFromSpace', { params: inSpace });
    else await visit.call('removeTeamFromCollection', { params: inCollection });
    return 'The team has no role of its own there any more.';
  }
  const role = roleIn(visit);
  if (field(visit, 'do') === 'role') {
    if (isSpace) await visit.call('updateTeamPermissionInSpace', { params: inSpace, body: { role } });
    else await visit.call('updateTeamPermissionInCollection', { params: inCollection, body: { role } });
  } else {
    const body = { teams: [teamId], role };
    if (isSpace) await visit.call('inviteToSpace', { params: { spaceId: id }, body });
    else await visit.call('inviteToCollection', { params: { collectionId: id }, body });
  }
  return `The team has the role “${roleWords[role]}” there.`;
}

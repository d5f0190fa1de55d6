/** Who belongs to an organization, and how others come into it. */
import { AppError } from '../../base/index.ts';
import { listOf } from '../lists.ts';
import { roleChoices, roleOrGuestIn, roleWords } from '../role-words.ts';
import { invitePath, peoplePath } from '../paths.ts';
import { field, param, type Outcome, type Visit } from '../visit.ts';
import { breadcrumbsOf, unlessHidden } from './frame.ts';

/** How many people and links the page shows. */
const most = 1000;

/** The members of an organization, and for administrators its invitation links. */
export async function people(visit: Visit): Promise<Outcome> {
  const organizationId = param(visit, 'organization');
  const params = { organizationId };
  const { title, permissions, inviteLinks } = await visit.call('getOrganizationById', { params });
  const members = await unlessHidden(listOf(visit, 'listMembersInOrganizationById', { params }, most));
  const invites = permissions.admin
    ? await listOf(visit, 'listOrganizationInviteLinks', { params }, most)
    : [];
  return {
    template: 'people',
    title: `People of ${title}`,
    crumbs: await breadcrumbsOf(visit, organizationId),
    data: {
      title,
      admin: permissions.admin,
      roles: roleChoices,
      action: peoplePath(organizationId),
      members: members?.map(({ user, role, joinedAt }) => ({
        id: user.id,
        name: user.displayName,
        email: user.email,
        role: role ?? 'guest',
        roleTitle: roleWords[role ?? 'guest'],
        joinedAt,
        isMe: user.id === visit.user.id,
      })),
      allowsLinks: inviteLinks,
      invites: invites.map(({ id, role, level, space, collection }) => ({
        id,
        gives: roleWords[level ?? role ?? 'guest'],
        to: space?.title ?? collection?.title ?? title,
        address: visit.parts.origin() + invitePath(organizationId, id),
      })),
    },
  };
}

/** Does what a button of the people's page says. */
export async function changePeople(visit: Visit): Promise<Outcome> {
  const organizationId = param(visit, 'organization');
  const params = { organizationId };
  const redirect = peoplePath(organizationId);
  const member = { ...params, userId: field(visit, 'person') };
  switch (field(visit, 'do')) {
    case 'role': {
      const body = { role: roleOrGuestIn(visit) };
      const { user } = await visit.call('updateMemberInOrganizationById', { params: member, body });
      return { redirect, notice: `${user.displayName} has another role now.` };
    }
    case 'remove':
      await visit.call('removeMemberFromOrganizationById', { params: member });
      return { redirect, notice: 'The person is not a member any more.' };
    case 'mail': {
      const emails = [field(visit, 'email').trim()];
      const { invited } = await visit.call('inviteUsersToOrganization', {
        params,
        body: { emails, role: roleOrGuestIn(visit) },
      });
      return {
        redirect,
        notice: invited === 0 ? 'This person is a member already.' : `${emails[0]} is a member now.`,
      };
    }
    case 'invite':
      await visit.call('createOrganizationInvite', { params, body: { role: roleOrGuestIn(visit) } });
      return { redirect, notice: 'The invitation link is made: it is the last of the list.' };
    case 'revoke':
      await visit.call('deleteOrganizationInviteById', {
        params: { ...params, inviteId: field(visit, 'invite') },
      });
      return { redirect, notice: 'The invitation link leads nowhere any more.' };
    default:
      throw new AppError('BAD_REQUEST', 'The form does not say what to do.');
  }
}

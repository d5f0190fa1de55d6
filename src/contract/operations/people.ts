import { Type } from '../../base/index.ts';
import { group, pageQuery } from '../operation.ts';
import { roleOrGuest } from '../resources/access-level.ts';
import type { APIToken, OrganizationMember } from '../resources/member.ts';
import { closed, dateTime, listOf, optional, ref } from '../shapes.ts';

const members = group('Members', { source: 'extension' });
const Member = ref<OrganizationMember>('OrganizationMember');
const admin = { on: 'organization', right: 'admin' } as const;

const tokens = group('Own tokens', { source: 'extension' });
const Token = ref<APIToken>('APIToken');

/** The most characters that a token's name may have. */
const tokenLabelLength = 100;

export const peopleExtensions = {
  listMembersInOrganizationById: members.list('/v1/orgs/{organizationId}/members', {
    summary: 'List the members of an organization, the oldest first',
    access: { on: 'organization', right: 'listMembers' },
    query: closed(pageQuery),
    result: listOf(Member),
  }),
  updateMemberInOrganizationById: members.patch('/v1/orgs/{organizationId}/members/{userId}', {
    summary: 'Give a member another role',
    done: 'gave a member another role',
    access: admin,
    body: closed({ role: optional(roleOrGuest) }),
    errors: [412],
    result: Member,
  }),
  removeMemberFromOrganizationById: members.delete('/v1/orgs/{organizationId}/members/{userId}', {
    summary: 'Remove a member, with everything that the member was given',
    done: 'removed a member',
    access: admin,
    errors: [412],
  }),
  listTokensForAuthenticatedUser: tokens.list('/v1/user/tokens', {
    summary: 'List the caller’s tokens that still work, without their secrets',
    access: { on: 'caller' },
    query: closed(pageQuery),
    result: listOf(Token),
  }),
  createTokenForAuthenticatedUser: tokens.post('/v1/user/tokens', {
    summary: 'Make a token for the caller; it ends with the token that makes it at the latest',
    done: 'made a token',
    access: { on: 'caller' },
    body: closed({
      label: Type.String({ minLength: 1, maxLength: tokenLabelLength }),
      expiresAt: optional(dateTime),
    }),
    status: 201,
    result: Token,
  }),
  revokeTokenForAuthenticatedUser: tokens.delete('/v1/user/tokens/{tokenId}', {
    summary: 'Revoke a token of the caller',
    done: 'revoked a token',
    access: { on: 'caller' },
  }),
};

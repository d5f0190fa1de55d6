import { Type } from '../../base/index.ts';
import { group, pageQuery } from '../operation.ts';
import { roleOrGuest } from '../resources/access-level.ts';
import { createInvite, inviteUsers, inviteUsersResult, updateInvite } from '../resources/invite.ts';
import type { Invite } from '../resources/invite.ts';
import { organizationHostname, organizationTitle } from '../resources/organization.ts';
import type { Organization } from '../resources/organization.ts';
import { samlCertificate, samlEntityId, samlLabel, ssoLogins } from '../resources/saml.ts';
import type { SAMLProvider } from '../resources/saml.ts';
import type { SearchResult } from '../resources/search.ts';
import type { User } from '../resources/user.ts';
import { arrayOf, closed, flag, id, listOf, nullable, open, optional, ref, uri2048 } from '../shapes.ts';

const organizations = group('Organizations');
const Organization = ref<Organization>('Organization');
const admin = { on: 'organization', right: 'admin' } as const;
const view = { on: 'organization', right: 'view' } as const;

export const organizationOperations = {
  listOrganizationsForAuthenticatedUser: organizations.list('/v1/orgs', {
    summary: 'List the organizations of the caller',
    access: { on: 'caller' },
    query: closed(pageQuery),
    result: listOf(Organization),
  }),
  getOrganizationById: organizations.get('/v1/orgs/{organizationId}', {
    summary: 'Get an organization',
    access: view,
    result: Organization,
  }),
  updateOrganizationById: organizations.patch('/v1/orgs/{organizationId}', {
    summary: 'Update an organization',
    done: 'changed the organization',
    access: admin,
    body: closed({
      title: optional(organizationTitle),
      emailDomains: optional(arrayOf(Type.String({ minLength: 1, maxLength: 253 }), { maxItems: 100 })),
      hostname: optional(organizationHostname),
      defaultRole: optional(roleOrGuest),
      defaultContent: optional(nullable(closed({ type: Type.Literal('site'), site: id }))),
      logo: optional(nullable(uri2048)),
      sso: optional(flag),
      ai: optional(flag),
      inviteLinks: optional(flag),
    }),
    errors: [409],
    result: Organization,
  }),
  searchOrganizationContent: organizations.list('/v1/orgs/{organizationId}/search', {
    summary: 'Search the content of an organization',
    access: view,
    query: closed({ ...pageQuery, query: Type.String({ maxLength: 512 }) }),
    result: listOf(ref<SearchResult>('SearchResult')),
  }),
  getOrganizationsForEmailDomain: organizations.get('/v1/email-domains/{emailDomain}/orgs', {
    summary: 'List the organizations that members of an e-mail domain may join',
    access: { on: 'caller' },
    result: open({ organizations: arrayOf(Organization) }),
  }),
};

const invitations = group('Invitations');
const Invite = ref<Invite>('Invite');
const linkInvites = '/v1/orgs/{organizationId}/link-invites';
const linkInvite = '/v1/orgs/{organizationId}/link-invites/{inviteId}';

export const inviteOperations = {
  inviteUsersToOrganization: invitations.post('/v1/orgs/{organizationId}/invites', {
    summary: 'Invite people by e-mail',
    done: 'invited people by e-mail',
    access: admin,
    body: inviteUsers,
    errors: [409],
    result: inviteUsersResult,
  }),
  joinOrganizationWithInvite: invitations.post('/v1/orgs/{organizationId}/invites/{inviteId}', {
    summary: 'Join an organization with an invitation',
    done: 'joined the organization by an invitation',
    access: { on: 'invite', right: 'accept' },
    errors: [409],
    result: open({}),
  }),
  listOrganizationInviteLinks: invitations.list(linkInvites, {
    summary: 'List the invitation links',
    access: admin,
    query: closed(pageQuery),
    result: listOf(Invite),
  }),
  createOrganizationInvite: invitations.post(linkInvites, {
    summary: 'Create an invitation link to the organization, a space or a collection',
    done: 'made an invitation link',
    access: admin,
    body: createInvite,
    bodyRequired: false,
    status: 201,
    errors: [412],
    result: Invite,
  }),
  getOrganizationInviteLink: invitations.get(linkInvite, {
    summary: 'Get an invitation link',
    access: admin,
    result: Invite,
  }),
  deleteOrganizationInviteById: invitations.delete(linkInvite, {
    summary: 'Delete an invitation link',
    done: 'deleted an invitation link',
    access: admin,
  }),
  updateOrganizationInviteById: invitations.patch(linkInvite, {
    summary: 'Update the role or the level of an invitation link',
    done: 'changed the role or the level of an invitation link',
    access: admin,
    body: updateInvite,
    result: Invite,
  }),
};

const saml = group('SAML and SSO');
const Provider = ref<SAMLProvider>('SAMLProvider');
const providers = '/v1/orgs/{organizationId}/saml';
const provider = '/v1/orgs/{organizationId}/saml/{samlProviderId}';
const providerFields = {
  entityID: optional(samlEntityId),
  certificate: optional(samlCertificate),
  ssoURL: optional(uri2048),
  defaultTeam: optional(id),
  defaultRole: optional(roleOrGuest),
};

export const samlOperations = {
  listSAMLProvidersInOrganizationById: saml.list(providers, {
    summary: 'List the SAML providers',
    access: admin,
    query: closed(pageQuery),
    result: listOf(Provider),
  }),
  createOrganizationSAMLProvider: saml.post(providers, {
    summary: 'Create a SAML provider record',
    done: 'added an identity provider',
    access: admin,
    body: closed({ label: samlLabel, ...providerFields }),
    status: 201,
    location: true,
    result: Provider,
  }),
  getOrganizationSAMLProviderById: saml.get(provider, {
    summary: 'Get a SAML provider',
    access: admin,
    result: Provider,
  }),
  deleteOrganizationSAMLProvider: saml.delete(provider, {
    summary: 'Delete a SAML provider',
    done: 'deleted an identity provider',
    access: admin,
  }),
  updateOrganizationSAMLProvider: saml.patch(provider, {
    summary: 'Update a SAML provider',
    done: 'changed an identity provider',
    access: admin,
    body: closed({ label: optional(samlLabel), ...providerFields }),
    result: Provider,
  }),
  listSSOProviderLoginsInOrganization: saml.get('/v1/orgs/{organizationId}/sso', {
    summary: 'List the caller’s ways to sign in through SSO',
    access: view,
    result: ssoLogins,
  }),
};

const users = group('Users', { source: 'extension' });

export const userExtensions = {
  getAuthenticatedUser: users.get('/v1/user', {
    summary: 'Get the caller',
    access: { on: 'caller' },
    result: ref<User>('User'),
  }),
};

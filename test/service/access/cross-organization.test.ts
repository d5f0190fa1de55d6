import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations, type OperationId } from '../../../src/contract/index.ts';
import { createTeam } from '../../../src/service/organizations/index.ts';
import { hashOfAllRows } from '../../../src/service/index.ts';
import { goodBodies } from '../../conformance/bodies.ts';
import { aService, publishPages, type ServiceFixture } from '../fixture.ts';

/**
 * For every operation whose path names an object: somebody from another organization gets the same answer whether the object exists or not,
 * and nothing changes. The same is true of ids from another organization in bodies.
 */

let world: ServiceFixture;
/** One object of the organization for each path parameter. */
let own: Record<string, string>;

const specText = 'openapi: 3.0.0\ninfo: { title: x, version: "1" }\npaths: {}\n';

beforeAll(async () => {
  world = aService();
  const spaceId = world.newSpace('Manual');
  const [pageId] = await publishPages(world, spaceId, '# Page\n\nText.\n');
  const changeRequest = await world.ok(`POST /spaces/${spaceId}/change-requests`, { subject: 'x' });
  const changes = `/spaces/${spaceId}/change-requests/${changeRequest.id}`;
  const files = await world.ok(`POST ${changes}/content`, {
    changes: [
      {
        type: 'insert_files',
        files: [{ name: 'a.png', contentType: 'image/png', base64: Buffer.from('x').toString('base64') }],
      },
    ],
  });
  const collection = await world.ok(`POST /orgs/${world.org}/collections`, { title: 'c' });
  const site = await world.ok(`POST /orgs/${world.org}/sites`, {
    title: 'Docs',
    spaces: [world.newSpace('One')],
  });
  const sitePath = `/orgs/${world.org}/sites/${site.id}`;
  const section = await world.ok(`POST ${sitePath}/sections`, { spaceId: world.newSpace('Two') });
  const group = await world.ok(`POST ${sitePath}/section-groups`, { title: 'g', sections: [section.id] });
  const comment = await world.ok(`POST /spaces/${spaceId}/comments`, { body: { markdown: 'x' } });
  const reply = await world.ok(`POST /spaces/${spaceId}/comments/${comment.id}/replies`, {
    body: { markdown: 'x' },
  });
  await world.ok(`POST /orgs/${world.org}/custom-fields`, { name: 'field', type: 'text' });
  const invite = await world.ok(`POST /orgs/${world.org}/link-invites`, { role: 'read' });
  const saml = await world.ok(`POST /orgs/${world.org}/saml`, { label: 'IdP' });
  await world.ok(`POST /orgs/${world.org}/openapi`, { slug: 'pets', source: { text: specText } });
  const translation = await world.ok(`POST /orgs/${world.org}/translations`, { title: 'x' });
  await world.ok('POST /integrations/numbers', {
    ...{ title: 'Numbers', description: '', scopes: [], script: 'x', organization: world.org },
  });
  await world.embedded.service.background.idle();
  own = {
    organizationId: world.org,
    spaceId,
    pageId: pageId!,
    pagePath: 'page',
    fileId: (files.insertedFiles?.[0]?.id as string | undefined) ?? 'file',
    revisionId: (await world.ok(`GET /spaces/${spaceId}`)).revision,
    reusableContentId: 'none',
    changeRequestId: changeRequest.id,
    collectionId: collection.id,
    siteId: site.id,
    siteSectionId: section.id,
    siteSectionGroupId: group.id,
    siteSpaceId: section.siteSpaces[0].id,
    commentId: comment.id,
    commentReplyId: reply.id,
    fieldName: 'field',
    inviteId: invite.id,
    samlProviderId: saml.id,
    teamId: createTeam(world.context(), {
      organization: world.org,
      title: 'Own',
      members: [world.users.edit],
    }),
    specSlug: 'pets',
    translationSettingsId: translation.id,
    integrationName: 'numbers',
    emailDomain: 'home.test',
    userId: world.users.edit,
    tokenId: world.embedded.service.store.get<{ id: string }>(
      'SELECT id FROM tokens WHERE user = ?',
      world.users.edit,
    )!.id,
  };
});
afterAll(() => world.close());

/** The smallest bodies that pass validation, or a good body where much is required. */
const bodies: Partial<Record<OperationId, unknown>> = {
  transferCollection: { organization: 'x' },
  transferSpace: { organization: 'x' },
  updateSpaceById: { title: 'x' },
  updateSiteCustomizationById: goodBodies.updateSiteCustomizationById({}),
  updateSiteAdaptiveSchema: { jsonSchema: { type: 'object', properties: {}, additionalProperties: false } },
  addSectionToSite: { spaceId: 'x' },
  addSectionGroupToSite: { title: 'x' },
  addSectionToGroup: { sectionId: 'x' },
  addSpaceToSite: { spaceId: 'x' },
  postCommentInSpace: { body: { markdown: 'x' } },
  postCommentReplyInSpace: { body: { markdown: 'x' } },
  postCommentInChangeRequest: { body: { markdown: 'x' } },
  postCommentReplyInChangeRequest: { body: { markdown: 'x' } },
  requestReviewersForChangeRequest: { users: ['x'] },
  submitChangeRequestReview: { status: 'approved' },
  createTokenForAuthenticatedUser: { label: 'x' },
  createOrganizationTeam: { title: 'x' },
  updateTeamInOrganizationById: { title: 'x' },
  inviteToSpace: { teams: ['x'], role: 'read' },
  updateTeamPermissionInSpace: { role: 'read' },
  inviteToCollection: { teams: ['x'], role: 'read' },
  updateTeamPermissionInCollection: { role: 'read' },
  updateSpaceCustomFields: { values: {} },
  createOrganizationCustomField: { name: 'x', type: 'text' },
  inviteUsersToOrganization: { emails: ['a@example.org'] },
  updateOrganizationInviteById: { role: 'read' },
  createOrganizationSAMLProvider: { label: 'x' },
  createOpenAPISpec: { slug: 'x', source: { text: 'x' } },
  createOrUpdateOpenAPISpecBySlug: { source: { text: 'x' } },
  createTranslation: { title: 'x' },
  updateTranslation: { title: 'x' },
  installIntegration: { organization: 'x' },
  importContentInChangeRequest: { url: 'https://example.org', source: 'website' },
  importContentInChangeRequestPageById: { url: 'https://example.org', source: 'website' },
  searchSiteContent: { query: 'x' },
  getComputedDocument: { source: { type: 'x' }, seed: 'x' },
  updateContentInChangeRequest: { changes: [{ type: 'delete_page', page: 'x' }] },
};

/** Queries that operations require. */
const queries: Partial<Record<OperationId, string>> = {
  getSiteRedirectBySource: '?source=x',
  getEmbedByUrlInSpace: '?url=https://example.org',
};

/** Operations that do not hide their object: anybody with a token may call them. */
const open: readonly string[] = [
  'getOrganizationsForEmailDomain',
  'joinOrganizationWithInvite',
  'publishIntegration',
];

const named = (Object.keys(operations) as OperationId[]).filter(
  (id) => operations[id].path.includes('{') && !open.includes(id),
);

function unknownLike(id: string): string {
  return id.replace(/[0-9A-Za-z]/g, 'z');
}

describe('an object of another organization', () => {
  it.each(named)('answers %s like one that does not exist, and stays as it is', async (id) => {
    const { method, path, query } = operations[id];
    const at = (ids: Record<string, string>): string =>
      path.slice(3).replace(/\{([A-Za-z]+)\}/g, (_, name: string) => ids[name] ?? `no-${name}`) +
      (queries[id] ?? (JSON.stringify(query).includes('"required":["query"]') ? '?query=x' : ''));
    const others = Object.fromEntries(Object.entries(own).map(([name, value]) => [name, unknownLike(value)]));
    const body =
      method === 'GET' || method === 'DELETE'
        ? undefined
        : (bodies[id] ?? (operations[id].body === null ? undefined : {}));
    const rows = hashOfAllRows(world.embedded.service.store);

    const real = await world.call(`${method} ${at(own)}`, body, 'stranger');
    const none = await world.call(`${method} ${at(others)}`, body, 'stranger');

    expect([id, real.status, real.body.error.message]).toEqual([id, 404, expect.any(String)]);
    const hide = (text: string): string =>
      Object.entries(own).reduce((all, [name, value]) => all.replaceAll(value, others[name]!), text);
    expect(hide(JSON.stringify(real.body))).toBe(JSON.stringify(none.body));
    expect(hashOfAllRows(world.embedded.service.store)).toBe(rows);
  });

  it.each<[string, (theirs: Record<string, string>) => unknown]>([
    ['POST /orgs/{own}/collections', ({ collection }) => ({ parent: collection })],
    ['POST /collections/{ownCollection}/move', ({ collection }) => ({ parent: collection })],
    [
      'POST /collections/{ownCollection}/move',
      ({ space }) => ({ position: { before: { type: 'space', space } } }),
    ],
    ['POST /collections/{ownCollection}/transfer', ({ organization }) => ({ organization })],
    ['POST /spaces/{ownSpace}/move', ({ collection }) => ({ parent: collection })],
    ['POST /spaces/{ownSpace}/transfer', ({ organization }) => ({ organization })],
    ['POST /orgs/{own}/sites', ({ space }) => ({ spaces: [space] })],
    ['PATCH /orgs/{own}', ({ site }) => ({ defaultContent: { type: 'site', site } })],
    ['PATCH /orgs/{own}/sites/{ownSite}', ({ siteSpace }) => ({ defaultSiteSpace: siteSpace })],
    ['POST /orgs/{own}/sites/{ownSite}/site-spaces', ({ space }) => ({ spaceId: space })],
    ['POST /orgs/{own}/sites/{ownSite}/sections', ({ space }) => ({ spaceId: space })],
    [
      'POST /orgs/{own}/sites/{ownSite}/section-groups',
      ({ section }) => ({ title: 'x', sections: [section] }),
    ],
    ['POST /orgs/{own}/link-invites', ({ space }) => ({ level: 'read', space })],
    ['POST /orgs/{own}/link-invites', ({ collection }) => ({ level: 'read', collection })],
    ['POST /orgs/{own}/saml', ({ team }) => ({ label: 'x', defaultTeam: team })],
    ['POST /spaces/{ownSpace}/permissions', ({ team }) => ({ teams: [team], role: 'read' })],
    ['POST /collections/{ownCollection}/permissions', ({ team }) => ({ teams: [team], role: 'read' })],
    ['PUT /orgs/{own}/teams', ({ user }) => ({ title: 'x', members: [user] })],
    ['POST /orgs/{own}/translations', ({ space }) => ({ title: 'x', source: { space, language: 'en' } })],
    ['POST /spaces/{ownSpace}/comments', ({ page }) => ({ body: { markdown: 'x' }, page })],
    [
      'POST /integrations/new-one',
      ({ organization }) => ({ title: 'New', description: '', scopes: [], script: 'x', organization }),
    ],
  ])('cannot be reached through the body of %s', async (request, bodyOf) => {
    const mine = {
      own: world.otherOrg,
      ownSpace: world.newSpace('Mine', world.otherOrg),
      ownCollection: (await world.ok(`POST /orgs/${world.otherOrg}/collections`, {}, 'stranger')).id,
      ownSite: (await world.ok(`POST /orgs/${world.otherOrg}/sites`, { spaces: 'empty' }, 'stranger')).id,
    } as Record<string, string>;
    const theirs = {
      organization: own['organizationId']!,
      space: own['spaceId']!,
      collection: own['collectionId']!,
      site: own['siteId']!,
      section: own['siteSectionId']!,
      siteSpace: own['siteSpaceId']!,
      page: own['pageId']!,
      user: world.users.edit,
      team: createTeam(world.context(), { organization: world.org, title: 'Team' }),
    };
    const path = request.replace(/\{(\w+)\}/g, (_, name: string) => mine[name]!);
    await world.embedded.service.background.idle();
    const rows = hashOfAllRows(world.embedded.service.store);

    const real = await world.call(path, bodyOf(theirs), 'stranger');
    const none = await world.call(
      path,
      bodyOf(Object.fromEntries(Object.entries(theirs).map(([name, id]) => [name, unknownLike(id)]))),
      'stranger',
    );

    expect([400, 404]).toContain(real.status);
    const hide = (text: string): string =>
      Object.values(theirs).reduce((all, id) => all.replaceAll(id, unknownLike(id)), text);
    expect(hide(JSON.stringify(real.body))).toBe(JSON.stringify(none.body));
    expect(hashOfAllRows(world.embedded.service.store)).toBe(rows);
  });
});

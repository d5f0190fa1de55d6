import type { BodyOf, OperationId, Operations } from '../../src/contract/index.ts';
import type { Ids } from './world.ts';

type WithBody = { [Id in OperationId]: Operations[Id]['body'] extends null ? never : Id }[OperationId];

const markdown = { markdown: 'Words.' };
const themed = { light: '#0a5', dark: '#00aa55' };
const picture = { light: 'https://example.com/light.png', dark: 'https://example.com/dark.png' };

/** One good body for each operation that takes one, over the ids of a world. */
export const goodBodies: { readonly [Id in WithBody]: (ids: Ids) => BodyOf<Id> } = {
  resolvePublishedContentByUrl: ({ siteId }) => ({ url: `http://docs.test/sites/${siteId!}/guides/` }),
  searchSiteContent: () => ({ query: 'words' }),
  getComputedDocument: ({ specSlug }) => ({
    source: {
      type: 'builtin:openapi',
      props: { doc: 'models' },
      dependencies: { spec: { ref: { kind: 'openapi', spec: specSlug! } } },
    },
    seed: '1',
  }),
  submitChangeRequestReview: () => ({ status: 'changes-requested', comment: markdown }),
  requestReviewersForChangeRequest: ({ userId }) => ({ users: [userId!], subject: 'Edit, please look' }),
  updateMemberInOrganizationById: () => ({ role: 'admin' }),
  createOrganizationTeam: ({ userId }) => ({ title: 'Pilots', members: [userId!] }),
  updateTeamInOrganizationById: () => ({ title: 'Editors' }),
  addMemberToOrganizationTeamById: () => ({ role: 'owner' }),
  inviteToSpace: ({ teamId }) => ({ teams: [teamId!], role: 'comment' }),
  updateTeamPermissionInSpace: () => ({ role: 'review' }),
  inviteToCollection: ({ teamId }) => ({ teams: [teamId!], role: 'comment' }),
  updateTeamPermissionInCollection: () => ({ role: 'review' }),
  createTokenForAuthenticatedUser: () => ({ label: 'Mine', expiresAt: '2040-01-01T00:00:00.000Z' }),
  updateCollectionById: () => ({ title: 'Shelf 2', description: 'Two', defaultLevel: 'read' }),
  moveCollection: ({ besideCollectionId }) => ({
    position: { after: { type: 'collection', collection: besideCollectionId! } },
  }),
  transferCollection: ({ organizationId }) => ({ organization: organizationId! }),
  createCollection: ({ collectionId }) => ({ title: 'New', parent: collectionId! }),
  updateSpaceById: () => ({ title: 'Guides 2', emoji: '1f433', editMode: 'live', defaultLevel: 'read' }),
  moveSpace: ({ innerCollectionId }) => ({ parent: innerCollectionId! }),
  transferSpace: ({ organizationId }) => ({ organization: organizationId! }),
  createSpace: ({ collectionId }) => ({
    title: 'New',
    emoji: '🐳',
    parent: collectionId!,
    editMode: 'locked',
  }),
  createSite: ({ spaceId }) => ({ title: 'Site', type: 'basic', visibility: 'unlisted', spaces: [spaceId!] }),
  updateSiteById: ({ secondSectionId }) => ({
    title: 'Docs 2',
    visibility: 'public',
    basename: 'docs',
    adaptiveContent: { enabled: true },
    agentsContext: 'included',
    defaultSiteSection: secondSectionId!,
    proxy: null,
  }),
  updateSiteAdaptiveSchema: () => ({
    jsonSchema: {
      type: 'object',
      properties: { plan: { type: 'string', description: 'The plan', enum: ['free', 'pro'] } },
      additionalProperties: false,
    },
  }),
  updateSiteCustomizationById: () => ({
    title: 'Docs for all',
    styling: {
      theme: 'bold', primaryColor: themed, tint: { color: themed }, infoColor: themed, successColor: themed,
      warningColor: themed, dangerColor: themed, corners: 'straight', depth: 'flat', links: 'accent', font: 'Lato',
      monospaceFont: 'FiraCode', background: 'match', icons: 'solid', search: 'subtle',
      sidebar: { background: 'filled', list: 'pill' },
    },
    internationalization: { locale: 'de' },
    favicon: { icon: picture },
    header: {
      preset: 'custom', logo: picture, backgroundColor: themed, linkColor: themed,
      links: [
        {
          title: 'More', style: 'button-primary', condition: 'visitor.claims.beta',
          to: { kind: 'url', url: 'https://example.com/more' },
          links: [{ title: 'Home', to: { kind: 'url', url: 'https://example.com' } }],
        },
      ],
    },
    footer: {
      logo: picture, copyright: '© All of us',
      groups: [{ title: 'More', links: [{ title: 'Home', to: { kind: 'url', url: 'https://example.com' } }] }],
    },
    announcement: { enabled: true, message: 'New words', style: 'info' },
    themes: { default: 'dark', toggeable: false },
    pdf: { enabled: true },
    feedback: { enabled: false },
    pagination: { enabled: false },
    privacyPolicy: { url: 'https://example.com/privacy' },
  }), // prettier-ignore
  addSectionToSite: ({ unusedSpaceId }) => ({ spaceId: unusedSpaceId!, title: 'Section', icon: 'book' }),
  updateSiteSectionById: () => ({
    title: 'Renamed', path: 'renamed', condition: 'visitor.claims.beta', icon: 'book', description: 'About',
  }), // prettier-ignore
  moveSiteSection: ({ secondSectionId }) => ({
    position: { after: { type: 'site-section', siteSection: secondSectionId! } },
  }),
  addSectionGroupToSite: ({ secondSectionId }) => ({
    title: 'More',
    icon: 'book',
    sections: [secondSectionId!],
  }),
  updateSiteSectionGroupById: () => ({ title: 'Renamed', icon: null }),
  addSectionToGroup: ({ secondSectionId }) => ({ sectionId: secondSectionId! }),
  moveSiteSectionGroup: ({ secondSectionId }) => ({
    position: { after: { type: 'site-section', id: secondSectionId! } },
  }),
  addSpaceToSite: ({ unusedSpaceId, secondSectionId }) => ({
    spaceId: unusedSpaceId!,
    sectionId: secondSectionId!,
  }),
  updateSiteSpaceById: () => ({ path: 'renamed', condition: 'visitor.claims.beta' }),
  moveSiteSpace: () => ({}),
  postCommentInSpace: ({ pageId }) => ({ body: markdown, page: pageId! }),
  updateCommentInSpace: () => ({
    resolved: true,
    body: markdown,
    addedReactions: ['👍'],
    removedReactions: [],
  }),
  postCommentReplyInSpace: () => ({ body: markdown }),
  updateCommentReplyInSpace: () => ({ body: markdown, addedReactions: ['👍'] }),
  postCommentInChangeRequest: ({ pageId }) => ({ body: markdown, page: pageId! }),
  updateCommentInChangeRequest: () => ({ resolved: true, body: markdown, addedReactions: ['👍'] }),
  postCommentReplyInChangeRequest: () => ({ body: markdown }),
  createChangeRequest: () => ({ subject: 'Better words' }),
  updateChangeRequestById: () => ({ subject: 'Best words', status: 'open' }),
  importContentInChangeRequest: () => ({ url: 'https://example.com/page.md', source: 'markdown' }),
  importContentInChangeRequestPageById: () => ({ url: 'https://example.com/page.md', source: 'markdown' }),
  updateContentInChangeRequest: ({ pageId }) => ({
    changes: [
      { type: 'insert_page', document: { markdown: '# New\n' }, ref: 'new', into: pageId!, at: 0 },
      { type: 'update_page', page: pageId!, title: 'Hello', hidden: true },
    ],
  }),
  updateSpaceCustomFields: () => ({ values: { owner: { value: 'Ada' } } }),
  createOrganizationCustomField: () => ({
    name: 'team', type: 'select:single', title: 'Team', description: 'Who', placeholder: 'Pick', options: ['a', 'b'],
  }), // prettier-ignore
  updateOrganizationCustomField: () => ({ title: 'Owner 2', description: 'Who', placeholder: 'A name' }),
  updateOrganizationById: () => ({
    title: 'Home 2', emailDomains: ['home-docs.example'], hostname: 'home2', defaultRole: 'read', sso: false, ai: true,
    inviteLinks: true, logo: 'https://example.com/logo.png',
  }), // prettier-ignore
  inviteUsersToOrganization: () => ({ emails: ['new@example.com'], role: 'read', sso: false }),
  createOrganizationInvite: () => ({ role: 'edit' }),
  updateOrganizationInviteById: () => ({ role: 'comment' }),
  createOrganizationSAMLProvider: () => ({
    label: 'Partners', entityID: 'urn:partners', ssoURL: 'https://id.example.com/2', defaultRole: 'read',
  }), // prettier-ignore
  updateOrganizationSAMLProvider: () => ({
    label: 'Staff 2',
    entityID: 'urn:staff',
    ssoURL: 'https://id.example.com/3',
  }),
  createOpenAPISpec: () => ({ slug: 'pets', source: { url: 'https://example.com/pets.json' } }),
  createOrUpdateOpenAPISpecBySlug: () => ({ source: { url: 'https://example.com/pets.json' } }),
  createTranslation: () => ({ title: 'Deutsch', languages: ['de'] }),
  updateTranslation: () => ({ title: 'Italiano', languages: ['it'] }),
  updateSitePublishingAuthById: () => ({ backend: 'custom', fallbackURL: 'https://id.example.com/in' }),
  installIntegration: ({ organizationId }) => ({ organization: organizationId! }),
  updateIntegrationInstallation: () => ({
    configuration: { key: 1 }, externalIds: ['team-1'], space_selection: 'selected', site_selection: 'all',
  }), // prettier-ignore
  publishIntegration: ({ organizationId }) => ({
    title: 'Counter 2', description: 'Counts more.', scopes: ['space:content:read'], script: 'export {}',
    organization: organizationId!, summary: 'It counts.', categories: ['analytics'], visibility: 'private',
    target: 'all', externalLinks: [{ url: 'https://example.com', label: 'Home' }],
    blocks: [{ id: 'counter', title: 'Counter' }], secrets: { key: 'value' },
  }), // prettier-ignore
};

/** The good body of an operation; undefined where none is taken. */
export function goodBodyOf(id: OperationId, ids: Ids): unknown {
  return (goodBodies as Partial<Record<OperationId, (ids: Ids) => unknown>>)[id]?.(ids);
}

/** The queries of operations that cannot be without one. */
const goodQueries: Partial<Record<OperationId, string>> = {
  searchOrganizationContent: 'query=words',
  getSiteRedirectBySource: 'source=/guides/old/page',
  getEmbedByUrlInSpace: 'url=https://example.com/film',
};

export function goodQueryOf(id: OperationId): string {
  return goodQueries[id] ?? '';
}

/** The path values of an operation: they exist, belong to the caller, and go together. */
export function goodParamsOf(id: OperationId, names: readonly string[], ids: Ids): Record<string, string> {
  const inChangeRequest = names.includes('changeRequestId');
  return Object.fromEntries(
    names.map((name) => {
      if (inChangeRequest && name === 'commentId') return [name, ids['changeRequestCommentId']!];
      if (inChangeRequest && name === 'commentReplyId') return [name, ids['changeRequestCommentReplyId']!];
      if (id === 'installIntegration' && name === 'integrationName')
        return [name, ids['newIntegrationName']!];
      if (id === 'restoreSpace' && name === 'spaceId') return [name, ids['deletedSpaceId']!];
      return [name, ids[name]!];
    }),
  );
}

import { AppError, isAppError } from '../base/index.ts';
import type { OperationId, ParamsOf, ResultOf } from '../contract/index.ts';
import { operations } from '../contract/index.ts';
import type { LooseInput } from './call.ts';

/** What a server may offer beyond the specification, in groups that are present or absent together. */
export const features = {
  user: ['getAuthenticatedUser'],
  organizationSpaces: ['listSpacesInOrganizationById', 'createSpace'],
  content: [
    'getCurrentRevision',
    'listPages',
    'listFiles',
    'getFileById',
    'getPageById',
    'getPageByPath',
    'getReusableContentById',
  ],
  revisions: [
    'getRevisionById',
    'listPagesInRevisionById',
    'listFilesInRevisionById',
    'getFileInRevisionById',
    'getPageInRevisionById',
    'getPageInRevisionByPath',
    'getReusableContentInRevisionById',
  ],
  changeRequestContent: ['getPageInChangeRequestByPath', 'getReusableContentInChangeRequestById'],
  changes: ['getRevisionSemanticChanges', 'getChangeRequestChanges'],
  contentChanges: ['updateContentInChangeRequest'],
  pageImport: ['importContentInChangeRequestPageById'],
  siteStructure: ['getSiteStructure'],
  siteParts: ['getSiteSpaceById', 'getSiteSectionById', 'getSiteSectionGroupById'],
  siteCustomization: ['getSiteCustomizationById', 'updateSiteCustomizationById'],
  publishing: ['publishSite', 'unpublishSite'],
  specificationVersions: ['getLatestOpenAPISpecVersion'],
  visitorAuth: [
    'getSitePublishingAuthById',
    'updateSitePublishingAuthById',
    'regenerateSitePublishingAuthById',
  ],
  documents: [
    'getPageDocumentInRevisionById',
    'getReusableContentDocumentInRevisionById',
    'getDocumentById',
    'getComputedDocument',
  ],
  publishedContent: [
    'resolvePublishedContentByUrl',
    'searchSiteContent',
    'getSiteRedirectBySource',
    'getEmbedByUrlInSpace',
    'listRevisionPageMetaLinks',
    'getLatestOpenAPISpecVersionContent',
    'getUserById',
  ],
  reviews: [
    'getRequestedReviewersByChangeRequestId',
    'requestReviewersForChangeRequest',
    'removeRequestedReviewerFromChangeRequest',
    'getReviewsByChangeRequestId',
    'getChangeRequestReviewById',
    'submitChangeRequestReview',
    'listChangeRequestsForOrganization',
    'listPermissionsAggregateInSpace',
  ],
  conflicts: ['getChangeRequestConflicts'],
  members: [
    'listMembersInOrganizationById',
    'updateMemberInOrganizationById',
    'removeMemberFromOrganizationById',
  ],
  teams: [
    'listTeamsInOrganizationById',
    'createOrganizationTeam',
    'getTeamInOrganizationById',
    'updateTeamInOrganizationById',
    'removeTeamFromOrganizationById',
    'listTeamMembersInOrganizationById',
    'addMemberToOrganizationTeamById',
    'deleteMemberFromOrganizationTeamById',
  ],
  teamPermissions: [
    'listContentOfTeam',
    'inviteToSpace',
    'listTeamPermissionsInSpace',
    'updateTeamPermissionInSpace',
    'removeTeamFromSpace',
    'inviteToCollection',
    'listTeamPermissionsInCollection',
    'updateTeamPermissionInCollection',
    'removeTeamFromCollection',
  ],
  audit: ['listOrganizationAuditEvents', 'getOrganizationAuditEvent'],
  ownTokens: [
    'listTokensForAuthenticatedUser',
    'createTokenForAuthenticatedUser',
    'revokeTokenForAuthenticatedUser',
  ],
  installations: [
    'installIntegration',
    'getIntegrationInstallationById',
    'updateIntegrationInstallation',
    'uninstallIntegration',
  ],
  integrationEvents: ['listIntegrationEvents', 'getIntegrationEvent'],
} as const satisfies Record<string, readonly OperationId[]>;

export type Feature = keyof typeof features;

/** Objects that certainly exist, for the probes that need them. */
export interface ProbeSubject {
  readonly organizationId?: string;
  readonly spaceId?: string;
  readonly changeRequestId?: string;
  readonly siteId?: string;
}

export interface Capabilities {
  /** What is known so far; a feature that nobody has asked for is absent. */
  known(): Readonly<Partial<Record<Feature, boolean>>>;
  /** Takes over earlier findings, so that they are not looked for again. */
  remember(found: Readonly<Partial<Record<Feature, boolean>>>): void;
  /**
   * Finds out whether the server has a feature: asks once, and then remembers. `subject` names objects that the probe uses; a
   * probe changes nothing. Failures other than "not found" are thrown and not remembered.
   */
  find(feature: Feature, subject?: ProbeSubject): Promise<boolean>;
}

/** The feature that an operation belongs to; undefined for operations of the specification. */
function featureOf(id: OperationId): Feature | undefined {
  if (operations[id].source !== 'extension') return undefined;
  return (Object.keys(features) as Feature[]).find((name) =>
    (features[name] as readonly string[]).includes(id),
  );
}

type Call = <Id extends OperationId>(id: Id, input: LooseInput) => Promise<ResultOf<Id>>;

/** Remembers the findings over the calls of one client. */
export function createCapabilities(
  call: Call,
): Capabilities & { missing(id: OperationId): Feature | undefined } {
  const found = new Map<Feature, boolean>();
  const asking = new Map<Feature, Promise<boolean>>();

  async function probe(feature: Feature, subject: ProbeSubject): Promise<boolean> {
    try {
      await probes[feature](call, subject);
      return true;
    } catch (error) {
      if (isAppError(error, 'METHOD_NOT_ALLOWED')) return false;
      if (!isAppError(error, 'NOT_FOUND')) throw error;
      // A deleted object answers like a missing operation, so that the object itself is requested.
      await confirm(call, feature, subject);
      return false;
    }
  }

  async function find(feature: Feature, subject: ProbeSubject = {}): Promise<boolean> {
    const known = found.get(feature);
    if (known !== undefined) return known;
    let pending = asking.get(feature);
    if (pending === undefined) {
      pending = probe(feature, subject)
        .then((has) => {
          found.set(feature, has);
          return has;
        })
        .finally(() => asking.delete(feature));
      asking.set(feature, pending);
    }
    return pending;
  }

  return {
    known: () => Object.fromEntries(found),
    remember: (before) => {
      for (const [feature, has] of Object.entries(before)) found.set(feature as Feature, has);
    },
    find,
    missing: (id) => {
      const feature = featureOf(id);
      return feature !== undefined && found.get(feature) === false ? feature : undefined;
    },
  };
}

type Probe = (call: Call, subject: ProbeSubject) => Promise<unknown>;

const probes: Record<Feature, Probe> = {
  user: (call) => call('getAuthenticatedUser', {}),
  organizationSpaces: (call, subject) =>
    call('listSpacesInOrganizationById', {
      params: { organizationId: neededId(subject, 'organizationId') },
      query: { limit: 1 },
    }),
  content: (call, subject) =>
    call('listFiles', {
      params: { spaceId: neededId(subject, 'spaceId') },
      query: { limit: 1, metadata: false },
    }),
  revisions: async (call, subject) => {
    const spaceId = neededId(subject, 'spaceId');
    const { revision } = await call('getSpaceById', { params: { spaceId } });
    return call('listFilesInRevisionById', {
      params: { spaceId, revisionId: revision },
      query: { limit: 1, metadata: false },
    });
  },
  changeRequestContent: async (call, subject) => {
    const params = changeRequestOf(subject);
    const { pages } = await call('listPagesInChangeRequest', { params, query: { metadata: false } });
    const path = pages.find((page) => page.type === 'document')?.path;
    if (path === undefined) throw noProbe('changeRequestContent', 'the change request has no page');
    return call('getPageInChangeRequestByPath', { params: { ...params, pagePath: path } });
  },
  changes: async (call, subject) => {
    const spaceId = neededId(subject, 'spaceId');
    const { revision } = await call('getSpaceById', { params: { spaceId } });
    return call('getRevisionSemanticChanges', {
      params: { spaceId, revisionId: revision },
      query: { limit: 1 },
    });
  },
  contentChanges: (call, subject) =>
    refused(
      call('updateContentInChangeRequest', { params: changeRequestOf(subject), body: { changes: [] } }),
    ),
  pageImport: (call, subject) =>
    refused(
      call('importContentInChangeRequestPageById', {
        params: { ...changeRequestOf(subject), pageId: 'none' },
        body: {},
      }),
    ),
  siteStructure: (call, subject) => call('getSiteStructure', { params: siteOf(subject) }),
  siteParts: async (call, subject) => {
    const params = siteOf(subject);
    const { items } = await call('listSiteSpaces', { params, query: { limit: 1 } });
    const [first] = items;
    if (first === undefined) throw noProbe('siteParts', 'the site has no space');
    return call('getSiteSpaceById', { params: { ...params, siteSpaceId: first.id } });
  },
  siteCustomization: (call, subject) => call('getSiteCustomizationById', { params: siteOf(subject) }),
  publishing: () => {
    throw noProbe('publishing', 'asking would publish');
  },
  specificationVersions: async (call, subject) => {
    const params = { organizationId: neededId(subject, 'organizationId') };
    const { items } = await call('listOpenAPISpecs', { params, query: { limit: 1000 } });
    const spec = items.find(({ lastVersion }) => lastVersion !== undefined);
    if (spec === undefined) throw noProbe('specificationVersions', 'no specification has a version');
    return call('getLatestOpenAPISpecVersion', { params: { ...params, specSlug: spec.slug } });
  },
  visitorAuth: (call, subject) => refused(call('getSitePublishingAuthById', { params: siteOf(subject) })),
  documents: async (call, subject) => {
    const spaceId = neededId(subject, 'spaceId');
    const { id, pages } = await call('getCurrentRevision', { params: { spaceId } });
    const page = pages.find(({ type }) => type === 'document');
    if (page === undefined) throw noProbe('documents', 'the space has no page at its top');
    return call('getPageDocumentInRevisionById', { params: { spaceId, revisionId: id, pageId: page.id } });
  },
  publishedContent: (call, subject) =>
    call('searchSiteContent', {
      params: siteOf(subject),
      query: { limit: 1 },
      body: { query: 'documentation' },
    }),
  reviews: (call, subject) => call('getReviewsByChangeRequestId', { params: changeRequestOf(subject) }),
  members: (call, subject) =>
    call('listMembersInOrganizationById', {
      params: { organizationId: neededId(subject, 'organizationId') },
      query: { limit: 1 },
    }),
  teams: (call, subject) =>
    call('listTeamsInOrganizationById', {
      params: { organizationId: neededId(subject, 'organizationId') },
      query: { limit: 1 },
    }),
  teamPermissions: (call, subject) =>
    call('listTeamPermissionsInSpace', {
      params: { spaceId: neededId(subject, 'spaceId') },
      query: { limit: 1 },
    }),
  audit: (call, subject) =>
    call('listOrganizationAuditEvents', {
      params: { organizationId: neededId(subject, 'organizationId') },
      query: { limit: 1 },
    }),
  ownTokens: (call) => call('listTokensForAuthenticatedUser', { query: { limit: 1 } }),
  conflicts: (call, subject) => call('getChangeRequestConflicts', { params: changeRequestOf(subject) }),
  installations: () => {
    throw noProbe('installations', 'asking would install');
  },
  integrationEvents: async (call) =>
    call('listIntegrationEvents', { params: await ownIntegration(call), query: { limit: 1 } }),
};

/** An integration that the caller administers, and whose events the caller may therefore see. */
async function ownIntegration(call: Call): Promise<{ integrationName: string }> {
  const { items } = await call('listIntegrations', { query: { limit: 1000 } });
  const own = items.find(({ permissions }) => permissions.admin);
  if (own === undefined) throw noProbe('integrationEvents', 'you administer no integration');
  return { integrationName: own.name };
}

/** Probes with a request that must be refused: the refusal shows that the server has the operation. */
async function refused(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!isAppError(error, 'BAD_REQUEST', 'UNPROCESSABLE', 'WRONG_STATE', 'CONFLICT')) throw error;
  }
}

type Confirmation = (call: Call, subject: ProbeSubject) => Promise<unknown>;

const organizationIsThere: Confirmation = (call, subject) =>
  call('getOrganizationById', { params: { organizationId: neededId(subject, 'organizationId') } });
const spaceIsThere: Confirmation = (call, subject) =>
  call('getSpaceById', { params: { spaceId: neededId(subject, 'spaceId') } });
const changeRequestIsThere: Confirmation = (call, subject) =>
  call('getChangeRequestById', { params: changeRequestOf(subject) });
const siteIsThere: Confirmation = (call, subject) => call('getSiteById', { params: siteOf(subject) });

/** How to make sure that a probe was refused because of the feature, and not because of its subject; null where no object has to exist. */
const confirmations: Readonly<Record<Feature, Confirmation | null>> = {
  organizationSpaces: organizationIsThere,
  members: organizationIsThere,
  teams: organizationIsThere,
  audit: organizationIsThere,
  teamPermissions: spaceIsThere,
  specificationVersions: organizationIsThere,
  content: spaceIsThere,
  revisions: spaceIsThere,
  changes: spaceIsThere,
  documents: spaceIsThere,
  changeRequestContent: changeRequestIsThere,
  contentChanges: changeRequestIsThere,
  pageImport: changeRequestIsThere,
  reviews: changeRequestIsThere,
  conflicts: changeRequestIsThere,
  siteStructure: siteIsThere,
  siteParts: siteIsThere,
  siteCustomization: siteIsThere,
  visitorAuth: siteIsThere,
  publishedContent: siteIsThere,
  integrationEvents: async (call) => call('getIntegrationByName', { params: await ownIntegration(call) }),
  user: null,
  ownTokens: null,
  publishing: null,
  installations: null,
};

async function confirm(call: Call, feature: Feature, subject: ProbeSubject): Promise<void> {
  await confirmations[feature]?.(call, subject);
}

function changeRequestOf(subject: ProbeSubject): ParamsOf<'getChangeRequestById'> {
  return { spaceId: neededId(subject, 'spaceId'), changeRequestId: neededId(subject, 'changeRequestId') };
}

function siteOf(subject: ProbeSubject): ParamsOf<'getSiteById'> {
  return { organizationId: neededId(subject, 'organizationId'), siteId: neededId(subject, 'siteId') };
}

function neededId(subject: ProbeSubject, name: keyof ProbeSubject): string {
  const value = subject[name];
  if (value === undefined) throw new TypeError(`the probe needs ${name}`);
  return value;
}

function noProbe(feature: Feature, why: string): AppError {
  return new AppError('INCOMPLETE', `Cannot find out whether the service has "${feature}": ${why}`);
}

import { Type } from '../../base/index.ts';
import { group, pageQuery } from '../operation.ts';
import type { JsonDocument } from '../resources/content.ts';
import {
  embed,
  metaLinks,
  publishedLookup,
  siteRedirect,
  siteSearchResult,
  specContent,
} from '../resources/published.ts';
import type { User } from '../resources/user.ts';
import {
  arrayOf,
  closed,
  flag,
  id,
  listOf,
  mapOf,
  oneOf,
  open,
  optional,
  ref,
  text,
  uri,
} from '../shapes.ts';

const extension = group('Published content', { source: 'extension' });
const site = '/v1/orgs/{organizationId}/sites/{siteId}';
const visitSite = { on: 'site', right: 'view', shareKey: true } as const;
const readSpace = { on: 'space', right: 'access' } as const;
const source = Type.String({ minLength: 1, maxLength: 512 });
const shareKey = optional(text);
const words = Type.String({ minLength: 1, maxLength: 512 });

/** The operations for a program that shows a published site to its visitors. */
export const publishedExtensions = {
  resolvePublishedContentByUrl: extension.post('/v1/urls/published', {
    summary: 'Find the site, the space and the path that an address of published content means',
    done: null,
    access: { on: 'caller' },
    body: closed({
      url: uri,
      redirectOnError: optional(flag),
      /** Any text: programs send another one with each request that no cache may answer. */
      cacheBust: optional(text),
      visitor: optional(
        closed({
          type: optional(oneOf(['human', 'agent'])),
          jwtToken: optional(Type.String({ maxLength: 8192 })),
          unsignedClaims: optional(mapOf(Type.Unknown())),
        }),
      ),
    }),
    errors: [404],
    result: publishedLookup,
  }),
  searchSiteContent: extension.post(`${site}/search`, {
    summary: 'Search the content of a site',
    done: null,
    access: visitSite,
    query: closed({ ...pageQuery, shareKey }),
    body: closed({
      query: words,
      mode: optional(oneOf(['all', 'current', 'specific'])),
      siteSpaceId: optional(id),
      siteSpaceIds: optional(arrayOf(id, { maxItems: 100 })),
      scope: optional(
        closed({
          mode: oneOf(['default', 'specific', 'all']),
          currentSiteSpace: optional(id),
          restrictTo: optional(oneOf(['currentSiteSpace', 'otherSiteSpaces'])),
          siteSpaceIds: optional(arrayOf(id, { maxItems: 100 })),
        }),
      ),
    }),
    result: listOf(siteSearchResult),
  }),
  getSiteRedirectBySource: extension.get(`${site}/redirect`, {
    summary: 'Find where an old path of a site leads',
    access: visitSite,
    query: closed({ shareKey, source }),
    result: open({ redirect: siteRedirect, target: uri }),
  }),
  getEmbedByUrlInSpace: extension.get('/v1/spaces/{spaceId}/embed', {
    summary: 'Describe what an embedded address shows',
    access: readSpace,
    query: closed({ url: uri }),
    result: embed,
  }),
  listRevisionPageMetaLinks: extension.get(
    '/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/meta-links',
    {
      summary: 'List the canonical and alternate addresses of a page of a revision',
      access: readSpace,
      result: metaLinks,
    },
  ),
  getComputedDocument: extension.post('/v1/spaces/{spaceId}/content/computed/document', {
    summary: 'Get the document of a computed page',
    done: null,
    access: readSpace,
    query: closed({ schema: optional(oneOf(['current', 'next'])) }),
    body: closed({
      source: open({
        type: text,
        props: optional(mapOf(Type.Unknown())),
        dependencies: optional(mapOf(Type.Unknown())),
      }),
      seed: text,
    }),
    errors: [422],
    answersDocuments: true,
    result: ref<JsonDocument>('JSONDocument'),
  }),
  getLatestOpenAPISpecVersionContent: extension.get(
    '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content',
    {
      summary: 'Get the newest version that could be read, as a parsed document',
      access: { on: 'organization', right: 'view' },
      result: specContent,
    },
  ),
  getUserById: extension.get('/v1/users/{userId}', {
    summary: 'Get a user who belongs to an organization of the caller',
    access: { on: 'caller' },
    result: ref<User>('User'),
  }),
};

import { Type } from '../../base/index.ts';
import type { Static } from 'typebox';
import {
  arrayOf,
  dateTime,
  flag,
  id,
  mapOf,
  nullable,
  number,
  oneOf,
  open,
  optional,
  text,
  uri,
} from '../shapes.ts';

/** What an address of published content means: a place on a site, or an address that the visitor has to visit first. */
export const publishedLookup = Type.Union([
  open({
    site: id,
    siteSection: optional(id),
    siteSpace: id,
    space: id,
    organization: id,
    pathname: text,
    basePath: text,
    siteBasePath: text,
    /** A signed token (a JWT) that reads the content of this site as the caller may, and nothing else. It is good for about a day. */
    apiToken: text,
    shareKey: optional(text),
    complete: flag,
    canonicalUrl: uri,
  }),
  open({ target: oneOf(['external']), site: id, redirect: uri }),
]);
export type PublishedLookup = Static<typeof publishedLookup>;

const section = open({
  id: text,
  title: text,
  path: text,
  score: number,
  body: text,
  urls: open({ app: uri }),
});

/** A space of a site with the pages that were found in it. */
export const siteSearchResult = open({
  type: Type.Literal('space'),
  id,
  title: text,
  score: number,
  pages: arrayOf(
    open({
      id,
      title: text,
      description: text,
      path: text,
      score: number,
      rank: number,
      ancestors: arrayOf(open({ title: text })),
      sections: optional(arrayOf(section)),
      urls: open({ app: uri }),
    }),
  ),
});
export type SiteSearchResult = Static<typeof siteSearchResult>;

export const siteRedirect = open({
  object: Type.Literal('site-redirect'),
  id,
  source: text,
  draft: flag,
  captureWildcard: flag,
  permanent: flag,
  destination: Type.Union([
    open({ kind: Type.Literal('site-page'), siteSpaceId: id, pageId: id }),
    open({ kind: Type.Literal('external'), url: uri }),
  ]),
  createdAt: dateTime,
});
export type SiteRedirect = Static<typeof siteRedirect>;

/** What readers see of an address that a page embeds. The service fetches nothing for it. */
export const embed = open({ title: text, site: text, type: Type.Literal('link') });
export type Embed = Static<typeof embed>;

const metaLink = Type.Union([
  open({ kind: Type.Literal('page'), page: id, space: optional(id) }),
  open({ kind: Type.Literal('url'), url: text }),
]);
export const metaLinks = open({ canonical: optional(metaLink), alternates: optional(arrayOf(metaLink)) });
export type MetaLinks = Static<typeof metaLinks>;

/** A specification as a list of parsed files, the first of which refers to the others. */
export const specContent = open({
  filesystem: arrayOf(
    open({
      dir: text,
      filename: text,
      isEntrypoint: flag,
      references: arrayOf(text),
      specification: mapOf(Type.Unknown()),
    }),
  ),
  url: uri,
  urls: open({ source: uri, public: nullable(uri) }),
});
export type SpecContent = Static<typeof specContent>;

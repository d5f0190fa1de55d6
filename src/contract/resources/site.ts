import { Type } from '../../base/index.ts';
import type { Static } from 'typebox';
import { siteRights } from '../access.ts';
import {
  arrayOf,
  booleans,
  closed,
  dateTime,
  flag,
  id,
  number,
  oneOf,
  open,
  optional,
  ref,
  text,
  uri,
} from '../shapes.ts';
import { icon } from './space.ts';
import type { Space } from './space.ts';
import { favicon } from './site-customization.ts';

export const siteTypes = [
  'basic',
  'premium',
  'ultimate',
  'sponsored',
  'legacy-basic',
  'legacy-premium',
] as const;
export const siteType = oneOf(siteTypes);
export const siteVisibilities = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const;
export const siteVisibility = oneOf(siteVisibilities);
export type SiteVisibility = Static<typeof siteVisibility>;

export const siteTitle = Type.String({ minLength: 2, maxLength: 128 });
export const siteBasename = Type.String({ minLength: 1, maxLength: 100 });
export const hostnamePattern = '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$';
export const siteHostname = Type.String({ maxLength: 512, pattern: hostnamePattern });
/** A host and a path without a scheme. */
export const proxyOrigin = Type.String({
  maxLength: 512,
  pattern: '^([\\w-]+\\.)*[\\w-]+\\.[a-zA-Z]{2,}(\\/[\\w-]+)+$',
});
export const condition = Type.String({ minLength: 1, maxLength: 1024 });
export const sitePath = Type.String({ minLength: 1, maxLength: 100 });
export const sectionTitle = Type.String({ minLength: 2, maxLength: 128 });
export const sectionDescription = Type.String({ maxLength: 256 });
export const sectionGroupTitle = Type.String({ minLength: 1, maxLength: 100 });
export const agentsContext = oneOf(['excluded', 'included']);

export const siteFeatures = [
  'sites-adaptive-content', 'sites-advanced-customization', 'sites-advanced-insights', 'sites-ads',
  'sites-ai-search', 'sites-ai-assistant', 'sites-api-playground', 'sites-basic-customization',
  'sites-custom-domain', 'sites-custom-fonts', 'sites-custom-subdirectory', 'sites-full-text-search',
  'sites-multivariant-site', 'sites-no-custom-domain', 'sites-page-feedback', 'sites-page-traffic-insights',
  'sites-pdf-export', 'sites-preview-deployments', 'sites-public-visibility', 'sites-redirects',
  'sites-search-insights', 'sites-sections', 'sites-seo', 'sites-share-links', 'sites-unlisted-visibility',
  'sites-user-contribution', 'sites-visitor-authentication', 'sites-visitors',
] as const; // prettier-ignore

export const site = open({
  object: Type.Literal('site'),
  id,
  type: siteType,
  /** The type in force; on a frozen site it would differ from `type`. */
  appliedType: optional(siteType),
  title: siteTitle,
  icon: optional(Type.Union([favicon, Type.Null()])),
  hostname: optional(siteHostname),
  basename: optional(siteBasename),
  proxy: optional(open({ origin: proxyOrigin, target: text })),
  visibility: siteVisibility,
  published: flag,
  siteSpaces: number,
  /** The space that a visitor sees first; a site without spaces has none. */
  defaultSpace: optional(id),
  createdAt: dateTime,
  adaptiveContent: optional(open({ enabled: flag })),
  ads: optional(
    open({
      status: oneOf(['pending', 'in-review', 'rejected', 'live', 'disabled']),
      submittable: optional(flag),
      topic: optional(text),
      reason: optional(text),
      zoneId: optional(text),
    }),
  ),
  agentsContext,
  features: arrayOf(
    open({
      id: oneOf(siteFeatures),
      plan: siteType,
      frozen: flag,
      customizations: optional(arrayOf(text)),
    }),
  ),
  defaultLevel: optional(Type.Literal('inherit')),
  permissions: optional(booleans(siteRights)),
  urls: open({ location: uri, app: uri, published: optional(uri), preview: optional(uri) }),
});
export type Site = Static<typeof site>;

const placeUrls = open({ location: optional(uri), published: optional(uri) });

export const siteSpace = open({
  object: Type.Literal('site-space'),
  id,
  path: sitePath,
  section: optional(id),
  space: ref<Space>('Space'),
  title: text,
  default: optional(flag),
  draft: optional(flag),
  condition: optional(condition),
  hasAdvancedCustomizationFeature: optional(flag),
  urls: placeUrls,
});
export type SiteSpace = Static<typeof siteSpace>;

export const siteSection = open({
  object: Type.Literal('site-section'),
  id,
  title: sectionTitle,
  description: optional(sectionDescription),
  default: optional(flag),
  draft: optional(flag),
  path: sitePath,
  condition: optional(condition),
  sectionGroup: optional(id),
  siteSpaces: arrayOf(ref<SiteSpace>('SiteSpace')),
  urls: placeUrls,
  icon: optional(icon),
});
export type SiteSection = Static<typeof siteSection>;

export const siteSectionGroup = open({
  object: Type.Literal('site-section-group'),
  id,
  title: sectionGroupTitle,
  draft: optional(flag),
  sections: arrayOf(ref<SiteSection>('SiteSection')),
  /** The same as `sections`: a group contains nothing else. */
  children: optional(arrayOf(ref<SiteSection>('SiteSection'))),
  icon: optional(icon),
});
export type SiteSectionGroup = Static<typeof siteSectionGroup>;

export const siteStructure = Type.Union([
  open({
    type: Type.Literal('sections'),
    structure: arrayOf(
      Type.Union([ref<SiteSection>('SiteSection'), ref<SiteSectionGroup>('SiteSectionGroup')]),
    ),
  }),
  open({ type: Type.Literal('siteSpaces'), structure: arrayOf(ref<SiteSpace>('SiteSpace')) }),
]);
export type SiteStructure = Static<typeof siteStructure>;

const sectionPointer = closed({ type: Type.Literal('site-section'), siteSection: id });
export const sectionPosition = closed({ before: optional(sectionPointer), after: optional(sectionPointer) });

const groupPointer = closed({ type: oneOf(['site-section', 'site-section-group']), id });
export const sectionGroupPosition = closed({ before: optional(groupPointer), after: optional(groupPointer) });

const siteSpacePointer = closed({ type: Type.Literal('site-space'), siteSpace: id });
export const siteSpacePosition = closed({
  before: optional(siteSpacePointer),
  after: optional(siteSpacePointer),
});

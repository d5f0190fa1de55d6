import { Type } from '../../base/index.ts';
import { group, pageQuery } from '../operation.ts';
import { adaptiveContent, templateConditions } from '../resources/adaptive-schema.ts';
import type { AdaptiveJSONSchema, AdaptiveSchema } from '../resources/adaptive-schema.ts';
import type { PublishingAuth } from '../resources/publishing-auth.ts';
import { siteCustomization } from '../resources/site-customization.ts';
import type { PublishedSite, SiteCustomization } from '../resources/site-customization.ts';
import {
  agentsContext,
  condition,
  proxyOrigin,
  sectionDescription,
  sectionGroupPosition,
  sectionGroupTitle,
  sectionPosition,
  sectionTitle,
  siteBasename,
  sitePath,
  siteSpacePosition,
  siteTitle,
  siteType,
  siteVisibility,
} from '../resources/site.ts';
import type { Site, SiteSection, SiteSectionGroup, SiteSpace, SiteStructure } from '../resources/site.ts';
import { icon } from '../resources/space.ts';
import {
  arrayOf,
  closed,
  closedWithin,
  flag,
  id,
  listOf,
  nullable,
  oneOf,
  optional,
  ref,
  text,
  uri2048,
} from '../shapes.ts';

const Site = ref<Site>('Site');
const Section = ref<SiteSection>('SiteSection');
const Group = ref<SiteSectionGroup>('SiteSectionGroup');
const SiteSpace = ref<SiteSpace>('SiteSpace');

const view = { on: 'site', right: 'view' } as const;
const viewWithKey = { on: 'site', right: 'view', shareKey: true } as const;
const edit = { on: 'site', right: 'edit' } as const;

const shareKey = optional(text);
const keyedList = closed({ ...pageQuery, shareKey });

const base = '/v1/orgs/{organizationId}/sites/{siteId}';
const sites = group('Sites');
const sections = group('Site sections');
const groups = group('Site section groups');
const siteSpaces = group('Site spaces');

export const siteOperations = {
  listSites: sites.list('/v1/orgs/{organizationId}/sites', {
    summary: 'List the sites of an organization',
    access: { on: 'organization', right: 'view' },
    query: closed({
      ...pageQuery,
      space: optional(id),
      title: optional(Type.String({ maxLength: 128 })),
      published: optional(flag),
      type: optional(arrayOf(siteType, { maxItems: 20 })),
    }),
    result: listOf(Site),
  }),
  createSite: sites.post('/v1/orgs/{organizationId}/sites', {
    summary: 'Create a site',
    done: 'made a site',
    access: { on: 'organization', right: 'createContent' },
    body: closed({
      type: optional(siteType),
      title: optional(siteTitle),
      visibility: optional(siteVisibility),
      spaces: optional(Type.Union([arrayOf(id, { maxItems: 1000 }), oneOf(['sample', 'empty'])])),
    }),
    status: 201,
    location: true,
    result: Site,
  }),
  getSiteById: sites.get(base, { summary: 'Get a site', access: view, result: Site }),
  deleteSiteById: sites.delete(base, { summary: 'Delete a site', done: 'deleted a site', access: edit }),
  updateSiteById: sites.patch(base, {
    summary: 'Update a site',
    done: 'changed a site',
    access: edit,
    body: closed({
      title: optional(siteTitle),
      visibility: optional(siteVisibility),
      basename: optional(siteBasename),
      adaptiveContent: optional(adaptiveContent),
      agentsContext: optional(agentsContext),
      defaultSiteSpace: optional(id),
      defaultSiteSection: optional(id),
      proxy: optional(nullable(proxyOrigin)),
    }),
    errors: [409],
    result: Site,
  }),
  getSiteAdaptiveSchema: sites.get(`${base}/adaptive-schema`, {
    summary: 'Get the schema of the attributes of visitors',
    access: view,
    result: ref<AdaptiveSchema>('AdaptiveSchema'),
  }),
  updateSiteAdaptiveSchema: sites.put(`${base}/adaptive-schema`, {
    summary: 'Create or replace the schema of the attributes of visitors',
    done: 'set which attributes of visitors a site knows',
    access: edit,
    body: closed({ jsonSchema: ref<AdaptiveJSONSchema>('AdaptiveJSONSchema') }),
    result: ref<AdaptiveSchema>('AdaptiveSchema'),
  }),
  listSiteAdaptiveTemplateConditions: sites.get(`${base}/adaptive-schema/template-conditions`, {
    summary: 'List conditions that fit the schema, as templates',
    access: view,
    result: templateConditions,
  }),
  getPublishedContentSite: sites.get(`${base}/published`, {
    summary: 'Get the published profile of a site',
    access: viewWithKey,
    query: closed({ shareKey }),
    result: ref<PublishedSite>('PublishedSite'),
  }),
};

const sectionPath = `${base}/sections/{siteSectionId}` as const;

export const siteSectionOperations = {
  listSiteSections: sections.list(`${base}/sections`, {
    summary: 'List the sections of a site',
    access: viewWithKey,
    query: keyedList,
    result: listOf(Section),
  }),
  addSectionToSite: sections.post(`${base}/sections`, {
    summary: 'Add a section with a space to a site',
    done: 'added a section to a site',
    access: edit,
    body: closed({
      spaceId: id,
      title: optional(nullable(Type.String({ minLength: 2, maxLength: 64 }))),
      icon: optional(nullable(icon)),
    }),
    errors: [409],
    status: 201,
    location: true,
    result: Section,
  }),
  deleteSiteSectionById: sections.delete(sectionPath, {
    summary: 'Remove a section from a site',
    done: 'took a section out of a site',
    access: edit,
    errors: [409],
  }),
  updateSiteSectionById: sections.patch(sectionPath, {
    summary: 'Update a section',
    done: 'changed a section of a site',
    access: edit,
    body: closed({
      title: optional(sectionTitle),
      path: optional(sitePath),
      defaultSiteSpace: optional(id),
      condition: optional(nullable(condition)),
      icon: optional(nullable(icon)),
      description: optional(nullable(sectionDescription)),
    }),
    errors: [409],
    result: Section,
  }),
  moveSiteSection: sections.post(`${sectionPath}/move`, {
    summary: 'Move a section',
    done: 'moved a section of a site',
    access: edit,
    body: closed({ position: optional(sectionPosition) }),
    errors: [409],
    result: Section,
  }),
};

const groupPath = `${base}/section-groups/{siteSectionGroupId}` as const;

export const siteSectionGroupOperations = {
  listSiteSectionGroups: groups.list(`${base}/section-groups`, {
    summary: 'List the section groups of a site',
    access: view,
    query: closed(pageQuery),
    result: listOf(Group),
  }),
  addSectionGroupToSite: groups.post(`${base}/section-groups`, {
    summary: 'Add a section group to a site',
    done: 'added a group of sections to a site',
    access: edit,
    body: closed({
      title: sectionGroupTitle,
      icon: optional(nullable(icon)),
      sections: optional(arrayOf(id, { maxItems: 1000 })),
    }),
    errors: [409],
    status: 201,
    location: true,
    result: Group,
  }),
  deleteSiteSectionGroupById: groups.delete(groupPath, {
    summary: 'Remove a section group; its sections stay',
    done: 'took a group of sections out of a site',
    access: edit,
  }),
  updateSiteSectionGroupById: groups.patch(groupPath, {
    summary: 'Update a section group',
    done: 'changed a group of sections of a site',
    access: edit,
    body: closed({ title: optional(sectionGroupTitle), icon: optional(nullable(icon)) }),
    result: Group,
  }),
  addSectionToGroup: groups.post(`${groupPath}/sections`, {
    summary: 'Add a section to a group',
    done: 'put a section of a site into a group',
    access: edit,
    body: closed({ sectionId: id }),
    errors: [409],
    status: 201,
    location: true,
    result: Group,
  }),
  removeSectionFromGroup: groups.delete(`${groupPath}/sections/{siteSectionId}`, {
    summary: 'Remove a section from a group',
    done: 'took a section of a site out of a group',
    access: edit,
  }),
  moveSiteSectionGroup: groups.post(`${groupPath}/move`, {
    summary: 'Move a section group',
    done: 'moved a group of sections of a site',
    access: edit,
    body: closed({ position: optional(sectionGroupPosition) }),
    errors: [409],
    result: Group,
  }),
};

const siteSpacePath = `${base}/site-spaces/{siteSpaceId}` as const;

export const siteSpaceOperations = {
  listSiteSpaces: siteSpaces.list(`${base}/site-spaces`, {
    summary: 'List the spaces of a site',
    access: viewWithKey,
    query: closed({ ...pageQuery, shareKey, default: optional(flag) }),
    result: listOf(SiteSpace),
  }),
  addSpaceToSite: siteSpaces.post(`${base}/site-spaces`, {
    summary: 'Add a space to a site',
    done: 'added a space to a site',
    access: edit,
    body: closed({ spaceId: id, sectionId: optional(id) }),
    errors: [409],
    status: 201,
    location: true,
    result: SiteSpace,
  }),
  deleteSiteSpaceById: siteSpaces.delete(siteSpacePath, {
    summary: 'Remove a space from a site',
    done: 'took a space out of a site',
    access: edit,
    errors: [409],
  }),
  updateSiteSpaceById: siteSpaces.patch(siteSpacePath, {
    summary: 'Update a space of a site',
    done: 'changed a space of a site',
    access: edit,
    body: closed({
      path: optional(sitePath),
      condition: optional(nullable(condition)),
      spaceId: optional(id),
    }),
    errors: [409],
    result: SiteSpace,
  }),
  moveSiteSpace: siteSpaces.post(`${siteSpacePath}/move`, {
    summary: 'Move a space of a site',
    done: 'moved a space of a site',
    access: edit,
    body: closed({ position: optional(siteSpacePosition) }),
    errors: [409],
    result: SiteSpace,
  }),
};

const extensions = group('Sites', { source: 'extension' });

export const siteExtensions = {
  getSiteStructure: extensions.get(`${base}/structure`, {
    summary: 'Get the structure of a site: sections and groups, or spaces',
    access: viewWithKey,
    query: closed({ shareKey }),
    result: ref<SiteStructure>('SiteStructure'),
  }),
  getSiteSpaceById: extensions.get(siteSpacePath, {
    summary: 'Get a space of a site',
    access: viewWithKey,
    query: closed({ shareKey }),
    result: SiteSpace,
  }),
  getSiteSectionById: extensions.get(sectionPath, {
    summary: 'Get a section of a site',
    access: viewWithKey,
    query: closed({ shareKey }),
    result: Section,
  }),
  getSiteSectionGroupById: extensions.get(groupPath, {
    summary: 'Get a section group of a site',
    access: view,
    result: Group,
  }),
  getSiteCustomizationById: extensions.get(`${base}/customization`, {
    summary: 'Get the look of a site',
    access: view,
    result: ref<SiteCustomization>('SiteCustomization'),
  }),
  updateSiteCustomizationById: extensions.put(`${base}/customization`, {
    summary: 'Set the look of a site; settings that are left out are those of a new site',
    done: 'changed the look of a site',
    access: edit,
    body: closedWithin(siteCustomization),
    result: ref<SiteCustomization>('SiteCustomization'),
  }),
  publishSite: extensions.post(`${base}/publish`, {
    summary: 'Publish a site',
    done: 'published a site',
    access: { on: 'site', right: 'admin' },
    errors: [409, 412],
    result: Site,
  }),
  getSitePublishingAuthById: extensions.get(`${base}/publishing/auth`, {
    summary: 'Get the key that visitors’ tokens are signed with',
    access: { on: 'site', right: 'admin' },
    errors: [412],
    result: ref<PublishingAuth>('PublishingAuth'),
  }),
  updateSitePublishingAuthById: extensions.patch(`${base}/publishing/auth`, {
    summary: 'Set the address to which visitors without a valid token are sent',
    done: 'changed where visitors of a site sign in',
    access: { on: 'site', right: 'admin' },
    body: closed({ backend: optional(oneOf(['custom'])), fallbackURL: optional(nullable(uri2048)) }),
    errors: [412],
    result: ref<PublishingAuth>('PublishingAuth'),
  }),
  regenerateSitePublishingAuthById: extensions.post(`${base}/publishing/auth/regenerate`, {
    summary: 'Make a new key; tokens of the old key are refused from now on',
    done: 'made a new key for the visitors of a site',
    access: { on: 'site', right: 'admin' },
    errors: [412],
    result: ref<PublishingAuth>('PublishingAuth'),
  }),
  unpublishSite: extensions.post(`${base}/unpublish`, {
    summary: 'Take a published site down',
    done: 'took a published site down',
    access: { on: 'site', right: 'admin' },
    errors: [409, 412],
    result: Site,
  }),
};

import { Type } from '../../base/index.ts';
import type { Static } from 'typebox';
import {
  arrayOf,
  booleans,
  closed,
  dateTime,
  flag,
  id,
  mapOf,
  number,
  oneOf,
  open,
  optional,
  ref,
  text,
  uri,
  uri2048,
} from '../shapes.ts';
import type { Organization } from './organization.ts';

export const integrationName = Type.String({ minLength: 1, maxLength: 100, pattern: '^[a-zA-Z0-9-_.]+$' });

export const integrationScopes = [
  'space:views:read',
  'space:content:read',
  'space:content:write',
  'space:metadata:read',
  'space:metadata:write',
  'space:script:inject',
  'space:script:cookies',
  'space:git:sync',
  'space:visitor:auth',
  'site:metadata:read',
  'site:views:read',
  'site:script:inject',
  'site:script:cookies',
  'site:visitor:auth',
  'site:adaptive:read',
  'site:adaptive:write',
  'openapi:read',
  'openapi:write',
  'conversations:ingest',
] as const;
export const integrationScope = oneOf(integrationScopes);

export const integrationCategories = [
  'analytics',
  'collaboration',
  'content',
  'gitsync',
  'marketing',
  'visitor-auth',
  'other',
] as const;
export const integrationCategory = oneOf(integrationCategories);
export const integrationTarget = oneOf(['all', 'site', 'space', 'organization']);
export const integrationVisibility = oneOf(['public', 'private', 'unlisted']);

export const integrationTitle = Type.String({ minLength: 2, maxLength: 30 });
export const integrationDescription = Type.String({ maxLength: 100 });
export const integrationSummary = Type.String({ maxLength: 2048 });

const blockTitle = Type.String({ minLength: 2, maxLength: 40 });
const blockDescription = Type.String({ maxLength: 150 });
const blockId = Type.String({ minLength: 1, maxLength: 100 });
const componentConfiguration = { componentId: Type.String({ minLength: 1, maxLength: 256 }) };

const propertyKinds = oneOf(['string', 'number', 'boolean', 'button']);
const property = {
  title: optional(Type.String({ maxLength: 30 })),
  description: optional(Type.String({ maxLength: 100 })),
  type: propertyKinds,
  default: optional(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
  completion_url: optional(text),
  enum: optional(arrayOf(text)),
  callback_url: optional(text),
  button_text: optional(text),
};

const policyDirectives = [
  'base-uri', 'block-all-mixed-content', 'child-src', 'connect-src', 'default-src', 'font-src', 'form-action',
  'frame-ancestors', 'frame-src', 'img-src', 'manifest-src', 'media-src', 'navigate-to', 'object-src',
  'plugin-types', 'prefetch-src', 'referrer', 'report-to', 'report-uri', 'require-sri-for',
  'require-trusted-types-for', 'sandbox', 'script-src', 'script-src-attr', 'script-src-elem', 'style-src',
  'style-src-attr', 'style-src-elem', 'trusted-types', 'upgrade-insecure-requests', 'worker-src',
] as const; // prettier-ignore

const contentSecurityPolicy = Type.Union([
  Type.String(),
  Type.Unsafe<Partial<Record<(typeof policyDirectives)[number], string>>>({
    type: 'object',
    properties: Object.fromEntries(policyDirectives.map((name) => [name, { type: 'string' }])),
    additionalProperties: false,
  }),
]);

/** The parts that a publisher sends and everybody reads: closed in a request, open in an answer. */
function parts(object: typeof closed) {
  const configuration = Type.Union([
    object({
      properties: Type.Unsafe<Record<string, Static<ReturnType<typeof open<typeof property>>>>>({
        type: 'object',
        additionalProperties: object(property),
      }),
      required: optional(arrayOf(text)),
    }),
    object(componentConfiguration),
  ]);
  return {
    blocks: arrayOf(
      object({
        id: blockId,
        title: blockTitle,
        description: optional(blockDescription),
        icon: optional(text),
        urlUnfurl: optional(arrayOf(text)),
        markdown: optional(object({ codeblock: text, body: text })),
      }),
    ),
    contentSources: arrayOf(
      object({
        id: blockId,
        title: blockTitle,
        description: optional(blockDescription),
        icon: optional(text),
        configuration: object(componentConfiguration),
      }),
    ),
    configurations: object({
      account: optional(configuration),
      space: optional(configuration),
      site: optional(configuration),
    }),
    externalLinks: arrayOf(object({ url: uri2048, label: text }), { maxItems: 5 }),
  };
}

const answered = parts(open);
const sent = parts(closed);

export const integration = open({
  object: Type.Literal('integration'),
  name: integrationName,
  version: number,
  title: integrationTitle,
  description: optional(integrationDescription),
  summary: optional(integrationSummary),
  previewImages: arrayOf(text, { maxItems: 3 }),
  target: integrationTarget,
  verified: flag,
  visibility: integrationVisibility,
  scopes: arrayOf(integrationScope),
  categories: arrayOf(integrationCategory),
  blocks: optional(answered.blocks),
  contentSources: optional(answered.contentSources),
  configurations: optional(answered.configurations),
  externalLinks: answered.externalLinks,
  owner: ref<Organization>('Organization'),
  urls: open({
    location: uri,
    icon: optional(uri),
    app: uri,
    assets: uri,
    publicEndpoint: uri,
    publicContentEndpoint: optional(uri),
  }),
  permissions: booleans(['admin', 'install']),
  contentSecurityPolicy: optional(contentSecurityPolicy),
});
export type Integration = Static<typeof integration>;

export const publishIntegration = closed({
  runtime: optional(oneOf(['v1', 'v2'])),
  icon: optional(Type.String({ format: 'byte' })),
  title: integrationTitle,
  description: integrationDescription,
  summary: optional(integrationSummary),
  previewImages: optional(arrayOf(Type.String({ format: 'byte' }), { maxItems: 3 })),
  visibility: optional(integrationVisibility),
  target: optional(integrationTarget),
  scopes: arrayOf(integrationScope),
  categories: optional(arrayOf(integrationCategory)),
  blocks: optional(sent.blocks),
  contentSources: optional(sent.contentSources),
  externalLinks: optional(sent.externalLinks),
  configurations: optional(sent.configurations),
  script: text,
  organization: id,
  secrets: optional(mapOf(text)),
  contentSecurityPolicy: optional(contentSecurityPolicy),
});

/** The types of events: those of the hosted service that a service without running integrations can know of. */
export const integrationEventTypes = [
  'installation_setup',
  'installation_deleted',
  'space_content_updated',
  'space_visibility_updated',
] as const;

export const integrationEvent = open({
  id,
  integrationId: text,
  installationId: optional(id),
  createdAt: dateTime,
  payload: open({ eventId: id, type: text }),
  status: oneOf(['success', 'failed']),
});
export type IntegrationEvent = Static<typeof integrationEvent>;

/** An event with what the integration logged when it received the event. */
export const tracedIntegrationEvent = open({
  event: integrationEvent,
  trace: optional(
    open({
      logs: arrayOf(
        open({
          message: optional(text),
          timestamp: optional(dateTime),
          level: optional(oneOf(['debug', 'info', 'warn', 'error'])),
        }),
      ),
    }),
  ),
});

export const integrationInstallation = open({
  id,
  status: oneOf(['active', 'pending', 'paused']),
  space_selection: oneOf(['all', 'selected']),
  site_selection: oneOf(['all', 'selected']),
  spaces: number,
  configuration: mapOf(Type.Unknown()),
  createdAt: dateTime,
  updatedAt: dateTime,
  urls: open({ location: uri, app: uri, publicEndpoint: uri, publicContentEndpoint: optional(uri) }),
  externalIds: arrayOf(text, { maxItems: 5 }),
  target: open({ organization: id }),
});
export type IntegrationInstallation = Static<typeof integrationInstallation>;

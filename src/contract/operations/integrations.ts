import { Type } from '../../base/index.ts';
import { group, pageQuery } from '../operation.ts';
import {
  integrationCategory,
  integrationScope,
  integrationTarget,
  publishIntegration,
  tracedIntegrationEvent,
} from '../resources/integration.ts';
import type { Integration, IntegrationEvent, IntegrationInstallation } from '../resources/integration.ts';
import { arrayOf, closed, flag, id, listOf, mapOf, oneOf, optional, ref, text } from '../shapes.ts';

const integrations = group('Integrations');
const Integration = ref<Integration>('Integration');
const one = '/v1/integrations/{integrationName}';

export const integrationOperations = {
  listIntegrations: integrations.list('/v1/integrations', {
    summary: 'List the integrations that the caller may see',
    access: { on: 'caller' },
    query: closed({
      ...pageQuery,
      search: optional(text),
      category: optional(integrationCategory),
      blockDomain: optional(Type.String({ maxLength: 100, pattern: '^[a-zA-Z0-9-_.]+$' })),
      blocks: optional(flag),
      contentSources: optional(flag),
      owner: optional(id),
      scope: optional(integrationScope),
      target: optional(integrationTarget),
    }),
    result: listOf(Integration),
  }),
  getIntegrationByName: integrations.get(one, {
    summary: 'Get an integration',
    access: { on: 'integration', right: 'view' },
    result: Integration,
  }),
  publishIntegration: integrations.post(one, {
    summary: 'Publish an integration, or a new version of it',
    done: 'published an integration or a new version of it',
    access: { on: 'integration', right: 'publish' },
    body: publishIntegration,
    errors: [409],
    result: Integration,
  }),
  unpublishIntegration: integrations.delete(one, {
    summary: 'Unpublish an integration',
    done: 'took an integration back',
    access: { on: 'integration', right: 'admin' },
  }),
  listIntegrationInstallations: integrations.list(`${one}/installations`, {
    summary: 'List the installations of an integration',
    access: { on: 'integration', right: 'admin' },
    query: closed({ ...pageQuery, externalId: optional(text) }),
    result: listOf(ref<IntegrationInstallation>('IntegrationInstallation')),
  }),
};

const extensions = group('Integrations', { source: 'extension' });
const Installation = ref<IntegrationInstallation>('IntegrationInstallation');
const installation = `${one}/installations/{installationId}` as const;

/**
 * An administrator of an organization installs and uninstalls an integration; the integration's owner may see and remove an installation,
 * too.
 */
export const integrationExtensions = {
  installIntegration: extensions.post(`${one}/installations`, {
    summary: 'Install an integration in an organization',
    done: 'installed an integration',
    access: { on: 'integration', right: 'view' },
    body: closed({ organization: id }),
    errors: [409],
    status: 201,
    location: true,
    result: Installation,
  }),
  getIntegrationInstallationById: extensions.get(installation, {
    summary: 'Get an installation of an integration',
    access: { on: 'integration', right: 'view' },
    result: Installation,
  }),
  updateIntegrationInstallation: extensions.patch(installation, {
    summary: 'Update an installation: its configuration, its external ids, what it applies to',
    done: 'changed an installed integration',
    access: { on: 'integration', right: 'view' },
    body: closed({
      configuration: optional(mapOf(Type.Unknown())),
      externalIds: optional(arrayOf(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 5 })),
      space_selection: optional(oneOf(['all', 'selected'])),
      site_selection: optional(oneOf(['all', 'selected'])),
    }),
    result: Installation,
  }),
  uninstallIntegration: extensions.delete(installation, {
    summary: 'Uninstall an integration',
    done: 'uninstalled an integration',
    access: { on: 'integration', right: 'view' },
  }),
  listIntegrationEvents: extensions.list(`${one}/events`, {
    summary: 'List the events of an integration’s installations, the newest first',
    access: { on: 'integration', right: 'admin' },
    query: closed(pageQuery),
    result: listOf(ref<IntegrationEvent>('IntegrationEvent')),
  }),
  getIntegrationEvent: extensions.get(`${one}/events/{eventId}`, {
    summary: 'Get an event of an integration, with its log',
    access: { on: 'integration', right: 'admin' },
    result: tracedIntegrationEvent,
  }),
};

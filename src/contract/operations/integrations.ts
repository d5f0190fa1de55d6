import { Type } from '../../base/index.ts';
import { group, pageQuery } from '../operation.ts';
import {
  integrationCategory,
  integrationScope,
  integrationTarget,
  publishIntegration,
} from '../resources/integration.ts';
import type { Integration, IntegrationInstallation } from '../resources/integration.ts';
import { closed, flag, id, listOf, optional, ref, text } from '../shapes.ts';

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
    access: { on: 'integration', right: 'publish' },
    body: publishIntegration,
    errors: [409],
    result: Integration,
  }),
  unpublishIntegration: integrations.delete(one, {
    summary: 'Take an integration back',
    access: { on: 'integration', right: 'admin' },
  }),
  listIntegrationInstallations: integrations.list(`${one}/installations`, {
    summary: 'List the installations of an integration',
    access: { on: 'integration', right: 'admin' },
    query: closed({ ...pageQuery, externalId: optional(text) }),
    result: listOf(ref<IntegrationInstallation>('IntegrationInstallation')),
  }),
};

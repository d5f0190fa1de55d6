import { newId, type Service } from '../context.ts';

/** Installs an integration in an organization and returns the installation's id. No operation of the interface does that; seeds do. */
export function installIntegration(
  { store, random, now }: Pick<Service, 'store' | 'random'> & { now: string },
  {
    integration,
    organization,
    configuration = {},
    externalIds = [],
  }: {
    integration: string;
    organization: string;
    configuration?: Readonly<Record<string, unknown>>;
    externalIds?: readonly string[];
  },
): string {
  const id = newId({ random });
  store.run(
    `INSERT INTO integration_installations
       (id, integration, organization, status, space_selection, site_selection, configuration, external_ids, created_at, updated_at)
     VALUES (?, ?, ?, 'active', 'all', 'all', ?, ?, ?, ?)`,
    ...[id, integration, organization, JSON.stringify(configuration), JSON.stringify(externalIds), now, now],
  );
  return id;
}

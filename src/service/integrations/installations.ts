import { AppError } from '../../base/index.ts';
import type { IntegrationInstallation } from '../../contract/index.ts';
import {
  memberRole,
  nameOfIntegration,
  notFound,
  openIntegration,
  openOrganization,
} from '../access/index.ts';
import { newId } from '../context.ts';
import type { Context, Service } from '../context.ts';
import type { Handlers } from '../handler.ts';
import { pageOfTable } from '../paging.ts';
import { recordEvent } from './record-event.ts';

interface InstallationRow {
  number: number;
  id: string;
  integration: string;
  organization: string;
  status: IntegrationInstallation['status'];
  space_selection: IntegrationInstallation['space_selection'];
  site_selection: IntegrationInstallation['site_selection'];
  configuration: string;
  external_ids: string;
  created_at: string;
  updated_at: string;
}

export const installationHandlers = {
  listIntegrationInstallations: (ctx, { params, query }) => {
    const { key } = openIntegration(ctx, params.integrationName, 'admin');
    const where = `integration = ? AND (? IS NULL OR EXISTS (SELECT 1 FROM json_each(external_ids) WHERE value = ?))`;
    const filters = [key, query.externalId ?? null, query.externalId ?? null];
    return pageOfTable(ctx, {
      list: ['installations', key, query.externalId],
      query,
      table: 'integration_installations',
      where,
      bound: filters,
      items: (rows: InstallationRow[]) => rows.map((row) => installationJson(ctx, row)),
    });
  },

  installIntegration: (ctx, { params, body }) => {
    const { key, name, visibility, owner } = openIntegration(ctx, params.integrationName);
    openOrganization(ctx, body.organization, 'admin');
    if (visibility === 'private' && owner !== body.organization)
      throw new AppError('FORBIDDEN', `Only its owner may install the private integration "${name}".`);
    const known = ctx.store.get(
      'SELECT 1 FROM integration_installations WHERE integration = ? AND organization = ?',
      ...[key, body.organization],
    );
    if (known !== undefined)
      throw new AppError('CONFLICT', `The integration "${name}" is installed in this organization already.`);
    const id = addInstallation(ctx, { integration: key, organization: body.organization });
    recordEvent(ctx, { integration: key, id }, { type: 'installation_setup', status: 'active' });
    return installationJson(ctx, openInstallation(ctx, name, id));
  },

  getIntegrationInstallationById: (ctx, { params }) =>
    installationJson(ctx, openInstallation(ctx, params.integrationName, params.installationId)),

  updateIntegrationInstallation: (ctx, { params, body }) => {
    const row = openInstallation(ctx, params.integrationName, params.installationId);
    ctx.store.run(
      `UPDATE integration_installations
       SET configuration = ?, external_ids = ?, space_selection = ?, site_selection = ?, updated_at = ? WHERE id = ?`,
      ...[
        body.configuration === undefined ? row.configuration : sealed(ctx, row.id, body.configuration),
        body.externalIds === undefined ? row.external_ids : JSON.stringify([...new Set(body.externalIds)]),
      ],
      ...[body.space_selection ?? row.space_selection, body.site_selection ?? row.site_selection],
      ...[ctx.now, row.id],
    );
    // A configuration may hold secrets, and is stored sealed: the event says that there was one before, but not its value.
    recordEvent(ctx, row, {
      type: 'installation_setup',
      status: row.status,
      previous: { status: row.status },
    });
    return installationJson(ctx, openInstallation(ctx, params.integrationName, params.installationId));
  },

  uninstallIntegration: (ctx, { params }) => {
    const row = openInstallation(ctx, params.integrationName, params.installationId);
    ctx.store.run('DELETE FROM integration_installations WHERE id = ?', row.id);
    recordEvent(ctx, row, { type: 'installation_deleted', previous: {} });
    return undefined;
  },
} satisfies Partial<Handlers>;

/** Finds an installation: for administrators of the organization with the installation, and of the integration's owner. */
function openInstallation(ctx: Context, name: string, id: string): InstallationRow {
  const { key, owner } = openIntegration(ctx, name);
  const row = ctx.store.get<InstallationRow>(
    'SELECT * FROM integration_installations WHERE integration = ? AND id = ?',
    ...[key, id],
  );
  const administers = (organization: string): boolean =>
    memberRole(ctx.store, ctx.caller.userId, organization)?.role === 'admin';
  if (row === undefined || !(administers(row.organization) || administers(owner)))
    throw notFound('installation', id);
  return row;
}

/** Records that an organization has installed an integration, and returns the installation's id. */
function addInstallation(
  { store, vault, random, now }: Pick<Service, 'store' | 'vault' | 'random'> & { now: string },
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
    ...[id, integration, organization, sealed({ vault }, id, configuration)],
    ...[JSON.stringify(externalIds), now, now],
  );
  return id;
}

/** Seals a configuration, which may hold credentials of the integration. */
function sealed(
  { vault }: Pick<Service, 'vault'>,
  id: string,
  configuration: Readonly<Record<string, unknown>>,
): string {
  return vault.seal('installationConfiguration', [id], JSON.stringify(configuration));
}

function installationJson(ctx: Context, row: InstallationRow): IntegrationInstallation {
  const name = nameOfIntegration(row.integration);
  const location = `${ctx.baseUrl}/v1/integrations/${name}/installations/${row.id}`;
  return {
    id: row.id,
    status: row.status,
    space_selection: row.space_selection,
    site_selection: row.site_selection,
    spaces: ctx.store.get<{ n: number }>(
      "SELECT count(*) AS n FROM spaces WHERE organization = ? AND deleted_at IS NULL AND ? = 'all'",
      row.organization,
      row.space_selection,
    )!.n,
    configuration: JSON.parse(
      ctx.vault.open('installationConfiguration', [row.id], row.configuration),
    ) as Record<string, unknown>,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    urls: {
      location,
      app: `${ctx.appBase}/o/${row.organization}/integrations/${name}`,
      publicEndpoint: `${ctx.baseUrl}/integrations/${name}/${row.id}`,
      publicContentEndpoint: `${ctx.baseUrl}/integrations/${name}/${row.id}`,
    },
    externalIds: JSON.parse(row.external_ids) as string[],
    target: { organization: row.organization },
  };
}

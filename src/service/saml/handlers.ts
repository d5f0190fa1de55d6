/** The settings of an organization's SAML providers. The app does the signing in: see `sign-on.ts`. */
import { AppError } from '../../base/index.ts';
import type { BodyOf, SAMLProvider } from '../../contract/index.ts';
import { withoutNulls } from '../absent.ts';
import { newId, type Context } from '../context.ts';
import type { Handlers } from '../handler.ts';
import { pageOfTable } from '../paging.ts';
import { teamById } from '../teams/index.ts';
import { parseUrl } from '../web-address.ts';
import { readCertificate } from './certificate.ts';
import { findProvider, isComplete, openedSecrets, serviceOf, type ProviderRow } from './providers.ts';

export const samlHandlers = {
  listSAMLProvidersInOrganizationById: (ctx, { params, query }) =>
    pageOfTable(ctx, {
      list: ['saml', params.organizationId],
      query,
      table: 'saml_providers',
      where: 'organization = ?',
      bound: [params.organizationId],
      items: (rows: ProviderRow[]) => rows.map((row) => providerJson(ctx, row)),
    }),

  createOrganizationSAMLProvider: (ctx, { params, body }) => {
    const id = newId(ctx);
    ctx.store.run(
      'INSERT INTO saml_providers (id, organization, label, created_at) VALUES (?, ?, ?, ?)',
      ...[id, params.organizationId, body.label, ctx.now],
    );
    change(ctx, findProvider(ctx, params.organizationId, id), body);
    return providerJson(ctx, findProvider(ctx, params.organizationId, id));
  },

  getOrganizationSAMLProviderById: (ctx, { params }) =>
    providerJson(ctx, findProvider(ctx, params.organizationId, params.samlProviderId)),

  updateOrganizationSAMLProvider: (ctx, { params, body }) => {
    change(ctx, findProvider(ctx, params.organizationId, params.samlProviderId), body);
    return providerJson(ctx, findProvider(ctx, params.organizationId, params.samlProviderId));
  },

  deleteOrganizationSAMLProvider: (ctx, { params }) => {
    const { id } = findProvider(ctx, params.organizationId, params.samlProviderId);
    ctx.store.run('DELETE FROM saml_providers WHERE id = ?', id);
    return undefined;
  },

  listSSOProviderLoginsInOrganization: (ctx, { params }) => ({
    items: ctx.store
      .all<ProviderRow>(
        'SELECT * FROM saml_providers WHERE organization = ? ORDER BY number',
        params.organizationId,
      )
      .filter(isComplete)
      .map((row) => ({ id: row.id, label: row.label, startURL: serviceOf(ctx, row.id).startURL })),
  }),
} satisfies Partial<Handlers>;

function change(ctx: Context, row: ProviderRow, body: BodyOf<'updateOrganizationSAMLProvider'>): void {
  if (body.ssoURL !== undefined && parseUrl(body.ssoURL)?.protocol !== 'https:') {
    throw new AppError('BAD_REQUEST', `The ssoURL "${body.ssoURL}" is not an https address.`);
  }
  if (body.defaultTeam !== undefined) {
    teamById(ctx, row.organization, body.defaultTeam);
  }
  ctx.store.run(
    `UPDATE saml_providers SET label = ?, sso_url = ?, entity_id = ?, certificate = ?, default_team = ?, default_role = ?
     WHERE id = ?`,
    body.label ?? row.label,
    body.ssoURL === undefined ? row.sso_url : ctx.vault.seal('samlAddress', [row.id], body.ssoURL),
    body.entityID === undefined ? row.entity_id : ctx.vault.seal('samlEntity', [row.id], body.entityID),
    body.certificate === undefined
      ? row.certificate
      : ctx.vault.seal('samlCertificate', [row.id], readCertificate(body.certificate)),
    body.defaultTeam ?? row.default_team,
    body.defaultRole === undefined ? row.default_role : body.defaultRole,
    row.id,
  );
}

function providerJson(ctx: Context, row: ProviderRow): SAMLProvider {
  const { ssoURL, entityID, certificate } = openedSecrets(ctx, row);
  return {
    object: 'saml-provider',
    id: row.id,
    label: row.label,
    // The specification requires these fields in an answer, but lets somebody make a provider without them.
    ssoURL: ssoURL ?? '',
    entityID: entityID ?? '',
    certificate: certificate ?? '',
    ...withoutNulls({
      defaultTeam: row.default_team === null ? null : teamById(ctx, row.organization, row.default_team),
    }),
    defaultRole: row.default_role,
    createdAt: row.created_at,
    status: isComplete(row) ? 'active' : 'pending',
    service: serviceOf(ctx, row.id),
    urls: { location: `${ctx.baseUrl}/v1/orgs/${row.organization}/saml/${row.id}` },
  };
}

import { AppError } from '../../base/index.ts';
import type { Site, SiteSpace } from '../../contract/index.ts';
import { listOf } from '../lists.ts';
import { organizationPath, sitePath, spacePath } from '../paths.ts';
import { param, type Outcome, type Visit } from '../visit.ts';
import { crumbsOf, seen } from './frame.ts';

/** A site: what it shows and where, and whether it is published. */
export async function site(visit: Visit): Promise<Outcome> {
  const found = await siteOf(visit);
  const params = { organizationId: found.organization, siteId: found.site.id };
  const structure = await visit.call('getSiteStructure', { params });
  const sections =
    structure.type === 'siteSpaces'
      ? [{ title: undefined, spaces: structure.structure.map(shownSpace) }]
      : structure.structure
          .flatMap((entry) => ('sections' in entry ? entry.sections : [entry]))
          .map(({ title, siteSpaces }) => ({ title, spaces: siteSpaces.map(shownSpace) }));
  const { permissions } = await visit.call('getOrganizationById', {
    params: { organizationId: found.organization },
  });
  const { title, visibility, published, urls } = found.site;
  return {
    template: 'site',
    title,
    crumbs: await crumbsOf(visit, found.organization),
    data: {
      title,
      visibility,
      published,
      address: published ? urls.published : undefined,
      mayPublish: permissions.admin,
      action: sitePath(found.site.id),
      sections,
    },
  };
}

/** Publishes a site, or takes it back. */
export async function publish(visit: Visit): Promise<Outcome> {
  const { site: found, organization } = await siteOf(visit);
  const params = { organizationId: organization, siteId: found.id };
  const wanted = visit.form.fields.get('do');
  if (wanted === 'publish') await visit.call('publishSite', { params });
  else if (wanted === 'unpublish') await visit.call('unpublishSite', { params });
  const notice = wanted === 'publish' ? 'The site is published.' : 'The site is no longer published.';
  return { redirect: sitePath(found.id), notice };
}

/** A site's address does not name its organization: the person's own are asked one after the other. */
async function siteOf(visit: Visit): Promise<{ site: Site; organization: string }> {
  const siteId = param(visit, 'site');
  for (const { id } of await listOf(visit, 'listOrganizationsForAuthenticatedUser', {}, 200)) {
    const found = await seen(visit.call('getSiteById', { params: { organizationId: id, siteId } }));
    if (found !== undefined) return { site: found, organization: id };
  }
  throw new AppError('NOT_FOUND', `There is no site "${siteId}".`, {
    hint: 'Check the address, and that you may see the site.',
  });
}

function shownSpace({ title, path, space, urls }: SiteSpace) {
  return { title, path, href: spacePath(space.id), space: space.title, address: urls.published };
}

/** A specification: where it comes from, and how its reading went. */
export async function specification(visit: Visit): Promise<Outcome> {
  const organizationId = param(visit, 'organization');
  const params = { organizationId, specSlug: param(visit, 'slug') };
  const found = await visit.call('getOpenAPISpecBySlug', { params });
  return {
    template: 'specification',
    title: found.slug,
    crumbs: await crumbsOf(visit, organizationId),
    data: {
      slug: found.slug,
      source: found.sourceURL,
      state: found.processingState,
      problem: found.lastProcessErrorCode,
      processedAt: found.lastProcessedAt,
      updatedAt: found.updatedAt,
    },
  };
}

/** An integration: what it is, and for who administers it where it is installed. */
export async function integration(visit: Visit): Promise<Outcome> {
  const params = { integrationName: param(visit, 'name') };
  const found = await visit.call('getIntegrationByName', { params });
  const installations = (await seen(listOf(visit, 'listIntegrationInstallations', { params }, 100))) ?? [];
  return {
    template: 'integration',
    title: found.title,
    crumbs: [{ title: 'Home', href: '/app' }],
    data: {
      title: found.title,
      name: found.name,
      description: found.description,
      scopes: found.scopes,
      installations: installations.map(({ status, target }) => ({
        status,
        href: `${organizationPath(target.organization)}/integrations/${encodeURIComponent(found.name)}`,
        organization: target.organization,
      })),
    },
  };
}

/** What an organization has installed of an integration. */
export async function installation(visit: Visit): Promise<Outcome> {
  const organizationId = param(visit, 'organization');
  const organization = await visit.call('getOrganizationById', { params: { organizationId } });
  const found = await visit.call('getIntegrationByName', {
    params: { integrationName: param(visit, 'name') },
  });
  return {
    template: 'integration',
    title: found.title,
    crumbs: await crumbsOf(visit, organization.id),
    data: {
      title: found.title,
      name: found.name,
      description: found.description,
      scopes: found.scopes,
      installations: [],
    },
  };
}

import { AppError } from '../../base/index.ts';
import { siteVisibilities } from '../../contract/index.ts';
import type { Site, SiteSection, SiteSpace, SiteStructure, SiteVisibility } from '../../contract/index.ts';
import { listOf } from '../lists.ts';
import { organizationPath, sitePath, spacePath } from '../paths.ts';
import { field, param, type Outcome, type Visit } from '../visit.ts';
import { breadcrumbsOf, unlessHidden } from './frame.ts';

/** A site: what it shows and where, who sees it, and whether it is published. */
export async function site(visit: Visit): Promise<Outcome> {
  const { site: found, organization } = await siteOf(visit);
  const params = { organizationId: organization, siteId: found.id };
  const { edit = false, admin = false } = found.permissions ?? {};
  const structure = await visit.call('getSiteStructure', { params });
  const sections = sectionsOf(structure);
  const spaces = edit
    ? await listOf(visit, 'listSpacesInOrganizationById', { params: { organizationId: organization } }, 1000)
    : [];
  const shown = new Set(sections.flatMap((each) => each.spaces.map(({ space }) => space)));
  return {
    template: 'site',
    title: found.title,
    crumbs: await breadcrumbsOf(visit, organization),
    data: {
      title: found.title,
      visibility: found.visibility,
      seenBy: visibilityWords[found.visibility],
      // Whoever arranges the site hands its address out.
      shared: edit && found.visibility === 'share-link',
      visibilities: siteVisibilities.map((value) => ({ value, title: visibilityWords[value] })),
      basename: found.basename ?? '',
      published: found.published,
      address: found.published ? found.urls.published : undefined,
      mayPublish: admin,
      lacksSpace: !found.published && shown.size === 0,
      mayEdit: edit,
      action: sitePath(found.id),
      preview: `${sitePath(found.id)}/preview`,
      look: edit ? `${sitePath(found.id)}/look` : undefined,
      isInSections: structure.type === 'sections',
      sections,
      others: spaces.filter(({ id }) => !shown.has(id)).map(({ id, title }) => ({ id, title })),
      visitors:
        admin && found.visibility === 'visitor-auth'
          ? await unlessHidden(visit.call('getSitePublishingAuthById', { params }))
          : undefined,
    },
  };
}

/** Who sees a site, in the words of people. */
const visibilityWords: Readonly<Record<SiteVisibility, string>> = {
  public: 'Everybody, search engines too',
  unlisted: 'Everybody who knows the address',
  'share-link': 'Who has a share link',
  'visitor-auth': 'Visitors who signed in elsewhere',
};

/** The sections of a site with the neighbours that each may change places with; one section without a name where the site has none. */
function sectionsOf(structure: SiteStructure) {
  const between = <Item extends { readonly id: string }>(items: readonly Item[]) =>
    items.map((item, at) => ({ item, up: items[at - 1]?.id, down: items[at + 1]?.id }));
  const spacesOf = (spaces: readonly SiteSpace[]) =>
    between(spaces).map(({ item, up, down }) => ({ ...shownSpace(item), up, down }));
  if (structure.type === 'siteSpaces')
    return [{ id: '', title: undefined, path: '', group: '', spaces: spacesOf(structure.structure) }];
  const inGroup = (group: string, sections: readonly SiteSection[]) =>
    between(sections).map(({ item, up, down }) => ({
      ...{ id: item.id, title: item.title, path: item.path, group, up, down },
      spaces: spacesOf(item.siteSpaces),
    }));
  const top = structure.structure.flatMap((entry) => ('sections' in entry ? [] : [entry]));
  return structure.structure.flatMap((entry) =>
    'sections' in entry
      ? inGroup(entry.title, entry.sections)
      : inGroup('', top).filter(({ id }) => id === entry.id),
  );
}

/** A site and the organization that it belongs to. */
export interface FoundSite {
  readonly site: Site;
  readonly organization: string;
}

/** A site's address does not name its organization, so the person's own organizations are asked one after the other. */
export async function siteOf(visit: Visit): Promise<FoundSite> {
  const siteId = param(visit, 'site');
  for (const { id } of await listOf(visit, 'listOrganizationsForAuthenticatedUser', {}, 200)) {
    const found = await unlessHidden(visit.call('getSiteById', { params: { organizationId: id, siteId } }));
    if (found !== undefined) return { site: found, organization: id };
  }
  throw new AppError('NOT_FOUND', `There is no site "${siteId}".`, {
    hint: 'Check the address, and that you may see the site.',
  });
}

function shownSpace({ id, title, path, space, urls }: SiteSpace) {
  return { id, title, path, href: spacePath(space.id), space: space.id, address: urls.published };
}

/** A specification: where it comes from, and whether it could be read. */
export async function specification(visit: Visit): Promise<Outcome> {
  const organizationId = param(visit, 'organization');
  const params = { organizationId, specSlug: param(visit, 'slug') };
  const found = await visit.call('getOpenAPISpecBySlug', { params });
  return {
    template: 'specification',
    title: found.slug,
    crumbs: await breadcrumbsOf(visit, organizationId),
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

/** An integration: what it is, and, for its administrators, where it is installed. */
export async function integration(visit: Visit): Promise<Outcome> {
  const params = { integrationName: param(visit, 'name') };
  const found = await visit.call('getIntegrationByName', { params });
  const installations =
    (await unlessHidden(listOf(visit, 'listIntegrationInstallations', { params }, 100))) ?? [];
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
  const integrationName = param(visit, 'name');
  const found = await visit.call('getIntegrationByName', { params: { integrationName } });
  const all = await unlessHidden(
    listOf(visit, 'listIntegrationInstallations', { params: { integrationName } }, 500),
  );
  const own = all?.find(({ target }) => target.organization === organizationId);
  const { installIntegration = false } = organization.permissions;
  return {
    template: 'integration',
    title: found.title,
    crumbs: await breadcrumbsOf(visit, organization.id),
    data: {
      title: found.title,
      name: found.name,
      description: found.description,
      scopes: found.scopes,
      organization: organization.title,
      action: `${organizationPath(organizationId)}/integrations/${encodeURIComponent(found.name)}`,
      mayInstall: installIntegration && own === undefined,
      mayUninstall: installIntegration && own !== undefined ? own.id : undefined,
      installations: [],
    },
  };
}

/** Installs an integration in an organization, or takes it out. */
export async function changeInstallation(visit: Visit): Promise<Outcome> {
  const organization = param(visit, 'organization');
  const integrationName = param(visit, 'name');
  const redirect = `${organizationPath(organization)}/integrations/${encodeURIComponent(integrationName)}`;
  if (field(visit, 'do') === 'install') {
    await visit.call('installIntegration', { params: { integrationName }, body: { organization } });
    return { redirect, notice: 'The integration is installed.' };
  }
  if (field(visit, 'do') !== 'uninstall')
    throw new AppError('BAD_REQUEST', 'The form does not say what to do.');
  const params = { integrationName, installationId: field(visit, 'installation') };
  await visit.call('uninstallIntegration', { params });
  return { redirect, notice: 'The integration is uninstalled.' };
}

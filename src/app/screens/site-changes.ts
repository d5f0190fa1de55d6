/** What the buttons of a site's page do. The guard decides who may press them. */
import { AppError } from '../../base/index.ts';
import { siteVisibilities } from '../../contract/index.ts';
import { sitePath } from '../paths.ts';
import { field, type Outcome, type Visit } from '../visit.ts';
import { siteOf, type FoundSite } from './objects.ts';

interface At {
  readonly organizationId: string;
  readonly siteId: string;
}

type Change = (visit: Visit, params: At, found: FoundSite) => Promise<string>;

const changes: Readonly<Record<string, Change>> = {
  publish: async (visit, params) => {
    await visit.call('publishSite', { params });
    return 'The site is published.';
  },
  unpublish: async (visit, params) => {
    await visit.call('unpublishSite', { params });
    return 'The site is no longer published.';
  },
  settings: saveSettings,
  'add-space': async (visit, params) => {
    const spaceId = field(visit, 'space');
    const section = field(visit, 'section');
    if (section === 'new') await visit.call('addSectionToSite', { params, body: { spaceId } });
    else
      await visit.call('addSpaceToSite', {
        params,
        body: { spaceId, ...(section === '' ? {} : { sectionId: section }) },
      });
    return 'The space is on the site.';
  },
  'remove-space': async (visit, params) => {
    await visit.call('deleteSiteSpaceById', { params: { ...params, siteSpaceId: field(visit, 'id') } });
    return 'The space is no longer on the site.';
  },
  'move-space': async (visit, params) => {
    const siteSpace = { type: 'site-space' as const, siteSpace: field(visit, 'beside') };
    await visit.call('moveSiteSpace', {
      params: { ...params, siteSpaceId: field(visit, 'id') },
      body: { position: isUp(visit) ? { before: siteSpace } : { after: siteSpace } },
    });
    return 'The space is moved.';
  },
  'space-path': async (visit, params) => {
    await visit.call('updateSiteSpaceById', {
      params: { ...params, siteSpaceId: field(visit, 'id') },
      body: { path: field(visit, 'path').trim() },
    });
    return 'The space has another address.';
  },
  section: async (visit, params) => {
    await visit.call('updateSiteSectionById', {
      params: { ...params, siteSectionId: field(visit, 'id') },
      body: { title: field(visit, 'title').trim(), path: field(visit, 'path').trim() },
    });
    return 'The section is changed.';
  },
  'remove-section': async (visit, params) => {
    await visit.call('deleteSiteSectionById', { params: { ...params, siteSectionId: field(visit, 'id') } });
    return 'The section is no longer on the site.';
  },
  'move-section': async (visit, params) => {
    const siteSection = { type: 'site-section' as const, siteSection: field(visit, 'beside') };
    await visit.call('moveSiteSection', {
      params: { ...params, siteSectionId: field(visit, 'id') },
      body: { position: isUp(visit) ? { before: siteSection } : { after: siteSection } },
    });
    return 'The section is moved.';
  },
  'visitors-fallback': async (visit, params) => {
    const address = field(visit, 'fallback').trim();
    await visit.call('updateSitePublishingAuthById', {
      params,
      body: { fallbackURL: address === '' ? null : address },
    });
    return 'Visitors without a valid token are sent elsewhere now.';
  },
  'visitors-key': async (visit, params) => {
    await visit.call('regenerateSitePublishingAuthById', { params });
    return 'The site has another key: tokens that were signed with the old one are refused.';
  },
};

/** Changes a site as the pressed button says. */
export async function changeSite(visit: Visit): Promise<Outcome> {
  const found = await siteOf(visit);
  const wanted = field(visit, 'do');
  const change = Object.hasOwn(changes, wanted) ? changes[wanted] : undefined;
  if (change === undefined) throw new AppError('BAD_REQUEST', 'The form does not say what to do.');
  const params = { organizationId: found.organization, siteId: found.site.id };
  return { redirect: sitePath(found.site.id), notice: await change(visit, params, found) };
}

async function saveSettings(visit: Visit, params: At, { site }: FoundSite): Promise<string> {
  const visibility = siteVisibilities.find((each) => each === field(visit, 'visibility'));
  const title = field(visit, 'title').trim();
  const basename = field(visit, 'basename').trim();
  await visit.call('updateSiteById', {
    params,
    body: {
      ...(title === site.title ? {} : { title }),
      ...(visibility === undefined || visibility === site.visibility ? {} : { visibility }),
      ...(basename === '' || basename === site.basename ? {} : { basename }),
    },
  });
  return 'The site is changed.';
}

function isUp(visit: Visit): boolean {
  return field(visit, 'where') === 'up';
}

import { isAppError } from '../../base/index.ts';
import { listOf } from '../lists.ts';
import { homePath, pathInApp, spacePath } from '../paths.ts';
import type { Outcome, Visit } from '../visit.ts';

/** The results in everything that this person may read. */
export async function search(visit: Visit): Promise<Outcome> {
  const query = (visit.query.get('q') ?? '').slice(0, 512);
  const found = [];
  if (query.trim() !== '') {
    for (const { id } of await listOf(visit, 'listOrganizationsForAuthenticatedUser', {}, 20))
      for (const space of await spacesWith(visit, id, query))
        found.push({
          title: space.title,
          href: spacePath(space.id),
          pages: space.pages.map(({ title, urls, sections = [] }) => ({
            title,
            href: pathInApp(urls.app),
            sections: sections.slice(0, 3).map((section) => ({
              title: section.title,
              body: section.body,
              href: pathInApp(section.urls.app),
            })),
          })),
        });
  }
  return {
    template: 'search',
    title: query === '' ? 'Search' : `Search: ${query}`,
    crumbs: [{ title: 'Home', href: homePath }],
    data: { query, found },
  };
}

async function spacesWith(visit: Visit, organizationId: string, query: string) {
  try {
    return await listOf(
      visit,
      'searchOrganizationContent',
      { params: { organizationId }, query: { query } },
      25,
    );
  } catch (error) {
    // A guest sees an organization, but not all of its content.
    if (isAppError(error, 'NOT_FOUND', 'FORBIDDEN')) return [];
    throw error;
  }
}

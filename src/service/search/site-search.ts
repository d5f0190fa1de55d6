import type { BodyOf, SiteSearchResult } from '../../contract/index.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../handler.ts';
import { pageOfArray } from '../paging.ts';
import type { SiteSpaceRow } from '../site-rows/rows.ts';
import { shownSiteSpaces } from '../sites/shown-spaces.ts';
import { bringUpToDate } from './handlers.ts';
import { findPagesIn, resultsJson, type Found } from './search.ts';

export const siteSearchHandlers = {
  searchSiteContent: (ctx, { params, query, body }) => {
    bringUpToDate(ctx, params.organizationId);
    const spaces = spacesOf(shownSiteSpaces(ctx, params.siteId, query.shareKey), body);
    return pageOfArray(ctx, {
      list: ['site-search', params.siteId, body.query, [...spaces].sort()],
      query,
      all: findPagesIn(ctx, spaces, body.query),
      key: ({ space }) => space,
      items: (found) => siteResults(ctx, body.query, found),
    });
  },
} satisfies Partial<Handlers>;

/** The spaces of a site that a search covers. */
function spacesOf(
  rows: readonly SiteSpaceRow[],
  { mode, siteSpaceId, siteSpaceIds, scope }: BodyOf<'searchSiteContent'>,
): Set<string> {
  const specific =
    scope?.mode === 'specific' ? scope.siteSpaceIds : mode === 'specific' ? siteSpaceIds : undefined;
  const current = scope?.currentSiteSpace ?? siteSpaceId;
  const takes = (id: string): boolean => {
    if (specific !== undefined) return specific.includes(id);
    if (scope?.restrictTo === 'otherSiteSpaces') return id !== current;
    return scope?.restrictTo === 'currentSiteSpace' || mode === 'current' ? id === current : true;
  };
  return new Set(rows.filter(({ id }) => takes(id)).map(({ space }) => space));
}

/** Found spaces with scores: the best has 1, and each further space less. */
function siteResults(ctx: Context, query: string, found: readonly Found[]): SiteSearchResult[] {
  return resultsJson(ctx, query, found).map(({ id, title, pages }, index) => ({
    type: 'space',
    id,
    title,
    score: 1 / (index + 1),
    pages: pages.map(({ sections, ...page }, rank) => ({
      ...page,
      description: sections?.[0]?.body ?? '',
      score: 1 / (rank + 1),
      rank: rank + 1,
      ancestors: [],
      ...(sections === undefined
        ? {}
        : { sections: sections.map((section, at) => ({ ...section, score: 1 / (at + 1) })) }),
    })),
  }));
}

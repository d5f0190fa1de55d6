import type { Context } from '../context.ts';
import type { Handlers } from '../handler.ts';
import { pageOfArray } from '../paging.ts';
import { indexSome, staleSpaces } from './indexing.ts';
import { findPages, resultsJson } from './search.ts';

export const searchHandlers = {
  searchOrganizationContent: (ctx, { params, query }) => {
    // What was written is found by the next search: the background may not have come to it yet.
    bringUpToDate(ctx, params.organizationId);
    return pageOfArray(ctx, {
      list: ['search', params.organizationId, query.query, ctx.caller.userId],
      query,
      all: findPages(ctx, params.organizationId, query.query),
      key: ({ space }) => space,
      items: (found) => resultsJson(ctx, query.query, found),
    });
  },
} satisfies Partial<Handlers>;

/** Indexes what is not in the index yet; looks for it only when something was written since the last look. */
export function bringUpToDate(ctx: Context, organization: string): void {
  const { store, cache } = ctx;
  if (cache.indexedAt.get(organization) === store.version()) return;
  for (const space of staleSpaces(ctx, { organization })) while (!indexSome(ctx, space));
  cache.indexedAt.set(organization, store.version(), 1);
}

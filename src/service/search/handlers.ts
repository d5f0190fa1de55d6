import type { Context } from '../context.ts';
import type { Handlers } from '../handler.ts';
import { pageOfArray } from '../paging.ts';
import { stateOf } from '../states.ts';
import { indexSome, staleSpaces } from './indexing.ts';
import { findPages, resultsJson } from './search.ts';

export const searchHandlers = {
  searchOrganizationContent: (ctx, { params, query }) => {
    // A search must find what was just written, and the background may not have indexed it yet.
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

/** Indexes what is missing in the index; looks for missing texts only when the content of some space has changed since the last look. */
export function bringUpToDate(ctx: Context, organization: string): void {
  const { indexedAt } = ctx.cache;
  const content = stateOf(ctx, 'content');
  if (indexedAt.get(organization) === content) return;
  const stale = staleSpaces(ctx, { organization });
  for (const space of stale) while (!indexSome(ctx, space));
  // The surrounding transaction may be rolled back, and this indexing with it; but where nothing was left to do, that stays true.
  if (stale.length === 0) indexedAt.set(organization, content, 1);
}

import type { Context } from '../context.ts';
import type { Handlers } from '../handler.ts';
import { pageOfArray } from '../paging.ts';
import { stateOf } from '../states.ts';
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

/** Indexes what is not in the index yet; looks for it only when the content of some space is another than at the last look. */
export function bringUpToDate(ctx: Context, organization: string): void {
  const { indexedAt } = ctx.cache;
  const content = stateOf(ctx, 'content');
  if (indexedAt.get(organization) === content) return;
  const stale = staleSpaces(ctx, { organization });
  for (const space of stale) while (!indexSome(ctx, space));
  // What is indexed here may be taken back with the transaction around it; that nothing was left to do stays true.
  if (stale.length === 0) indexedAt.set(organization, content, 1);
}

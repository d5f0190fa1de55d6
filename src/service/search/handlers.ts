import type { Handlers } from '../handler.ts';
import { pageOfArray } from '../paging.ts';
import { indexSome, staleSpaces } from './indexing.ts';
import { findPages, resultsJson } from './search.ts';

export const searchHandlers = {
  searchOrganizationContent: (ctx, { params, query }) => {
    // What was written is found by the next search: the background may not have come to it yet.
    for (const space of staleSpaces(ctx, { organization: params.organizationId }))
      while (!indexSome(ctx, space));
    return pageOfArray(ctx, {
      list: ['search', params.organizationId, query.query, ctx.caller.userId],
      query,
      all: findPages(ctx, params.organizationId, query.query),
      key: ({ space }) => space,
      items: (found) => resultsJson(ctx, query.query, found),
    });
  },
} satisfies Partial<Handlers>;

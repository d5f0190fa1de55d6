import { ancestorOf, changeRequestRow } from '../change-requests/change-request.ts';
import type { Handlers } from '../handler.ts';
import { changesBetween } from './changes.ts';
import { revisionRoot } from '../content/roots.ts';
import { changeRequestRoot } from '../change-requests/root.ts';
import { emptyHashes, parentsOf, readRevision } from '../content/revisions.ts';

export const changesHandlers = {
  getRevisionSemanticChanges: (ctx, { params, query }) => {
    const { revision, scope } = revisionRoot(ctx, params);
    const [parent] = parentsOf(revision);
    const before = parent === undefined ? emptyHashes : readRevision(ctx.store, parent);
    return changesBetween(ctx, { before, after: revision, scope, ...query });
  },

  getChangeRequestChanges: (ctx, { params, query }) => {
    const { revision, scope } = changeRequestRoot(ctx, params);
    const row = changeRequestRow(ctx, params.spaceId, params.changeRequestId);
    return changesBetween(ctx, {
      before: readRevision(ctx.store, ancestorOf(row)),
      after: revision,
      scope,
      ...query,
    });
  },
} satisfies Partial<Handlers>;

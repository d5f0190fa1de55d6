import type { Context } from '../context.ts';
import { readRevision } from '../content/revisions.ts';
import { rootOf } from '../content/roots.ts';
import type { Root } from '../content/roots.ts';
import { changeRequestRow } from './change-request.ts';

/** The present content of a change request. */
export function changeRequestRoot(
  ctx: Context,
  { spaceId, changeRequestId }: { spaceId: string; changeRequestId: string },
): Root {
  const row = changeRequestRow(ctx, spaceId, changeRequestId);
  return rootOf(spaceId, readRevision(ctx.store, row.revision), `/~/changes/${row.number}`);
}

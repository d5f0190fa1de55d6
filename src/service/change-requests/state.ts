import type { ChangeRequestStatus } from '../../contract/index.ts';
import type { Context } from '../context.ts';
import { touchSpace } from '../spaces/space.ts';
import type { ChangeRequestRow } from './change-request.ts';

/** Sets the status of a change request, and updates the counters of its space. */
export function setStatus(
  ctx: Context,
  row: ChangeRequestRow,
  status: ChangeRequestStatus,
  { merged }: { merged?: string } = {},
): void {
  ctx.store.run(
    'UPDATE change_requests SET status = ?, revision_merged = coalesce(?, revision_merged) WHERE id = ?',
    ...[status, merged ?? null, row.id],
  );
  touchChangeRequest(ctx, row, {});
}

/** Records that a change request has changed, with its new revision or the revision of the space that it took in. */
export function touchChangeRequest(
  ctx: Context,
  row: ChangeRequestRow,
  { revision, ancestor }: { revision?: string; ancestor?: string },
): void {
  ctx.store.run(
    `UPDATE change_requests SET updated_at = ?, revision = coalesce(?, revision),
       revision_merged_ancestor = coalesce(?, revision_merged_ancestor) WHERE id = ?`,
    ...[timeAfter(ctx, row), revision ?? null, ancestor ?? null, row.id],
  );
  ctx.store.run(
    'INSERT INTO change_request_contributors (change_request, user) VALUES (?, ?) ON CONFLICT DO NOTHING',
    ...[row.id, ctx.caller.userId],
  );
  countChangeRequests(ctx, row.space);
}

/** The time of a change, always later than that of the change before: whoever compares times notices each change. */
export function timeAfter(ctx: Pick<Context, 'now' | 'nowMs'>, row: ChangeRequestRow): string {
  const latest = Date.parse(row.updated_at);
  return latest >= ctx.nowMs ? new Date(latest + 1).toISOString() : ctx.now;
}

/** Updates the counters of a space, and its time of change. */
export function countChangeRequests(ctx: Context, space: string): void {
  ctx.store.run(
    `UPDATE spaces SET
       change_requests = (SELECT count(*) FROM change_requests WHERE space = spaces.id),
       change_requests_open = (SELECT count(*) FROM change_requests WHERE space = spaces.id AND status = 'open'),
       change_requests_draft = (SELECT count(*) FROM change_requests WHERE space = spaces.id AND status = 'draft')
     WHERE id = ?`,
    space,
  );
  touchSpace(ctx, space);
}

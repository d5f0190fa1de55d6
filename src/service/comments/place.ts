import { openChangeRequest } from '../access/index.ts';
import type { Context } from '../context.ts';
import { readRevision } from '../content/revisions.ts';
import { readTree, type Tree } from '../tree/tree.ts';
import { spaceRow, touchSpace } from '../spaces/space.ts';

/** What comments belong to: a space's primary content, or one of its change requests. */
export interface Place {
  readonly space: string;
  readonly changeRequest: string | null;
  /** The present revision of that place. */
  readonly revision: string;
}

/** The place that a path names; the guard has opened it before. */
export function placeOf(ctx: Context, params: { spaceId: string; changeRequestId?: string }): Place {
  const { spaceId: space, changeRequestId } = params;
  if (changeRequestId === undefined)
    return { space, changeRequest: null, revision: spaceRow(ctx, space).revision };
  const { id } = openChangeRequest(ctx, space, changeRequestId);
  const { revision } = ctx.store.get<{ revision: string }>(
    'SELECT revision FROM change_requests WHERE id = ?',
    id,
  )!;
  return { space, changeRequest: id, revision };
}

/** The pages at a place, now or as they were in one of its revisions. */
export function pagesAt(ctx: Context, revision: string): Tree {
  return readTree(ctx, readRevision(ctx.store, revision).root);
}

/** The API's address for the comments of a place. */
export function commentsUrl({ baseUrl }: Pick<Context, 'baseUrl'>, { space, changeRequest }: Place): string {
  const within = changeRequest === null ? '' : `/change-requests/${changeRequest}`;
  return `${baseUrl}/v1/spaces/${space}${within}/comments`;
}

/** Records that the comments of a place have changed, and by how many the number of open ones grew. */
export function noteCommentChange(ctx: Context, { space, changeRequest }: Place, opened: -1 | 0 | 1): void {
  if (changeRequest === null) {
    touchSpace(ctx, space, { comments: opened });
    return;
  }
  ctx.store.run(
    'UPDATE change_requests SET comments = comments + ?, updated_at = ? WHERE id = ?',
    ...[opened, ctx.now, changeRequest],
  );
  touchSpace(ctx, space);
}

import type { ChangeRequestReview, RequestedReviewer, ReviewStatus } from '../../contract/index.ts';
import type { BodyFormat } from '../comments/body.ts';
import { commentsById } from '../comments/index.ts';
import type { Context } from '../context.ts';
import { unknownUser, usersById } from '../organizations/index.ts';

/** The change request that the reviews belong to. */
export interface Reviewed {
  readonly id: string;
  readonly space: string;
}

export interface ReviewRow {
  readonly number: number;
  readonly id: string;
  readonly change_request: string;
  readonly reviewer: string;
  readonly requested_by: string | null;
  readonly status: ReviewStatus;
  readonly outdated: number;
  readonly revision: string;
  readonly comment: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface RequestedRow {
  readonly number: number;
  readonly change_request: string;
  readonly user: string;
  readonly requested_by: string;
  readonly revision: string;
  readonly created_at: string;
}

/** Reviews of one change request as the interface shows them; one query for all of them. */
export function reviewsJson(
  ctx: Context,
  { id, space }: Reviewed,
  rows: readonly ReviewRow[],
  format?: BodyFormat,
): ChangeRequestReview[] {
  const users = usersById(
    ctx,
    rows.flatMap((row) => [row.reviewer, row.requested_by ?? row.reviewer]),
  );
  const userOf = (user: string) => users.get(user) ?? unknownUser(ctx, user);
  const comments = commentsById(
    ctx,
    { spaceId: space, changeRequestId: id },
    rows.flatMap((row) => row.comment ?? []),
    format,
  );
  return rows.map((row) => {
    const comment = comments.get(row.comment ?? '');
    return {
      object: 'change-request-review',
      id: row.id,
      revision: row.revision,
      reviewer: userOf(row.reviewer),
      ...(row.requested_by === null ? {} : { requestedBy: userOf(row.requested_by) }),
      status: row.status,
      outdated: row.outdated !== 0,
      ...(comment === undefined ? {} : { comment }),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      urls: { location: `${ctx.baseUrl}/v1/spaces/${space}/change-requests/${id}/reviews/${row.id}` },
    };
  });
}

/** Requests for a review as the interface shows them. */
export function requestedJson(ctx: Context, rows: readonly RequestedRow[]): RequestedReviewer[] {
  const users = usersById(
    ctx,
    rows.flatMap((row) => [row.user, row.requested_by]),
  );
  const userOf = (user: string) => users.get(user) ?? unknownUser(ctx, user);
  return rows.map((row) => ({
    object: 'change-request-requested-reviewer',
    kind: 'user',
    user: userOf(row.user),
    revision: row.revision,
    requestedBy: userOf(row.requested_by),
    createdAt: row.created_at,
  }));
}

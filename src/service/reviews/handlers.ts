import type { BodyOf, ChangeRequest } from '../../contract/index.ts';
import { notFound, spacePermissionsOf, type GuardedSpace } from '../access/index.ts';
import { changeRequestRow, changeRequestsJson } from '../change-requests/change-request.ts';
import type { ChangeRequestRow } from '../change-requests/change-request.ts';
import { activeChangeRequest } from '../change-requests/merge.ts';
import { setStatus, timeAfter, touchChangeRequest } from '../change-requests/state.ts';
import { postComment } from '../comments/index.ts';
import { newId, type Context } from '../context.ts';
import type { Handlers } from '../handler.ts';
import { afterPosition, pageOf, pageOfTable } from '../paging.ts';
import { requestedJson, reviewsJson, type RequestedRow, type ReviewRow } from './json.ts';
import { usersWithoutAccess } from './people.ts';
import { touchSpace } from '../spaces/space.ts';

export const reviewHandlers = {
  getReviewsByChangeRequestId: (ctx, { params, query }) => {
    const row = changeRequestRow(ctx, params.spaceId, params.changeRequestId);
    const where = 'change_request = ? AND (? IS NULL OR outdated = ?)';
    const outdated = query.outdated === undefined ? null : query.outdated ? 1 : 0;
    const bound = [row.id, outdated, outdated];
    return pageOfTable(ctx, {
      list: ['reviews', row.id, query.outdated],
      query,
      table: 'reviews',
      where,
      bound,
      items: (rows: ReviewRow[]) => reviewsJson(ctx, row, rows, query.format),
    });
  },

  getChangeRequestReviewById: (ctx, { params, query }) => {
    const row = changeRequestRow(ctx, params.spaceId, params.changeRequestId);
    return reviewsJson(ctx, row, [reviewRow(ctx, row, params.reviewId)], query.format)[0]!;
  },

  submitChangeRequestReview: (ctx, { params, body }) => {
    const row = activeChangeRequest(ctx, params);
    return reviewsJson(ctx, row, [reviewRow(ctx, row, submit(ctx, row, body))])[0]!;
  },

  getRequestedReviewersByChangeRequestId: (ctx, { params, query }) => {
    const { id } = changeRequestRow(ctx, params.spaceId, params.changeRequestId);
    return pageOfTable(ctx, {
      list: ['requested-reviewers', id],
      query,
      table: 'requested_reviewers',
      where: 'change_request = ?',
      bound: [id],
      items: (rows: RequestedRow[]) => requestedJson(ctx, rows),
    });
  },

  requestReviewersForChangeRequest: (ctx, { params, body }) => {
    const row = activeChangeRequest(ctx, params);
    const users = [...new Set(body.users)];
    const [stranger] = usersWithoutAccess(ctx, row.space, users);
    if (stranger !== undefined) throw notFound('reviewer', stranger);
    for (const user of users) ask(ctx, row, user);
    if (body.subject !== undefined)
      ctx.store.run('UPDATE change_requests SET subject = ? WHERE id = ?', body.subject, row.id);
    // The person who is asked must be able to see the change request, and a draft belongs to its writer alone.
    if (row.status === 'draft') setStatus(ctx, row, 'open');
    else touchChangeRequest(ctx, row, {});
    const asked = ctx.store.all<RequestedRow>(
      `SELECT * FROM requested_reviewers WHERE change_request = ? AND user IN (SELECT value FROM json_each(?)) ORDER BY number`,
      ...[row.id, JSON.stringify(users)],
    );
    return { users: requestedJson(ctx, asked) };
  },

  removeRequestedReviewerFromChangeRequest: (ctx, { params }) => {
    const row = changeRequestRow(ctx, params.spaceId, params.changeRequestId);
    const removed = ctx.store.run(
      'DELETE FROM requested_reviewers WHERE change_request = ? AND user = ?',
      ...[row.id, params.userId],
    );
    if (removed === 0) throw notFound('request for a review by the user', params.userId);
    touchChangeRequest(ctx, row, {});
    return undefined;
  },

  listChangeRequestsForOrganization: (ctx, { params, query }) => {
    const { status = ['open'], creator, contributor, requestedReviewer } = query;
    const spaces = readableSpaces(ctx, params.organizationId).filter(
      (space) => query.space === undefined || space === query.space,
    );
    const where = `space IN (SELECT value FROM json_each(?)) AND status IN (SELECT value FROM json_each(?))
      AND (? IS NULL OR created_by = ?)
      AND (? IS NULL OR created_by = ? OR EXISTS (
        SELECT 1 FROM change_request_contributors WHERE change_request = change_requests.id AND user = ?))
      AND (? IS NULL OR EXISTS (
        SELECT 1 FROM requested_reviewers WHERE change_request = change_requests.id AND user = ?))`;
    const bound = [
      ...[JSON.stringify(spaces), JSON.stringify(status)],
      ...[creator ?? null, creator ?? null],
      ...[contributor ?? null, contributor ?? null, contributor ?? null],
      ...[requestedReviewer ?? null, requestedReviewer ?? null],
    ];
    return pageOf<ChangeRequestRow, ChangeRequest>(ctx, {
      list: [
        ...['organization-change-requests', params.organizationId, query.space],
        ...[status, creator, contributor, requestedReviewer],
      ],
      query,
      count: () =>
        ctx.store.get<{ n: number }>(`SELECT count(*) AS n FROM change_requests WHERE ${where}`, ...bound)!.n,
      rows: (after, limit) => {
        const { condition, parameters } = afterPosition(['updated_at', 'id'], after, 'descending');
        return ctx.store.all<ChangeRequestRow>(
          `SELECT * FROM change_requests WHERE ${where} AND ${condition} ORDER BY updated_at DESC, id DESC LIMIT ?`,
          ...[...bound, ...parameters, limit],
        );
      },
      position: (row) => [row.updated_at, row.id],
      items: (rows) => changeRequestsJson(ctx, rows),
    });
  },
} satisfies Partial<Handlers>;

/** Asks one person, or asks again, which makes that person's earlier answer outdated. */
function ask(ctx: Context, { id, revision }: ChangeRequestRow, user: string): void {
  ctx.store.run(
    `INSERT INTO requested_reviewers (change_request, user, requested_by, revision, created_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (change_request, user) DO UPDATE SET requested_by = excluded.requested_by,
       revision = excluded.revision, created_at = excluded.created_at`,
    ...[id, user, ctx.caller.userId, revision, ctx.now],
  );
  ctx.store.run('UPDATE reviews SET outdated = 1 WHERE change_request = ? AND reviewer = ?', id, user);
}

/** Records the caller's review of a change request, which also answers an open request; returns the review's id. */
function submit(ctx: Context, row: ChangeRequestRow, body: BodyOf<'submitChangeRequestReview'>): string {
  const { userId } = ctx.caller;
  const request = ctx.store.get<RequestedRow>(
    'SELECT * FROM requested_reviewers WHERE change_request = ? AND user = ?',
    ...[row.id, userId],
  );
  const comment =
    body.comment === undefined
      ? null
      : postComment(ctx, {
          params: { spaceId: row.space, changeRequestId: row.id },
          body: { body: body.comment },
        }).id;
  const id = newId(ctx);
  ctx.store.run('UPDATE reviews SET outdated = 1 WHERE change_request = ? AND reviewer = ?', row.id, userId);
  ctx.store.run(
    `INSERT INTO reviews (id, change_request, reviewer, requested_by, status, revision, comment, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[id, row.id, userId, request?.requested_by ?? null, body.status, row.revision, comment],
    ...[ctx.now, ctx.now],
  );
  ctx.store.run('DELETE FROM requested_reviewers WHERE change_request = ? AND user = ?', row.id, userId);
  noteReview(ctx, row);
  return id;
}

/** A review does not change the content, so it does not make its author a contributor. */
function noteReview(ctx: Context, row: ChangeRequestRow): void {
  ctx.store.run('UPDATE change_requests SET updated_at = ? WHERE id = ?', timeAfter(ctx, row), row.id);
  touchSpace(ctx, row.space);
}

function reviewRow(ctx: Context, { id: changeRequest }: ChangeRequestRow, id: string): ReviewRow {
  const row = ctx.store.get<ReviewRow>(
    'SELECT * FROM reviews WHERE id = ? AND change_request = ?',
    ...[id, changeRequest],
  );
  if (row === undefined) throw notFound('review', id);
  return row;
}

/** The spaces of an organization with change requests that the caller may read. */
function readableSpaces(ctx: Context, organization: string): string[] {
  const spaces = ctx.store.all<GuardedSpace>(
    `SELECT id, organization, parent, default_level, visibility, deleted_at FROM spaces
     WHERE organization = ? AND deleted_at IS NULL AND change_requests > 0`,
    organization,
  );
  const permissions = spacePermissionsOf(ctx, spaces);
  return spaces.flatMap(({ id }) => (permissions.get(id)?.access === true ? id : []));
}

import { AppError } from '../../base/index.ts';
import type { BodyOf, Comment, CommentReply, ListPage, QueryOf } from '../../contract/index.ts';
import { commentPermissionsOf, notFound, openSpace } from '../access/index.ts';
import { newId, type Context } from '../context.ts';
import type { Handlers } from '../handler.ts';
import { pageOfTable, type PageQuery } from '../paging.ts';
import type { SqlValue } from '../store/index.ts';
import { textOfBody, type BodyFormat } from './body.ts';
import { commentsJson, repliesJson, type CommentRow, type ReplyRow } from './json.ts';
import { pagesAt, placeOf, noteCommentChange, type Place } from './place.ts';
import { changeReactions } from './reactions.ts';

interface At {
  readonly spaceId: string;
  readonly changeRequestId?: string;
}

interface OfComment extends At {
  readonly commentId: string;
}

interface FormatQuery {
  readonly format?: BodyFormat;
}

interface OfReply extends OfComment {
  readonly commentReplyId: string;
}

function list(
  ctx: Context,
  { params, query }: { params: At; query: QueryOf<'listCommentsInSpace'> },
): ListPage<Comment> {
  const place = placeOf(ctx, params);
  const { where, parameters: filters } = filtersOf(place, query);
  const { order = 'desc', status = 'all' } = query;
  const direction = order === 'asc' ? 'ascending' : 'descending';
  return pageOfTable(ctx, {
    list: ['comments', place.space, place.changeRequest, order, status, query.targetPage, query.authors],
    query,
    table: 'comments',
    where,
    bound: filters,
    order: direction,
    items: (rows: CommentRow[]) => commentsJson(ctx, place, rows, query.format),
  });
}

/** Posts a comment of the caller, who has the right to comment there. */
export function postComment(
  ctx: Context,
  { params, body }: { params: At; body: BodyOf<'postCommentInSpace'> },
): Comment {
  const place = placeOf(ctx, params);
  const page = body.page === undefined ? undefined : pagesAt(ctx, place.revision).byId.get(body.page);
  if (body.page !== undefined && page === undefined) throw notFound('page', body.page);
  const id = newId(ctx);
  ctx.store.run(
    `INSERT INTO comments (id, space, change_request, author, posted_at, body, node, page, page_document, revision, table_cell)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[
      id,
      place.space,
      place.changeRequest,
      ctx.caller.userId,
      ctx.now,
      textOfBody(body.body),
      body.node ?? null,
    ],
    ...[body.page ?? null, page?.page.document ?? null, place.revision],
    body.tableCell === undefined ? null : JSON.stringify(body.tableCell),
  );
  noteCommentChange(ctx, place, 1);
  return commentJson(ctx, place, id);
}

function get(ctx: Context, { params, query }: { params: OfComment; query: FormatQuery }): Comment {
  return commentJson(ctx, placeOf(ctx, params), params.commentId, query.format);
}

function update(
  ctx: Context,
  { params, body }: { params: OfComment; body: BodyOf<'updateCommentInSpace'> },
): Comment {
  const place = placeOf(ctx, params);
  const row = commentRow(ctx, place, params.commentId);
  requireRights(ctx, place, row.author, body);
  if (body.body !== undefined) {
    ctx.store.run(
      'UPDATE comments SET body = ?, edited_at = ? WHERE id = ?',
      textOfBody(body.body),
      ctx.now,
      row.id,
    );
  }
  changeReactions(ctx, 'comment', row.id, body);
  const resolves = body.resolved !== undefined && body.resolved !== (row.resolved_at !== null);
  if (resolves) {
    ctx.store.run(
      'UPDATE comments SET resolved_at = ?, resolved_by = ? WHERE id = ?',
      ...(body.resolved === true ? [ctx.now, ctx.caller.userId] : [null, null]),
      row.id,
    );
  }
  if (Object.keys(body).length > 0)
    noteCommentChange(ctx, place, !resolves ? 0 : body.resolved === true ? -1 : 1);
  return commentJson(ctx, place, row.id);
}

function remove(ctx: Context, { params }: { params: OfComment }): undefined {
  const place = placeOf(ctx, params);
  const row = commentRow(ctx, place, params.commentId);
  ctx.store.run('DELETE FROM comments WHERE id = ?', row.id);
  noteCommentChange(ctx, place, row.resolved_at === null ? -1 : 0);
  return undefined;
}

function listReplies(
  ctx: Context,
  { params, query }: { params: OfComment; query: PageQuery & FormatQuery },
): ListPage<CommentReply> {
  const place = placeOf(ctx, params);
  const { id } = commentRow(ctx, place, params.commentId);
  return pageOfTable(ctx, {
    list: ['comment-replies', id],
    query,
    table: 'comment_replies',
    where: 'comment = ?',
    bound: [id],
    items: (rows: ReplyRow[]) => repliesJson(ctx, place, { comment: id, rows, format: query.format }),
  });
}

function postReply(
  ctx: Context,
  { params, query, body }: { params: OfComment; query: FormatQuery; body: BodyOf<'postCommentReplyInSpace'> },
): CommentReply {
  const place = placeOf(ctx, params);
  const comment = commentRow(ctx, place, params.commentId);
  const id = newId(ctx);
  ctx.store.run(
    'INSERT INTO comment_replies (id, comment, author, posted_at, body) VALUES (?, ?, ?, ?, ?)',
    ...[id, comment.id, ctx.caller.userId, ctx.now, textOfBody(body.body)],
  );
  noteCommentChange(ctx, place, 0);
  return replyJson(ctx, place, replyRow(ctx, comment.id, id), query.format);
}

function getReply(ctx: Context, { params, query }: { params: OfReply; query: FormatQuery }): CommentReply {
  return replyJson(
    ctx,
    placeOf(ctx, params),
    replyRow(ctx, params.commentId, params.commentReplyId),
    query.format,
  );
}

function updateReply(
  ctx: Context,
  { params, body }: { params: OfReply; body: BodyOf<'updateCommentReplyInSpace'> },
): CommentReply {
  const place = placeOf(ctx, params);
  const row = replyRow(ctx, params.commentId, params.commentReplyId);
  requireRights(ctx, place, row.author, body);
  if (body.body !== undefined) {
    ctx.store.run(
      'UPDATE comment_replies SET body = ?, edited_at = ? WHERE id = ?',
      textOfBody(body.body),
      ctx.now,
      row.id,
    );
  }
  changeReactions(ctx, 'reply', row.id, body);
  if (Object.keys(body).length > 0) noteCommentChange(ctx, place, 0);
  return replyJson(ctx, place, replyRow(ctx, row.comment, row.id));
}

/** The same handlers serve a space and a change request: a path with a change request has one more parameter. */
export const commentHandlers = {
  listCommentsInSpace: list,
  postCommentInSpace: postComment,
  getCommentInSpace: get,
  updateCommentInSpace: update,
  deleteCommentInSpace: remove,
  listCommentRepliesInSpace: listReplies,
  postCommentReplyInSpace: postReply,
  getCommentReplyInSpace: getReply,
  updateCommentReplyInSpace: updateReply,
  listCommentsInChangeRequest: list,
  postCommentInChangeRequest: postComment,
  getCommentInChangeRequest: get,
  updateCommentInChangeRequest: update,
  deleteCommentInChangeRequest: remove,
  listCommentRepliesInChangeRequest: listReplies,
  postCommentReplyInChangeRequest: postReply,
  getCommentReplyInChangeRequest: getReply,
} satisfies Partial<Handlers>;

/** Only the author may change the text; resolving and reacting need the right to comment. */
function requireRights(ctx: Context, place: Place, author: string, body: { body?: unknown }): void {
  const permissions = commentPermissionsOf(ctx, openSpace(ctx, place.space))(author);
  if (body.body !== undefined && !permissions.edit) {
    throw new AppError('FORBIDDEN', 'Only its author may edit the text of a comment or reply.');
  }
  if (!permissions.reply) {
    throw new AppError(
      'FORBIDDEN',
      `The token’s user lacks the permission "comment" on the space "${place.space}".`,
    );
  }
}

function filtersOf(
  place: Place,
  query: { status?: string; targetPage?: string; authors?: readonly string[] },
): { where: string; parameters: SqlValue[] } {
  const conditions = ['space = ?', 'change_request IS ?'];
  const parameters: SqlValue[] = [place.space, place.changeRequest];
  if (query.status === 'open') conditions.push('resolved_at IS NULL');
  if (query.status === 'resolved') conditions.push('resolved_at IS NOT NULL');
  if (query.targetPage !== undefined) {
    conditions.push('page = ?');
    parameters.push(query.targetPage);
  }
  if (query.authors !== undefined) {
    conditions.push('author IN (SELECT value FROM json_each(?))');
    parameters.push(JSON.stringify(query.authors));
  }
  return { where: conditions.join(' AND '), parameters };
}

/** The comments of a place that still exist, by their ids. */
export function commentsById(
  ctx: Context,
  params: At,
  ids: readonly string[],
  format?: BodyFormat,
): Map<string, Comment> {
  if (ids.length === 0) return new Map();
  const place = placeOf(ctx, params);
  const rows = ctx.store.all<CommentRow>(
    `SELECT * FROM comments WHERE id IN (SELECT value FROM json_each(?)) AND space = ? AND change_request IS ?`,
    ...[JSON.stringify(ids), place.space, place.changeRequest],
  );
  return new Map(commentsJson(ctx, place, rows, format).map((comment) => [comment.id, comment]));
}

function commentRow({ store }: Context, place: Place, id: string): CommentRow {
  const row = store.get<CommentRow>(
    'SELECT * FROM comments WHERE id = ? AND space = ? AND change_request IS ?',
    ...[id, place.space, place.changeRequest],
  );
  if (row === undefined) throw notFound('comment', id);
  return row;
}

function replyRow({ store }: Context, comment: string, id: string): ReplyRow {
  const row = store.get<ReplyRow>('SELECT * FROM comment_replies WHERE id = ? AND comment = ?', id, comment);
  if (row === undefined) throw notFound('reply', id);
  return row;
}

function commentJson(ctx: Context, place: Place, id: string, format?: BodyFormat): Comment {
  return commentsJson(ctx, place, [commentRow(ctx, place, id)], format)[0]!;
}

function replyJson(ctx: Context, place: Place, row: ReplyRow, format?: BodyFormat): CommentReply {
  return repliesJson(ctx, place, { comment: row.comment, rows: [row], format })[0]!;
}

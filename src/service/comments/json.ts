import type { Comment, CommentReply, User } from '../../contract/index.ts';
import { commentPermissionsOf, openSpace } from '../access/index.ts';
import { withoutNulls } from '../absent.ts';
import type { Context } from '../context.ts';
import { unknownUser, usersById } from '../organizations/index.ts';
import { commentsUrl, pagesAt, type Place } from './place.ts';
import { bodyJson, type BodyFormat } from './body.ts';
import { reactionRows, reactionsJson } from './reactions.ts';

export interface CommentRow {
  readonly number: number;
  readonly id: string;
  readonly space: string;
  readonly change_request: string | null;
  readonly author: string;
  readonly posted_at: string;
  readonly edited_at: string | null;
  readonly body: string;
  readonly node: string | null;
  readonly page: string | null;
  /** The hash of the text that the page had when the comment was posted. */
  readonly page_document: string | null;
  readonly revision: string;
  /** As JSON. */
  readonly table_cell: string | null;
  readonly resolved_at: string | null;
  readonly resolved_by: string | null;
}

export interface ReplyRow {
  readonly number: number;
  readonly id: string;
  readonly comment: string;
  readonly author: string;
  readonly posted_at: string;
  readonly edited_at: string | null;
  readonly body: string;
}

/** Comments of one place as the interface shows them to the caller; one query for all of them. */
export function commentsJson(
  ctx: Context,
  place: Place,
  rows: readonly CommentRow[],
  format?: BodyFormat,
): Comment[] {
  const ids = rows.map((row) => row.id);
  const reactionsOf = reactionRows(ctx, 'comment', ids);
  const repliers = repliersOf(ctx, ids);
  const userOf = usersOf(ctx, [
    ...rows.flatMap((row) => [row.author, ...(row.resolved_by === null ? [] : [row.resolved_by])]),
    ...repliers.map((row) => row.author),
    ...reactionsOf.map((row) => row.user),
  ]);
  const reactions = reactionsJson(reactionsOf, userOf);
  const repliersTo = (comment: string): Replier[] => repliers.filter((row) => row.comment === comment);
  const permissionsOf = commentPermissionsOf(ctx, openSpace(ctx, place.space));
  const base = commentsUrl(ctx, place);
  const reviews = reviewsWith(ctx, ids);
  return rows.map((row) => ({
    object: 'comment',
    id: row.id,
    postedBy: userOf(row.author),
    postedAt: row.posted_at,
    ...withoutNulls({ editedAt: row.edited_at }),
    reactions: reactions.get(row.id) ?? [],
    replies: repliersTo(row.id).reduce((sum, { n }) => sum + n, 0),
    repliers: repliersTo(row.id).map(({ author, n, last }) => ({
      user: userOf(author),
      count: n,
      updatedAt: last,
    })),
    body: bodyJson(row.body, format),
    target: {
      ...(row.node === null ? {} : { node: { id: row.node } }),
      ...(row.table_cell === null
        ? {}
        : { tableCell: JSON.parse(row.table_cell) as NonNullable<Comment['target']['tableCell']> }),
      ...withoutNulls({
        changeRequest: row.change_request,
        review: reviews.get(row.id) ?? null,
        page: pageOf(ctx, place, row),
      }),
      space: row.space,
      revision: row.revision,
    },
    urls: { location: `${base}/${row.id}` },
    permissions: permissionsOf(row.author),
    ...(row.resolved_at === null
      ? { status: 'open' as const }
      : {
          status: 'resolved' as const,
          resolvedAt: row.resolved_at,
          resolvedBy: userOf(row.resolved_by ?? ''),
        }),
  }));
}

/** The reviews that came with comments, by the comment's id. */
function reviewsWith({ store }: Context, comments: readonly string[]): Map<string, string> {
  const rows = store.all<{ id: string; comment: string }>(
    'SELECT id, comment FROM reviews WHERE comment IN (SELECT value FROM json_each(?))',
    JSON.stringify(comments),
  );
  return new Map(rows.map(({ id, comment }) => [comment, id]));
}

interface Replier {
  readonly comment: string;
  readonly author: string;
  readonly n: number;
  readonly last: string;
}

/** The people who replied to comments, in the order of their first replies. */
function repliersOf({ store }: Context, comments: readonly string[]): Replier[] {
  return store.all<Replier>(
    `SELECT comment, author, count(*) AS n, max(posted_at) AS last FROM comment_replies
     WHERE comment IN (SELECT value FROM json_each(?)) GROUP BY comment, author ORDER BY min(number)`,
    JSON.stringify(comments),
  );
}

/** Replies to one comment as the interface shows them. */
export function repliesJson(
  ctx: Context,
  place: Place,
  { comment, rows, format }: { comment: string; rows: readonly ReplyRow[]; format?: BodyFormat | undefined },
): CommentReply[] {
  const reactionsOf = reactionRows(
    ctx,
    'reply',
    rows.map((row) => row.id),
  );
  const userOf = usersOf(ctx, [...rows.map((row) => row.author), ...reactionsOf.map((row) => row.user)]);
  const reactions = reactionsJson(reactionsOf, userOf);
  const permissionsOf = commentPermissionsOf(ctx, openSpace(ctx, place.space));
  const base = commentsUrl(ctx, place);
  return rows.map((row) => ({
    object: 'comment-reply',
    id: row.id,
    postedBy: userOf(row.author),
    postedAt: row.posted_at,
    ...withoutNulls({ editedAt: row.edited_at }),
    reactions: reactions.get(row.id) ?? [],
    body: bodyJson(row.body, format),
    urls: { location: `${base}/${comment}/replies/${row.id}` },
    permissions: permissionsOf(row.author),
  }));
}

/** The page that a comment is about, as it is now; for a deleted page, as it was then, and outdated. */
function pageOf(ctx: Context, place: Place, row: CommentRow): NonNullable<Comment['target']['page']> | null {
  if (row.page === null) return null;
  const now = pagesAt(ctx, place.revision).byId.get(row.page);
  const placed = now ?? pagesAt(ctx, row.revision).byId.get(row.page);
  if (placed === undefined) return null;
  const { id, title, createdAt, updatedAt } = placed.page;
  return {
    id,
    title,
    ...withoutNulls({ emoji: placed.page.emoji, icon: placed.page.icon }),
    createdAt,
    updatedAt,
    path: placed.path,
    outdated: now === undefined || (now.page.document ?? null) !== row.page_document,
  };
}

function usersOf(ctx: Context, ids: readonly string[]): (id: string) => User {
  const users = usersById(ctx, ids);
  return (id) => users.get(id) ?? unknownUser(ctx, id);
}

import { AppError } from '../../base/index.ts';
import type { Context } from '../context.ts';
import { notFound, openSpace, type GuardedSpace } from './open.ts';
import { openChangeRequest } from './change-requests.ts';
import { Levels } from './levels.ts';
import { commentPermissions, type CommentPermissions } from './permissions.ts';

/** The columns that rights on a comment, or on a reply to one, depend on. */
interface GuardedComment {
  readonly id: string;
  readonly author: string;
}

/** The caller's permissions on a comment or reply of `author` in a space. */
export function commentPermissionsOf(
  ctx: Pick<Context, 'store' | 'caller'>,
  space: GuardedSpace,
): (author: string) => CommentPermissions {
  const level = new Levels(ctx.store, ctx.caller.userId, ctx.caller.site).space(space);
  return (author) => commentPermissions(level, { isAuthor: author === ctx.caller.userId });
}

/** Proves `right` on the comment, or the reply, that a path names; everything in the path must belong together. */
export function openComment(
  ctx: Pick<Context, 'store' | 'caller'>,
  params: Readonly<Record<string, string>>,
  right: keyof CommentPermissions,
): void {
  const { spaceId = '', changeRequestId, commentId = '', commentReplyId } = params;
  const space = openSpace(ctx, spaceId, 'access');
  const changeRequest =
    changeRequestId === undefined ? null : openChangeRequest(ctx, spaceId, changeRequestId).id;
  const comment = ctx.store.get<GuardedComment>(
    'SELECT id, author FROM comments WHERE id = ? AND space = ? AND change_request IS ?',
    commentId,
    spaceId,
    changeRequest,
  );
  if (comment === undefined) throw notFound('comment', commentId);
  const reply =
    commentReplyId === undefined
      ? undefined
      : ctx.store.get<GuardedComment>(
          'SELECT id, author FROM comment_replies WHERE id = ? AND comment = ?',
          commentReplyId,
          commentId,
        );
  if (commentReplyId !== undefined && reply === undefined) throw notFound('reply', commentReplyId);
  const permissions = commentPermissionsOf(ctx, space)((reply ?? comment).author);
  if (!permissions.view) throw notFound('comment', commentId);
  if (!permissions[right]) {
    throw new AppError(
      'FORBIDDEN',
      `The token’s user lacks the permission "${right}" on the comment "${commentId}".`,
      {
        hint: 'Only its author changes a comment; its author or an administrator of the space deletes it.',
      },
    );
  }
}

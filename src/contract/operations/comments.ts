import type { Access, CommentRight } from '../access.ts';
import { group, pageQuery } from '../operation.ts';
import { postComment, postReply, updateComment, updateReply } from '../resources/comment.ts';
import type { Comment, CommentReply } from '../resources/comment.ts';
import { arrayOf, closed, id, listOf, oneOf, optional, ref } from '../shapes.ts';

const Comment = ref<Comment>('Comment');
const Reply = ref<CommentReply>('CommentReply');
const format = optional(oneOf(['document', 'markdown']));
const formatQuery = closed({ format });
const listQuery = closed({
  ...pageQuery,
  order: optional(oneOf(['asc', 'desc'])),
  status: optional(oneOf(['all', 'open', 'resolved'])),
  format,
  targetPage: optional(id),
  authors: optional(arrayOf(id, { maxItems: 100 })),
});

const comments = group('Comments');
const on = (right: CommentRight): Access => ({ on: 'comment', right });

/** The comment operations of a space and of a change request: they differ only in their paths. */
function commentsAt<const Base extends string>(base: Base, { of, read }: { of: string; read: Access }) {
  return {
    list: comments.list(base, {
      summary: `List the comments of ${of}`,
      access: read,
      query: listQuery,
      result: listOf(Comment),
    }),
    post: comments.post(base, {
      summary: `Post a comment on ${of}`,
      done: `commented on ${of}`,
      access: { on: 'space', right: 'comment' },
      body: postComment,
      result: Comment,
    }),
    get: comments.get(`${base}/{commentId}`, {
      summary: `Get a comment of ${of}`,
      access: on('view'),
      query: formatQuery,
      result: Comment,
    }),
    update: comments.put(`${base}/{commentId}`, {
      summary: `Update, resolve or react to a comment of ${of}`,
      done: `changed, resolved or reacted to a comment on ${of}`,
      access: on('view'),
      body: updateComment,
      result: Comment,
    }),
    delete: comments.delete(`${base}/{commentId}`, {
      summary: `Delete a comment of ${of}`,
      done: `deleted a comment on ${of}`,
      access: on('delete'),
    }),
    ...repliesAt(base, of),
  };
}

/** The operations on the replies to a comment. */
function repliesAt<const Base extends string>(base: Base, of: string) {
  const replying = {
    summary: `Reply to a comment of ${of}`,
    done: `replied to a comment on ${of}`,
    access: on('reply'),
    body: postReply,
    result: Reply,
  };
  return {
    listReplies: comments.list(`${base}/{commentId}/replies`, {
      summary: `List the replies to a comment of ${of}`,
      access: on('view'),
      query: closed({ ...pageQuery, format }),
      result: listOf(Reply),
    }),
    postReply: comments.post(`${base}/{commentId}/replies`, replying),
    postReplyInFormat: comments.post(`${base}/{commentId}/replies`, { ...replying, query: formatQuery }),
    getReply: comments.get(`${base}/{commentId}/replies/{commentReplyId}`, {
      summary: `Get a reply to a comment of ${of}`,
      access: on('view'),
      query: formatQuery,
      result: Reply,
    }),
    updateReply: comments.put(`${base}/{commentId}/replies/{commentReplyId}`, {
      summary: `Update or react to a reply to a comment of ${of}`,
      done: `changed or reacted to a reply to a comment on ${of}`,
      access: on('view'),
      body: updateReply,
      result: Reply,
    }),
  };
}

const inSpace = commentsAt('/v1/spaces/{spaceId}/comments', {
  of: 'a space',
  read: { on: 'space', right: 'access' },
});
const inChangeRequest = commentsAt('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments', {
  of: 'a change request',
  read: { on: 'changeRequest', right: 'view' },
});

export const commentOperations = {
  listCommentsInSpace: inSpace.list,
  postCommentInSpace: inSpace.post,
  getCommentInSpace: inSpace.get,
  updateCommentInSpace: inSpace.update,
  deleteCommentInSpace: inSpace.delete,
  listCommentRepliesInSpace: inSpace.listReplies,
  postCommentReplyInSpace: inSpace.postReply,
  getCommentReplyInSpace: inSpace.getReply,
  updateCommentReplyInSpace: inSpace.updateReply,
  listCommentsInChangeRequest: inChangeRequest.list,
  postCommentInChangeRequest: inChangeRequest.post,
  getCommentInChangeRequest: inChangeRequest.get,
  updateCommentInChangeRequest: inChangeRequest.update,
  deleteCommentInChangeRequest: inChangeRequest.delete,
  listCommentRepliesInChangeRequest: inChangeRequest.listReplies,
  postCommentReplyInChangeRequest: inChangeRequest.postReplyInFormat,
  getCommentReplyInChangeRequest: inChangeRequest.getReply,
};

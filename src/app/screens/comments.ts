import type { Comment, CommentReply, Space } from '../../contract/index.ts';
import { spaceReader, type SpaceSource } from '../../site/index.ts';
import { withoutElementNames } from '../html.ts';
import { listOf } from '../lists.ts';
import { liveAddress } from '../live.ts';
import { changePath, pagePath, safeReturn, spacePath } from '../paths.ts';
import { field, param, type Outcome, type Visit } from '../visit.ts';
import { openSpace } from './frame.ts';

/** A comment as the page shows it. */
export interface ShownComment {
  readonly id: string;
  readonly by: string;
  readonly at: string;
  readonly editedAt: string | undefined;
  readonly html: string;
  readonly resolved: boolean;
  readonly outdated: boolean;
  /** The block of the page that the comment is about. */
  readonly node: string | undefined;
  /** Whether the comment belongs to a review. */
  readonly isOfReview: boolean;
  readonly page: { readonly id: string; readonly title: string; readonly href: string } | undefined;
  readonly replies: readonly { readonly by: string; readonly at: string; readonly html: string }[];
  readonly mayReply: boolean;
  readonly mayDelete: boolean;
  readonly mayResolve: boolean;
}

/** Comments with the form for a new comment. */
export interface CommentList {
  readonly comments: readonly ShownComment[];
  /** Where forms are sent; undefined for somebody who may not comment. */
  readonly action: string | undefined;
  readonly actionOn: string;
  readonly page: string | undefined;
  readonly back: string;
}

interface Place {
  /** The number of a change request; without it, the comments are those of the space itself. */
  readonly change?: number | undefined;
  readonly page?: string;
  readonly status?: 'all' | 'open' | 'resolved';
  /** The address that a form leads back to. */
  readonly back: string;
}

/** The comments of a space, a page or a change request. */
export async function commentsOf(visit: Visit, space: Space, place: Place): Promise<CommentList> {
  const { change, page, status = 'all', back } = place;
  const query = { status, order: 'asc' as const, format: 'markdown' as const, targetPage: page };
  const found =
    change === undefined
      ? await listOf(visit, 'listCommentsInSpace', { params: { spaceId: space.id }, query: clean(query) })
      : await listOf(visit, 'listCommentsInChangeRequest', {
          params: { spaceId: space.id, changeRequestId: String(change) },
          query: clean(query),
        });
  const action =
    change === undefined ? spacePath(space.id, 'comments') : changePath(space.id, change, 'comments');
  return {
    comments: await Promise.all(found.map((comment) => shown(visit, space, comment, change))),
    action: space.permissions.comment ? action : undefined,
    actionOn: action,
    page,
    back,
  };
}

function clean<Query extends { targetPage: string | undefined }>({ targetPage, ...query }: Query) {
  return targetPage === undefined ? query : { ...query, targetPage };
}

async function shown(
  visit: Visit,
  space: Space,
  comment: Comment,
  change: number | undefined,
): Promise<ShownComment> {
  const { id, body, postedBy, postedAt, editedAt, status, permissions, target } = comment;
  const scope = change === undefined ? { space: space.id } : { space: space.id, change: String(change) };
  const replies = comment.replies === 0 ? [] : await repliesOf(visit, space.id, id, change);
  return {
    id,
    by: postedBy.displayName,
    at: postedAt,
    editedAt,
    html: await markdownHtml(body.markdown ?? ''),
    resolved: status === 'resolved',
    outdated: target.page?.outdated === true,
    node: target.node?.id,
    isOfReview: target.review !== undefined,
    page:
      target.page === undefined
        ? undefined
        : { id: target.page.id, title: target.page.title, href: pagePath(scope, target.page.path) },
    replies: await Promise.all(
      replies.map(async (reply) => ({
        by: reply.postedBy.displayName,
        at: reply.postedAt,
        html: await markdownHtml(reply.body.markdown ?? ''),
      })),
    ),
    mayReply: permissions.reply === true,
    mayDelete: permissions.delete,
    mayResolve: permissions.reply === true,
  };
}

function repliesOf(
  visit: Visit,
  spaceId: string,
  commentId: string,
  change: number | undefined,
): Promise<CommentReply[]> {
  const query = { format: 'markdown' as const };
  if (change === undefined)
    return listOf(visit, 'listCommentRepliesInSpace', { params: { spaceId, commentId }, query }, 500);
  const params = { spaceId, changeRequestId: String(change), commentId };
  return listOf(visit, 'listCommentRepliesInChangeRequest', { params, query }, 500);
}

const commentPage = 'comment';
const emptySpace: SpaceSource = {
  id: commentPage,
  title: '',
  pages: [{ id: commentPage, type: 'document', title: '', slug: '', path: '', pages: [] }],
  readPage: () => '',
  assets: [],
  includes: [],
  variables: {},
  redirects: [],
};
const plain = spaceReader(emptySpace, { basePath: '/app/' });

/** A comment's markdown as HTML: rendered like a page of a space without anything in it. */
async function markdownHtml(markdown: string): Promise<string> {
  const { html = '' } = (await plain.page(commentPage, `\n${markdown}`)) ?? {};
  return withoutElementNames(html);
}

/** All comments of a space. */
export async function comments(visit: Visit): Promise<Outcome> {
  const { space, frame } = await openSpace(visit);
  const status = visit.query.get('status') === 'all' ? 'all' : 'open';
  const list = await commentsOf(visit, space, { status, back: visit.address });
  return {
    template: 'comments',
    live: liveAddress(space),
    title: 'Comments',
    ...frame('comments'),
    data: { list, status },
  };
}

/** Posts, answers, resolves or deletes a comment, and leads back to where the form was. */
export async function postComment(visit: Visit): Promise<Outcome> {
  const notice = await act(visit);
  return { redirect: safeReturn(field(visit, 'back')), notice };
}

async function act(visit: Visit): Promise<string> {
  const spaceId = param(visit, 'space');
  const number = visit.params['number'];
  const commentId = field(visit, 'comment');
  const page = field(visit, 'page');
  const body = { markdown: field(visit, 'text').replaceAll('\r\n', '\n') };
  const onSpace = { spaceId };
  const onChange = { spaceId, changeRequestId: number ?? '' };
  switch (field(visit, 'do')) {
    case 'reply':
      if (number === undefined)
        await visit.call('postCommentReplyInSpace', { params: { ...onSpace, commentId }, body: { body } });
      else
        await visit.call('postCommentReplyInChangeRequest', {
          params: { ...onChange, commentId },
          body: { body },
        });
      return 'Your reply is posted.';
    case 'resolve':
    case 'reopen': {
      const resolved = field(visit, 'do') === 'resolve';
      if (number === undefined)
        await visit.call('updateCommentInSpace', { params: { ...onSpace, commentId }, body: { resolved } });
      else
        await visit.call('updateCommentInChangeRequest', {
          params: { ...onChange, commentId },
          body: { resolved },
        });
      return resolved ? 'The comment is resolved.' : 'The comment is open again.';
    }
    case 'delete':
      if (number === undefined)
        await visit.call('deleteCommentInSpace', { params: { ...onSpace, commentId } });
      else await visit.call('deleteCommentInChangeRequest', { params: { ...onChange, commentId } });
      return 'The comment is deleted.';
    default: {
      const node = field(visit, 'node');
      const posted = { body, ...(page === '' ? {} : { page }), ...(node === '' ? {} : { node }) };
      if (number === undefined) await visit.call('postCommentInSpace', { params: onSpace, body: posted });
      else await visit.call('postCommentInChangeRequest', { params: onChange, body: posted });
      return 'Your comment is posted.';
    }
  }
}

import { Type } from '../../base/index.ts';
import type { Static } from 'typebox';
import { roles } from './access-level.ts';
import type { Comment } from './comment.ts';
import { dateTime, flag, id, oneOf, open, optional, ref, uri } from '../shapes.ts';
import type { User } from './user.ts';

export const reviewStatuses = ['approved', 'changes-requested'] as const;
export const reviewStatus = oneOf(reviewStatuses);
export type ReviewStatus = Static<typeof reviewStatus>;

/** What one person says about a change request. */
export const changeRequestReview = open({
  object: Type.Literal('change-request-review'),
  id,
  /** The revision that was reviewed. */
  revision: id,
  reviewer: ref<User>('User'),
  /** Absent where nobody had asked for the review. */
  requestedBy: optional(ref<User>('User')),
  status: reviewStatus,
  /** Whether the reviewer has answered again, or was asked again, since then. */
  outdated: optional(flag),
  comment: optional(ref<Comment>('Comment')),
  createdAt: dateTime,
  updatedAt: dateTime,
  urls: optional(open({ location: uri })),
});
export type ChangeRequestReview = Static<typeof changeRequestReview>;

/** Somebody who was asked for a review and has not answered since. */
export const requestedReviewer = open({
  object: Type.Literal('change-request-requested-reviewer'),
  kind: Type.Literal('user'),
  user: ref<User>('User'),
  revision: id,
  requestedBy: ref<User>('User'),
  createdAt: dateTime,
});
export type RequestedReviewer = Static<typeof requestedReviewer>;

/** What one person may do with a space, from whatever source. */
export const userContentPermission = open({ permission: oneOf(roles), user: ref<User>('User') });
export type UserContentPermission = Static<typeof userContentPermission>;

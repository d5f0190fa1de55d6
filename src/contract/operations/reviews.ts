import { group, pageQuery } from '../operation.ts';
import { role } from '../resources/access-level.ts';
import { changeRequestStatus, changeRequestSubject } from '../resources/change-request.ts';
import type { ChangeRequest } from '../resources/change-request.ts';
import { commentBody } from '../resources/comment.ts';
import { reviewStatus } from '../resources/review.ts';
import type { ChangeRequestReview, RequestedReviewer, UserContentPermission } from '../resources/review.ts';
import { arrayOf, closed, flag, id, listOf, oneOf, open, optional, ref } from '../shapes.ts';

const reviews = group('Reviews', { source: 'extension' });
const Review = ref<ChangeRequestReview>('ChangeRequestReview');
const Requested = ref<RequestedReviewer>('ChangeRequestRequestedReviewer');
const base = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}';
const view = { on: 'changeRequest', right: 'view' } as const;
const edit = { on: 'changeRequest', right: 'edit' } as const;
const format = optional(oneOf(['document', 'markdown']));

/** How many people one request may ask. */
const reviewersPerRequest = 50;

export const reviewExtensions = {
  getReviewsByChangeRequestId: reviews.list(`${base}/reviews`, {
    summary: 'List the reviews of a change request, the oldest first',
    access: view,
    query: closed({ ...pageQuery, format, outdated: optional(flag) }),
    result: listOf(Review),
  }),
  submitChangeRequestReview: reviews.post(`${base}/reviews`, {
    summary: 'Approve a change request, or ask for changes',
    done: 'approved a change request, or asked for changes',
    access: { on: 'changeRequest', right: 'review' },
    body: closed({ status: reviewStatus, comment: optional(commentBody) }),
    status: 201,
    location: true,
    errors: [412],
    result: Review,
  }),
  getChangeRequestReviewById: reviews.get(`${base}/reviews/{reviewId}`, {
    summary: 'Get a review of a change request',
    access: view,
    query: closed({ format }),
    result: Review,
  }),
  getRequestedReviewersByChangeRequestId: reviews.list(`${base}/requested-reviewers`, {
    summary: 'List who was asked for a review and has not answered',
    access: view,
    query: closed(pageQuery),
    result: listOf(Requested),
  }),
  requestReviewersForChangeRequest: reviews.post(`${base}/requested-reviewers`, {
    summary: 'Ask people for a review; a draft is opened by that',
    done: 'asked people to review a change request',
    access: edit,
    body: closed({
      users: arrayOf(id, { minItems: 1, maxItems: reviewersPerRequest }),
      subject: optional(changeRequestSubject),
    }),
    errors: [412],
    result: open({ users: arrayOf(Requested) }),
  }),
  removeRequestedReviewerFromChangeRequest: reviews.delete(`${base}/requested-reviewers/{userId}`, {
    summary: 'Take a request for a review back',
    done: 'took a request for a review back',
    access: edit,
  }),
  listChangeRequestsForOrganization: reviews.list('/v1/orgs/{organizationId}/change-requests', {
    summary:
      'List the change requests of all spaces of an organization; open ones unless statuses are asked for',
    access: { on: 'organization', right: 'view' },
    query: closed({
      ...pageQuery,
      status: optional(arrayOf(changeRequestStatus, { maxItems: 4 })),
      creator: optional(id),
      contributor: optional(id),
      requestedReviewer: optional(id),
      space: optional(id),
    }),
    result: listOf(ref<ChangeRequest>('ChangeRequest')),
  }),
  listPermissionsAggregateInSpace: reviews.list('/v1/spaces/{spaceId}/permissions/aggregate', {
    summary: 'List who may do what in a space, whether by default, by a grant or by a team',
    access: { on: 'space', right: 'edit' },
    query: closed({ ...pageQuery, role: optional(role) }),
    result: listOf(ref<UserContentPermission>('UserContentPermission')),
  }),
};

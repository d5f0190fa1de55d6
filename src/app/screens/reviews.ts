/** Who was asked to review a change request, what the reviewers answered, and who may ask or answer. */
import { reviewStatuses } from '../../contract/index.ts';
import { AppError } from '../../base/index.ts';
import type { ChangeRequest, Space } from '../../contract/index.ts';
import { listOf } from '../lists.ts';
import { field, type Visit } from '../visit.ts';
import { unlessHidden } from './frame.ts';

/** How many people the form offers. */
const offered = 500;

/** The reviews of a change request as its page shows them. */
export interface Reviews {
  readonly verdicts: readonly {
    readonly by: string;
    readonly approves: boolean;
    readonly at: string;
    /** Whether the change request has changed since this review. */
    readonly isOfEarlierState: boolean;
  }[];
  readonly asked: readonly {
    readonly id: string;
    readonly name: string;
    readonly by: string;
    readonly at: string;
  }[];
  /** The people whom this person may ask; empty for somebody who may not ask. */
  readonly people: readonly { readonly id: string; readonly name: string; readonly isPast: boolean }[];
  readonly mayAsk: boolean;
  readonly mayAnswer: boolean;
  /** Whether this person has been asked and has not answered yet. */
  readonly isAskedOfMe: boolean;
}

/** Reads the reviews of a change request. */
export async function reviewsOf(visit: Visit, space: Space, request: ChangeRequest): Promise<Reviews> {
  const params = { spaceId: space.id, changeRequestId: request.id };
  const given = await listOf(
    visit,
    'getReviewsByChangeRequestId',
    { params, query: { outdated: false } },
    500,
  );
  const asked = await listOf(visit, 'getRequestedReviewersByChangeRequestId', { params }, 500);
  const { edit, review, comment } = space.permissions;
  const active = request.status === 'draft' || request.status === 'open';
  const isAskedOfMe = asked.some(({ user }) => user.id === visit.user.id);
  const answered = new Set(given.map(({ reviewer }) => reviewer.id));
  const waiting = new Set(asked.map(({ user }) => user.id));
  const people = active && edit ? await peopleOf(visit, space) : [];
  return {
    verdicts: given.map(({ reviewer, status, updatedAt, revision }) => ({
      by: reviewer.displayName,
      approves: status === 'approved',
      at: updatedAt,
      isOfEarlierState: revision !== request.revision,
    })),
    asked: asked.map(({ user, requestedBy, createdAt }) => ({
      id: user.id,
      name: user.displayName,
      by: requestedBy.displayName,
      at: createdAt,
    })),
    people: people
      .filter(({ id }) => id !== request.createdBy.id && id !== visit.user.id && !waiting.has(id))
      .map((person) => ({ ...person, isPast: answered.has(person.id) })),
    mayAsk: active && edit,
    mayAnswer: active && (review || (comment && isAskedOfMe)),
    isAskedOfMe: active && isAskedOfMe,
  };
}

/** Who may comment in a space: the interface lets everybody ask these same people. */
async function peopleOf(visit: Visit, { id }: Space): Promise<{ id: string; name: string }[]> {
  const params = { spaceId: id };
  const found =
    (await unlessHidden(listOf(visit, 'listPermissionsAggregateInSpace', { params }, offered))) ?? [];
  return found
    .filter(({ permission }) => permission !== 'read')
    .map(({ user }) => ({ id: user.id, name: user.displayName }));
}

interface At {
  readonly spaceId: string;
  readonly changeRequestId: string;
}

/** Asks the person whom the form names; returns the message to show. */
export async function askPerson(visit: Visit, params: At): Promise<string> {
  const { users } = await visit.call('requestReviewersForChangeRequest', {
    params,
    body: { users: [field(visit, 'person')] },
  });
  return `${users[0]?.user.displayName ?? 'The person'} is asked for a review.`;
}

/** Takes back the request to the person whom the form names. */
export async function unaskPerson(visit: Visit, params: At): Promise<string> {
  await visit.call('removeRequestedReviewerFromChangeRequest', {
    params: { ...params, userId: field(visit, 'person') },
  });
  return 'The person is not asked any more.';
}

/** Answers with the verdict of the button that was pressed, and with a comment where one was written. */
export async function answerReview(visit: Visit, params: At): Promise<string> {
  const status = reviewStatuses.find((each) => each === field(visit, 'verdict'));
  if (status === undefined) throw new AppError('BAD_REQUEST', 'The form does not say what to do.');
  const markdown = field(visit, 'text').replaceAll('\r\n', '\n').trim();
  await visit.call('submitChangeRequestReview', {
    params,
    body: { status, ...(markdown === '' ? {} : { comment: { markdown } }) },
  });
  return status === 'approved' ? 'You approved the change request.' : 'You asked for changes.';
}

import { changeRequestStatuses } from '../../contract/index.ts';
import { AppError } from '../../base/index.ts';
import { listOf } from '../lists.ts';
import { liveAddress } from '../live.ts';
import { changePath, spacePath } from '../paths.ts';
import { field, param, type Outcome, type Visit } from '../visit.ts';
import type { OpenedContent } from './content.ts';
import { openSpace } from './frame.ts';
import { listedChange } from './overview.ts';
import { answerReview, askPerson, unaskPerson } from './reviews.ts';

/** The change requests of a space by their status. */
export async function changes(visit: Visit): Promise<Outcome> {
  const { space, frame } = await openSpace(visit);
  const status = changeRequestStatuses.find((each) => each === visit.query.get('status')) ?? 'open';
  const found = await listOf(
    visit,
    'listChangeRequestsForSpace',
    { params: { spaceId: space.id }, query: { status } },
    500,
  );
  return {
    template: 'changes',
    live: liveAddress(space),
    title: 'Change requests',
    ...frame('changes'),
    data: {
      status,
      statuses: changeRequestStatuses.map((each) => ({
        name: each,
        href: `${spacePath(space.id, 'changes')}?status=${each}`,
      })),
      changes: found.map((change) => listedChange(change, space)),
    },
  };
}

/** The address of the change request that is open. */
export function changeRequestPath({ space, change: request }: OpenedContent): string {
  return changePath(space.id, request!.number);
}

/** Does what a button of a change request says. */
export async function actOnChangeRequest(visit: Visit): Promise<Outcome> {
  const spaceId = param(visit, 'space');
  const params = { spaceId, changeRequestId: param(visit, 'number') };
  const request = await visit.call('getChangeRequestById', { params });
  const redirect = changePath(spaceId, request.number);
  const set = (body: { subject?: string; status?: 'draft' | 'open' | 'archived' }) =>
    visit.call('updateChangeRequestById', { params, body });
  switch (field(visit, 'do')) {
    case 'subject':
      await set({ subject: field(visit, 'subject').trim() });
      return { redirect, notice: 'The subject is changed.' };
    case 'ask':
      await set({ status: 'open' });
      return { redirect, notice: 'The change request is open for review.' };
    case 'withdraw':
      await set({ status: 'draft' });
      return { redirect, notice: 'The change request is a draft again.' };
    case 'archive':
      await set({ status: 'archived' });
      return { redirect, notice: 'The change request is archived.' };
    case 'reopen':
      await set({ status: 'open' });
      return { redirect, notice: 'The change request is open again.' };
    case 'ask-person':
      return { redirect, notice: await askPerson(visit, params) };
    case 'unask-person':
      return { redirect, notice: await unaskPerson(visit, params) };
    case 'review':
      return { redirect, notice: await answerReview(visit, params) };
    case 'update': {
      const { result } = await visit.call('updateChangeRequest', { params });
      return result === 'update'
        ? { redirect, notice: 'The change request is up to date.' }
        : { redirect, ...undecided };
    }
    case 'merge': {
      const { result } = await visit.call('mergeChangeRequest', { params });
      return result === 'merge'
        ? { redirect, notice: 'The change request is merged.' }
        : { redirect, ...undecided };
    }
    default:
      throw new AppError('BAD_REQUEST', 'The form does not say what to do.');
  }
}

const undecided = {
  notice:
    'The space changed in the same places, so both texts are in the change request now. Decide which one stays: the list below leads there. Then merge.',
  isWarning: true,
};

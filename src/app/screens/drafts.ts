/** Where edits go: an active change request that is open already, a draft that was chosen, or a new one. */
import { shownSubject } from '../blank-names.ts';
import { AppError } from '../../base/index.ts';
import type { ChangeRequest, ContentChange, Space } from '../../contract/index.ts';
import { listOf } from '../lists.ts';
import { pagePath } from '../paths.ts';
import { field, type Visit } from '../visit.ts';
import type { OpenedContent } from './content.ts';

/** This person's own drafts in a space; an edit may be added to one of them. */
export async function draftsOf(visit: Visit, space: Space): Promise<{ number: number; subject: string }[]> {
  const query = { status: 'draft' as const, contributor: visit.user.id };
  const found = await listOf(
    visit,
    'listChangeRequestsForSpace',
    { params: { spaceId: space.id }, query },
    20,
  );
  return found.map(({ number, subject }) => ({
    number,
    subject: shownSubject(subject),
  }));
}

/** The change request that an edit goes into: the one that is open, a draft that was chosen, or a new one. */
export async function changeFor(
  visit: Visit,
  { space, change }: OpenedContent,
  subject: string,
): Promise<ChangeRequest> {
  if (change !== undefined) return change;
  const chosen = field(visit, 'into');
  if (chosen !== '')
    return visit.call('getChangeRequestById', { params: { spaceId: space.id, changeRequestId: chosen } });
  return visit.call('createChangeRequest', {
    params: { spaceId: space.id },
    body: { subject: [...subject].slice(0, 100).join('') },
  });
}

/** Writes into a change request. A change request that was made for this write alone is removed when the write fails. */
export async function writeIntoDraft(
  visit: Visit,
  { space, change: known }: OpenedContent,
  change: ChangeRequest,
  changes: ContentChange[],
) {
  const params = { spaceId: space.id, changeRequestId: change.id };
  try {
    return await visit.call('updateContentInChangeRequest', { params, body: { changes } });
  } catch (error) {
    if (known === undefined && field(visit, 'into') === '')
      await visit.call('updateChangeRequestById', { params, body: { status: 'archived' } });
    throw error;
  }
}

export function pathOfPage({ scope, reader }: OpenedContent, page: string): string {
  return pagePath(scope, reader.pathOf(page) ?? '');
}

export function noSuchPage(): AppError {
  return new AppError('NOT_FOUND', 'There is no such page here.', {
    hint: 'It may have been deleted: look at the history.',
  });
}

/** A mistake in one field of a form; the page shows the form again, with the message at that field. */
export function badField(field: string, message: string, hint?: string): AppError {
  return new AppError('BAD_REQUEST', message, { data: { field }, ...(hint === undefined ? {} : { hint }) });
}

import { AppError, isAppError } from '../../base/index.ts';
import type { ChangeRequest, Space } from '../../contract/index.ts';
import type { WindowRecord } from '../state/records.ts';
import type { Remote } from './port.ts';
import { baseRevisionOf, isOpen } from './change-request.ts';

/** The subject of a reading window: everyone can see what it is, and we find it again after its record was lost. */
export const windowSubject = 'Tidemark reading window (do not merge)';

/** The subject of the change request in which an import is tried before the first edit. */
export const importCheckSubject = 'Tidemark import check (do not merge)';

/** The subject of each change request in which a service is tried begins like this (`src/trial/`). */
export const trialSubject = 'Tidemark conformance check';

export function isTrialSubject(subject: string): boolean {
  return subject.startsWith(`${trialSubject} `);
}

/** Whether a change request is a tool of ours and not a proposal. */
export function isHelper(changeRequest: { subject: string }): boolean {
  const { subject } = changeRequest;
  return isReadingWindow(changeRequest) || subject === importCheckSubject || isTrialSubject(subject);
}

export function isReadingWindow(changeRequest: { subject: string }): boolean {
  return changeRequest.subject === windowSubject;
}

/**
 * Opens the change request through which primary content is read on an interface that shows it nowhere else: a copy of the
 * content, which `update` brings up to date. A window that somebody edited no longer shows the primary content, so that it is
 * archived and a new one is made.
 *
 * @param written Is called with the recorded window when somebody edited it, before it is archived.
 */
export async function openWindow(
  remote: Remote,
  space: Space,
  record: WindowRecord | undefined,
  written: (window: ChangeRequest) => Promise<void>,
): Promise<WindowRecord> {
  const candidate = record
    ? await recorded(remote, space.id, record, written)
    : await foundBySubject(remote, space.id);
  if (candidate) {
    const window = await upToDate(remote, space, candidate);
    if (window) return window;
    await archiveQuietly(remote, space.id, candidate.id);
  }
  const created = await remote.createChangeRequest(space.id, windowSubject);
  return { id: created.id, revision: created.revision, shows: baseRevisionOf(created) };
}

/** Whether the window showed the content that was read through it all the time. */
export async function isWindowUnchanged(
  remote: Remote,
  space: string,
  window: WindowRecord,
): Promise<boolean> {
  const now = await remote.changeRequest(space, window.id);
  return now?.revision === window.revision;
}

async function recorded(
  remote: Remote,
  space: string,
  record: WindowRecord,
  written: (window: ChangeRequest) => Promise<void>,
): Promise<ChangeRequest | null> {
  const found = await remote.changeRequest(space, record.id);
  if (!found || !isOpen(found.status)) return null;
  if (found.revision === record.revision) return found;
  if (await isUntouched(remote, space, found)) return found;
  await written(found);
  await archiveQuietly(remote, space, found.id);
  return null;
}

async function foundBySubject(remote: Remote, space: string): Promise<ChangeRequest | null> {
  for (const changeRequest of await remote.changeRequests(space, 'draft'))
    if (isReadingWindow(changeRequest) && (await isUntouched(remote, space, changeRequest)))
      return changeRequest;
  return null;
}

/** Whether no person has written the newest revision: an update made it, or it is the first one. */
async function isUntouched(remote: Remote, space: string, changeRequest: ChangeRequest): Promise<boolean> {
  if (
    changeRequest.revision === changeRequest.revisionInitial ||
    changeRequest.revision === baseRevisionOf(changeRequest)
  )
    return true;
  const { type } = await remote.content({ kind: 'change-request', space, id: changeRequest.id });
  return type === 'update' || type === 'computed';
}

async function upToDate(
  remote: Remote,
  space: Space,
  candidate: ChangeRequest,
): Promise<WindowRecord | null> {
  if (baseRevisionOf(candidate) === space.revision)
    return { id: candidate.id, revision: candidate.revision, shows: space.revision };
  try {
    const { result } = await remote.update(space.id, candidate.id);
    if (result !== 'update') return null;
  } catch (error) {
    if (!isAppError(error, 'CONFLICT', 'WRONG_STATE')) throw error;
  }
  const updated = await remote.changeRequest(space.id, candidate.id);
  return updated && isOpen(updated.status)
    ? { id: updated.id, revision: updated.revision, shows: baseRevisionOf(updated) }
    : null;
}

/**
 * Archives a change request if nobody has written into it since we read it. Returns false if it is no longer open; also if somebody
 * wrote into it at that moment, and then opens it again.
 */
export async function archiveAsSeen(
  remote: Remote,
  space: string,
  { id, revision, status }: ChangeRequest,
): Promise<boolean> {
  try {
    const now = await remote.setChangeRequest(space, id, { status: 'archived' });
    if (now.revision === revision) return true;
    await remote.setChangeRequest(space, id, { status: status === 'open' ? 'open' : 'draft' });
  } catch (error) {
    if (!isAppError(error, 'NOT_FOUND', 'WRONG_STATE', 'CONFLICT')) throw error;
  }
  return false;
}

async function archiveQuietly(remote: Remote, space: string, id: string): Promise<void> {
  try {
    await remote.setChangeRequest(space, id, { status: 'archived' });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

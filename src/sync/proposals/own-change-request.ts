import type { ChangeRequest, Revision } from '../../contract/index.ts';
import { publish } from '../mirror/publish.ts';
import { hasMark, newMark, withMark } from '../mirror/subject-mark.ts';
import type { Remote } from '../remote/port.ts';
import { acceptedBefore, isOnlyOurs, nothingSent, readProposal, saveProposal } from '../state/proposals.ts';
import type { ProposalRecord } from '../state/proposals.ts';
import { noteRequest } from './announce.ts';
import { lookForResult, mayTakeEffect } from './in-doubt.ts';
import type { ProposalTarget, ProposingPorts } from './propose.ts';
import type { ProposalContext } from './proposal-context.ts';
import { subjectOf } from './subject.ts';

/** The fields of a change request that a proposal's record keeps. */
export function changeRequestOf({
  id,
  number,
  ...rest
}: ChangeRequest | NonNullable<ProposalRecord['changeRequest']>): NonNullable<
  ProposalRecord['changeRequest']
> {
  return { id, number, url: 'urls' in rest ? rest.urls.app : rest.url };
}

/** The change request of a proposal: the known one, the one whose answer was lost, or a new one, which is then `made`. */
export async function openChangeRequest(
  proposal: ProposalContext,
  before: ProposalRecord | null,
): Promise<{ readonly record: ProposalRecord; readonly made: ChangeRequest | null }> {
  const { ports, target } = proposal;
  const { context } = ports;
  if (before?.changeRequest) {
    const { leaving: _leaving, ...kept } = before;
    return { record: kept, made: null };
  }
  const space = target.space;
  const record = before ?? (await newProposal(proposal));
  const found = target.changeRequest
    ? await context.remote.changeRequest(space.id, target.changeRequest.id)
    : before
      ? await lookForResult(context, before.askedAt, () => findByMarker(ports, target, before))
      : null;
  const changeRequest = found ?? (await createChangeRequest(ports, record));
  const { askedAt: _asked, ...rest } = record;
  const opened: ProposalRecord = {
    ...rest,
    changeRequest: changeRequestOf(changeRequest),
    ...(changeRequest.revision === changeRequest.revisionInitial ? { own: changeRequest.revision } : {}),
  };
  await saveProposalNow(ports, opened);
  return { record: opened, made: found === null ? changeRequest : null };
}

/** Makes a change request. The intent is on disk before: a lost answer is searched for, and the request not repeated. */
async function createChangeRequest(ports: ProposingPorts, record: ProposalRecord): Promise<ChangeRequest> {
  const { remote } = ports.context;
  await noteRequest(ports, record.space, (askedAt) => saveProposalNow(ports, { ...record, askedAt }));
  try {
    return await remote.createChangeRequest(record.space, withMark(record.subject, record.marker));
  } catch (error) {
    if (!mayTakeEffect(error)) {
      const { askedAt: _asked, ...failed } = record;
      await saveProposalNow(ports, failed);
    }
    throw error;
  }
}

/** The record of a proposal that has sent nothing yet. */
export async function newProposal({
  ports: { context, random },
  target,
  edits,
}: ProposalContext): Promise<ProposalRecord> {
  const { branch, space } = target;
  const earlier = await readProposal(context.state, branch, space.id);
  return {
    branch,
    space: space.id,
    marker: newMark(random, context.state.clone, branch),
    subject: await subjectOf(context, target, edits),
    changeRequest: null,
    state: 'open',
    ours: target.changeRequest === null,
    ...(target.commit === null ? { saved: true } : {}),
    ...nothingSent,
    ...acceptedBefore(earlier),
  };
}

/** Finds the change request whose answer was lost, by the mark in its subject. */
export async function findByMarker(
  { context }: ProposingPorts,
  target: ProposalTarget,
  { marker }: ProposalRecord,
): Promise<ChangeRequest | null> {
  for (const status of ['draft', 'open', 'merged', 'archived'] as const)
    for (const each of await context.remote.changeRequests(target.space.id, status))
      if (hasMark(each.subject, marker)) return each;
  return null;
}

/** Writes a proposal to disk at once, before a request is sent about it. */
export async function saveProposalNow({ context }: ProposingPorts, record: ProposalRecord): Promise<void> {
  await publish(context, async () => {
    saveProposal(context.state, record);
    return { result: undefined };
  });
}

/**
 * The record of a change request into which nobody else wrote, with the newest revision of the change request as our own; null: somebody
 * else wrote into it.
 */
export async function asOnlyOurs(
  remote: Remote,
  record: ProposalRecord,
): Promise<ProposalRecord | 'gone' | null> {
  const now = await remote.changeRequest(record.space, record.changeRequest!.id);
  if (now === null) return 'gone';
  if (isOnlyOurs(record, now)) return record;
  if (record.own === undefined) return null;
  const isReadable = await remote.readsRevisions(record.space);
  let revision = now.revision;
  for (let back = 0; back < mostUpdates; back++) {
    const place = isReadable
      ? ({ kind: 'revision', space: record.space, revision } as const)
      : ({ kind: 'change-request', space: record.space, id: now.id } as const);
    const content = await remote.content(place);
    if (content.id !== revision || content.type !== 'update') return null;
    const [before] = content.parents;
    if (before === record.own) return { ...record, own: now.revision };
    if (before === undefined || !isReadable) return null;
    revision = before;
  }
  return null;
}

/** Nobody updates a change request more often between two syncs. */
const mostUpdates = 20;

/**
 * The record once the change request is at this content. If the service has brought the primary content into it, and nobody wrote, it still
 * contains only what we wrote.
 */
export function afterUpdate(
  record: ProposalRecord,
  { id, type, parents }: Pick<Revision, 'id' | 'type' | 'parents'>,
): ProposalRecord {
  const isUpdate = record.own !== undefined && type === 'update' && parents[0] === record.own;
  return isUpdate ? { ...record, own: id } : record;
}

/**
 * Archives a change request of ours, unless somebody else wrote into it: what they wrote is not ours to put away. If they write
 * at the last moment, the answer shows that, and we open the change request again; the intent is on disk in case the answer is
 * lost. Returns true when the change request is archived or gone, false when it stays open.
 */
export async function archiveIfOurs(ports: ProposingPorts, record: ProposalRecord): Promise<boolean> {
  const { remote } = ports.context;
  const { id } = record.changeRequest!;
  const ours = await asOnlyOurs(remote, record);
  if (ours === 'gone') return true;
  if (ours === null) return false;
  await noteRequest(ports, record.space, () => saveProposalNow(ports, { ...ours, leaving: true }));
  const archived = await remote.setChangeRequest(record.space, id, { status: 'archived' });
  if (isOnlyOurs(ours, archived)) return true;
  await remote.setChangeRequest(record.space, id, { status: 'draft' });
  await saveProposalNow(ports, record);
  return false;
}

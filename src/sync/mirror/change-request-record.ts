import type { ChangeRequest, Space } from '../../contract/index.ts';
import type { Oid } from '../../git/port.ts';
import type { ChangeRequestReport } from '../report.ts';
import type { ChangeRequestRecord, SpaceRecord } from '../state/records.ts';
import type { CycleContext } from './context.ts';
import { changeRequestRef } from './cr-refs.ts';
import { markIn, withoutMark } from './subject-mark.ts';
import { commitOfRevision } from './tip.ts';
import { baseRevisionOf } from '../remote/change-request.ts';

/** A change request as the service has it now, and as this clone has it. */
export interface KnownChangeRequest {
  readonly space: Space;
  readonly record: SpaceRecord;
  readonly changeRequest: ChangeRequest;
  /** The record of its last mirroring; undefined: it was never mirrored. */
  readonly before: ChangeRequestRecord | undefined;
  /** The commit of its reference, whoever set that. */
  readonly at: Oid | null;
}

/** The record of a change request whose newest revision is mirrored. */
export function recordOf(
  changeRequest: ChangeRequest,
  { commit, objects }: Pick<ChangeRequestRecord, 'commit' | 'objects'>,
): ChangeRequestRecord {
  const { id, number, revision } = changeRequest;
  return {
    ...factsOf(changeRequest),
    id,
    number,
    revision,
    base: baseRevisionOf(changeRequest),
    commit,
    objects,
  };
}

/** The fields of a change request that can change without a new revision. */
export function factsOf({
  subject,
  status,
  outdated,
}: ChangeRequest): Pick<ChangeRequestRecord, 'subject' | 'mark' | 'status' | 'outdated'> {
  return { ...markIn(subject), status, outdated };
}

/** What is reported of a change request. */
export function reportOfRequest(
  {
    id,
    number,
    subject,
    status,
    revision,
    outdated,
  }: Omit<ChangeRequestRecord, 'base' | 'commit' | 'objects'>,
  folder: string,
  action: ChangeRequestReport['action'],
): ChangeRequestReport {
  const ref = changeRequestRef(folder, number);
  return { id, number, subject: withoutMark(subject), status, revision, outdated, ref, action };
}

/**
 * The subject that a change request has in the service, as far as the mirror knows: somebody may have given it another one than its writer
 * did. Undefined: the mirror does not have the change request.
 */
export function mirroredSubject(
  space: Pick<SpaceRecord, 'changeRequests'> | undefined,
  number: number | null,
): string | undefined {
  const mirrored = space?.changeRequests.find((each) => each.number === number);
  return mirrored && withoutMark(mirrored.subject);
}

/** The commit of the mirror that has a revision of a space; null: not found. */
export async function commitOfBase(
  { git, tip }: CycleContext,
  record: SpaceRecord,
  revision: string,
): Promise<Oid | null> {
  const remembered = record.commits.find((each) => each.revision === revision)?.commit;
  if (remembered !== undefined && (await git.has(remembered))) return remembered;
  return commitOfRevision(git, tip.commit, { space: record.id, revision });
}

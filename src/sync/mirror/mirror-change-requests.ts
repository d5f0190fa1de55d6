import type { ChangeRequest, Space } from '../../contract/index.ts';
import type { ObjectWriter, Oid, RefUpdate } from '../../git/port.ts';
import { isHelper } from '../remote/window.ts';
import { withoutDuplicates } from './doubles.ts';
import type { ChangeRequestReport } from '../report.ts';
import type { ChangeRequestRecord, SpaceRecord } from '../state/records.ts';
import { factsOf, reportOfRequest } from './change-request-record.ts';
import type { KnownChangeRequest } from './change-request-record.ts';
import type { CycleContext } from './context.ts';
import { changeRequestRef } from './cr-refs.ts';
import { readEditedTexts } from './edited-change-request.ts';
import { ownFailure } from './failures.ts';
import { publish } from './publish.ts';
import { readChangeRequest } from './read-change-request.ts';
import { baseRevisionOf, isOpen } from '../remote/change-request.ts';

/** Whether a space can have a change request to mirror or to forget; if not, the service is not asked. */
export function hasChangeRequests(
  context: CycleContext,
  space: Space,
  record: SpaceRecord | undefined,
): boolean {
  const wanted = context.config.mirror.changeRequests;
  if ((record?.changeRequests.length ?? 0) > 0) return true;
  if (wanted === 'none' && context.own.size === 0) return false;
  return wanted === 'all'
    ? space.changeRequests > 0
    : space.changeRequestsOpen + space.changeRequestsDraft > 0;
}

/**
 * Brings the change requests of a space into their references, and deletes the references of those that are over.
 *
 * @param tokenOf The token of the space (`changeToken`) that the mirror has with these change requests; '' where nobody can tell.
 */
export async function mirrorChangeRequests(
  context: CycleContext,
  space: Space,
  record: SpaceRecord,
  tokenOf: (listed: readonly ChangeRequest[]) => string,
): Promise<ChangeRequestReport[]> {
  const { state, options } = context;
  const listed = await listChangeRequests(context, space);
  if (options.dryRun) {
    const known = new Map(record.changeRequests.map((each) => [each.id, each]));
    return listed.map((each) => reportOfRequest(each, record.path, actionFor(each, known.get(each.id))));
  }
  const token = tokenOf(listed);
  return publish(context, async (writer) => {
    const { records, commits, failed, ...mirrored } = await mirrorListed(context, writer, {
      space,
      record,
      listed,
    });
    const gone = await removeClosedRefs(context, record, new Set(records.map(({ id }) => id)));
    const current = state.spaces().get(space.id) ?? record;
    state.setSpace({ ...current, changeRequests: records, token: failed ? '' : token });
    return {
      result: [...mirrored.reports, ...gone.reports],
      refs: [...mirrored.refs, ...gone.refs],
      commits,
    };
  });
}

/** What a cycle does to references, and what it reports about that. */
interface RefChanges {
  readonly refs: readonly RefUpdate[];
  readonly reports: readonly ChangeRequestReport[];
}

/** Brings the change requests that the service lists into their references. */
async function mirrorListed(
  context: CycleContext,
  writer: ObjectWriter,
  { space, record, listed }: { space: Space; record: SpaceRecord; listed: readonly ChangeRequest[] },
): Promise<
  RefChanges & {
    readonly records: readonly ChangeRequestRecord[];
    readonly commits: number;
    /** At least one change request could not be read. */
    readonly failed: boolean;
  }
> {
  const known = new Map(record.changeRequests.map((each) => [each.id, each]));
  const records: ChangeRequestRecord[] = [];
  const refs: RefUpdate[] = [];
  const reports: ChangeRequestReport[] = [];
  let commits = 0;
  let failed = false;
  for (const changeRequest of listed) {
    const ref = changeRequestRef(record.path, changeRequest.number);
    const at = await context.git.resolveRef(ref);
    const before = known.get(changeRequest.id);
    const { action, next } = await mirrorOne(context, writer, { space, record, changeRequest, before, at });
    if (next) records.push(next);
    if (action === 'failed') {
      failed = true;
      continue;
    }
    reports.push(reportOfRequest(changeRequest, record.path, action));
    if (action === 'unchanged') continue;
    if (next.commit !== at) refs.push({ ref, expected: at, next: next.commit });
    commits++;
  }
  return { records, refs, reports, commits, failed };
}

/** The outcome for one change request; `next` is what the state is to remember of it. */
type OneMirrored =
  | { readonly action: 'unchanged' | 'changed' | 'mirrored'; readonly next: ChangeRequestRecord }
  | { readonly action: 'failed'; readonly next: ChangeRequestRecord | undefined };

/** Reads one change request that has changed. A change request that cannot be read is reported, and does not hold up the others. */
async function mirrorOne(
  context: CycleContext,
  writer: ObjectWriter,
  request: KnownChangeRequest,
): Promise<OneMirrored> {
  const { space, changeRequest, before, at } = request;
  if (!before && isOpen(changeRequest.status)) context.archivedHere.forget(changeRequest.id);
  if (before && isMirrored(changeRequest, before, at))
    return { action: 'unchanged', next: { ...before, ...factsOf(changeRequest) } };
  try {
    const next =
      (await readEditedTexts(context, writer, request)) ??
      (await readChangeRequest(context, writer, request));
    return { action: before ? 'changed' : 'mirrored', next };
  } catch (error) {
    context.problems.push({ ...ownFailure(error).toJSON(), space: space.id });
    return { action: 'failed', next: before };
  }
}

/** Deletes the references of the change requests that are not kept. */
async function removeClosedRefs(
  { git, archivedHere }: CycleContext,
  record: SpaceRecord,
  kept: ReadonlySet<string>,
): Promise<RefChanges> {
  const refs: RefUpdate[] = [];
  const reports: ChangeRequestReport[] = [];
  for (const gone of record.changeRequests) {
    if (kept.has(gone.id)) continue;
    const ref = changeRequestRef(record.path, gone.number);
    const at = await git.resolveRef(ref);
    if (at !== null) refs.push({ ref, expected: at, next: null });
    if (!archivedHere.has(gone.id)) reports.push(reportOfRequest(gone, record.path, 'removed'));
  }
  return { refs, reports };
}

/** What a cycle would do with a change request that the service lists; a dry run prints this. */
function actionFor(
  { revision }: ChangeRequest,
  before: ChangeRequestRecord | undefined,
): ChangeRequestReport['action'] {
  if (!before) return 'mirrored';
  return before.revision === revision ? 'unchanged' : 'changed';
}

/** Whether the reference of a change request has its newest revision, based on the right revision of the space. */
function isMirrored(changeRequest: ChangeRequest, before: ChangeRequestRecord, at: Oid | null): boolean {
  return (
    before.revision === changeRequest.revision &&
    before.base === baseRevisionOf(changeRequest) &&
    at === before.commit
  );
}

async function listChangeRequests(context: CycleContext, space: Space): Promise<ChangeRequest[]> {
  const { remote, config, own } = context;
  const none = config.mirror.changeRequests === 'none';
  if (none && own.size === 0) return [];
  const statuses: ChangeRequest['status'][] = [];
  if (space.changeRequestsOpen > 0) statuses.push('open');
  if (space.changeRequestsDraft > 0) statuses.push('draft');
  if (config.mirror.changeRequests === 'all') statuses.push('merged', 'archived');
  const lists = await Promise.all(statuses.map((status) => remote.changeRequests(space.id, status)));
  const left = await withoutDuplicates(context, space.id, lists.flat());
  // A change request whose status changes between two requests for lists may be in both lists, or in none until the next cycle.
  const found = new Map<string, ChangeRequest>();
  for (const changeRequest of left)
    if (!isHelper(changeRequest) && (!none || own.has(changeRequest.id)))
      found.set(changeRequest.id, changeRequest);
  return [...found.values()].sort((a, b) => a.number - b.number);
}

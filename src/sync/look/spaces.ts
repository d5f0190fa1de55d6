import type { Space } from '../../contract/index.ts';
import { askedSpaces } from '../mirror/asked-spaces.ts';
import type { CycleContext } from '../mirror/context.ts';
import { reportOfRequest } from '../mirror/change-request-record.ts';
import { ownFailure } from '../mirror/failures.ts';
import { folderOf } from '../mirror/folders.ts';
import { joinedChanges } from '../mirror/joined-changes.ts';
import { metadataIsDue, mirrorMetadata } from '../mirror/metadata.ts';
import { hasChangeRequests, mirrorChangeRequests } from '../mirror/mirror-change-requests.ts';
import { mirrorSpace, untoldNotes } from '../mirror/mirror-space.ts';
import type { MirroredSpace } from '../mirror/mirror-space.ts';
import type { QuietList } from '../mirror/quiet-list.ts';
import { changeToken, findSpaces } from '../mirror/spaces.ts';
import type { FoundSpace } from '../mirror/spaces.ts';
import { lookAtWindow } from '../mirror/written-window.ts';
import { settleProposals } from '../proposals/settle.ts';
import type { ChangeRequestReport, SpaceReport } from '../report.ts';
import { isNamed } from '../space-names.ts';
import { tellLeftSpaces } from './left-spaces.ts';
import type { SpaceRecord } from '../state/records.ts';

/** The spaces that were asked for, as the service shows them, and the report of each one's mirror. */
export interface LookAtSpaces {
  readonly sightings: readonly FoundSpace[];
  readonly spaces: readonly SpaceReport[];
}

/** What a process remembers about lists of spaces. */
export interface ListMemory {
  readonly list: QuietList;
  readonly organizationOfSite: Map<string, string>;
}

/** The spaces that are to be mirrored, as the service shows them now, or showed them up to `withinMs` ago when nothing was new. */
export async function listSpaces(
  { remote, state, config, clock }: Pick<CycleContext, 'remote' | 'state' | 'config' | 'clock'>,
  { list, organizationOfSite, withinMs }: ListMemory & { readonly withinMs?: number },
): Promise<readonly FoundSpace[]> {
  const moment = { state: state.commit, at: clock.monotonic() };
  const recalled = withinMs === undefined ? null : list.recall(moment, withinMs);
  if (recalled) return recalled;
  const known = state.spaces();
  const sightings = await findSpaces({ remote, config: config.mirror, known, organizationOfSite });
  list.note(sightings, moment, state.spaces());
  return sightings;
}

/** Brings into the mirror what is new in the service: spaces with their change requests, and what an organization has besides spaces. */
export async function lookAtSpaces(context: CycleContext, memory: ListMemory): Promise<LookAtSpaces> {
  const { state, options } = context;
  const { listWithinMs } = options;
  const recalls = listWithinMs !== undefined && !hasOwnChangeRequests(context);
  const all = await listSpaces(context, { ...memory, ...(recalls ? { withinMs: listWithinMs } : {}) });
  const asked = askedSpaces(options.spaces, all, state.spaces());
  const spaces: SpaceReport[] = [];
  for (const sighting of all) {
    options.signal?.throwIfAborted();
    if (asked.has(sighting.id)) spaces.push(await lookAtSpace(context, sighting, all));
  }
  if (options.spaces === undefined) spaces.push(...tellLeftSpaces(context));
  if (metadataIsDue(context) && spaces.length > 0) await guarded(context, () => mirrorMetadata(context));
  await settleAll(context, { sightings: all, spaces });
  return { sightings: all.filter(({ id }) => asked.has(id)), spaces };
}

/**
 * Whether a change request of ours is open in one of the spaces that the cycle is for. If it was merged a moment ago, the edits that
 * it brought must not be taken for new ones, so that an earlier list is not good enough.
 */
function hasOwnChangeRequests({ own, state, options }: CycleContext): boolean {
  return [...state.spaces().values()].some(
    (space) =>
      (options.spaces?.some((name) => isNamed(space, name)) ?? true) &&
      space.changeRequests.some(({ id }) => own.has(id)),
  );
}

async function lookAtSpace(
  context: CycleContext,
  sighting: FoundSpace,
  all: readonly FoundSpace[],
): Promise<SpaceReport> {
  const { state, problems } = context;
  const record = state.spaces().get(sighting.id);
  const frozen = (path: string): SpaceReport => ({
    id: sighting.id,
    title: record?.title ?? sighting.id,
    path,
    revision: record?.revision ?? '',
    previousRevision: record?.revision ?? null,
    state: 'frozen',
    pages: record?.pages ?? 0,
    changes: [],
    changeRequests: [],
    notes: [],
  });
  if (!sighting.seen) {
    problems.push({ ...sighting.reason.toJSON(), space: sighting.id });
    return frozen(record?.path ?? sighting.path ?? '.');
  }
  const { space } = sighting;
  const folder = folderOf(sighting, record, all, state.spaces());
  const token = changeToken(space);
  if (record?.token === token && record.path === folder && context.tip.commit !== null) {
    context.seen.add(space.id);
    return {
      ...frozen(folder),
      title: space.title,
      state: 'unchanged',
      changeRequests: record.changeRequests.map((each) => reportOfRequest(each, folder, 'unchanged')),
    };
  }
  try {
    const alone = !hasChangeRequests(context, space, record);
    const mirrored = await mirrorSpace(context, { space, folder, token: alone ? token : '' });
    const written = mirrored.state === 'unchanged' ? await lookAtWindow(context, { space, folder }) : [];
    const changeRequests = await lookAtChangeRequests(context, space, record, mirrored);
    context.seen.add(space.id);
    return {
      id: space.id,
      title: space.title,
      path: folder,
      revision: mirrored.record.revision,
      previousRevision: record?.revision ?? null,
      state: mirrored.state,
      pages: mirrored.record.pages,
      changes: mirrored.changes,
      changeRequests,
      notes: [...written, ...untoldNotes(mirrored.notes, record?.notes)],
    };
  } catch (error) {
    problems.push({ ...ownFailure(error).toJSON(), space: space.id });
    if (state.spaces().get(space.id)?.revision !== record?.revision) context.halfSeen.add(space.id);
    return frozen(folder);
  }
}

/** Settles our change requests. Where one was merged while its space was being read, the space is read once more. */
async function settleAll(
  context: CycleContext,
  { sightings, spaces }: { sightings: readonly FoundSpace[]; spaces: SpaceReport[] },
): Promise<void> {
  const behind = await settleProposals(context);
  for (const sighting of sightings) {
    if (!sighting.seen || !behind.has(sighting.id)) continue;
    const now = await seeAgain(context, sighting);
    if (now === null) continue;
    const again = await lookAtSpace(context, now, sightings);
    const at = spaces.findIndex(({ id }) => id === sighting.id);
    const before = spaces[at];
    if (before) spaces[at] = joined(before, again);
  }
  if (behind.size > 0) context.behind = await settleProposals(context);
}

/** The space as it is now, or why it cannot be seen; null when it is gone. */
async function seeAgain({ remote }: CycleContext, sighting: FoundSpace): Promise<FoundSpace | null> {
  const { id, path } = sighting;
  try {
    const space = await remote.space(id);
    return space && { seen: true, id, path, space };
  } catch (error) {
    return { seen: false, id, path, reason: ownFailure(error) };
  }
}

/** Combines the reports of two looks at one space in the same cycle. */
function joined(first: SpaceReport, second: SpaceReport): SpaceReport {
  const seenLast = new Set(second.changeRequests.map(({ id }) => id));
  return {
    ...second,
    previousRevision: first.previousRevision,
    state: second.state === 'unchanged' ? first.state : second.state,
    changes: joinedChanges([first.changes, second.changes]),
    changeRequests: [
      ...first.changeRequests.filter(({ id, action }) => action === 'removed' && !seenLast.has(id)),
      ...second.changeRequests,
    ],
    notes: [...first.notes, ...second.notes],
  };
}

async function lookAtChangeRequests(
  context: CycleContext,
  seen: Space,
  before: SpaceRecord | undefined,
  mirrored: MirroredSpace,
): Promise<ChangeRequestReport[]> {
  const { state, remote, options } = context;
  // When we made or updated a reading window, that changed the space's token: we read the space again before anything else.
  const window = mirrored.record.window;
  const ours =
    window !== undefined && window.revision !== before?.window?.revision && options.dryRun !== true;
  const space = ours ? ((await remote.space(seen.id)) ?? seen) : seen;
  const token = space.revision === mirrored.record.revision ? changeToken(space) : '';
  const current = state.spaces().get(space.id) ?? mirrored.record;
  if (hasChangeRequests(context, space, current))
    return mirrorChangeRequests(context, space, current, () => token);
  if (options.dryRun !== true) state.setSpace({ ...current, title: space.title, token });
  return [];
}

/** Runs optional work: a failure becomes a problem of the report. */
async function guarded(context: CycleContext, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    context.problems.push(ownFailure(error).toJSON());
  }
}

import { AppError } from '../base/index.ts';
import type { Clock, Random } from '../clock/index.ts';
import { mergeFile } from '../content/index.ts';
import { contentId } from '../files/index.ts';
import type { EditedFile } from '../git/port.ts';
import { acceptedAt, isAsSent } from './branch/accepted.ts';
import type { AcceptedPage } from './branch/accepted.ts';
import { carriesIn, settleCarries } from './branch/carries.ts';
import type { Carries } from './branch/carries.ts';
import { followMirror } from './branch/follow.ts';
import type { BranchPorts } from './branch/follow.ts';
import { joinStaleEdits, noteLateSaves } from './branch/late-saves.ts';
import type { StaleEdits } from './branch/late-saves.ts';
import { baseOfSave, startOf } from './versions/base-of.ts';
import { movesIn } from './versions/places.ts';
import { joinHeldSaves } from './branch/held-saves.ts';
import { joinWrittenOver } from './branch/written-over.ts';
import { joinMovedAwayWhileCut } from './branch/moved-away.ts';
import { staleEditsIn } from './branch/stale-edits.ts';
import type { Space } from '../contract/index.ts';
import type { CycleOptions, SyncConfig } from './config.ts';
import type { CycleContext } from './mirror/context.ts';
import { folderOf } from './mirror/folders.ts';
import { stopsEverything } from './mirror/failures.ts';
import { metadataIsDue, mirrorMetadata } from './mirror/metadata.ts';
import { hasChangeRequests, mirrorChangeRequests } from './mirror/mirror-change-requests.ts';
import { withoutMark } from './mirror/subject-mark.ts';
import { mirrorSpace } from './mirror/mirror-space.ts';
import type { MirroredSpace } from './mirror/mirror-space.ts';
import { obeyedHere } from './mirror/obeyed-here.ts';
import { publish } from './mirror/publish.ts';
import { changeToken, seeSpaces } from './mirror/spaces.ts';
import type { SpaceSighting } from './mirror/spaces.ts';
import { readTip } from './mirror/tip.ts';
import { changeRequestRef } from './mirror/cr-refs.ts';
import { askedSpaces } from './mirror/asked-spaces.ts';
import { propose } from './proposals/propose.ts';
import { acceptedPages, acceptedRemovals, ownChangeRequests, settleProposals } from './proposals/settle.ts';
import type { ImportHost } from './proposals/import-host.ts';
import type { Remote } from './remote/port.ts';
import { asksPerson, needsAction } from './report.ts';
import type {
  BranchReport,
  ChangeRequestReport,
  CycleReport,
  ProposalReport,
  SpaceReport,
} from './report.ts';
import type { SpaceRecord } from './state/records.ts';
import type { StateStore } from './state/store.ts';

export interface CyclePorts extends BranchPorts {
  readonly remote: Remote;
  readonly state: StateStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly importHost?: ImportHost | undefined;
}

/** What one process remembers beside the state. */
export interface CycleMemory {
  metadataSeenAt: number;
  readonly organizationOfSite: Map<string, string>;
}

/** One round of look, plan, do; see the design of this room in ARCHITECTURE.md. */
export async function runCycle(
  ports: CyclePorts,
  config: SyncConfig,
  memory: CycleMemory,
  options: CycleOptions,
): Promise<Omit<CycleReport, 'advice'>> {
  const { git, tree, remote, state, clock } = ports;
  const started = clock.monotonic();
  const startedAt = new Date(clock.now()).toISOString();
  const requestsBefore = remote.requests;
  await state.refresh();
  recallFindings(remote, state, clock.now());
  const context: CycleContext = {
    remote,
    git,
    state,
    config,
    clock,
    options,
    problems: [],
    obeyedHere: (folder) => obeyedHere(ports, config.repository.branch, folder),
    seen: new Set(),
    behind: new Set(),
    own: await ownChangeRequests({ state }),
    metadataSeenAt: memory.metadataSeenAt,
    metadataSeen: (at) => (memory.metadataSeenAt = at),
    tip: await readTip(git),
    commits: 0,
  };

  const stale = await staleEditsIn(state);
  const carries = await carriesIn(state);
  if (options.dryRun !== true) {
    const moves = new Map<string, string>();
    await tree.recover({
      merge: keepingEdits(context, { stale, carries, moves }),
      away: async (move) => {
        for (const { from, to } of await movesIn(ports.git, await ports.git.diffTrees(move.from, move.to)))
          moves.set(from, to);
        return joinMovedAwayWhileCut(ports, move, { carries, accepted: await acceptedPages(context) });
      },
      late: async (saves) => {
        await noteLateSaves(ports, { ...saves, stale });
        await publish(context, async () => ({ result: undefined }));
      },
    });
    await settleCarries(ports, carries, stale);
  }

  const sightings = await seeSpaces({
    remote,
    config: config.mirror,
    known: state.spaces(),
    organizationOfSite: memory.organizationOfSite,
  });
  const asked = askedSpaces(options.spaces, sightings, state.spaces());
  const spaces: SpaceReport[] = [];
  for (const sighting of sightings) {
    options.signal?.throwIfAborted();
    if (asked.has(sighting.id)) spaces.push(await cycleSpace(context, sighting, sightings));
  }
  if (metadataIsDue(context) && spaces.length > 0) await guarded(context, () => mirrorMetadata(context));
  await settleAll(context, { sightings, spaces });
  await flush(context);

  let branch = notAsked(config.repository.branch);
  const wantsPull = options.push !== true || options.pull === true;
  const wantsPush = (options.pull !== true || options.push === true) && config.push.enabled;
  if (wantsPull && options.dryRun !== true) {
    const open = await joinStaleEdits(ports, stale, () => flush(context));
    const beside = [...(await joinHeldSaves(ports)), ...(await joinWrittenOver(ports, state))];
    branch = await followMirror(ports, {
      branch: config.repository.branch,
      mirror: context.tip.commit,
      now: clock.now(),
      stale,
      accepted: await acceptedPages(context),
      removed: await acceptedRemovals(context, config.repository.branch),
      remember: () => flush(context),
      carries,
    });
    const told = new Set(branch.conflicts.map(({ path }) => path));
    const still = open.filter(({ path }) => !told.has(path) && stale.get(path) !== undefined);
    branch = { ...branch, conflicts: [...branch.conflicts, ...still, ...beside] };
    await flush(context);
  }
  let proposals: readonly ProposalReport[] = [];
  if (wantsPush) {
    const sighted = sightings.filter(({ id }) => asked.has(id));
    proposals = await propose({ ...ports, context, sightings: sighted, stale });
    await flush(context);
  }
  if (options.dryRun === true) await state.refresh({ force: true });
  const report = {
    dryRun: options.dryRun === true,
    spaces,
    branch,
    proposals,
    problems: context.problems,
    mirror: context.tip.commit,
    commits: context.commits,
    requests: remote.requests - requestsBefore,
    startedAt,
    durationMs: clock.monotonic() - started,
  };
  return { ...report, ...outcomeOf(report) };
}

/**
 * Completes a fast-forward that was cut, whatever was saved meanwhile: half of it must never look like a person's deletions. An
 * edit that cannot be joined stays at its path, and is remembered, before anything moves, as made on the old text.
 */
function keepingEdits(
  context: CycleContext,
  of: { stale: StaleEdits; carries: Carries; moves: ReadonlyMap<string, string> },
): (edited: EditedFile) => Promise<Uint8Array | null> {
  const { stale, carries, moves } = of;
  let accepted: readonly AcceptedPage[] | undefined;
  return async ({ path, base: before, ours, theirs }) => {
    const sent = acceptedAt((accepted ??= await acceptedPages(context)), path);
    if (sent && isAsSent(sent, ours) && theirs !== null) return theirs;
    const noted = carries.all().find(({ to }) => to === path);
    const start = await startOf(context.git, { noted, sent: sent?.text, committed: before });
    // The file may have been replaced before the move was cut, and saved after that.
    const base = ours === null ? start : baseOfSave(ours, { older: start, newer: theirs });
    const at = theirs === null && ours !== null ? moves.get(path) : undefined;
    const merged = at === undefined ? mergeFile(path, { base, ours, theirs }) : null;
    if (merged?.outcome === 'merged') return merged.bytes ?? theirs;
    stale.set(path, {
      base: base && contentId(base),
      remote: theirs && contentId(theirs),
      ...(at === undefined ? {} : { at }),
      ...(sent === undefined ? {} : { sent: sent.text }),
    });
    await publish(context, async () => ({ result: undefined }));
    return ours ?? theirs;
  };
}

async function cycleSpace(
  context: CycleContext,
  sighting: SpaceSighting,
  all: readonly SpaceSighting[],
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
      changeRequests: record.changeRequests.map((each) => unchangedChangeRequest(folder, each)),
    };
  }
  try {
    const alone = !hasChangeRequests(context, space, record);
    const mirrored = await mirrorSpace(context, { space, folder, token: alone ? token : '' });
    const changeRequests = await cycleChangeRequests(context, space, record, mirrored);
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
      notes: mirrored.notes,
    };
  } catch (error) {
    if (!(error instanceof AppError) || stopsEverything(error)) throw error;
    problems.push({ ...error.toJSON(), space: space.id });
    return frozen(folder);
  }
}

/** Settles our change requests; a space that one was merged into while it was being read is read once more for that. */
async function settleAll(
  context: CycleContext,
  { sightings, spaces }: { sightings: readonly SpaceSighting[]; spaces: SpaceReport[] },
): Promise<void> {
  const behind = await settleProposals(context);
  for (const sighting of sightings) {
    if (!sighting.seen || !behind.has(sighting.id)) continue;
    const now = await seeAgain(context, sighting);
    if (now === null) continue;
    const again = await cycleSpace(context, now, sightings);
    const at = spaces.findIndex(({ id }) => id === sighting.id);
    const before = spaces[at];
    if (before) spaces[at] = joined(before, again);
  }
  if (behind.size > 0) context.behind = await settleProposals(context);
}

/** The space as it is by now, or why it cannot be seen; null when it is gone. */
async function seeAgain({ remote }: CycleContext, sighting: SpaceSighting): Promise<SpaceSighting | null> {
  const { id, path } = sighting;
  try {
    const space = await remote.space(id);
    return space && { seen: true, id, path, space };
  } catch (error) {
    if (!(error instanceof AppError) || stopsEverything(error)) throw error;
    return { seen: false, id, path, reason: error };
  }
}

/** Two looks at one space in one cycle, as one. */
function joined(first: SpaceReport, second: SpaceReport): SpaceReport {
  const seenLast = new Set(second.changeRequests.map(({ id }) => id));
  return {
    ...second,
    previousRevision: first.previousRevision,
    state: second.state === 'unchanged' ? first.state : second.state,
    changes: [...first.changes, ...second.changes],
    changeRequests: [
      ...first.changeRequests.filter(({ id, action }) => action === 'removed' && !seenLast.has(id)),
      ...second.changeRequests,
    ],
    notes: [...first.notes, ...second.notes],
  };
}

async function cycleChangeRequests(
  context: CycleContext,
  seen: Space,
  before: SpaceRecord | undefined,
  mirrored: MirroredSpace,
): Promise<ChangeRequestReport[]> {
  const { state, remote, options } = context;
  // Making or updating a reading window moved the space's token by our own hand: it is read again, before the rest is.
  const window = mirrored.record.window;
  const ours =
    window !== undefined && window.revision !== before?.window?.revision && options.dryRun !== true;
  const space = ours ? ((await remote.space(seen.id)) ?? seen) : seen;
  const token = space.revision === mirrored.record.revision ? changeToken(space) : '';
  const current = state.spaces().get(space.id) ?? mirrored.record;
  if (hasChangeRequests(context, space, current)) return mirrorChangeRequests(context, space, current, token);
  if (options.dryRun !== true) state.setSpace({ ...current, title: space.title, token });
  return [];
}

function unchangedChangeRequest(
  folder: string,
  record: SpaceRecord['changeRequests'][number],
): ChangeRequestReport {
  const { id, number, subject, status, revision, outdated } = record;
  return {
    id,
    number,
    subject: withoutMark(subject),
    status,
    revision,
    outdated,
    ref: changeRequestRef(folder, number),
    action: 'unchanged',
  };
}

/** Lets a failure of less important work stand beside the rest. */
async function guarded(context: CycleContext, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError) || stopsEverything(error)) throw error;
    context.problems.push(error.toJSON());
  }
}

const findingsLastMs = 24 * 60 * 60_000;

/** A server may get better: what it lacked a day ago is looked for again. */
function recallFindings(remote: Remote, state: StateStore, now: number): void {
  const { findings, at } = state.root.service;
  const fresh = now - at < findingsLastMs && at <= now;
  remote.remember(fresh ? findings : Object.fromEntries(Object.entries(findings).filter(([, has]) => has)));
}

function keepFindings({ remote, state, clock }: CycleContext): void {
  const found = remote.findings();
  const known = state.root.service.findings;
  if (Object.entries(found).every(([name, has]) => known[name] === has)) return;
  state.setRoot({ ...state.root, service: { findings: { ...known, ...found }, at: clock.now() } });
}

/** Writes what the state has to remember and no publication has written yet. */
async function flush(context: CycleContext): Promise<void> {
  keepFindings(context);
  if (context.options.dryRun !== true && context.state.dirty)
    await publish(context, async () => ({ result: undefined }));
}

function notAsked(name: string): BranchReport {
  return { name, state: 'not-asked', from: null, to: null, conflicts: [] };
}

function outcomeOf(
  report: Pick<CycleReport, 'spaces' | 'branch' | 'proposals' | 'problems' | 'commits'>,
): Pick<CycleReport, 'outcome' | 'exitCode'> {
  const failed = report.problems.filter((problem) => !asksPerson(problem));
  if (failed.length > 0) {
    const codes = failed.map(({ code }) => new AppError(code, '').exitCode);
    return { outcome: 'incomplete', exitCode: codes.includes(4) ? 4 : 3 };
  }
  if (needsAction({ ...report, conflicts: report.branch.conflicts }))
    return { outcome: 'conflict', exitCode: 5 };
  const still =
    report.commits === 0 &&
    report.spaces.every(({ state }) => state === 'unchanged') &&
    report.proposals.every(({ state }) => state === 'unchanged') &&
    ['up-to-date', 'not-asked', 'detached', 'absent'].includes(report.branch.state);
  return { outcome: still ? 'quiet' : 'changed', exitCode: 0 };
}

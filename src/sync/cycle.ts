import type { CyclePorts } from './proposals/ports.ts';
import { openJournal } from './state/journal.ts';
import { recoverFiles } from './branch/recover.ts';
import { updateBranches } from './bring-branches.ts';
import type { UpdatedBranches } from './bring-branches.ts';
import { notWritableProblems, untilNotWritable } from './not-writable.ts';
import { notWritableReport } from './plan/branch-reports.ts';
import { lagOf } from './config.ts';
import type { CycleOptions, SyncConfig } from './config.ts';
import { leftLocks } from './left-lock.ts';
import { lookAtSpaces } from './look/spaces.ts';
import { ArchivedHere } from './mirror/archived-here.ts';
import type { CycleContext } from './mirror/context.ts';
import { KeptTrees } from './mirror/kept-trees.ts';
import { MetadataLooks } from './mirror/metadata-looks.ts';
import { obeyedHere } from './mirror/obeyed-here.ts';
import { publish } from './mirror/publish.ts';
import type { QuietList } from './mirror/quiet-list.ts';
import { restoreTip } from './mirror/lost-tip.ts';
import type { Tip } from './mirror/tip.ts';
import { outcomeOf } from './outcome.ts';
import { propose } from './proposals/propose.ts';
import { acceptedOn, ownChangeRequests } from './proposals/settle.ts';
import { withCountedReads } from './remote/late-reads.ts';
import type { Remote } from './remote/port.ts';
import { withRecentReads } from './remote/recent-reads.ts';
import type { WrittenContent } from './remote/written.ts';
import { WrittenRevisions } from './remote/written-revisions.ts';
import { archiveRepeated } from './proposals/repeated.ts';
import { isHelper } from './remote/window.ts';
import { hasMarkOf } from './mirror/subject-mark.ts';
import type { BranchReport, CycleReport, ProposalReport, SpaceReport } from './report.ts';
import type { StateStore } from './state/store.ts';
import { keepTodoComments } from './todo-comment.ts';
import { shortName } from './mirror/cr-refs.ts';

/** What one process remembers in addition to the state. */
export interface CycleMemory {
  metadataSeenAt: number;
  readonly organizationOfSite: Map<string, string>;
  readonly written: Map<string, WrittenContent>;
  readonly list: QuietList;
}

/** One round of look, bring and propose; ARCHITECTURE.md describes the three parts. */
export async function runCycle(
  ports: CyclePorts,
  config: SyncConfig,
  memory: CycleMemory,
  options: CycleOptions,
): Promise<Omit<CycleReport, 'advice'>> {
  const { state, clock } = ports;
  const started = clock.monotonic();
  const startedAt = new Date(clock.now()).toISOString();
  const requestsBefore = ports.remote.requests;
  await state.refresh();
  const isDry = options.dryRun === true;
  if (!isDry) await state.nameClone();
  const { tip, repairs } = await restoreTip(ports.git, state, {
    isDry,
    branch: config.repository.branch,
  });
  const context = await openContext(ports, config, { memory, tip }, options);
  const accepted = async () => acceptedOn(context, await filesBranch(ports, config));
  const halted = isDry ? [] : await untilNotWritable(() => recoverFiles(ports, context.journal, accepted));

  context.problems.push(...(await leftLocks(ports.git)).map((each) => each.toJSON()));
  const { sightings, spaces } = await lookAtSpaces(context, memory);
  await flush(context);

  const wantsPull = options.push !== true || options.pull === true;
  const wantsPush = (options.pull !== true || options.push === true) && config.push.enabled;
  const { branch, others, isHalted } =
    halted.length > 0 || (wantsPull && !isDry)
      ? await bring(ports, context, halted)
      : { branch: notAsked(config.repository.branch), others: [], isHalted: false };
  // If only half of the files have moved, the other half would look like edits that undo the move.
  const proposals = wantsPush && !isHalted ? await propose({ ...ports, context, sightings }) : [];
  const told = wantsPush
    ? await keepTodoComments({ ports: { ...ports, remote: context.remote }, config, context, spaces })
    : spaces;
  if (options.repair === true) repairs.push(...(await archiveRepeated({ context }, { isDry })));
  await flush(context);
  if (isDry) await state.refresh({ force: true });
  const report = {
    dryRun: isDry,
    repairs,
    spaces: isDry ? withStalePlans(told, proposals) : told,
    branch,
    ...(others.length > 0 ? { otherBranches: others } : {}),
    proposals,
    problems: context.problems,
    mirror: context.tip.commit,
    commits: context.commits,
    requests: ports.remote.requests - requestsBefore,
    startedAt,
    durationMs: clock.monotonic() - started,
  };
  return { ...report, ...outcomeOf(report) };
}

/** A dry run does not bring in what is new, so a plan for a space with news is made with an older text than the sync will have. */
function withStalePlans(
  spaces: readonly SpaceReport[],
  proposals: readonly ProposalReport[],
): readonly SpaceReport[] {
  const note =
    'The sync brings this in first: it may then send less than is planned here, or find a conflict.';
  const planned = new Set(proposals.flatMap(({ state, space }) => (state === 'planned' ? [space] : [])));
  const hasNews = ({ state, changeRequests }: SpaceReport): boolean =>
    state === 'changed' || changeRequests.some(({ action }) => action !== 'unchanged');
  return spaces.map((space) =>
    hasNews(space) && planned.has(space.id) ? { ...space, notes: [...space.notes, note] } : space,
  );
}

/** Brings the branches to the mirror, unless an earlier move of files still waits for a file that this user may not write. */
async function bring(
  ports: CyclePorts,
  context: CycleContext,
  waiting: readonly string[],
): Promise<UpdatedBranches & { readonly isHalted: boolean }> {
  let updated: UpdatedBranches | null = null;
  const update = async (): Promise<void> => {
    updated = await updateBranches(ports, context, () => flush(context));
  };
  const halted = waiting.length > 0 ? waiting : await untilNotWritable(update);
  if (updated !== null) return { ...(updated as UpdatedBranches), isHalted: false };
  const { branch: name } = context.config.repository;
  const at = await ports.git.resolveRef(`refs/heads/${name}`);
  context.problems.push(...notWritableProblems(halted));
  const report = { name, from: at, to: at, conflicts: [] };
  return { branch: notWritableReport(report, halted), others: [], isHalted: true };
}

/** What a cycle works with: the service, the repository, and what this process and earlier ones know of both. */
export async function openContext(
  ports: CyclePorts,
  config: SyncConfig,
  { memory, tip }: { memory: CycleMemory; tip: Tip },
  options: CycleOptions,
): Promise<CycleContext> {
  const { git, state, clock } = ports;
  recallFindings(ports.remote, state, clock.now());
  const own = await ownChangeRequests({ state });
  const written = new WrittenRevisions(memory.written, { state, now: () => clock.now() });
  await written.recall();
  const isDry = options.dryRun === true;
  const remote = withCountedReads({
    ...{ remote: ports.remote, written, clock },
    ...{ lagMs: isDry ? 0 : lagOf(config), signal: options.signal },
    isOurs: (each) => own.has(each.id) || isHelper(each) || hasMarkOf(each.subject, state.clone),
    keep: () => flush(context),
  });
  const looks = new MetadataLooks(ports.cache, state, config.mirror);
  const context: CycleContext = {
    remote: withRecentReads(remote),
    git,
    state,
    config,
    clock,
    options,
    journal: await openJournal(state, () => flush(context)),
    problems: [],
    obeyedHere: (folder) => obeyedHere(ports, config.repository.branch, folder),
    readBack: new Map(),
    // Only a cycle that proposes edits needs these trees, and a dry run leaves no trace.
    kept: new KeptTrees(isDry || !config.push.enabled ? undefined : ports.cache),
    archivedHere: new ArchivedHere(ports.cache),
    seen: new Set(),
    halfSeen: new Set(),
    behind: new Set(),
    own,
    metadataSeenAt: Math.max(memory.metadataSeenAt, looks.last()),
    metadataSeen: (at) => {
      memory.metadataSeenAt = at;
      looks.note(at);
    },
    tip,
    commits: 0,
  };
  return context;
}

const findingsLastMs = 24 * 60 * 60_000;

/** Forgets old findings: a server may have gained what it lacked a day ago, so that we look again. */
function recallFindings(remote: Remote, state: StateStore, now: number): void {
  const { findings, at } = state.root.service;
  const fresh = now - at < findingsLastMs && at <= now;
  remote.remember(fresh ? findings : Object.fromEntries(Object.entries(findings).filter(([, has]) => has)));
}

function keepFindings({ remote, state, clock }: CycleContext): void {
  const found = remote.findings();
  const known = state.root.service.findings;
  if (Object.entries(found).every(([name, has]) => known[name] === has)) return;
  state.setRoot({
    ...state.root,
    service: { ...state.root.service, findings: { ...known, ...found }, at: clock.now() },
  });
}

/** The branch that the files of the working tree belong to. */
async function filesBranch({ git }: CyclePorts, { repository }: SyncConfig): Promise<string> {
  return shortName((await git.head()).branch) ?? repository.branch;
}

/** Writes the changes of the state that no publication has written yet. */
async function flush(context: CycleContext): Promise<void> {
  keepFindings(context);
  if (context.options.dryRun !== true && context.state.dirty)
    await publish(context, async () => ({ result: undefined }));
}

function notAsked(name: string): BranchReport {
  return { name, state: 'not-asked', from: null, to: null, conflicts: [] };
}

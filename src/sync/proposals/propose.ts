import { AppError, isAppError } from '../../base/index.ts';
import type { GitRepository } from '../../git/port.ts';
import type { CyclePorts } from './ports.ts';
import type { CycleContext } from '../mirror/context.ts';
import { folderAt } from '../branch/folder-moves.ts';
import { changeRequestBranch, changeRequestRef, shortName } from '../mirror/cr-refs.ts';
import { mirroredSubject } from '../mirror/change-request-record.ts';
import { stopsCycle } from '../mirror/failures.ts';
import type { FoundSpace } from '../mirror/spaces.ts';
import type { ProposalReport } from '../report.ts';
import { readProposal, readProposals } from '../state/proposals.ts';
import type { ProposalRecord } from '../state/proposals.ts';
import type { SpaceRecord } from '../state/records.ts';
import { localVersion } from '../versions/base-of.ts';
import type { LocalVersion } from '../versions/base-of.ts';
import { isAllAtHome } from './at-home.ts';
import type { KnownSides } from './at-home.ts';
import { pagesOfOtherProposals } from './born-here.ts';
import type { SentElsewhere } from './born-here.ts';
import { archiveOfDeletedBranches } from './deleted-branches.ts';
import { reportOf } from './proposal-context.ts';
import { proposeSpace } from './propose-space.ts';
import { noEdits } from './read-edits.ts';
import { keyOf, keyOfTarget, noteCommittedSaves, savedElsewhere, waitsElsewhere } from './saved-elsewhere.ts';
import type { BranchPorts } from '../versions/ports.ts';

/** What the context does not have: the files, and what only proposals use. */
export interface ProposingPorts extends BranchPorts, Pick<CyclePorts, 'random' | 'importHost' | 'announce'> {
  readonly context: CycleContext;
  readonly sightings: readonly FoundSpace[];
}

/** One branch's part in one space: what to compare, and which change request it goes to. */
export interface ProposalTarget extends LocalVersion {
  /** The other branches of this clone that have something to propose. */
  readonly beside: readonly string[];
  /** Pages as other branches of this clone sent them before this cycle. */
  readonly sentElsewhere: readonly SentElsewhere[];
  readonly space: SpaceRecord;
  readonly others: readonly string[];
  /** A change request that the branch edits; null: the branch gets a change request of its own. */
  readonly changeRequest: { readonly id: string; readonly number: number } | null;
}

/**
 * Turns what people changed here into change requests. The configured branch, the one that is checked out, and every other branch
 * with its own commits get one change request for each space; a `cr/…` branch edits the change request that it is named after.
 */
export async function propose(ports: ProposingPorts): Promise<readonly ProposalReport[]> {
  const { context, sightings } = ports;
  const reports: ProposalReport[] = [];
  // While git is at work, the content of the working tree is no edit of a person.
  if ((await context.git.workInProgress()).length > 0) return reports;
  const readable = new Set(sightings.filter(({ seen }) => seen).map(({ id }) => id));
  const isReadable = (space: string): boolean => readable.has(space) && !context.behind.has(space);
  const before = new Map(context.state.spaces());
  await noteCommittedSaves(ports);
  const leftElsewhere = await savedElsewhere(context);
  for (const target of await inOrder(ports, await targetsOf(ports))) {
    if (!isReadable(target.space.id)) continue;
    context.options.signal?.throwIfAborted();
    const saved = leftElsewhere.get(keyOfTarget(target));
    try {
      const report = saved
        ? await waitsElsewhere(ports, target, saved)
        : ((await waitsInOldFolder(ports, target)) ?? (await proposeSpace(ports, target)));
      if (report) reports.push(report);
    } catch (error) {
      if (!(error instanceof AppError) || (stopsCycle(error) && !isAppError(error, 'NO_ANSWER'))) throw error;
      const hint = isAppError(error, 'FORBIDDEN') ? { hint: mayNotWrite } : {};
      context.problems.push({ ...error.toJSON(), ...hint, space: target.space.id });
      if (isAppError(error, 'WRONG_STATE', 'NOT_FOUND')) readAnew(context, target.space.id);
    }
  }
  reports.push(...(await archiveOfDeletedBranches(ports, isReadable)));
  return reports.map((report) => {
    const { space, number, subject } = report;
    // An archived change request is not in the mirror any more.
    const known = [context.state.spaces(), before].map((spaces) =>
      mirroredSubject(spaces.get(space), number),
    );
    return { ...report, subject: known[0] ?? known[1] ?? subject };
  });
}

/**
 * Reports that a branch still has the space in its former folder. Compared with the new folder, all edits of the branch would look as if
 * somebody had taken them back. Returns null if the branch has the space where the mirror has it.
 */
async function waitsInOldFolder(
  { context }: ProposingPorts,
  { branch, space, base, changeRequest }: ProposalTarget,
): Promise<ProposalReport | null> {
  const folder = await folderAt(context.git, space, { commit: base, mirror: context.tip.commit });
  if (folder === space.path || changeRequest !== null) return null;
  const record = await readProposal(context.state, branch, space.id);
  const message = `${branch} has the space in ${folder}, and it is in ${space.path} now: its edits wait until docs/main is merged into ${branch}`;
  const edits = { ...noEdits, unsaid: [message] };
  return reportOf(
    { target: { branch, space }, edits, conflicts: [], renewed: new Set() },
    record,
    'unchanged',
  );
}

/** What helps when the token may only read a space. */
export const mayNotWrite =
  'The token may read the space, but not write to it. Use one that may, or set push.enabled to false: edits then stay local.';

/**
 * Makes the next look read a space anew. The service knows something of its change requests that the state does not, such as the end of
 * one: a list from before that would otherwise count until something else changes in the space.
 */
function readAnew({ state }: CycleContext, id: string): void {
  const record = state.spaces().get(id);
  if (record) state.setSpace({ ...record, token: '' });
}

/**
 * The targets in the order in which a cycle works on them: first those without a change request. So a branch takes over the change request
 * whose edits came along to it (SYNC-55) before the other branch, which has nothing left to propose, archives that change request.
 */
async function inOrder(
  { context: { state } }: ProposingPorts,
  targets: readonly ProposalTarget[],
): Promise<readonly ProposalTarget[]> {
  const proposing = new Set((await readProposals(state)).map(keyOf));
  const isProposing = (target: ProposalTarget): boolean => proposing.has(keyOfTarget(target));
  return [...targets.filter((one) => !isProposing(one)), ...targets.filter(isProposing)];
}

/**
 * The branches that get change requests of their own: the configured one, the one that is checked out unless the configured branch has all
 * of it (SYNC-118), and every other one with commits of its own.
 */
export async function proposingBranches(
  of: Pick<BranchPorts, 'tree'> & { readonly context: KnownSides },
): Promise<ReadonlySet<string>> {
  const { git, config } = of.context;
  const own = config.repository.branch;
  const checkedOut = shortName((await git.head()).branch);
  const hasOwn = checkedOut !== null && !(await isAllAtHome(of, checkedOut));
  const all = [own, ...(hasOwn ? [checkedOut] : []), ...(await otherBranches(git, own))];
  return new Set(all.filter((branch) => !branch.startsWith('cr/')));
}

/** Branches with commits that the configured branch does not have: each of them is a change of its own. */
async function otherBranches(git: GitRepository, own: string): Promise<string[]> {
  const at = await git.resolveRef(`refs/heads/${own}`);
  const others: string[] = [];
  for (const { ref, oid } of await git.listRefs('refs/heads/')) {
    const branch = ref.slice('refs/heads/'.length);
    if (branch !== own && !branch.startsWith('cr/') && (at === null || !(await git.isAncestor(oid, at))))
      others.push(branch);
  }
  return others.sort();
}

/** The open change requests whose edits were committed, each as its branch and space. */
async function committedProposals(state: CycleContext['state']): Promise<ReadonlySet<string>> {
  const isCommitted = ({ saved, state: now }: ProposalRecord): boolean => now === 'open' && saved !== true;
  return new Set((await readProposals(state)).filter(isCommitted).map(keyOf));
}

async function targetsOf(ports: ProposingPorts): Promise<ProposalTarget[]> {
  const { context } = ports;
  const { git, state, config, tip } = context;
  const head = await git.head();
  const checkedOut = shortName(head.branch);
  const spaces = [...state.spaces().values()];
  const others = spaces.map(({ path }) => path).filter((path) => path !== '.');
  const targets: Omit<ProposalTarget, 'beside'>[] = [];
  const isSaved = (branch: string): boolean => branch === checkedOut && config.push.trigger === 'save';
  const proposing = await committedProposals(state);
  for (const branch of tip.commit === null ? [] : await proposingBranches(ports)) {
    const local = await localVersion(git, branch, { mirror: tip.commit, saved: isSaved(branch) });
    if (local === null) continue;
    // A branch that was reset to docs/main has taken back the commits that it proposed (SYNC-81). What was saved may still be in the files.
    const mayPropose = local.commit !== local.base;
    const elsewhere = await pagesOfOtherProposals(state, branch);
    for (const space of spaces)
      if (space.revision !== '' && (mayPropose || proposing.has(keyOf({ branch, space: space.id }))))
        targets.push({ ...local, space, others, changeRequest: null, sentElsewhere: elsewhere });
  }
  for (const space of spaces)
    for (const { id, number } of space.changeRequests) {
      const branch = shortName(changeRequestBranch(space.path, number));
      const mirror = await git.resolveRef(changeRequestRef(space.path, number));
      const local = await localVersion(git, branch, { mirror, saved: isSaved(branch) });
      if (local !== null && local.commit !== local.base)
        targets.push({ ...local, space, others, changeRequest: { id, number }, sentElsewhere: [] });
    }
  const branches = new Set(targets.filter((one) => one.changeRequest === null).map(({ branch }) => branch));
  return targets.map((target) => ({
    ...target,
    beside: [...branches].filter((branch) => branch !== target.branch),
  }));
}

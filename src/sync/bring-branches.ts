import { findConflicts, followMirror } from './branch/follow.ts';
import { joinHeldSaves, joinWrittenOver } from './branch/held-saves.ts';
import { joinStaleEdits } from './branch/late-saves.ts';
import { keepTimeOf } from './config.ts';
import type { CyclePorts } from './proposals/ports.ts';
import type { CycleContext } from './mirror/context.ts';
import { notWritableProblems } from './not-writable.ts';
import { elsewhereReport, waitingReport } from './plan/branch-reports.ts';
import { readProposals, waitsForBranch } from './state/proposals.ts';
import { lastCommitWithPages } from './proposals/deleted-after-merge.ts';
import { acceptedOn } from './proposals/settle.ts';
import type { KnownSides } from './proposals/settle.ts';
import type { AcceptedPage } from './branch/accepted.ts';
import type { Oid } from '../git/port.ts';
import type { BranchReport, ConflictReport, Problem } from './report.ts';
import { keepTouched } from './saves/keep.ts';
import { baseOf } from './versions/base-of.ts';

export interface UpdatedBranches {
  /** The configured branch. */
  readonly branch: BranchReport;
  /** The other branches that moved. */
  readonly others: readonly BranchReport[];
}

/**
 * Brings branches and the files of the working tree to the mirror's commit: the configured branch always, and another branch when
 * its change request was merged, so that git then joins that branch with the others without a conflict.
 */
export async function updateBranches(
  ports: CyclePorts,
  context: CycleContext,
  keep: () => Promise<void>,
): Promise<UpdatedBranches> {
  const { journal, config } = context;
  await joinStaleEdits(ports, journal);
  const beside = [...(await joinHeldSaves(ports)), ...(await joinWrittenOver(ports, journal))];
  const branch = await bringBranch(ports, context, config.repository.branch);
  const told = new Set(branch.conflicts.map(({ path }) => path));
  // The branch may have brought what an edit waited for, and somebody may have saved a file while it moved.
  const still = (await joinStaleEdits(ports, journal)).filter(({ path }) => !told.has(path));
  const others = await bringOthers(ports, context);
  context.problems.push(...notWritableProblems(branch.notWritable ?? []));
  await keep();
  return { branch: { ...branch, conflicts: [...branch.conflicts, ...still, ...beside] }, others };
}

async function bringBranch(ports: CyclePorts, context: CycleContext, name: string): Promise<BranchReport> {
  const { journal, config, clock } = context;
  const ref = `refs/heads/${name}`;
  const from = await ports.git.resolveRef(ref);
  if ((await ports.git.checkedOutElsewhere()).has(ref)) {
    // Only a sync in that working tree can move its files along: without them, git would show them as edits that undo the mirror's.
    const isBehind = (await baseOf(ports.git, from, context.tip.commit)) !== context.tip.commit;
    const report = { name, from, to: from, conflicts: [] };
    return isBehind ? elsewhereReport(report) : { ...report, state: 'up-to-date' };
  }
  if (await isUnsettled(context, name)) return waitingReport({ name, from, to: from, conflicts: [] });
  const keepMs = keepTimeOf(config);
  const isHere = [ref, null].includes((await ports.git.head()).branch);
  if (isHere || name === config.repository.branch)
    await keepTouched({ ...ports, keepMs }, { from, to: context.tip.commit });
  const follow = async (mirror: Oid | null, more: readonly AcceptedPage[] = []): Promise<BranchReport> => {
    const { pages, ...rest } = await acceptedOn(context, name);
    const accepted = { ...rest, pages: [...pages, ...more] };
    const spaces = [...context.state.spaces().values()];
    return followMirror(ports, { branch: name, mirror, now: clock.now(), journal, accepted, spaces });
  };
  const earlier = await lastCommitWithPages(ports, context, name);
  if (earlier !== null) {
    const report = await follow(earlier.commit, earlier.accepted);
    if (report.state !== 'fast-forwarded' && report.state !== 'merged') return report;
  }
  return { ...(await follow(context.tip.commit)), from };
}

/**
 * What a person has to join before the configured branch can follow the mirror, as a cycle would report it. Nothing is moved or
 * written.
 */
export async function branchConflicts(
  ports: CyclePorts,
  { journal, config, ...known }: KnownSides & Pick<CycleContext, 'journal' | 'config'>,
): Promise<readonly ConflictReport[]> {
  const { branch } = config.repository;
  const accepted = await acceptedOn(known, branch);
  const earlier = await lastCommitWithPages(ports, known, branch);
  const pages = [...accepted.pages, ...(earlier?.accepted ?? [])];
  for (const mirror of [earlier?.commit ?? null, known.tip.commit]) {
    const spaces = [...known.state.spaces().values()];
    const options = { branch, mirror, journal, accepted: { ...accepted, pages }, spaces };
    const found = await findConflicts(ports, options);
    if (found.length > 0) return found;
  }
  return [];
}

/** The problems of files that this user may not write, although the branch that is checked out has yet to get them from the mirror. */
export async function notWritableHere(
  { git, files }: Pick<CyclePorts, 'git' | 'files'>,
  { branch, mirror }: { readonly branch: string; readonly mirror: Oid | null },
): Promise<readonly Problem[]> {
  const { branch: head, oid: at } = await git.head();
  const base = await baseOf(git, at, mirror);
  if (head !== `refs/heads/${branch}` || base === null || base === mirror) return [];
  const paths: string[] = [];
  for (const { path, after } of await git.diffTrees(base, mirror)) {
    if (await files.isWritable(path)) continue;
    const local = await files.read(path);
    const isThere = local.outcome === 'file' ? local.id === after?.oid : after === null;
    if (!isThere) paths.push(path);
  }
  return notWritableProblems(paths);
}

/** Whether it is unknown what became of a change request of a branch, so that nobody knows what the mirror has from there. */
async function isUnsettled({ state, behind }: CycleContext, name: string): Promise<boolean> {
  if (behind.size === 0) return false;
  return (await readProposals(state)).some(({ branch, space }) => branch === name && behind.has(space));
}

/**
 * Brings the branches whose change requests were merged. A branch that only a person could join stays where it is, and nobody is
 * asked to join it, because its change request is merged already.
 */
async function bringOthers(ports: CyclePorts, context: CycleContext): Promise<BranchReport[]> {
  const { git } = ports;
  if ((await git.workInProgress()).length > 0) return [];
  const names = new Set(
    (await readProposals(context.state)).filter(waitsForBranch).map(({ branch }) => branch),
  );
  const elsewhere = await git.checkedOutElsewhere();
  const moved: BranchReport[] = [];
  for (const name of [...names].sort()) {
    const ref = `refs/heads/${name}`;
    if (name === context.config.repository.branch || name.startsWith('cr/') || elsewhere.has(ref)) continue;
    if ((await git.resolveRef(ref)) === null) continue;
    const report = await bringBranch(ports, context, name);
    if (report.state === 'fast-forwarded' || report.state === 'merged') moved.push(report);
  }
  return moved;
}

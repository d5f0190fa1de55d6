import type { Oid } from '../../git/port.ts';
import type { CycleContext } from '../mirror/context.ts';
import type { ProposalReport } from '../report.ts';
import { readProposals, saveProposal } from '../state/proposals.ts';
import type { ProposalRecord } from '../state/proposals.ts';
import type { ProposalTarget, ProposingPorts } from './propose.ts';
import { reportOf } from './proposal-context.ts';
import { noEdits } from './read-edits.ts';

/**
 * Repositories with several working trees (`git worktree add`): a sync sees the files of its own working tree alone, and leaves what was
 * saved in another one to the syncs there (SYNC-87).
 */

/**
 * The open proposals that have saves of other working trees, by branch and space. This sync sees only the commits of those branches, and
 * would find that the saves had been taken back.
 */
export async function savedElsewhere({
  git,
  state,
}: CycleContext): Promise<ReadonlyMap<string, ProposalRecord>> {
  const elsewhere = new Set(await git.checkedOutElsewhere());
  // With `git worktree add --force`, two working trees have one branch: then this one's files count.
  elsewhere.delete((await git.head()).branch ?? '');
  const isSaved = ({ branch, saved, state: now }: ProposalRecord): boolean =>
    saved === true && now === 'open' && elsewhere.has(`refs/heads/${branch}`);
  const records = elsewhere.size === 0 ? [] : await readProposals(state);
  return new Map(records.filter(isSaved).map((record) => [keyOf(record), record]));
}

/** Reports a branch that only a sync in its own working tree can send, where somebody has committed there since the last one. */
export async function waitsElsewhere(
  { context: { git, tip } }: ProposingPorts,
  target: ProposalTarget,
  record: ProposalRecord,
): Promise<ProposalReport | null> {
  const { branch, commit } = target;
  const sentAt = Object.values(record.pages).map((page) => page.sentAt);
  const exclude: Oid[] = [];
  for (const known of new Set([tip.commit, record.filesSentAt, ...sentAt]))
    if (known && (await git.has(known))) exclude.push(known);
  let isNewer = false;
  for await (const { parents } of git.log(commit!, { exclude })) isNewer ||= parents.length === 1;
  if (!isNewer) return null;
  const message = `${branch} is checked out in another working tree, and what is saved there is in the change request: a sync in that working tree sends the new commits`;
  const edits = { ...noEdits, unsaid: [message] };
  return reportOf({ target, edits, conflicts: [], renewed: new Set() }, record, 'unchanged');
}

/**
 * Notes that all of what was saved in this working tree is committed by now, so that a sync in another working tree can send the branch,
 * too.
 */
export async function noteCommittedSaves({ context, tree }: ProposingPorts): Promise<void> {
  const { git, state, options } = context;
  if (options.dryRun === true || (await git.checkedOutElsewhere()).size === 0) return;
  const head = await git.head();
  for (const { saved, ...record } of await readProposals(state)) {
    const path = state.spaces().get(record.space)?.path;
    if (saved !== true || head.branch !== `refs/heads/${record.branch}` || path === undefined) continue;
    const under = [path === '.' ? '' : path];
    if ((await tree.scan(head.oid, { under })).length === 0) saveProposal(state, record);
  }
}

/** A target's key among the proposals. */
export function keyOfTarget({ branch, space }: Pick<ProposalTarget, 'branch' | 'space'>): string {
  return keyOf({ branch, space: space.id });
}

export function keyOf({ branch, space }: Pick<ProposalRecord, 'branch' | 'space'>): string {
  return `${branch}\n${space}`;
}

import { baseOf, hasEdits } from '../versions/base-of.ts';
import { dropProposal, removeProposal, readProposals, saveProposal, isAnswered } from '../state/proposals.ts';
import type { ProposalRecord } from '../state/proposals.ts';
import { isAllAtHome } from './at-home.ts';
import { archiveIfOurs } from './own-change-request.ts';
import type { ProposalTarget, ProposingPorts } from './propose.ts';
import { requestedChangesOf } from './requested-changes.ts';
import type { FolderEdits } from './folder-edits.ts';

/**
 * Finds the change request of another branch whose edits are now on this branch (SYNC-55), and makes it this branch's; null where
 * there is none. People begin to write, Tidemark proposes what they saved, and then they make a branch for it, rename the branch, or
 * bring it home. Without this rule, a second change request would say the same, and two merges would make a new page twice.
 */
export async function takeOverChangeRequest(
  ports: ProposingPorts,
  target: ProposalTarget,
  edits: FolderEdits,
): Promise<ProposalRecord | null> {
  const { git, state, options, tip } = ports.context;
  const here = new Set(Object.keys(requestedChangesOf(edits)));
  // This sync cannot see what is saved in another working tree.
  const elsewhere = await git.checkedOutElsewhere();
  for (const record of await proposalsBeside(ports, target)) {
    if (record.leaving === true) continue;
    const names = Object.keys(record.wishes ?? {});
    const hasAll = names.length > 0 && names.every((name) => here.has(name));
    const isSeen = !elsewhere.has(`refs/heads/${record.branch}`);
    const isLeft = hasAll && isSeen && !(await hasEdits(git, record.branch, tip.commit));
    if (!isLeft && !(await wasBroughtHome(ports, target, record))) continue;
    const taken = { ...record, branch: target.branch };
    if (options.dryRun === true) return taken;
    saveProposal(state, taken);
    removeProposal(state, record);
    return taken;
  }
  return null;
}

/**
 * Archives the change requests of branches that were brought home to the configured branch, or whose edits were (a squashed merge makes
 * a commit of its own) before they were deleted, where the configured branch has a change request of its own, which carries their edits
 * from now on. What others wrote into stays open.
 */
export async function archiveMergedByHand(
  ports: ProposingPorts,
  target: ProposalTarget,
  own: ProposalRecord | null,
): Promise<void> {
  const { state, options } = ports.context;
  if (options.dryRun === true || own === null || !isSettled(own)) return;
  for (const record of await proposalsBeside(ports, target))
    if (
      ((await wasBroughtHome(ports, target, record)) || (await isGoneAndSaidBy(ports, own, record))) &&
      (await archiveIfOurs(ports, record))
    )
      dropProposal(state, record);
}

/** Whether the branch of a proposal was deleted, and another proposal has all of its edits. */
async function isGoneAndSaidBy(
  { context: { git } }: ProposingPorts,
  { wishes: said = {} }: ProposalRecord,
  { branch, wishes: own = {} }: ProposalRecord,
): Promise<boolean> {
  const asked = Object.entries(own);
  const isSaid = asked.length > 0 && asked.every(([name, change]) => said[name] === change);
  return isSaid && (await git.resolveRef(`refs/heads/${branch}`)) === null;
}

/** The open change requests that other branches of this clone have in the space. */
async function proposalsBeside(
  { context }: ProposingPorts,
  { branch, space: { id }, changeRequest }: ProposalTarget,
): Promise<readonly ProposalRecord[]> {
  if (changeRequest !== null) return [];
  return (await readProposals(context.state)).filter(
    (record) => record.space === id && record.branch !== branch && isSettled(record),
  );
}

/** Whether the configured branch has all commits of another branch that the mirror does not have: nobody looks at that branch any more. */
async function wasBroughtHome(
  ports: ProposingPorts,
  { branch }: ProposalTarget,
  record: ProposalRecord,
): Promise<boolean> {
  const { git, config, tip } = ports.context;
  if (branch !== config.repository.branch) return false;
  const home = await git.resolveRef(`refs/heads/${branch}`);
  const ref = `refs/heads/${record.branch}`;
  if ((await git.resolveRef(ref)) !== null) {
    const isSavedElsewhere = record.saved === true && (await git.checkedOutElsewhere()).has(ref);
    return !isSavedElsewhere && isAllAtHome(ports, record.branch);
  }
  // Of a branch that was deleted, the commits from which its pages were sent are known.
  const sentAt = Object.values(record.pages).flatMap((page) => page.sentAt ?? []);
  let isFresh = false;
  for (const at of new Set(sentAt)) {
    if (home === null || !(await git.has(at)) || !(await git.isAncestor(at, home))) return false;
    isFresh ||= (await baseOf(git, at, tip.commit)) !== at;
  }
  return isFresh;
}

/** Whether a proposal has an open change request of ours and waits for no answer about its content. */
function isSettled(record: ProposalRecord): boolean {
  return record.ours && record.state === 'open' && record.changeRequest !== null && isAnswered(record);
}

import { hasEdits } from '../versions/base-of.ts';
import { removeProposal, readProposals, saveProposal } from '../state/proposals.ts';
import type { ProposalRecord } from '../state/proposals.ts';
import type { ProposalTarget, ProposingPorts } from './propose.ts';
import { requestedChangesOf } from './wishes.ts';
import type { FolderEdits } from './folder-edits.ts';

/**
 * Finds the change request of another branch whose edits are now on this branch (SYNC-55), and makes it this branch's; null where
 * there is none. People begin to write, Tidemark proposes what they saved, and then they make a branch for it, or rename the
 * branch. Without this rule, a second change request would say the same, and two merges would make a new page twice.
 */
export async function takeOverChangeRequest(
  ports: ProposingPorts,
  target: ProposalTarget,
  edits: FolderEdits,
): Promise<ProposalRecord | null> {
  const { state, options } = ports.context;
  if (target.changeRequest !== null) return null;
  const here = new Set(Object.keys(requestedChangesOf(edits)));
  for (const record of await readProposals(state)) {
    const { branch, space, wishes = {} } = record;
    if (space !== target.record.id || branch === target.branch || !isSettled(record)) continue;
    const names = Object.keys(wishes);
    if (names.length === 0 || !names.every((name) => here.has(name))) continue;
    if (await hasEdits(ports.context.git, branch, ports.context.tip.commit)) continue;
    const taken = { ...record, branch: target.branch };
    if (options.dryRun === true) return taken;
    saveProposal(state, taken);
    removeProposal(state, record);
    return taken;
  }
  return null;
}

/** Whether a proposal has an open change request of ours and waits for no answer. */
function isSettled({ state, ours, changeRequest, leaving, pending, unanswered }: ProposalRecord): boolean {
  return (
    ours &&
    state === 'open' &&
    changeRequest !== null &&
    leaving === undefined &&
    pending.length === 0 &&
    unanswered === undefined
  );
}

import { isAppError } from '../../base/index.ts';
import type { ProposalReport } from '../report.ts';
import { dropProposal } from '../state/proposals.ts';
import type { ProposalRecord } from '../state/proposals.ts';
import { lookForResult } from './in-doubt.ts';
import { mirrorAfterWrite } from './mirror-after-write.ts';
import { isOpen } from '../remote/change-request.ts';
import { archiveAsSeen } from '../remote/window.ts';
import { changeRequestOf, findByMarker, archiveIfOurs } from './own-change-request.ts';
import { reportOf } from './proposal-context.ts';
import { saysNothingNew } from './repeated.ts';
import { sendProposal } from './send-proposal.ts';
import type { ProposalContext } from './proposal-context.ts';

/** Takes our own change request back, because nothing is left to propose. */
export async function archiveEmptyProposal(
  proposal: ProposalContext,
  record: ProposalRecord | null,
): Promise<ProposalReport | null> {
  const { ports, target, edits, conflicts } = proposal;
  const { context } = ports;
  if (!record) {
    const isQuiet = edits.unsaid.length + conflicts.length === 0;
    return isQuiet ? null : reportOf(proposal, null, 'unchanged');
  }
  if (context.options.dryRun === true) return reportOf(proposal, record, 'planned');
  const look = () => lookForResult(context, record.askedAt, () => findByMarker(ports, target, record));
  const found = record.changeRequest ?? (record.ours ? await look() : null);
  if (found && record.ours)
    try {
      const changeRequest = changeRequestOf(found);
      if (!(await archiveIfOurs(ports, { ...record, changeRequest }))) {
        // A change request that others wrote into stays open without what was taken back, and later edits go there, too.
        const report = await sendProposal(proposal, { ...record, changeRequest });
        const left = await context.remote.changeRequest(record.space, found.id);
        // Where nothing of theirs is left either, nobody loses anything.
        if (left === null || !(await saysNothingNew(ports, record.space, left))) return report;
        if (!(await archiveAsSeen(context.remote, record.space, left))) return report;
      }
    } catch (error) {
      if (!isAppError(error, 'NOT_FOUND', 'WRONG_STATE', 'CONFLICT')) throw error;
      // The service may lack something else, such as a revision that it does not show yet.
      const now = await context.remote.changeRequest(record.space, found.id);
      if (now !== null && isOpen(now.status)) throw error;
    }
  dropProposal(context.state, record);
  if (found) await mirrorAfterWrite(ports, target, null);
  return reportOf(proposal, record, 'archived');
}

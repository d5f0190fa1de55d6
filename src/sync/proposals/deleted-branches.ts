import type { ProposalReport } from '../report.ts';
import { dropProposal, isAnswered, readProposal, readProposals } from '../state/proposals.ts';
import type { ProposalRecord } from '../state/proposals.ts';
import type { SpaceRecord } from '../state/records.ts';
import { mirrorAfterWrite } from './mirror-after-write.ts';
import { archiveIfOurs } from './own-change-request.ts';
import { reportOf } from './proposal-context.ts';
import type { ProposingPorts } from './propose.ts';
import { noEdits } from './read-edits.ts';
import { editsInMirror } from './said-by-mirror.ts';

/**
 * Archives the change requests of deleted branches whose edits are all in the mirror or in the configured branch's change request, as after
 * a squashed merge (SYNC-55). A change request with anything else in it stays open: somebody may still want to merge it.
 */
export async function archiveOfDeletedBranches(
  ports: ProposingPorts,
  isReadable: (space: string) => boolean,
): Promise<readonly ProposalReport[]> {
  const { context } = ports;
  const isDry = context.options.dryRun === true;
  const reports: ProposalReport[] = [];
  for (const record of await readProposals(context.state)) {
    const space = context.state.spaces().get(record.space);
    if (!space || !isReadable(space.id) || !isUntouched(space, record)) continue;
    if (!(await isDeleted(ports, record)) || !(await isSaidElsewhere(ports, space, record))) continue;
    if (!isDry) {
      if (!(await archiveIfOurs(ports, record))) continue;
      dropProposal(context.state, record);
      await mirrorAfterWrite(ports, { space }, null);
    }
    const target = { branch: record.branch, space };
    const ended = { target, edits: noEdits, conflicts: [], renewed: new Set<string>() };
    reports.push(reportOf(ended, record, isDry ? 'planned' : 'archived'));
  }
  return reports;
}

/** Whether a proposal has an open change request of ours into which nobody else wrote, as far as the mirror knows. */
function isUntouched({ changeRequests }: SpaceRecord, record: ProposalRecord): boolean {
  const { ours, state, changeRequest, own } = record;
  if (!ours || state !== 'open' || changeRequest === null || !isAnswered(record)) return false;
  const mirrored = changeRequests.find(({ id }) => id === changeRequest.id);
  return own !== undefined && (mirrored === undefined || mirrored.revision === own);
}

async function isDeleted(
  { context: { git, config } }: ProposingPorts,
  { branch }: ProposalRecord,
): Promise<boolean> {
  if (branch === config.repository.branch || branch.startsWith('cr/')) return false;
  const isCheckedOut = (await git.head()).branch === `refs/heads/${branch}`;
  return !isCheckedOut && (await git.resolveRef(`refs/heads/${branch}`)) === null;
}

async function isSaidElsewhere(
  { context }: ProposingPorts,
  space: SpaceRecord,
  record: ProposalRecord,
): Promise<boolean> {
  const { state, config } = context;
  const home = await readProposal(state, config.repository.branch, space.id);
  const isOpen = home?.state === 'open' && home.changeRequest !== null && isAnswered(home);
  const said = (isOpen ? home.wishes : undefined) ?? {};
  const there = await editsInMirror(context, space, record);
  const asked = Object.entries(record.wishes ?? {});
  return asked.length > 0 && asked.every(([name, change]) => said[name] === change || there.has(name));
}

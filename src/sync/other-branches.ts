import { isAppError } from '../base/index.ts';
import { conflictsOnBranch } from './local-edits.ts';
import type { EditedPlace } from './local-edits.ts';
import { isMirrored } from './look/left-spaces.ts';
import type { CyclePorts } from './proposals/ports.ts';
import { proposingBranches } from './proposals/propose.ts';
import type { ConflictReport } from './report.ts';
import type { ProposalRecord } from './state/proposals.ts';
import type { SpaceRecord } from './state/records.ts';

/** A branch whose edits of a space wait for a person. */
export interface WaitingBranch {
  readonly branch: string;
  readonly space: SpaceRecord;
  /** The files in which the service changed the same lines. */
  readonly conflicts: readonly ConflictReport[];
  /** The files of pages that the branch deletes, and that the service changed since. */
  readonly overruled: readonly string[];
}

/**
 * The conflicts of all branches but the configured one, whose conflicts are those of the files. As in a sync, a branch with saves in another
 * working tree is left out.
 */
export async function conflictsOfOtherBranches(
  ports: CyclePorts,
  { config, head, mirror, saved }: EditedPlace,
  { records, proposals }: { records: readonly SpaceRecord[]; proposals: readonly ProposalRecord[] },
): Promise<readonly WaitingBranch[]> {
  const { git, state, tree } = ports;
  const context = { git, state, config, tip: { commit: mirror } };
  const elsewhere = new Set(await git.checkedOutElsewhere());
  elsewhere.delete(head.branch ?? '');
  const waiting: WaitingBranch[] = [];
  for (const branch of await proposingBranches({ tree, context })) {
    const ref = `refs/heads/${branch}`;
    if (branch === config.repository.branch) continue;
    for (const record of records) {
      if (!isMirrored(config.mirror, record.id)) continue;
      const sent = proposals.find((each) => each.branch === branch && each.space === record.id);
      if (sent?.saved === true && elsewhere.has(ref)) continue;
      const edited = { record, records, branch, sent, saved: saved && head.branch === ref };
      const { conflicts, overruled } = await conflictsOnBranch(ports, config, edited).catch(nothingSafe);
      if (conflicts.length + overruled.length > 0)
        waiting.push({ branch, space: record, conflicts, overruled });
    }
  }
  return waiting;
}

/** That a folder has become a link is in the status of its space. */
function nothingSafe(error: unknown): Pick<WaitingBranch, 'conflicts' | 'overruled'> {
  if (isAppError(error, 'UNSAFE_PATH')) return { conflicts: [], overruled: [] };
  throw error;
}

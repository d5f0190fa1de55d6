import { trailersOf } from '../mirror/commit-text.ts';
import { readOthersProposals } from '../state/proposals.ts';
import type { ProposalRecord } from '../state/proposals.ts';
import { baseOf } from '../versions/base-of.ts';
import type { KnownSides } from './settle.ts';

/**
 * The proposals of other clones for a shared branch that the mirror shows as merged (SYNC-38). The clones that made them may not have noted
 * that yet: one may be switched off, or wait for a person.
 */
export async function mergedElsewhere(
  { git, state, tip }: KnownSides,
  branch: string,
): Promise<readonly ProposalRecord[]> {
  const records = (await readOthersProposals(state)).filter(
    (each) => each.branch === branch && each.changeRequest !== null,
  );
  const base =
    records.length === 0 ? null : await baseOf(git, await git.resolveRef(`refs/heads/${branch}`), tip.commit);
  if (base === null || tip.commit === null || base === tip.commit) return [];
  const merged = new Set<string>();
  for await (const commit of git.log(tip.commit, { exclude: [base] })) {
    const { space, changeRequest } = trailersOf(commit) ?? {};
    if (changeRequest !== undefined) merged.add(`${space} ${changeRequest}`);
  }
  return records
    .filter(({ space, changeRequest }) => merged.has(`${space} ${changeRequest!.number}`))
    .map((record) => ({ ...record, state: 'merged' }));
}

import { changeRequestRef } from '../mirror/cr-refs.ts';
import type { ProposalRecord, SentPage } from '../state/proposals.ts';
import { baseOf } from '../versions/base-of.ts';
import { plainText } from '../versions/identity.ts';
import { pageInCommit } from '../versions/places.ts';
import type { ProposalTarget, ProposingPorts } from './propose.ts';

/**
 * The text of a page that a person has seen in a change request, because they merged the mirrored change request into their branch: the newest
 * text that both sides agree on. Null: nobody merged it since the page was last sent.
 */
export async function seenInRequest(
  { context }: ProposingPorts,
  target: ProposalTarget,
  { record, id, before }: { record: ProposalRecord; id: string; before: SentPage | undefined },
): Promise<string | null> {
  const { git, tip } = context;
  if (record.changeRequest === null || tip.commit === null) return null;
  const head = target.commit ?? (await git.resolveRef(`refs/heads/${target.branch}`));
  const theirs = await git.resolveRef(changeRequestRef(target.space.path, record.changeRequest.number));
  const merged = await baseOf(git, head, theirs);
  if (merged === null || (await git.isAncestor(merged, tip.commit))) return null;
  const sentAt = before?.sentAt ?? null;
  if (sentAt !== null && (await git.has(sentAt)) && (await git.isAncestor(merged, sentAt))) return null;
  const oid = await pageInCommit(git, merged, id);
  return oid === null ? null : plainText(await git.readBlob(oid));
}

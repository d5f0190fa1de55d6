import {
  readProposal,
  saveProposal,
  isKeptAfterFollowing,
  acceptedBefore,
  isAnswered,
} from '../state/proposals.ts';
import type { ProposalRecord } from '../state/proposals.ts';
import { noteRequest } from './announce.ts';
import { contentAfterRequest } from './in-doubt.ts';
import { keepForNextCycle, findOverwritten, restoreOverwritten, withoutOverwritten } from './overwritten.ts';
import { saveProposalNow } from './own-change-request.ts';
import type { ProposalTarget, ProposingPorts } from './propose.ts';
import { adoptUnanswered } from './unanswered.ts';

/** The proposal as the last cycle left it, completed by what became of requests whose answers were lost. */
export async function earlierProposal(
  ports: ProposingPorts,
  target: ProposalTarget,
): Promise<ProposalRecord | null> {
  return withLostAnswers(ports, await currentProposal(ports, target));
}

/** The proposal as it is now; what the branch has followed by now is dropped from it. */
async function currentProposal(
  { context }: ProposingPorts,
  { branch, space, base }: ProposalTarget,
): Promise<ProposalRecord | null> {
  const record = await readProposal(context.state, branch, space.id);
  if (!record || record.state === 'merged' || base !== context.tip.commit) return record;
  if (Object.keys(acceptedBefore(record)).length === 0) return record;
  const { adopted = {}, removed = {}, adoptedFiles: _followed, ...rest } = record;
  const open = Object.entries(removed).filter(([, { taken }]) => taken !== true);
  const still = Object.entries(adopted).filter(([, page]) => isKeptAfterFollowing(page));
  const followed = {
    ...rest,
    ...(open.length > 0 ? { removed: Object.fromEntries(open) } : {}),
    ...(still.length > 0 ? { adopted: Object.fromEntries(still) } : {}),
  };
  saveProposal(context.state, followed);
  return followed;
}

/** Finds pages that were made although the answer was lost, before anything is compared, so that they are not made again. */
async function withLostAnswers(
  ports: ProposingPorts,
  record: ProposalRecord | null,
): Promise<ProposalRecord | null> {
  const { context } = ports;
  if (record?.state !== 'open' || !record.changeRequest) return record;
  if (isAnswered(record)) return record;
  const place = { kind: 'change-request', space: record.space, id: record.changeRequest.id } as const;
  if ((await context.remote.changeRequest(record.space, place.id)) === null) return record;
  const batch = record.unanswered;
  const content = await contentAfterRequest(context, place, batch?.gaveBack ?? batch);
  const found = batch ? await findOverwritten(context, record.space, { batch, head: content }) : [];
  if (context.options.dryRun !== true) {
    const note = (before: string): Promise<void> =>
      noteRequest(ports, record.space, (at) =>
        saveProposalNow(ports, { ...record, unanswered: { ...batch!, gaveBack: { at, before } } }),
      );
    await restoreOverwritten(context.remote, place, { content, found, note });
    await keepForNextCycle(context, { record, found: found.filter(({ how }) => how === 'here') });
  }
  return withoutOverwritten(await adoptUnanswered(context.remote, record, content), {
    before: record,
    found,
  });
}

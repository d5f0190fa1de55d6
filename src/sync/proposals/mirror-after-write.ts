import type { ChangeRequest, Space } from '../../contract/index.ts';
import { answerUnlessLate } from '../mirror/failures.ts';
import { mirrorChangeRequests } from '../mirror/mirror-change-requests.ts';
import { changeToken, type FoundSpace } from '../mirror/spaces.ts';
import type { SpaceRecord } from '../state/records.ts';
import type { ProposalTarget, ProposingPorts } from './propose.ts';

/** The finding that the last change of a change request is also the last change of its space, to the millisecond. */
const changesWithItsRequests = 'spaceChangesWithItsRequests';

/** A change request that this cycle has written into. */
export interface WrittenRequest {
  readonly id: string;
  /** The status that the change request got when this cycle made it; null where it was there before. */
  readonly madeAs: ChangeRequest['status'] | null;
}

/**
 * Mirrors the change requests of a space after a write, so that the next look finds nothing new. What the service will then say of
 * the space follows from what it said before and from the change request, where a write before has shown that; otherwise the space
 * is read. If somebody else changed the space as well, the next look sees that in either case (SYNC-70).
 */
export async function mirrorAfterWrite(
  { context, sightings }: Pick<ProposingPorts, 'context' | 'sightings'>,
  { space: { id } }: Pick<ProposalTarget, 'space'>,
  written: WrittenRequest | null,
): Promise<void> {
  const { remote, state } = context;
  await answerUnlessLate(context, id, async () => {
    const current = state.spaces().get(id);
    if (!current) return;
    const before = written && spaceBefore(sightings, current);
    const predicted = before && spaceAfter(before, written);
    const predictToken = (listed: readonly ChangeRequest[]): string => {
      const ours = listed.find((each) => each.id === written?.id);
      return predicted && ours ? changeToken({ ...predicted, updatedAt: ours.updatedAt }) : '';
    };
    if (predicted && remote.findings()[changesWithItsRequests] === true) {
      await mirrorChangeRequests(context, predicted, current, predictToken);
      return;
    }
    const space = await remote.space(id);
    if (!space) return;
    const token = space.revision === current.revision ? changeToken(space) : '';
    await mirrorChangeRequests(context, space, current, (listed) => {
      if (token !== '' && predictToken(listed) === token) remote.remember({ [changesWithItsRequests]: true });
      return token;
    });
  });
}

/** The space as this cycle's list shows it, where that is what the mirror has of it. */
function spaceBefore(sightings: readonly FoundSpace[], { id, token, revision }: SpaceRecord): Space | null {
  const sighting = sightings.find((each) => each.id === id);
  if (!sighting?.seen || sighting.space.revision !== revision) return null;
  return changeToken(sighting.space) === token ? sighting.space : null;
}

/** The counters of a space after a write of ours. */
function spaceAfter(before: Space, { madeAs }: WrittenRequest): Space {
  const one = (is: boolean): number => (is ? 1 : 0);
  return {
    ...before,
    changeRequests: before.changeRequests + one(madeAs !== null),
    changeRequestsOpen: before.changeRequestsOpen + one(madeAs === 'open'),
    changeRequestsDraft: before.changeRequestsDraft + one(madeAs === 'draft'),
  };
}

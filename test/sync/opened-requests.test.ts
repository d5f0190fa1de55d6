import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { seededRandom } from '../../src/clock/index.ts';
import type { ChangeRequest } from '../../src/contract/index.ts';
import { withMark } from '../../src/sync/mirror/subject-mark.ts';
import { openChangeRequest } from '../../src/sync/proposals/own-change-request.ts';
import type { ProposalContext } from '../../src/sync/proposals/proposal-context.ts';
import { readProposal, saveProposal } from '../../src/sync/state/proposals.ts';
import type { ProposalRecord } from '../../src/sync/state/proposals.ts';
import { proposingWorld } from './proposing-world.ts';
import type { ProposingWorld } from './proposing-world.ts';

let world: ProposingWorld;

beforeEach(async () => {
  world = await proposingWorld((service) => [service.newPage('Usage', 'First.')]);
});

const opened = async (
  before: ProposalRecord | null,
  into: ChangeRequest | null = null,
): ReturnType<typeof openChangeRequest> => {
  const { context, state } = world;
  const target = {
    ...{ branch: 'main', space: state.spaces().get(world.space)!, commit: null, base: context.tip.commit },
    changeRequest: into && { id: into.id, number: into.number },
  };
  const ports = { context, random: seededRandom(1) };
  return openChangeRequest({ ports, target } as unknown as ProposalContext, before);
};
const kept = (): Promise<ProposalRecord | null> => readProposal(world.state, 'main', world.space);
const requests = (): readonly ChangeRequest[] => [...world.service.requestsById.values()];
const written = (request: ChangeRequest): ChangeRequest => {
  world.service.editChangeRequest(request.id, (pages) => [...pages, world.service.newPage('More', 'More.')]);
  return world.service.requestsById.get(request.id)!;
};

describe('the change request of a proposal', () => {
  it('is the one that the proposal has, which we no longer want to leave', async () => {
    const request = await world.request('Mine');
    const before = world.proposal(request);
    expect(await opened({ ...before, leaving: true })).toEqual({ record: before, made: null });
    expect(requests()).toHaveLength(1);
  });

  it('is made with the mark of the proposal, and nobody else has written into it', async () => {
    const before = world.proposal(null);
    const { record, made } = await opened(before);
    const [request, ...others] = requests();
    expect(others).toEqual([]);
    expect(made?.id).toBe(request!.id);
    expect(request!.subject).toBe(withMark('Mine', before.marker));
    expect(record).toEqual({ ...world.proposal(request!), own: request!.revision });
    expect(await kept()).toEqual(record);
  });

  it('is the one whose answer was lost, found by its mark, and ours alone only while nobody wrote into it', async () => {
    const before = { ...world.proposal(null), askedAt: world.clock.now() };
    await world.request('Another');
    const request = await world.request(withMark('Mine', before.marker));
    expect(await opened(before)).toEqual({
      record: { ...world.proposal(request), own: request.revision },
      made: null,
    });
    written(request);
    const found = await opened(before);
    expect(found).toEqual({ record: world.proposal(request), made: null });
    expect(found.record).not.toHaveProperty('own');
    expect(found.record).not.toHaveProperty('askedAt');
    expect(requests()).toHaveLength(2);
  });

  it('is the one that the branch edits, whoever wrote into it', async () => {
    const before = world.proposal(null, { ours: false });
    const request = written(await world.request('Theirs'));
    expect(await opened(before, request)).toEqual({
      record: world.proposal(request, { ours: false }),
      made: null,
    });
    expect(requests()).toHaveLength(1);
  });

  it('is asked for with a note on disk, which goes only where the request was certainly refused', async () => {
    const before = world.proposal(null);
    saveProposal(world.state, before);
    const notes: unknown[] = [];
    const failsWith = (error: AppError): void => {
      world.service.createChangeRequest = async () => {
        notes.push((await kept())?.askedAt);
        throw error;
      };
    };
    const at = world.clock.now();
    failsWith(new AppError('FORBIDDEN', 'No.'));
    await expect(opened(before)).rejects.toThrow('No.');
    expect(await kept()).toEqual(before);
    failsWith(new AppError('TIMEOUT', 'Late.'));
    await expect(opened(before)).rejects.toThrow('Late.');
    expect((await kept())?.askedAt).toBe(at);
    expect(notes).toEqual([at, at]);
  });
});

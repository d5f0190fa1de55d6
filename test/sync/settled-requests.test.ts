import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import type { ChangeRequest } from '../../src/contract/index.ts';
import { settleProposals } from '../../src/sync/proposals/settle.ts';
import { readProposal, saveProposal } from '../../src/sync/state/proposals.ts';
import type { ProposalRecord } from '../../src/sync/state/proposals.ts';
import { proposingWorld } from './proposing-world.ts';
import type { ProposingWorld } from './proposing-world.ts';

let world: ProposingWorld;
let request: ChangeRequest;

beforeEach(async () => {
  world = await proposingWorld((service) => [service.newPage('Usage', 'First.')]);
  request = await world.request('Mine');
  world.context.seen.add(world.space);
});

const archive = (): Promise<unknown> =>
  world.service.setChangeRequest(world.space, request.id, { status: 'archived' });
const kept = (): Promise<ProposalRecord | null> => readProposal(world.state, 'main', world.space);
/** What is known of a proposal after its change request has gone from the list, and which spaces have to wait. */
const settled = async (
  change: Partial<ProposalRecord> = {},
): Promise<{ record: ProposalRecord | null; behind: readonly string[] }> => {
  saveProposal(world.state, world.proposal(request, change));
  const behind = [...(await settleProposals(world.context))];
  return { record: await kept(), behind };
};

describe('a change request of ours that was archived', () => {
  it('turns down what it proposed', async () => {
    await archive();
    expect(await settled()).toEqual({ record: world.proposal(request, { state: 'archived' }), behind: [] });
  });

  it('turns nothing down where that was the only way to take a deletion back', async () => {
    await archive();
    const notWithdrawn = [{ path: 'usage.md', what: 'deletion' as const }];
    expect(await settled({ notWithdrawn })).toEqual({ record: null, behind: [] });
  });

  it('turns down what it proposed where only an edit could not be taken back', async () => {
    await archive();
    const notWithdrawn = [{ path: 'usage.md', what: 'page' as const }];
    expect((await settled({ notWithdrawn })).record?.state).toBe('archived');
    const both = [...notWithdrawn, { path: 'usage.md', what: 'deletion' as const }];
    expect((await settled({ notWithdrawn: both })).record).toBeNull();
  });

  it('is forgotten where we archived it ourselves, and is open again where somebody had written into it', async () => {
    await archive();
    expect((await settled({ leaving: true })).record).toBeNull();
    world.service.editChangeRequest(request.id, (pages) => [...pages, world.service.newPage('B', 'B.')]);
    Object.assign(world.context, { options: { dryRun: true } });
    expect((await settled({ leaving: true })).record).toEqual(world.proposal(request, { leaving: true }));
    Object.assign(world.context, { options: {} });
    expect((await settled({ leaving: true })).record).toEqual(world.proposal(request));
    expect(world.service.requestsById.get(request.id)!.status).toBe('draft');
  });
});

describe('a proposal stays as it is', () => {
  it.each<[string, Partial<ProposalRecord>, () => unknown]>([
    ['while its change request is open', {}, () => undefined],
    ['after it was settled', { state: 'merged' }, archive],
    ['without a change request', { changeRequest: null }, archive],
    ['while its space has not been seen', {}, () => (world.context.seen.clear(), archive())],
  ])('%s', async (_what, change, happens) => {
    await happens();
    const { record, behind } = await settled(change);
    expect(record).toEqual(world.proposal(request, change));
    expect(behind).toEqual([]);
  });

  it('while the mirror lists its change request', async () => {
    await archive();
    const record = world.state.spaces().get(world.space)!;
    world.state.setSpace({ ...record, changeRequests: [{ id: request.id } as never] });
    expect((await settled()).record?.state).toBe('open');
    world.state.setSpace({ ...record, changeRequests: [{ id: 'another' } as never] });
    expect((await settled()).record?.state).toBe('archived');
  });

  it('while the service does not show what it has told already', async () => {
    await archive();
    const notShown = async (): Promise<never> => {
      throw new AppError('NOT_SHOWN_YET', 'Not yet.');
    };
    const content = world.service.content.bind(world.service);
    world.service.content = notShown;
    const unanswered = { before: request.revision, updates: [], placed: [], deleted: [] };
    const late = { record: { state: 'open' }, behind: [world.space] };
    expect(await settled({ unanswered })).toMatchObject(late);
    world.service.content = content;
    world.service.changeRequest = notShown;
    expect(await settled()).toMatchObject(late);
  });
});

describe('a change request of ours that is over', () => {
  it('is deleted where the service no longer has it', async () => {
    world.service.requestsById.delete(request.id);
    const unanswered = { before: request.revision, updates: [], placed: [], deleted: [] };
    expect((await settled()).record?.state).toBe('deleted');
    const change = { unanswered, leaving: true as const };
    expect((await settled(change)).record).toEqual(world.proposal(request, { ...change, state: 'deleted' }));
  });

  it('is merged only once the mirror has the merge, except in a dry run', async () => {
    world.service.editChangeRequest(request.id, (pages) => [...pages, world.service.newPage('B', 'B.')]);
    await world.service.merge(world.space, request.id);
    expect(await settled()).toMatchObject({ record: { state: 'open' }, behind: [world.space] });
    Object.assign(world.context, { options: { dryRun: true } });
    expect(await settled()).toMatchObject({ record: { state: 'merged' }, behind: [] });
    Object.assign(world.context, { options: {} });
    const space = world.service.space.bind(world.service);
    world.service.space = async () => {
      throw new AppError('NOT_SHOWN_YET', 'Not yet.');
    };
    expect(await settled()).toMatchObject({ record: { state: 'open' }, behind: [world.space] });
    world.service.space = async () => null;
    expect(await settled()).toMatchObject({ record: { state: 'merged' }, behind: [] });
    world.service.space = space;
    await world.mirrors();
    const notWithdrawn = [{ path: 'usage.md', what: 'deletion' as const }];
    for (const change of [{}, { leaving: true as const }, { notWithdrawn }])
      expect(await settled(change)).toMatchObject({ record: { state: 'merged' }, behind: [] });
  });
});

import { expect, it } from 'vitest';
import type { ProposalTarget, ProposingPorts } from '../../src/sync/proposals/propose.ts';
import { readProposalContext } from '../../src/sync/proposals/read-proposal-context.ts';
import { Journal } from '../../src/sync/state/journal.ts';
import { readProposal, saveProposal } from '../../src/sync/state/proposals.ts';
import { commitFiles } from '../git/repository.contract.ts';
import { proposingWorld } from './proposing-world.ts';

it('[SYNC-57] a page that another branch proposes is noted with the branch that has it, too, but not in a dry run', async () => {
  const world = await proposingWorld((service) => [service.newPage('Usage', 'First.')]);
  const { git, state, context, space } = world;
  const tip = context.tip.commit!;
  const text = '# Fresh\n\nOne.\n\nTwo.\n\nThree.\n';
  const commit = await commitFiles(git, tip, { 'guides/fresh.md': text });
  git.force('refs/heads/words', commit);
  git.force('refs/heads/main', await commitFiles(git, commit, { 'guides/note.txt': 'A note.\n' }));
  const page = { id: 'page9', path: 'fresh.md', text, mark: 'm', sentAt: commit };
  const record = world.proposal(await world.request('Fresh'), { pages: { 'new:fresh.md': page } });
  Object.assign(context, { journal: new Journal() });
  const target: ProposalTarget = {
    ...{ branch: 'main', space: state.spaces().get(space)!, changeRequest: null, base: tip },
    ...{ commit: await git.resolveRef('refs/heads/main'), sentElsewhere: [], others: [], beside: [] },
  };
  const noted = async (dryRun: boolean): Promise<unknown> => {
    Object.assign(context, { options: { dryRun } });
    const { before } = await readProposalContext({ context, git } as unknown as ProposingPorts, target, null);
    return [before?.adopted ?? null, (await readProposal(state, 'main', space))?.adopted ?? null];
  };
  const isShared = { 'fresh.md': { id: 'page9', shared: true } };

  expect(await noted(false)).toEqual([null, null]);
  saveProposal(state, { ...record, branch: 'words' });
  expect(await noted(true)).toMatchObject([isShared, null]);
  expect(await noted(false)).toMatchObject([isShared, isShared]);
});

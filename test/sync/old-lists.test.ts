import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { stateRef } from '../../src/sync/index.ts';
import { aWriter, requestsOf } from './memory-writer.ts';
import type { WriterInMemory } from './memory-writer.ts';

const usage = 'guides/usage.md';

/** A writer with a change request, beside one of a colleague: without any, nobody would ask for the list. */
async function aWriterWhoProposed(): Promise<WriterInMemory> {
  const writer = await aWriter();
  await writer.service.createChangeRequest(writer.space, 'Of a colleague');
  writer.replace(usage, 'First.', 'First, mine.');
  await writer.sync.cycle();
  return writer;
}

async function archiveOwn({ service, space, ...world }: WriterInMemory): Promise<void> {
  const own = requestsOf({ service, ...world }).find(({ subject }) => subject !== 'Of a colleague');
  await service.setChangeRequest(space, own!.id, { status: 'archived' });
}

/** Keeps the list of change requests as it is, while the service goes on; returns how to end that. */
async function keepList({ service, space }: WriterInMemory): Promise<() => void> {
  const own = service.changeRequests.bind(service);
  const lists = new Map<string, Awaited<ReturnType<typeof own>>>();
  for (const status of ['draft', 'open', 'merged', 'archived'] as const)
    lists.set(status, structuredClone(await own(space, status)));
  service.changeRequests = (_space, status) => Promise.resolve(lists.get(status) ?? []);
  return () => {
    service.changeRequests = own;
  };
}

describe('a list of change requests that is older than what the service has', () => {
  it('[SYNC-43] costs an edit one refusal: the next sync reads the list anew', async () => {
    const writer = await aWriterWhoProposed();
    const endOldList = await keepList(writer);
    await archiveOwn(writer);
    await writer.sync.cycle();
    endOldList();

    writer.replace(usage, 'Third.', 'Third, mine.');
    const refused = await writer.sync.cycle();
    const next = await writer.sync.cycle();

    expect(refused.problems).toMatchObject([{ code: 'WRONG_STATE' }]);
    expect(next).toMatchObject({ problems: [], proposals: [{ number: 3, state: 'proposed' }] });
  });

  it('[SYNC-43] leaves what was sent as it was sent, so that a page that moved since is in no conflict once the merge shows', async () => {
    const writer = await aWriter();
    writer.save('guides/fresh.md', () => '# Fresh\n\nNew.\n');
    writer.save('guides/SUMMARY.md', (text) => `${text}* [Fresh](fresh.md)\n`);
    await writer.sync.cycle();
    const endOldList = await keepList(writer);
    await writer.merge();
    writer.disk.personMoves('guides/fresh.md', 'guides/install/fresh.md');
    writer.replace('guides/SUMMARY.md', '(fresh.md)', '(install/fresh.md)');
    // The merge cannot be read, so that the change request seems to be open.
    writer.service.onStep = ({ operation, when }) => {
      if (operation === 'page' && when === 'before') throw new AppError('REMOTE_FAILED', 'No page today');
    };
    const refused = await writer.sync.cycle();
    writer.service.onStep = undefined;
    endOldList();

    const next = await writer.sync.cycle();

    expect(refused.problems.map(({ code }) => code)).toContain('WRONG_STATE');
    expect(next.branch.conflicts).toEqual([]);
    expect(next.proposals).toMatchObject([{ state: 'proposed', edits: [{ kind: 'rename' }, {}] }]);
  });

  it('[SYNC-52] has no edit sent to a change request that is over', async () => {
    const writer = await aWriterWhoProposed();
    await keepList(writer);
    await archiveOwn(writer);
    writer.git.force(stateRef, null);

    const { problems, proposals } = await writer.sync.cycle();

    expect(problems).toEqual([]);
    expect(proposals).toMatchObject([{ number: 3, state: 'proposed' }]);
  });
});

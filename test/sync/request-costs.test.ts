import { describe, expect, it } from 'vitest';
import { stateRef } from '../../src/sync/index.ts';
import { aWriter, requestsOf } from './memory-writer.ts';
import type { WriterInMemory } from './memory-writer.ts';

const usage = 'guides/usage.md';
const aLook = 'organizationSpaces';
const readBack = ['changes', 'page'];

/** Runs a cycle, and tells what it asked of the service. */
async function asked(
  { service, sync }: WriterInMemory,
  options: Parameters<WriterInMemory['sync']['cycle']>[0] = {},
): Promise<string[]> {
  const operations: string[] = [];
  service.onStep = ({ operation, when }) => {
    if (when === 'before') operations.push(operation);
  };
  const { problems } = await sync.cycle(options);
  service.onStep = undefined;
  expect(problems).toEqual([]);
  return operations;
}

/** A writer whose first change request has shown what a write changes, and is merged. */
async function aWriterWhoHasWritten(): Promise<WriterInMemory> {
  const writer = await aWriter();
  writer.replace(usage, 'First.', 'First, mine.');
  await writer.sync.cycle();
  await writer.merge();
  await writer.sync.cycle();
  return writer;
}

describe('what a save asks of the service', () => {
  it('[SYNC-70] is five requests, mirrored and read back, and the next look is one list that finds nothing new', async () => {
    const writer = await aWriterWhoHasWritten();
    await writer.sync.look();
    writer.replace(usage, 'Second.', 'Second, mine.');

    const first = await asked(writer, { listWithinMs: 60_000 });
    const afterFirst = await writer.sync.look();
    writer.replace(usage, 'Third.', 'Third, mine.');
    const later = await asked(writer, { listWithinMs: 60_000 });
    const afterLater = await asked(writer);

    expect(first).toEqual(['createChangeRequest', 'changeContent', ...readBack, 'changeRequests']);
    expect(afterFirst.changed).toEqual([]);
    expect(later).toEqual([aLook, 'changeContent', ...readBack, 'changeRequests']);
    expect(afterLater).toEqual([aLook]);
  });

  it('[SYNC-70] leaves nothing for the next look where a new change request replaces an earlier one', async () => {
    const writer = await aWriterWhoHasWritten();
    writer.replace(usage, 'Second.', 'Second, mine.');
    writer.replace('guides/README.md', 'Hello.', 'Hello, mine.');
    await writer.sync.cycle();
    writer.replace('guides/README.md', 'Hello, mine.', 'Hello.');

    expect((await writer.sync.cycle()).proposals).toMatchObject([{ number: 3, replaces: 2 }]);

    expect((await writer.sync.status({ remote: true })).spaces).toMatchObject([{ behind: false }]);
    expect(await asked(writer)).toEqual([aLook]);
  });

  it('[SYNC-70] is the list as well, where the last look is too old, or found something new', async () => {
    const writer = await aWriterWhoHasWritten();
    await writer.sync.look();
    await writer.clock.advance(61_000);
    writer.replace(usage, 'Second.', 'Second, mine.');

    expect((await asked(writer, { listWithinMs: 60_000 }))[0]).toBe(aLook);
    await writer.merge(requestsOf(writer)[1]);
    expect((await writer.sync.look()).changed).toEqual([writer.space]);
    writer.replace(usage, 'Third.', 'Third, mine.');
    expect((await asked(writer, { listWithinMs: 60_000 }))[0]).toBe(aLook);
  });

  it('[SYNC-70] is the space as well, on a service that changes it after the change request', async () => {
    const writer = await aWriter();
    const { service } = writer;
    service.changesSpacesLater = true;
    writer.replace(usage, 'First.', 'First, mine.');
    await writer.sync.cycle();
    writer.replace(usage, 'Second.', 'Second, mine.');

    expect(await asked(writer)).toEqual([aLook, 'changeContent', ...readBack, 'space', 'changeRequests']);
    expect(await asked(writer)).toEqual([aLook]);
  });
});

describe('what others change in a space while a save is sent', () => {
  /** Does something right before the service answers a write of the next cycle. */
  const beforeWrite = ({ service }: WriterInMemory, act: () => void): void => {
    const write = service.changeContent.bind(service);
    service.changeContent = (...request) => {
      service.changeContent = write;
      act();
      return write(...request);
    };
  };

  it('[SYNC-70] is mirrored: an edit in the space', async () => {
    const writer = await aWriterWhoHasWritten();
    beforeWrite(writer, () => writer.theyReplace('Linux', 'With a shell.', 'With a window.'));
    writer.replace(usage, 'Second.', 'Second, mine.');

    await writer.sync.cycle();
    await writer.sync.cycle();

    expect(writer.read('guides/install/linux.md')).toContain('With a window.');
  });

  it('[SYNC-70] is mirrored: a change request that they make, and one that they write into', async () => {
    const writer = await aWriterWhoHasWritten();
    const theirs = await writer.service.createChangeRequest(writer.space, 'Theirs');
    await writer.sync.cycle();
    beforeWrite(writer, () => {
      writer.theyReplaceInRequest('Linux', 'With a shell.', 'With a window.', theirs);
      void writer.service.createChangeRequest(writer.space, 'New');
    });
    writer.replace(usage, 'Second.', 'Second, mine.');

    await writer.sync.cycle();
    const { changeRequests } = (await writer.sync.cycle()).spaces[0]!;

    expect(changeRequests.map(({ number }) => number)).toEqual([2, 3, 4]);
    expect(await writer.show('refs/remotes/docs/cr/guides/2', 'guides/install/linux.md')).toContain(
      'With a window.',
    );
  });

  it('[SYNC-70] is mirrored once, while an edit that cannot be sent is tried in each cycle', async () => {
    const writer = await aWriterWhoHasWritten();
    writer.replace(usage, 'Second.', 'Second, mine.');
    await writer.sync.cycle();
    const ours = requestsOf(writer)[1]!;
    writer.theyReplaceInRequest('Usage', 'Second, mine.', 'Second, theirs.', ours);
    writer.replace(usage, 'Second, mine.', 'Second, mine again.');
    expect((await writer.sync.cycle()).proposals).toMatchObject([{ state: 'conflict' }]);
    await writer.service.createChangeRequest(writer.space, 'Theirs');

    await writer.sync.cycle();
    const state = await writer.git.resolveRef(stateRef);
    await writer.sync.cycle();

    expect(await writer.git.resolveRef(stateRef)).toBe(state);
    expect((await writer.sync.look()).changed).toEqual([]);
  });

  it('[SYNC-70] is joined with the save, where they merged an edit of the page since the last look', async () => {
    const writer = await aWriterWhoHasWritten();
    await writer.sync.look();
    writer.theyReplace('Usage', 'Third.', 'Third, theirs.');
    writer.replace(usage, 'Second.', 'Second, mine.');

    await writer.sync.cycle({ listWithinMs: 60_000 });
    await writer.sync.cycle();
    await writer.merge(requestsOf(writer)[1]);
    await writer.sync.cycle();

    expect(writer.textOf('Usage')).toContain('First, mine.\n\nSecond, mine.\n\nThird, theirs.');
    expect(writer.read(usage)).toContain('First, mine.\n\nSecond, mine.\n\nThird, theirs.');
    expect(requestsOf(writer)).toHaveLength(2);
    expect((await writer.sync.cycle()).outcome).toBe('quiet');
  });

  it('[SYNC-70] leaves no empty draft, where they merged an edit of the same lines since the last look', async () => {
    const writer = await aWriterWhoHasWritten();
    await writer.sync.look();
    writer.theyReplace('Usage', 'Third.', 'Third, theirs.');
    writer.replace(usage, 'Third.', 'Third, mine.');

    const first = await writer.sync.cycle({ listWithinMs: 60_000 });
    const next = await writer.sync.cycle();

    expect(first.proposals).toMatchObject([{ state: 'conflict', number: null }]);
    expect(next.branch.conflicts).toMatchObject([{ path: usage }]);
    expect(requestsOf(writer).map(({ status }) => status)).toEqual(['merged', 'archived']);
    expect(writer.read(usage)).toContain('Third, mine.');
    expect(writer.textOf('Usage')).toContain('Third, theirs.');
  });
});

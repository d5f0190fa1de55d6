import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onePage, writersWorld } from './writers-world.ts';
import type { WriterOfClone, WritersWorld } from './writers-world.ts';

describe('[SYNC-51] a second change request with the mark of one of ours', () => {
  let world: WritersWorld;
  let writer: WriterOfClone;
  let marked: string;

  beforeEach(async () => {
    world = await writersWorld(onePage);
    writer = await world.writer();
    await writer.sync.cycle();
    writer.write('docs/b.md', '# b\n\nNew.\n');
    await writer.sync.cycle();
    marked = (await world.requests())[0]!.subject;
  });
  afterEach(() => world.close());

  const statuses = async (): Promise<string[]> => (await world.requests()).map(({ status }) => status);

  it('is archived while nobody has written into it', async () => {
    await world.newRemote().createChangeRequest(world.space, marked);

    expect(await writer.sync.cycle({ dryRun: true })).toMatchObject({ problems: [] });
    expect(await statuses()).toEqual(['draft', 'draft']);
    expect(await writer.sync.cycle()).toMatchObject({ problems: [] });
    expect(await statuses()).toEqual(['draft', 'archived']);
    expect(await writer.isQuiet()).toMatchObject({ commits: 0, writes: 0 });
  });

  it('stays once somebody has written into it, and one with another mark stays in any case', async () => {
    const remote = world.newRemote();
    const { id } = await remote.createChangeRequest(world.space, marked);
    const theirs = { type: 'insert_page' as const, title: 'c', document: { markdown: 'Theirs.\n' } };
    await remote.changeContent(world.space, id, [theirs]);
    await remote.createChangeRequest(world.space, 'Another [0123456789-abcdef]');

    await writer.sync.cycle();

    expect(await statuses()).toEqual(['draft', 'draft', 'draft']);
  });
});

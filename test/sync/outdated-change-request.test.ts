import { describe, expect, it } from 'vitest';
import { mapPages } from '../simulation/memory-content.ts';
import type { ModelPage } from '../simulation/memory-content.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { memoryWorld, syncConfig } from './memory-world.ts';
import type { MemoryWorld } from './memory-world.ts';

interface Writer extends MemoryWorld {
  /** What somebody else has merged, seen here by a cycle. */
  theirs(title: string, change: (text: string) => string): Promise<void>;
  mine(path: string, change: (text: string) => string): void;
  texts(): Record<string, string>;
}

/** A writer with an open change request, whose space goes on without it. */
async function aWriter(): Promise<Writer> {
  const service = new MemoryService();
  const space = service.addSpace('Guides', [
    service.newPage('Welcome', 'Hello.'),
    service.newPage('Usage', 'First.\n\nSecond.\n\nThird.'),
    service.newPage('Install', 'Run it.'),
  ]);
  const world = memoryWorld(service, syncConfig());
  await world.sync.cycle();
  const writer: Writer = {
    ...world,
    theirs: async (title, change) => {
      service.edit(space, (pages) =>
        mapPages(pages, (page) => (page.title === title ? { ...page, text: change(page.text) } : page)),
      );
      await world.sync.cycle();
    },
    mine: (path, change) => world.disk.personSaves(path, new TextEncoder().encode(change(world.read(path)!))),
    texts: () => {
      const [request, ...others] = [...service.requestsById.values()];
      expect(others).toEqual([]);
      return Object.fromEntries(
        service.pagesOfChangeRequest(request!.id).map(({ title, text }) => [title, text]),
      );
    },
  };
  writer.mine('guides/usage.md', (text) => text.replace('First.', 'First, mine.'));
  await world.sync.cycle();
  return writer;
}

async function afterTheMerge({ service, sync, files, read }: Writer): Promise<Record<string, string | null>> {
  const [request] = [...service.requestsById.values()];
  await service.merge([...service.spacesById.keys()][0]!, request!.id);
  await sync.cycle();
  expect(await sync.cycle()).toMatchObject({ outcome: 'quiet', commits: 0 });
  return Object.fromEntries(files().map((path) => [path, read(path)]));
}

describe('a change request that its space has left behind', () => {
  it('[SYNC-23] gets an edit of a page that is newer than it', async () => {
    const writer = await aWriter();
    const space = [...writer.service.spacesById.keys()][0]!;
    const page = writer.service.newPage('Other', 'Theirs.');
    writer.service.edit(space, (pages) => [...pages, page]);
    await writer.sync.cycle();
    writer.mine('guides/other.md', (text) => text.replace('Theirs.', 'Theirs, and mine.'));

    const { proposals } = await writer.sync.cycle();

    expect(proposals).toMatchObject([{ state: 'updated', number: 1, unsaid: [] }]);
    expect(writer.texts()).toMatchObject({
      Usage: expect.stringContaining('First, mine.'),
      Other: '# Other\n\nTheirs, and mine.\n',
    });
    expect(await writer.sync.cycle()).toMatchObject({ outcome: 'quiet', commits: 0 });
    expect((await afterTheMerge(writer))['guides/other.md']).toContain('Theirs, and mine.');
  });

  it('gets an edit of lines that somebody else has changed since', async () => {
    const writer = await aWriter();
    await writer.theirs('Install', (text) => text.replace('Run it.', 'Run it twice.'));
    writer.mine('guides/install.md', (text) => text.replace('Run it twice.', 'Run it three times.'));

    const { proposals } = await writer.sync.cycle();

    expect(proposals).toMatchObject([{ state: 'updated', number: 1, unsaid: [] }]);
    expect(writer.texts()).toMatchObject({ Install: '# Install\n\nRun it three times.\n' });
  });

  it('gets the deletion of a page that somebody else has changed since', async () => {
    const writer = await aWriter();
    await writer.theirs('Install', (text) => text.replace('Run it.', 'Run it twice.'));
    writer.disk.personRemoves('guides/install.md');

    const { proposals } = await writer.sync.cycle();

    expect(proposals).toMatchObject([{ state: 'updated', number: 1, unsaid: [] }]);
    expect(Object.keys(writer.texts())).toEqual(['Welcome', 'Usage']);
  });

  it('is left alone while nothing needs what the space has since', async () => {
    const writer = await aWriter();
    await writer.theirs('Install', (text) => text.replace('Run it.', 'Run it twice.'));
    writer.mine('guides/README.md', (text) => text.replace('Hello.', 'Hello, all.'));

    await writer.sync.cycle();

    expect(writer.texts()).toMatchObject({
      Welcome: '# Welcome\n\nHello, all.\n',
      Install: '# Install\n\nRun it.\n',
    });
  });

  it('says that it cannot be brought up to date, and keeps the edit here', async () => {
    const writer = await aWriter();
    const space = [...writer.service.spacesById.keys()][0]!;
    const change =
      (from: string, to: string) =>
      (pages: readonly ModelPage[]): readonly ModelPage[] =>
        mapPages(pages, (page) => ({ ...page, text: page.text.replace(from, to) }));
    const [request] = [...writer.service.requestsById.values()];
    writer.service.editChangeRequest(request!.id, change('Third.', 'Third, reviewed.'));
    writer.service.edit(space, change('Third.', 'Third, theirs.'));
    const page = writer.service.newPage('Other', 'Theirs.');
    writer.service.edit(space, (pages) => [...pages, page]);
    await writer.sync.cycle();
    writer.mine('guides/other.md', (text) => text.replace('Theirs.', 'Theirs, and mine.'));

    const { proposals } = await writer.sync.cycle();

    expect(proposals[0]!.unsaid).toContainEqual(
      expect.stringContaining(
        'other.md came into the space after the change request began, and the change request conflicts with its space',
      ),
    );
    expect(writer.read('guides/other.md')).toContain('Theirs, and mine.');
    expect(writer.texts()).not.toHaveProperty('Other');
  });
});

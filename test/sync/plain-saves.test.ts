import { describe, expect, it } from 'vitest';
import { mapPages } from '../simulation/memory-content.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { memoryWorld, syncConfig } from './memory-world.ts';
import type { MemoryWorld } from './memory-world.ts';

async function aWriter(): Promise<
  MemoryWorld & { space: string; trees: () => number; add(path: string, line: string): void }
> {
  const service = new MemoryService();
  const space = service.addSpace('Guides', [
    service.newPage('Welcome', 'Hello.'),
    service.newPage('Install', 'Run it.', [service.newPage('Linux', 'With a shell.')]),
    service.newPage('Usage', 'Use it.'),
  ]);
  const world = memoryWorld(service, syncConfig());
  await world.sync.cycle();
  let trees = 0;
  const content = service.content.bind(service);
  service.content = (place) => {
    trees++;
    return content(place);
  };
  const add = (path: string, line: string): void =>
    world.disk.personSaves(path, new TextEncoder().encode(`${world.read(path)!}\n${line}\n`));
  return { ...world, space, trees: () => trees, add };
}

const requestOf = ({ service }: MemoryWorld) => [...service.requestsById.values()].at(-1)!;
const textOf = (world: MemoryWorld, title: string): string =>
  world.service.pagesOfChangeRequest(requestOf(world).id).find((page) => page.title === title)!.text;

describe('saves of texts alone', () => {
  it('become, and go into, a change request without a look at a whole tree', async () => {
    const writer = await aWriter();

    for (const [path, line] of [
      ['guides/usage.md', 'First.'],
      ['guides/usage.md', 'Second.'],
      ['guides/install/linux.md', 'Third.'],
      ['guides/usage.md', 'Fourth.'],
    ] as const) {
      writer.add(path, line);
      const report = await writer.sync.cycle();
      expect(report.problems).toEqual([]);
      expect(await writer.show('refs/remotes/docs/cr/guides/1', path)).toBe(writer.read(path));
    }

    expect(textOf(writer, 'Usage')).toBe('# Usage\n\nUse it.\n\nFirst.\n\nSecond.\n\nFourth.\n');
    expect(textOf(writer, 'Linux')).toBe('# Linux\n\nWith a shell.\n\nThird.\n');
    expect(writer.service.requestsById.size).toBe(1);
    expect(writer.trees()).toBe(0);
    expect(await writer.sync.cycle()).toMatchObject({ outcome: 'quiet', requests: 1 });
    await writer.service.merge(writer.space, requestOf(writer).id);
    await writer.sync.cycle();
    expect(await writer.show('refs/heads/main', 'guides/usage.md')).toBe(writer.read('guides/usage.md'));
    expect((await writer.sync.cycle()).outcome).toBe('quiet');
  });

  it('lose nothing that somebody writes into the change request between the look and the writing', async () => {
    const writer = await aWriter();
    writer.add('guides/usage.md', 'First.');
    await writer.sync.cycle();
    const { service } = writer;
    const send = service.changeContent.bind(service);
    service.changeContent = (...args) => {
      service.changeContent = send;
      service.editChangeRequest(requestOf(writer).id, (pages) =>
        mapPages(pages, (page) =>
          page.title === 'Usage' ? { ...page, text: page.text.replace('Use it.', 'Use it, theirs.') } : page,
        ),
      );
      return send(...args);
    };
    writer.add('guides/usage.md', 'Second.');

    await writer.sync.cycle();
    await writer.sync.cycle();

    expect(textOf(writer, 'Usage')).toBe('# Usage\n\nUse it, theirs.\n\nFirst.\n\nSecond.\n');
    expect(writer.trees()).toBeGreaterThan(0);
  });
});

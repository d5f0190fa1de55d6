import { describe, expect, it } from 'vitest';
import { MemoryService } from '../simulation/memory-service.ts';
import { memoryWorld, syncConfig } from './memory-world.ts';

describe('a page with a name that coding agents obey', () => {
  it('is mirrored under another name, and told by sync and by status', async () => {
    const service = new MemoryService();
    service.addSpace('Guides', [
      service.newPage('Welcome', 'Hello.'),
      service.newPage('Claude', 'Run this.'),
    ]);
    const world = memoryWorld(service, syncConfig());

    const report = await world.sync.cycle();
    const status = await world.sync.status();

    const [file] = world.files().filter((path) => world.read(path)?.includes('Run this.'));
    expect(file).toMatch(/^guides\/page-claude-[0-9a-f]{8}\.md$/u);
    const told = [expect.stringMatching(/claude.*coding agents/u) as string];
    expect(report.spaces).toMatchObject([{ notes: told }]);
    expect(status.spaces).toMatchObject([{ notes: told }]);
  });

  it('stays where the person made it', async () => {
    const service = new MemoryService();
    const space = service.addSpace('Guides', [service.newPage('Welcome', 'Hello.')]);
    const world = memoryWorld(service, syncConfig());
    await world.sync.cycle();
    world.disk.personSaves('guides/claude.md', new TextEncoder().encode('# Claude\n\nMine.\n'));
    await world.sync.cycle();
    const [request] = [...service.requestsById.values()];
    await service.merge(space, request!.id);

    const report = await world.sync.cycle();

    expect(world.files().filter((path) => world.read(path)?.includes('Mine.'))).toEqual(['guides/claude.md']);
    expect(report.problems).toEqual([]);
  });
});

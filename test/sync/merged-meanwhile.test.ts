import { describe, expect, it } from 'vitest';
import { mapPages } from '../simulation/memory-content.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { memoryWorld, syncConfig } from './memory-world.ts';

describe('a change request that is merged while its space is being read', () => {
  it('counts as merged when the mirror has the merge, so that a save since then joins it', async () => {
    const service = new MemoryService();
    const space = service.addSpace('Guides', [
      service.newPage('Welcome', 'Hello.'),
      service.newPage('Usage', 'First.'),
      service.newPage('Other', 'Else.'),
    ]);
    const world = memoryWorld(service, syncConfig());
    const save = (line: string): void =>
      world.disk.personSaves(
        'guides/usage.md',
        new TextEncoder().encode(world.read('guides/usage.md')!.replace('# Usage\n', `# Usage\n\n${line}\n`)),
      );
    await world.sync.cycle();
    save('Sent and merged.');
    await world.sync.cycle();
    const [request] = [...service.requestsById.values()];

    // Somebody else's revision is read; the merge comes before the change requests are listed.
    service.edit(space, (pages) =>
      mapPages(pages, (page) => (page.title === 'Other' ? { ...page, text: `${page.text}\nMore.\n` } : page)),
    );
    save('Saved after it was sent.');
    const list = service.changeRequests.bind(service);
    let merged = false;
    service.changeRequests = async (...args) => {
      if (!merged) await service.merge(space, request!.id);
      merged = true;
      return list(...args);
    };
    const report = await world.sync.cycle();
    const next = await world.sync.cycle();

    expect(merged).toBe(true);
    expect([...report.branch.conflicts, ...next.branch.conflicts]).toEqual([]);
    expect(next.proposals.map(({ state }) => state)).not.toContain('conflict');
    expect(await world.show('refs/heads/main', 'guides/usage.md')).toContain('Sent and merged.');
    const [, second] = [...service.requestsById.values()];
    await service.merge(space, second!.id);
    await world.sync.cycle();
    const { text } = service.pagesOf(space).find(({ title }) => title === 'Usage')!;
    expect(text).toContain('Saved after it was sent.\n\nSent and merged.\n');
    expect((await world.sync.cycle()).outcome).toBe('quiet');
  });
});

import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { requestTimeLimitMs } from '../../src/contract/index.ts';
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

  /** A save was sent; its change request is merged while the space is being read, and another save came since. */
  async function mergedWhileRead() {
    const service = new MemoryService();
    const space = service.addSpace('Guides', [
      service.newPage('Welcome', 'Hello.'),
      service.newPage('Usage', 'First.'),
    ]);
    const world = memoryWorld(service, syncConfig());
    const saves = (from: string, to: string): void => {
      const text = world.read('guides/usage.md')!.replace(from, to);
      world.disk.personSaves('guides/usage.md', new TextEncoder().encode(text));
    };
    await world.sync.cycle();
    saves('First.', 'Sent.');
    await world.sync.cycle();
    const [request] = [...service.requestsById.values()];
    const open = await service.changeRequest(space, request!.id);
    service.edit(space, (pages) =>
      mapPages(pages, (page) => (page.title === 'Welcome' ? { ...page, text: 'Welcome.' } : page)),
    );
    saves('Sent.', 'Sent, and saved again.');
    const list = service.changeRequests.bind(service);
    service.changeRequests = async (...args) => {
      service.changeRequests = list;
      await service.merge(space, request!.id);
      return list(...args);
    };
    return { service, world, open };
  }

  it('stays merged when a later answer of the same cycle shows it open again', async () => {
    const { service, world, open } = await mergedWhileRead();
    const ask = service.changeRequest.bind(service);
    let asked = 0;
    service.changeRequest = async (...args) => (asked++ < 2 ? ask(...args) : open);

    const report = await world.sync.cycle();

    expect(report).toMatchObject({ problems: [], branch: { state: 'fast-forwarded', conflicts: [] } });
    expect(world.read('guides/usage.md')).toContain('Sent, and saved again.');
  });

  it('holds the branch while the service does not show what became of it', async () => {
    const { service, world } = await mergedWhileRead();
    const ask = service.changeRequest.bind(service);
    // After that time, a change request that is in no list is no longer asked for by itself.
    world.clock.jump(requestTimeLimitMs);
    service.changeRequest = () =>
      Promise.reject(new AppError('NOT_SHOWN_YET', 'The change request is late.'));

    const report = await world.sync.cycle();
    service.changeRequest = ask;
    const next = await world.sync.cycle();

    expect(report.problems).toMatchObject([{ code: 'NOT_SHOWN_YET' }, { code: 'NOT_SHOWN_YET' }]);
    expect(report.branch).toMatchObject({ state: 'busy', conflicts: [] });
    expect(next).toMatchObject({ exitCode: 0, branch: { state: 'fast-forwarded', conflicts: [] } });
    expect(world.read('guides/usage.md')).toContain('Sent, and saved again.');
  });
});

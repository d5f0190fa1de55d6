import { describe, expect, it } from 'vitest';
import type { Files } from '../../src/files/port.ts';
import { MemoryRepository } from '../../src/git/index.ts';
import { obeyedHere } from '../../src/sync/mirror/obeyed-here.ts';
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

describe('a configuration of Tidemark in the folder of a space', () => {
  it('is the person’s alone: no file of the service takes its place, as it may the place of others', async () => {
    const git = new MemoryRepository();
    const paths = ['AGENTS.md', 'sync.config.yaml', 'deep/Sync.Config.yml', 'plain.md'];
    const files = {
      list: () => Promise.resolve(paths.map((path) => ({ path, kind: 'file' }))),
    } as unknown as Files;

    expect([...(await obeyedHere({ git, files }, 'main', '.'))]).toEqual(['AGENTS.md']);

    // What an earlier version has mirrored already is not taken away.
    const mirrored = await git.write((writer) =>
      writer.addCommit({
        tree: writer.addTree([
          { name: 'sync.config.yaml', mode: '100644', oid: writer.addBlob(new Uint8Array()) },
        ]),
        parents: [],
        author: { name: 'a', email: 'a@b', at: 0 },
        committer: { name: 'a', email: 'a@b', at: 0 },
        message: 'Mirror',
      }),
    );
    await git.updateRefs([{ ref: 'refs/remotes/docs/main', expected: null, next: mirrored }]);
    expect([...(await obeyedHere({ git, files }, 'main', '.'))]).toEqual(['AGENTS.md', 'sync.config.yaml']);
  });
});

import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { mapPages } from '../simulation/memory-content.ts';
import type { ModelPage } from '../simulation/memory-content.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { memoryWorld, syncConfig } from './memory-world.ts';
import type { MemoryWorld } from './memory-world.ts';

async function aWriter(): Promise<MemoryWorld & { space: string }> {
  const service = new MemoryService();
  const space = service.addSpace('Guides', [
    service.newPage('Welcome', 'Hello.'),
    service.newPage('Usage', 'First.\n\nSecond.'),
    service.newPage('Install', 'Run it.'),
  ]);
  const world = memoryWorld(service, syncConfig());
  await world.sync.cycle();
  return { ...world, space };
}

function edit(
  { service, space }: { service: MemoryService; space: string },
  change: (page: ModelPage) => ModelPage | null,
): void {
  service.edit(space, (pages) => mapPages(pages, change));
}

/** Commits one file on a branch that is not checked out. */
async function commitOn(world: MemoryWorld, ref: string, path: string, text: string): Promise<void> {
  const { git, clock } = world;
  const parent = (await git.resolveRef(ref)) ?? (await git.resolveRef('refs/heads/main'))!;
  const me = { name: 'Writer', email: 'writer@example.com', at: clock.now() };
  const next = await git.write(async (writer) =>
    writer.addCommit({
      tree: await writer.updateTree(
        await git.treeOf(parent),
        new Map([[path, { mode: '100644', oid: writer.addBlob(new TextEncoder().encode(text)) }]]),
      ),
      parents: [parent],
      author: me,
      committer: me,
      message: 'More of it\n',
    }),
  );
  git.force(ref, next);
}

describe('the branch of a person', () => {
  it('[SYNC-8] keeps an edit of a page that the service deleted', async () => {
    const writer = await aWriter();
    writer.disk.personSaves('guides/usage.md', new TextEncoder().encode('# Usage\n\nFirst, and mine.\n'));
    edit(writer, (page) => (page.title === 'Usage' ? null : page));

    const report = await writer.sync.cycle();

    expect(report.branch).toMatchObject({ state: 'fast-forwarded', kept: ['guides/usage.md'] });
    expect(writer.read('guides/usage.md')).toContain('First, and mine.');
  });

  it('[SYNC-9] gets to the end of a move that was cut, wherever that was, and nothing of it is taken for an edit', async () => {
    for (let cut = 0; ; cut++) {
      const writer = await aWriter();
      edit(writer, (page) => (page.title === 'Usage' ? null : { ...page, text: `${page.text}\nMore.\n` }));
      let steps = 0;
      writer.disk.onStep = () => {
        if (steps++ === cut) throw new AppError('DISK_FULL', 'cut');
      };
      const wasCut = await writer.sync.cycle().then(
        () => false,
        () => true,
      );
      writer.disk.onStep = undefined;
      const report = await writer.sync.cycle();

      expect(writer.files(), `cut at step ${cut}`).toEqual([
        'guides/README.md',
        'guides/SUMMARY.md',
        'guides/install.md',
      ]);
      expect(writer.read('guides/install.md')).toContain('More.');
      expect(report.proposals).toEqual([]);
      expect([...writer.service.requestsById.values()]).toEqual([]);
      if (wasCut) continue;
      expect(cut).toBeGreaterThan(5);
      return;
    }
  });

  it('[SYNC-19] has a change request of its own, and one that is named after a change request edits that one', async () => {
    const writer = await aWriter();
    const { service, space } = writer;
    const theirs = await service.createChangeRequest(space, 'Of somebody else');
    service.editChangeRequest(theirs.id, (pages) =>
      mapPages(pages, (page) => ({ ...page, text: `${page.text}\nTheirs.\n` })),
    );
    await writer.sync.cycle();
    await commitOn(writer, 'refs/heads/extra', 'guides/usage.md', '# Usage\n\nOn another branch.\n');
    const mirrored = `refs/remotes/docs/cr/guides/${theirs.number}`;
    writer.git.force(`refs/heads/cr/guides/${theirs.number}`, await writer.git.resolveRef(mirrored));
    const before = (await writer.show(mirrored, 'guides/install.md'))!;
    await commitOn(
      writer,
      `refs/heads/cr/guides/${theirs.number}`,
      'guides/install.md',
      `${before}\nAnd ours.\n`,
    );
    edit(writer, (page) =>
      page.title === 'Install' ? { ...page, text: `Of the space.\n\n${page.text}` } : page,
    );

    const report = await writer.sync.cycle();

    expect(report.proposals.map(({ branch, state, subject }) => ({ branch, state, subject }))).toEqual([
      { branch: 'extra', state: 'proposed', subject: 'More of it' },
      { branch: `cr/guides/${theirs.number}`, state: 'updated', subject: 'Of somebody else' },
    ]);
    const install = service.pagesOfChangeRequest(theirs.id).find(({ title }) => title === 'Install')!;
    expect(install.text).toContain('Theirs.\n\nAnd ours.');
    // Whoever opened it decides when it gets what the space has since.
    expect(install.text).not.toContain('Of the space.');
    expect(writer.read('guides/usage.md')).not.toContain('On another branch.');
  });
});

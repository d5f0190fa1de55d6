import { rmSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { CycleReport } from '../../src/sync/index.ts';
import { syncConfig } from './memory-world.ts';
import { aClone, serviceWorld } from './service-world.ts';
import type { Clone, ServiceWorld } from './service-world.ts';
import { folderOf, groupedSpace, writersDays, writersFolder } from './writers-folder.ts';
import type { WritersDay, WritersFolder } from './writers-folder.ts';

const opened: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

interface Writer {
  readonly world: ServiceWorld;
  readonly clone: Clone;
  readonly files: WritersFolder;
  readonly space: string;
  commit(message: string): void;
  /** Merges every change request that is open, and says how many there were. */
  mergeAll(): Promise<number>;
  pages(): Promise<number>;
}

interface Setting {
  readonly trigger: 'save' | 'commit';
  readonly hints: boolean;
}

async function aWriter({ trigger, hints }: Setting): Promise<Writer> {
  const folder = folderOf(groupedSpace);
  const world = serviceWorld();
  const space = world.seed(folder).spaces[0]!.id;
  rmSync(folder, { recursive: true });
  const config = syncConfig({
    mirror: { spaces: [{ id: space, path: '.' }], changeRequests: 'open', metadata: false, comments: false },
    push: { enabled: true, trigger, via: 'auto' },
  });
  const clone = await aClone(world.newRemote, config);
  opened.push(
    () => world.close(),
    () => clone.remove(),
  );
  await clone.sync.cycle();
  if (!hints) world.forgetFiles();
  const { service } = world;
  return {
    world,
    clone,
    space,
    files: writersFolder(clone.folder),
    commit: clone.commit,
    async mergeAll() {
      const { items } = await service.ok(`GET /spaces/${space}/change-requests?status=draft`);
      for (const { id } of items) {
        const { result } = await service.ok(`POST /spaces/${space}/change-requests/${id}/merge`, {});
        expect(result).toBe('merge');
      }
      return items.length;
    },
    pages: async () => (await clone.sync.status()).spaces[0]!.pages,
  };
}

/** What three cycles that have nothing to do leave alone. */
async function expectQuiet({ world, clone }: Writer): Promise<void> {
  const refs = (): string => clone.git('for-each-ref', '--format=%(refname) %(objectname)');
  const before = { refs: refs(), writes: world.writes() };
  for (let cycle = 0; cycle < 3; cycle++) {
    const report = await clone.sync.cycle();
    expect(told(report)).toEqual({ outcome: 'quiet', commits: 0, problems: [], proposals: [] });
  }
  expect({ refs: refs(), writes: world.writes() }).toEqual(before);
}

function told(report: CycleReport): object {
  const { outcome, commits, problems, proposals } = report;
  return { outcome, commits, problems, proposals: proposals.filter(({ state }) => state !== 'unchanged') };
}

/** The clone has what the mirror has, byte for byte, and the pages lie where the day left them. */
function expectClean({ clone, files }: Writer, { leaves }: WritersDay): void {
  expect(clone.git('status', '--porcelain')).toBe('');
  expect(clone.git('diff', '--name-status', 'refs/remotes/docs/main', 'HEAD')).toBe('');
  for (const [path, title] of Object.entries(leaves))
    expect([path, files.has(path) ? /^# (.*)$/m.exec(files.read(path))?.[1] : null]).toEqual([path, title]);
}

describe.each<Setting>([
  { trigger: 'save', hints: true },
  { trigger: 'commit', hints: false },
])('on $trigger, through a service that keeps paths: $hints, a writer who', (setting) => {
  it.each(writersDays)(
    '[SYNC-31] $name has a clean clone after each merge, and nothing more is sent',
    setting.trigger === 'save' ? {} : { tags: ['long'] },
    async (day) => {
      const writer = await aWriter(setting);
      const { clone, files } = writer;
      const done = (message: string): void => {
        if (setting.trigger === 'commit') writer.commit(message);
      };
      const pages = await writer.pages();
      day.does(files);
      done(day.name);
      expect(await clone.sync.cycle()).toMatchObject({ problems: [], exitCode: 0 });
      expect(await writer.mergeAll()).toBe(1);
      const path = Object.keys(day.leaves).find((each) => files.has(each)) ?? 'beta.md';
      if (setting.trigger === 'save') {
        expect(await clone.sync.cycle()).toMatchObject({ problems: [], exitCode: 0 });
        expectClean(writer, day);
        await expectQuiet(writer);
        expect(await writer.pages()).toBe(pages + day.pages);
      } else {
        // Another save comes in between the merge and the sync that brings it.
        files.edit(path, (text) => `${text}\nSaved once more.\n`);
        done('Once more');
        expect(await clone.sync.cycle()).toMatchObject({ problems: [], exitCode: 0 });
        expect(await writer.mergeAll()).toBe(1);
        await clone.sync.cycle();
      }
      files.edit(path, (text) => `${text}\nSaved a last time.\n`);
      done('A last time');
      await clone.sync.cycle();
      expect(await writer.mergeAll()).toBe(1);
      await clone.sync.cycle();

      expectClean(writer, day);
      await expectQuiet(writer);
      expect(await writer.mergeAll()).toBe(0);
      expect(await writer.pages()).toBe(pages + day.pages);
    },
  );
});

describe('another machine', () => {
  it('[SYNC-2] has the same commit of a merge from the published commits alone, though it sent nothing', async () => {
    const writer = await aWriter({ trigger: 'save', hints: false });
    const { clone, world, space, files } = writer;
    for (const name of [
      'adds a page in a new folder, listed under a group',
      'moves a folder with a page and its children, named anew in SUMMARY.md',
    ])
      writersDays.find((day) => day.name === name)!.does(files);
    await clone.sync.cycle();
    const other = await aClone(
      world.newRemote,
      syncConfig({
        mirror: {
          spaces: [{ id: space, path: '.' }],
          changeRequests: 'open',
          metadata: false,
          comments: false,
        },
      }),
    );
    opened.push(() => other.remove());
    other.git('fetch', '--quiet', clone.folder, '+refs/remotes/docs/*:refs/remotes/docs/*');
    await writer.mergeAll();

    await clone.sync.cycle();
    await other.sync.cycle();

    const head = (git: typeof clone.git): string => git('rev-parse', 'refs/remotes/docs/main');
    expect(head(other.git)).toBe(head(clone.git));
    expect(other.git('ls-tree', '-r', '--name-only', 'docs/main')).toContain('topics/deep/fresh.md');
    expect(other.git('status', '--porcelain')).toBe('');
  });

  it('[SYNC-31] of a service without hints names a move that nothing else goes along with', async () => {
    const writer = await aWriter({ trigger: 'save', hints: false });
    writer.files.edit('beta.md', (text) => `${text}\nMore.\n`);
    writer.files.move('beta.md', 'letters/beta.md');
    await writer.clone.sync.cycle();
    await writer.mergeAll();
    await writer.clone.sync.cycle();
    writer.files.move('alpha.md', 'letters/alpha.md');

    const { proposals } = await writer.clone.sync.cycle();

    expect(await writer.mergeAll()).toBe(0);
    expect(proposals).toMatchObject([
      { unsaid: [expect.stringMatching(/^letters\/alpha\.md stays at alpha\.md in the mirror/)] },
    ]);
  });
});

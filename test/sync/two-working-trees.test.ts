import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { realClock, seededRandom } from '../../src/clock/index.ts';
import { openRepository, openWorkingTree } from '../../src/git/index.ts';
import { createSync } from '../../src/sync/index.ts';
import type { CycleReport, StatusReport } from '../../src/sync/index.ts';
import { syncConfig } from './memory-world.ts';
import { twoPages, writersWorld } from './writers-world.ts';
import type { WritersWorld } from './writers-world.ts';

let world: WritersWorld;
const opened: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
  await world.close();
});

/** One working tree of a repository: each sync in it is a process of its own. */
interface Tree {
  readonly folder: string;
  sync(): Promise<CycleReport>;
  status(): Promise<StatusReport>;
  git(...args: string[]): string;
  append(path: string, line: string): void;
}

type Sync = ReturnType<typeof createSync>;

function treeAt(folder: string): Tree {
  const opened = async <T>(work: (sync: Sync) => Promise<T>): Promise<T> => {
    const git = openRepository(folder, { clock: realClock });
    const random = seededRandom(5);
    const { files, tree } = openWorkingTree(git, { clock: realClock, random });
    const mirror = { ...syncConfig().mirror, spaces: [{ id: world.space, path: 'docs' }] };
    delete (mirror as { organization?: string }).organization;
    const ports = { remote: world.newRemote(), git, tree, files, clock: realClock, random };
    try {
      return await work(createSync(ports, syncConfig({ mirror })));
    } finally {
      await git.close();
    }
  };
  return {
    folder,
    sync: async () => opened(async (sync) => sync.cycle()),
    status: async () => opened(async (sync) => sync.status()),
    git: (...args) =>
      execFileSync('git', ['-c', 'user.name=W', '-c', 'user.email=w@example.com', ...args], {
        cwd: folder,
        encoding: 'utf8',
      }),
    append: (path, line) => appendFileSync(join(folder, path), line),
  };
}

async function twoTrees({ isBare = false } = {}): Promise<{ main: Tree; idea: Tree }> {
  world = await writersWorld(twoPages);
  const { folder, sync, git } = await world.writer();
  await sync.cycle();
  const other = mkdtempSync(join(tmpdir(), 'tidemark-tree-'));
  opened.push(() => rmSync(other, { recursive: true, force: true }));
  if (isBare) git('config', 'core.bare', 'true');
  git('worktree', 'add', '--quiet', '-b', 'idea', join(other, 'idea'));
  return { main: treeAt(folder), idea: treeAt(join(other, 'idea')) };
}

const all = async (): Promise<string[]> =>
  (await world.requests()).map(({ number, status }) => `#${number} ${status}`);

it('[SYNC-87] what is saved in one working tree stays in its change request when somebody syncs in another one', async () => {
  const { main, idea } = await twoTrees();
  idea.append('docs/a.md', '\nCommitted.\n');
  writeFileSync(join(idea.folder, 'docs/new.md'), '# new\n\nNew.\n');
  idea.append('docs/SUMMARY.md', '* [new](new.md)\n');
  idea.git('add', '.');
  idea.git('commit', '--quiet', '--message', 'Idea');
  idea.append('docs/b.md', '\nSaved in idea.\n');
  await idea.sync();
  main.append('docs/b.md', '\nSaved in main.\n');
  for (const tree of [main, idea, main, idea]) {
    const { problems, branch } = await tree.sync();
    expect({ problems, conflicts: branch.conflicts }).toEqual({ problems: [], conflicts: [] });
  }
  expect(await all()).toEqual(['#1 draft', '#2 draft']);

  const [first] = await world.requests();
  await world.remote.merge(world.space, first!.id);
  expect((await idea.sync()).branch).toMatchObject({ name: 'main', state: 'left', conflicts: [] });
  expect(main.git('status', '--short')).toBe(' M docs/b.md\n');
  expect(readFileSync(join(idea.folder, 'docs/a.md'), 'utf8')).toContain('Committed.');
  expect(idea.git('status', '--short')).toBe('');
});

it('[SYNC-87] what is committed in another working tree is sent from here, as long as nothing saved was sent from there', async () => {
  const { main, idea } = await twoTrees();
  const commit = (line: string): void => {
    idea.append('docs/a.md', `\n${line}\n`);
    idea.git('commit', '--quiet', '--all', '--message', line);
  };
  commit('First.');
  expect((await main.sync()).proposals).toMatchObject([{ branch: 'idea', state: 'proposed' }]);
  commit('Second.');
  expect((await main.sync()).proposals).toMatchObject([{ branch: 'idea', number: 1, state: 'updated' }]);
});

it('[SYNC-87] commits beside saves of another working tree are named until a sync there sends them', async () => {
  const { main, idea } = await twoTrees();
  idea.append('docs/a.md', '\nSaved.\n');
  await idea.sync();
  expect((await main.sync()).proposals).toEqual([]);
  idea.git('commit', '--quiet', '--all', '--message', 'Committed.');

  expect((await main.sync()).proposals).toMatchObject([
    {
      ...{ branch: 'idea', number: 1, state: 'unchanged' },
      unsaid: [expect.stringContaining('a sync in that working tree sends the new commits')],
    },
  ]);
  await idea.sync();
  expect((await main.sync()).proposals).toMatchObject([{ branch: 'idea', unsaid: [] }]);
});

it('[SYNC-87] a conflict of another working tree is told with the way there, by a status, too', async () => {
  const { main, idea } = await twoTrees();
  const page = /^id: (.*)$/mu.exec(readFileSync(join(idea.folder, 'docs/a.md'), 'utf8'))![1]!;
  writeFileSync(join(idea.folder, 'docs/a.md'), `---\nid: ${page}\n---\n\n# a\n\nOf the idea.\n`);
  idea.git('commit', '--quiet', '--all', '--message', 'Another text.');
  await main.sync();
  await world.change([{ type: 'update_page', page, document: { markdown: '# a\n\nOf the service.\n' } }]);

  const { advice } = await main.sync();
  const status = await main.status();

  expect(advice[0]?.steps[0]?.command).toBe('git worktree list');
  expect(status.advice).toEqual(advice);
});

it('[SYNC-87] a conflict of a branch with saves in another working tree is left to a sync there, by a status, too', async () => {
  const { main, idea } = await twoTrees();
  const page = /^id: (.*)$/mu.exec(readFileSync(join(idea.folder, 'docs/a.md'), 'utf8'))![1]!;
  writeFileSync(join(idea.folder, 'docs/a.md'), `---\nid: ${page}\n---\n\n# a\n\nOf the idea.\n`);
  idea.git('commit', '--quiet', '--all', '--message', 'Another text.');
  idea.append('docs/b.md', '\nOnly saved.\n');
  await idea.sync();
  await world.change([{ type: 'update_page', page, document: { markdown: '# a\n\nOf the service.\n' } }]);

  const synced = await main.sync();
  const status = await main.status();

  const lines = (of: typeof synced.proposals): readonly string[] => of.flatMap(({ unsaid }) => unsaid);
  expect(lines(synced.proposals).join()).not.toContain('changed in the service');
  expect(lines(status.proposals).join()).not.toContain('changed in the service');
  expect(status.advice).toEqual(synced.advice);
});

it('[SYNC-87] of two working trees with one branch, each one sends what is saved in its own', async () => {
  const { main, idea } = await twoTrees();
  main.git('switch', '--quiet', '--ignore-other-worktrees', 'idea');
  main.append('docs/a.md', '\nSaved in main.\n');
  await main.sync();
  main.append('docs/b.md', '\nSaved later.\n');

  expect((await main.sync()).proposals).toMatchObject([{ branch: 'idea', number: 1, state: 'updated' }]);
  expect(idea.git('status', '--short')).toBe('');
});

it('[SYNC-87] a merge of docs/main in another working tree is nothing to send', async () => {
  const { main, idea } = await twoTrees();
  const page = /^id: (.*)$/mu.exec(readFileSync(join(idea.folder, 'docs/b.md'), 'utf8'))![1]!;
  idea.append('docs/a.md', '\nCommitted.\n');
  idea.git('commit', '--quiet', '--all', '--message', 'Committed.');
  idea.append('docs/a.md', '\nSaved.\n');
  await idea.sync();
  await world.change([{ type: 'update_page', page, document: { markdown: '# b\n\nTheirs.\n' } }]);
  await main.sync();
  idea.git('stash', '--quiet');
  idea.git('merge', '--quiet', '--no-edit', 'docs/main');
  idea.git('stash', 'pop', '--quiet');

  expect((await main.sync()).proposals).toEqual([]);
});

it('[SYNC-87] a merge is brought to each branch by a sync in its own working tree', async () => {
  const { main, idea } = await twoTrees();
  idea.append('docs/a.md', '\nSaved in idea.\n');
  await idea.sync();
  main.append('docs/b.md', '\nSaved in main.\n');
  await main.sync();
  await world.mergeAll();

  await idea.sync();
  await main.sync();
  await idea.sync();

  expect(await all()).toEqual(['#1 merged', '#2 merged']);
  expect(main.git('status', '--short')).toBe('');
  for (const text of ['Saved in idea.', 'Saved in main.'])
    expect(main.git('grep', text, 'main', '--', 'docs').trim().split('\n')).toHaveLength(1);
  expect((await main.sync()).outcome).toBe('quiet');
  expect((await idea.sync()).branch).toMatchObject({ name: 'main', state: 'up-to-date' });
  expect(await all()).toHaveLength(2);
});

it('[SYNC-87] a bare repository has no working tree of its own, and its branch follows', async () => {
  const { idea } = await twoTrees({ isBare: true });
  const page = /^id: (.*)$/mu.exec(readFileSync(join(idea.folder, 'docs/a.md'), 'utf8'))![1]!;
  await world.change([{ type: 'update_page', page, document: { markdown: '# a\n\nTheirs.\n' } }]);

  expect((await idea.sync()).branch).toMatchObject({ name: 'main', state: 'fast-forwarded' });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seedFolder } from '../../../src/service/index.ts';
import { aService } from '../fixture.ts';
import type { Json, ServiceFixture } from '../fixture.ts';

let world: ServiceFixture;
let folder: string;

beforeEach(() => {
  world = aService();
  folder = mkdtempSync(join(tmpdir(), 'tidemark-places-'));
});

afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.close();
});

const files: Record<string, string> = {
  'SUMMARY.md':
    '# Table of contents\n\n* [Changes](changes.md)\n  * [One](all/one.md)\n* [Leaf](leaf.md)\n* [Folder](folder/README.md)\n  * [Only](folder/only.md)\n',
  'changes.md': '# Changes\n',
  'all/one.md': '# One\n',
  'leaf.md': '# Leaf\n',
  'folder/README.md': '# Folder\n',
  'folder/only.md': '# Only\n',
  'notes.md': '# Notes\n\nNobody lists them.\n',
};

interface Draft {
  readonly pages: Readonly<Record<string, string>>;
  change(...list: object[]): Promise<Json>;
  /** The files of the pages, by title, and the files that are not pages. */
  files(): Promise<Record<string, string | undefined>>;
}

async function aDraft(): Promise<Draft> {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const space = seedFolder(world.context(), folder, { organization: world.org }).spaces[0]!.id;
  const { id } = await world.ok(`POST /spaces/${space}/change-requests`, {});
  const base = `/spaces/${space}/change-requests/${id}/content`;
  const all = (pages: Json[]): Json[] => pages.flatMap((page) => [page, ...all(page.pages)]);
  const read = async (): Promise<Json> => world.ok(`GET ${base}`);
  const start = await read();
  return {
    pages: Object.fromEntries(all(start.pages).map(({ title, id: page }) => [title, page])),
    change: (...list) => world.ok(`POST ${base}`, { changes: list }),
    files: async () => {
      const now = await read();
      const pages = all(now.pages).map(({ title, git }) => [title, git?.path]);
      const rest = now.files.map(({ git }: Json) => [git.path, git.path]);
      return Object.fromEntries([...pages, ...rest]);
    },
  };
}

const seeded = {
  ...{ Changes: 'changes.md', One: 'all/one.md', Leaf: 'leaf.md', Folder: 'folder/README.md' },
  ...{ Only: 'folder/only.md', 'SUMMARY.md': 'SUMMARY.md', 'notes.md': 'notes.md' },
};

describe('the file of a page', () => {
  it('stays its own when the page moves, gets another address, a first child, or loses its last one', async () => {
    const { pages, change, files: now } = await aDraft();

    await change(
      { type: 'insert_page', document: { markdown: '# New\n' }, into: pages['Leaf'] },
      { type: 'update_page', page: pages['Only'], into: pages['Changes'], slug: 'lonely' },
      { type: 'update_page', page: pages['One'], into: null, at: 0 },
    );

    expect(await now()).toEqual({ ...seeded, New: undefined });
  });

  it('is the one named with an insertion or a move, and is returned', async () => {
    const { pages, change, files: now } = await aDraft();

    await change(
      { type: 'insert_page', document: { markdown: '# New\n' }, git: { path: 'deep/down/new.md' } },
      { type: 'update_page', page: pages['Leaf'], git: { path: 'leaf/README.md' } },
    );

    expect(await now()).toEqual({ ...seeded, New: 'deep/down/new.md', Leaf: 'leaf/README.md' });
  });

  it('belongs to one page only: two pages can exchange their files, and a page that lost its file has none', async () => {
    const { pages, change, files: now } = await aDraft();

    await change(
      { type: 'update_page', page: pages['Leaf'], git: { path: 'changes.md' } },
      { type: 'update_page', page: pages['Changes'], git: { path: 'leaf.md' } },
      { type: 'update_page', page: pages['One'], git: { path: 'folder/only.md' } },
    );

    expect(await now()).toEqual({
      ...seeded,
      ...{ Leaf: 'changes.md', Changes: 'leaf.md', One: 'folder/only.md', Only: undefined },
    });
  });

  it('takes the place of a file that was not a page', async () => {
    const { change, files: now } = await aDraft();

    await change({
      type: 'insert_page',
      document: { markdown: files['notes.md'] },
      git: { path: 'notes.md' },
    });

    const { 'notes.md': _notes, ...rest } = seeded;
    expect(await now()).toEqual({ ...rest, Notes: 'notes.md' });
  });

  it('is ignored where no folder can have it', async () => {
    const { pages, change, files: now } = await aDraft();

    for (const path of ['../leaf.md', '/leaf.md', 'a//b.md', 'leaf.txt', '.git/leaf.md'])
      await change({ type: 'update_page', page: pages['Leaf'], git: { path } }).catch(() => undefined);

    expect(await now()).toEqual(seeded);
  });
});

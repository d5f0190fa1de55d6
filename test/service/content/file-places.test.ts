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

describe('the file that a page came from', () => {
  it('stays while children come and go, unless the first one comes or the last one goes', async () => {
    const files: Record<string, string> = {
      'SUMMARY.md':
        '# Table of contents\n\n* [Changes](changes.md)\n  * [One](all/one.md)\n  * [Two](all/two.md)\n* [Leaf](leaf.md)\n* [Folder](folder/README.md)\n  * [Only](folder/only.md)\n',
      'changes.md': '# Changes\n',
      'all/one.md': '# One\n',
      'all/two.md': '# Two\n',
      'leaf.md': '# Leaf\n',
      'folder/README.md': '# Folder\n',
      'folder/only.md': '# Only\n',
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const space = seedFolder(world.context(), folder, { organization: world.org }).spaces[0]!.id;
    const { pages } = await world.ok(`GET /spaces/${space}/content`);
    const [changes, leaf, folderPage] = pages as [Json, Json, Json];
    const { id } = await world.ok(`POST /spaces/${space}/change-requests`, {});
    const base = `/spaces/${space}/change-requests/${id}/content`;
    const filesAfter = async (...list: object[]): Promise<unknown[]> => {
      await world.ok(`POST ${base}`, { changes: list });
      const after = (await world.ok(`GET ${base}`)) as { pages: Json[] };
      return after.pages.map(({ git }) => git?.path);
    };
    const insertInto = (into: string): object => ({
      type: 'insert_page',
      document: { markdown: '# New\n' },
      into,
    });

    expect(await filesAfter({ type: 'delete_page', page: changes.pages[0].id })).toEqual([
      'changes.md',
      'leaf.md',
      'folder/README.md',
    ]);
    expect(await filesAfter(insertInto(changes.id))).toEqual(['changes.md', 'leaf.md', 'folder/README.md']);
    expect(
      await filesAfter(insertInto(leaf.id), { type: 'delete_page', page: folderPage.pages[0].id }),
    ).toEqual(['changes.md', undefined, undefined]);
  });
});

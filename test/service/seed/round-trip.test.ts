import {
  existsSync,
  mkdtempSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../../src/base/index.ts';
import { seedFolder } from '../../../src/service/index.ts';
import type { SeededSpace } from '../../../src/service/index.ts';
import { roundsOf } from '../../rounds.ts';
import { aService } from '../fixture.ts';
import type { Json, ServiceFixture } from '../fixture.ts';

let world: ServiceFixture;
let folder: string;

beforeEach(() => {
  world = aService();
  folder = mkdtempSync(join(tmpdir(), 'tidemark-seed-'));
});

afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.close();
});

function write(files: Record<string, string | Uint8Array>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Everything that a space returns through the interface, by its path in the folder. */
async function readBack(space: string): Promise<Map<string, Buffer>> {
  const revision = await world.ok(`GET /spaces/${space}/content`);
  const found = new Map<string, Buffer>();
  const walk = async (pages: Json[]): Promise<void> => {
    for (const page of pages) {
      if (page.type === 'document') {
        const { markdown } = await world.ok(`GET /spaces/${space}/content/page/${page.id}?format=markdown`);
        found.set(page.git.path as string, Buffer.from(markdown as string));
      }
      await walk(page.pages ?? []);
    }
  };
  await walk(revision.pages);
  for (const file of revision.files) {
    const { pathname, search } = new URL(file.downloadURL as string);
    const answer = await world.embedded.app.inject({ url: pathname + search });
    expect(answer.statusCode).toBe(200);
    found.set(file.git.path as string, answer.rawPayload);
  }
  return found;
}

function filesBelow(root: string, below = ''): string[] {
  return readdirSync(join(root, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(root, path) : [path];
  });
}

async function expectEveryByte(root: string, space: SeededSpace, cutOut: readonly string[]): Promise<number> {
  const base = join(root, space.folder);
  const prefix = space.folder === '' ? '' : `${space.folder}/`;
  const inner = cutOut
    .filter((other) => other !== space.folder && other.startsWith(prefix))
    .map((other) => `${other.slice(prefix.length)}/`);
  const paths = filesBelow(base).filter((path) => !inner.some((each) => path.startsWith(each)));
  const back = await readBack(space.id);
  expect([...back.keys()].sort()).toEqual(paths.sort());
  for (const path of paths) {
    if (!readFileSync(join(base, path)).equals(back.get(path)!))
      throw new Error(`${path} came back with other bytes`);
  }
  return paths.length;
}

describe('seeding a folder', () => {
  it('separates nested spaces from outer ones, and returns every byte of each', async () => {
    write({
      'SUMMARY.md': '# Table of contents\n\n* [Home](README.md)\n',
      'README.md': '\uFEFF# Home\r\n\r\nWindows was here.\r\n',
      'unlisted.md': 'nobody names me',
      '.gitbook.yaml': 'structure:\n  readme: README.md # kept\n',
      '.gitbook/assets/a b (1).bin': Uint8Array.from([0, 255, 1, 254]),
      '.gitbook/includes/x.md': '---\ntitle: X\n---\n\nShared\n',
      'inner/SUMMARY.md': '# Table of contents\n\n* [In](README.md)\n',
      'inner/README.md': '---\nid: not-ours\nk: 1\n---\n\n# In\n',
    });

    const { spaces } = seedFolder(world.context(), folder, { organization: world.org });

    expect(spaces.map(({ folder: path, pages, unlisted }) => ({ path, pages, unlisted }))).toEqual([
      { path: '', pages: 1, unlisted: ['unlisted.md'] },
      { path: 'inner', pages: 1, unlisted: [] },
    ]);
    for (const space of spaces) await expectEveryByte(folder, space, ['', 'inner']);
  });

  it('makes a space of a folder that has markdown and no table of contents', async () => {
    write({ 'README.md': '# Start\n', 'guide/one.md': '# One\n' });

    const { spaces } = seedFolder(world.context(), folder, { organization: world.org });

    expect(spaces).toHaveLength(1);
    const { pages } = await world.ok(`GET /spaces/${spaces[0]!.id}/content/pages`);
    expect(pages[0]).toMatchObject({ title: 'Start', path: 'readme' });
    await expectEveryByte(folder, spaces[0]!, ['']);
  });

  it('says what is wrong with a folder that is missing or has nothing to read, and creates nothing', () => {
    const seed = (path: string) => () => seedFolder(world.context(), path, { organization: world.org });

    const missing = { code: 'SEED_INVALID', message: `${join(folder, 'none')} does not exist.` };
    expect(seed(join(folder, 'none'))).toThrowError(expect.objectContaining(missing));
    expect(seed(folder)).toThrowError(expect.objectContaining({ code: 'SEED_INVALID' }));
    write({ 'SUMMARY.md': '* [x](README.md)\n', 'README.md': '# x\n', 'structure.json': '{' });
    const file = join(folder, 'README.md');
    expect(seed(file)).toThrowError(expect.objectContaining({ message: `${file} is a file, not a folder.` }));
    expect(seed(folder)).toThrowError(expect.objectContaining({ code: 'SEED_INVALID' }));
    expect(world.embedded.service.store.all('SELECT id FROM spaces')).toEqual([]);
  });

  it('makes the published site of the sample documentation, with the ids in its structure', async () => {
    const sample = join(packageRoot(), 'templates', 'sample');
    const { spaces, sites } = seedFolder(world.context(), sample, { organization: world.org });

    expect(spaces.map(({ id, problems }) => ({ id, problems }))).toEqual([
      { id: 'brightwaterdeveloper', problems: [] },
      { id: 'brightwaterguidespac', problems: [] },
      { id: 'brightwaterhelpspace', problems: [] },
    ]);
    const site = await world.ok(`GET /orgs/${world.org}/sites/${sites[0]!.id}`);
    expect(site).toMatchObject({ title: 'Brightwater Docs', published: true, siteSpaces: 3 });
    for (const space of spaces) await expectEveryByte(sample, space, []);
  });

  it('gives the same ids for the same random numbers', async () => {
    const other = aService();
    const sample = join(packageRoot(), 'templates', 'sample');
    const one = seedFolder(world.context(), sample, { organization: world.org });
    const two = seedFolder(other.context(), sample, { organization: other.org });

    expect(two).toEqual(one);
    const pages = async (fixture: ServiceFixture): Promise<unknown> =>
      (await fixture.ok('GET /spaces/brightwaterhelpspace/content/pages')) as unknown;
    expect(await pages(other)).toEqual(await pages(world));
    await other.close();
  });
});

// On some machines, real documentation is beside the project; tests only read it.
const corpora = join(packageRoot(), '..', 'shared', 'corpora');
const names = existsSync(corpora) ? readdirSync(corpora).filter((name) => !name.includes('.')) : [];
if (names.length === 0)
  console.log('The round trips of real documentation are skipped: there is none beside the project.');

describe.runIf(names.length > 0)('a round trip of real documentation', () => {
  const played = names.slice(0, roundsOf({ usual: 1, all: names.length }));

  it.each(played)('returns every byte of %s', async (name) => {
    const root = join(corpora, name);
    const { spaces } = seedFolder(world.context(), root, { organization: world.org });
    const folders = spaces.map((space) => space.folder);
    let count = 0;
    for (const space of spaces) count += await expectEveryByte(root, space, folders);

    expect(count).toBeGreaterThan(20);
  });
});

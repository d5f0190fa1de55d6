import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readProfileImages } from '../../src/cli/export/profile-images.ts';
import { siteInFolder } from '../../src/cli/export/folder-source.ts';
import { readMirrorSource } from '../../src/cli/export/mirror-source.ts';
import { createMemoryTransport } from '../../src/http/index.ts';
import type { SiteProfile } from '../../src/site/index.ts';
import { exported } from '../site/site-fixture.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-export-folder-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const siteSpace = (id: string, title: string) => ({
  object: 'site-space',
  id: `ss-${id}`,
  path: 'docs',
  default: true,
  title,
  space: { id, title },
});

describe('a folder with the files of a site', () => {
  it('has its spaces side by side without them', () => {
    put('guides/SUMMARY.md', '# Table of contents\n\n* [Home](README.md)\n');
    put('guides/README.md', '# Home\n');

    const site = siteInFolder(root);

    expect(site.profile.structure).toMatchObject({
      type: 'siteSpaces',
      structure: [{ space: { id: 'guides' } }],
    });
    expect(site.spaces.map(({ id, path }) => [id, path])).toEqual([['guides', 'guides']]);
  });

  it('is called as its first page, else as its folder', () => {
    put('named/old/.gitbook.yaml', 'root: ./text/\nstructure:\n  readme: start.md\n');
    put('named/old/text/start.md', '---\nicon: ship\n---\n\n# Harbour _guide_\n');
    put('named/new-docs/page.md', '# Page\n');

    expect(siteInFolder(join(root, 'named/old')).profile.site.title).toBe('Harbour guide');
    expect(siteInFolder(join(root, 'named/new-docs')).profile.site.title).toBe('New docs');
  });

  it('takes its look from customization.json, even without the other files', () => {
    put('dressed/README.md', '# Harbour\n');
    put('dressed/customization.json', JSON.stringify({ title: 'Port', themes: { default: 'dark' } }));

    const { profile } = siteInFolder(join(root, 'dressed'));

    expect(profile.site.title).toBe('Port');
    expect(profile.customizations.site.themes?.default).toBe('dark');
  });

  it('is exported as structure.json and customization.json say', async () => {
    put(
      'structure.json',
      JSON.stringify({
        type: 'sections',
        structure: [
          {
            object: 'site-section',
            id: 's1',
            title: 'Guides',
            path: 'guides',
            default: true,
            siteSpaces: [siteSpace('one', 'All guides')],
          },
          {
            object: 'site-section',
            id: 's2',
            title: 'Gone',
            path: 'gone',
            siteSpaces: [siteSpace('two', 'Gone')],
          },
        ],
      }),
    );
    put('customization.json', JSON.stringify({ title: 'Harbour', themes: { default: 'dark' } }));

    const { input, warnings, folders } = await readMirrorSource({ root, ...siteInFolder(root) });

    expect(input.profile.site.title).toBe('Harbour');
    expect(input.profile.customizations.site.themes?.default).toBe('dark');
    expect(input.source.spaces.map(({ id, title }) => [id, title])).toEqual([['one', 'All guides']]);
    expect(input.profile.structure.structure.map(({ title }) => title)).toEqual(['Guides']);
    expect(warnings.map(({ message }) => message)).toEqual([
      'The site has the space "Gone" (two), which is not here: it is left out',
    ]);
    expect(folders.get('one')).toBe('guides');
  });

  it('says which file is wrong', () => {
    put('structure.json', '{ "type": ');
    expect(() => siteInFolder(root)).toThrow(/structure\.json is not JSON/);
    put('structure.json', '{ "type": "pages" }');
    expect(() => siteInFolder(root)).toThrow(/holds no site's structure/);
  });
});

describe('a link that leaves its folder and comes back by its name', () => {
  const texts = {
    'README.md':
      '# Home\n\n[Other](../docs/other.md#part)\n\n![Boat](../docs/a.png)\n\n[Top](../docs/)\n\n{% include "../docs/.gitbook/includes/note.md" %}\n',
    'other.md': '# Other\n\n[Deep](../docs/deep/page.md)\n\n## Part\n',
    'deep/page.md':
      '# Deep\n\n[Home](../../docs/README.md) [Gone](../../else/other.md) [Out](../../../other.md)\n',
    'a.png': 'x',
    '.gitbook/includes/note.md': 'A shared note.\n',
  };
  const site = async (folder: string): ReturnType<typeof exported> => {
    const at = join(root, folder);
    const { input } = await readMirrorSource({ root: at, ...siteInFolder(at) });
    return exported(input);
  };

  it.each([
    ['the exported folder', 'back/docs', ''],
    ['a folder of a checkout', 'back/checkout/deep/docs', 'back/checkout/.git'],
    ['the top of a checkout', 'back/own/docs', 'back/own/docs/.git'],
  ])('leads to the page: %s', async (_what, folder, git) => {
    for (const [path, text] of Object.entries(texts)) put(`${folder}/${path}`, text);
    if (git !== '') mkdirSync(join(root, git), { recursive: true });
    const { text, report } = await site(folder);

    expect(text('index.html')).toContain('href="/other#part"');
    expect(text('index.html')).toMatch(/<img[^>]+src="\/_files\/a\.png"/u);
    expect(text('index.html')).toContain('A shared note.');
    expect(text('other.html')).toContain('href="/deep/page"');
    expect(report.warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('"../../else/other.md" leads nowhere'),
      expect.stringContaining('"../../../other.md" leads nowhere'),
    ]);
  });

  it('leads to the page of its own space and of another one, whose folders are in one checkout', async () => {
    put('spaces/docs/guide/SUMMARY.md', '# Table of contents\n\n* [Home](README.md)\n* [Other](other.md)\n');
    put(
      'spaces/docs/guide/README.md',
      '# Home\n\n[Own](../guide/other.md) [Whole](../../docs/guide/other.md) [Api](../../docs/api/README.md) [Far](../../../spaces/docs/api/call.md)\n',
    );
    put('spaces/docs/guide/other.md', '# Other\n');
    put('spaces/docs/api/SUMMARY.md', '# Table of contents\n\n* [Api](README.md)\n* [Call](call.md)\n');
    put('spaces/docs/api/README.md', '# Api\n');
    put('spaces/docs/api/call.md', '# Call\n');
    const { text, report } = await site('spaces');
    const home = text('guide/index.html');

    expect(report.warnings).toEqual([]);
    expect(home.match(/href="[^"]+"(?=>(?:Own|Whole|Api|Far)<)/gu)).toEqual([
      'href="/guide/other"',
      'href="/guide/other"',
      'href="/"',
      'href="/call"',
    ]);
  });

  it('leads to the page by the whole path from the top of the checkout', async () => {
    mkdirSync(join(root, 'whole/.git'), { recursive: true });
    put('whole/deep/docs/README.md', '# Home\n\n[x](../../deep/docs/other.md)\n');
    put('whole/deep/docs/other.md', '# Other\n');
    const { text, report } = await site('whole/deep/docs');

    expect(report.warnings).toEqual([]);
    expect(text('index.html')).toContain('href="/other"');
  });

  it('names a page that the table of contents lacks', async () => {
    put('lacks/docs/SUMMARY.md', '# Table of contents\n\n* [Home](README.md)\n');
    put('lacks/docs/README.md', '# Home\n\n[x](../docs/other.md)\n');
    put('lacks/docs/other.md', '# Other\n');
    const { report } = await site('lacks/docs');

    expect(report.warnings[0]?.message).toContain(
      'other.md is not a page of the site, because the table of contents',
    );
  });
});

describe('the images that a profile names', () => {
  const profile: SiteProfile = {
    site: { title: 'Harbour' },
    structure: { type: 'siteSpaces', structure: [] },
    customizations: {
      site: {
        header: { logo: { light: 'brand/logo.svg', dark: 'https://files.example/dark?alt=media' } },
        favicon: { icon: { light: '../secret.png', dark: 'brand/notes.txt' } },
      },
    },
  };
  const asked: string[] = [];
  const fetch = () =>
    Promise.resolve(
      createMemoryTransport(({ url }) => {
        asked.push(url);
        return Promise.resolve({
          status: 200,
          headers: { 'content-type': 'image/png' },
          body: new Uint8Array([1, 2]),
        });
      }),
    );

  it('are read only from the folder, and others are named', async () => {
    put('brand/logo.svg', '<svg/>');

    const { images, warnings } = await readProfileImages(profile, { root, known: new Map() });

    expect([...images.keys()]).toEqual(['brand/logo.svg']);
    expect(warnings.map(({ message }) => message)).toEqual([
      "the profile's image ../secret.png is left out: it is outside of the folder",
      "the profile's image brand/notes.txt is left out: it is not an image",
      'the profile names 1 image on another host, which is left out; --fetch-images brings it in',
    ]);
  });

  it('are named after the configuration where that names them, with the path that has no file', async () => {
    const logo = join(root, 'brand', 'none.svg');
    const own = new Map([['./brand/none.svg', logo]]);

    const { warnings } = await readProfileImages(
      {
        ...profile,
        customizations: {
          site: { header: { logo: { light: './brand/none.svg', dark: './brand/none.svg' } } },
        },
      },
      { root, own, known: new Map() },
    );

    expect(warnings.map(({ message }) => message)).toEqual([
      `the image ./brand/none.svg of export.site is left out: there is no file ${logo}`,
    ]);
  });

  it('are fetched once where that is asked for', async () => {
    const known = new Map();

    const { images } = await readProfileImages(profile, { root, known, fetch });
    await readProfileImages(profile, { root, known, fetch });

    expect(images.get('https://files.example/dark?alt=media')).toEqual({
      bytes: new Uint8Array([1, 2]),
      extension: 'png',
    });
    expect(asked).toEqual(['https://files.example/dark?alt=media']);
  });
});

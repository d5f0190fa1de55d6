import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readMirrorSource } from '../../src/cli/export/mirror-source.ts';
import { readProfileImages } from '../../src/cli/export/profile-images.ts';
import { sideBySide, siteInFolder } from '../../src/cli/export/folder-source.ts';
import { parseConfig } from '../../src/cli/config/parse.ts';
import { exported } from '../site/site-fixture.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-site-file-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const aSpace = (path: string, title: string): void => {
  put(`${path}/README.md`, `# ${title}\n\nWords of ${title}.\n`);
  put(`${path}/SUMMARY.md`, `# Table of contents\n\n* [${title}](README.md)\n* [More](more.md)\n`);
  put(`${path}/more.md`, '# More\n');
};
/** An entry of a structure as JSON, which is YAML. */
const structure = (...entries: unknown[]): string =>
  JSON.stringify({ site: { title: 'Harbour', structure: entries } });
const space = (key: string, directory: string | null, more: object = {}): object => ({
  type: 'space',
  key,
  title: key,
  path: key,
  content: { directory },
  ...more,
});

describe('a repository with docs.yaml', () => {
  it('is a site of its sections, groups and links', async () => {
    for (const name of ['guides', 'fuehrer', 'api']) aSpace(`whole/${name}`, name);
    put(
      'whole/docs.yaml',
      `site:
  title: Harbour
  structure:
    - type: section
      key: s-guides
      title: Guides
      localizedTitle: { de: Anleitungen }
      icon: ship
      path: guides
      default: true
      children:
        - { type: space, key: en, title: English, path: en, default: true, content: { directory: ./guides, language: en } }
        - { type: space, key: de, title: Deutsch, path: de, content: { directory: fuehrer, language: de } }
    - type: section-group
      key: g-reference
      title: Reference
      children:
        - type: section-group
          key: g-inner
          title: Inner
          children:
            - type: section
              key: s-api
              title: API
              path: api
              children: [{ type: space, key: api, title: API, path: v1, default: true, content: { directory: ./api } }]
        - { type: external-link, key: l-status, title: Status, url: "https://status.example.com", description: What runs }
`,
    );

    const { input, warnings } = await readMirrorSource({
      root: join(root, 'whole'),
      ...siteInFolder(join(root, 'whole')),
    });
    const { files, text } = await exported(input);

    expect(warnings).toEqual([]);
    expect([...files.keys()].filter((file) => file.endsWith('.html')).sort()).toEqual([
      '404.html',
      'api/index.html',
      'api/more.html',
      'guides/de/404.html',
      'guides/de/index.html',
      'guides/de/more.html',
      'index.html',
      'more.html',
      'search.html',
    ]);
    expect(text('guides/de/index.html')).toContain('<html lang="de"');
    expect(text('guides/de/index.html')).toMatch(/Anleitungen/);
    expect(text('index.html')).toMatch(
      /<summary>Reference<\/summary>.*API.*href="https:\/\/status\.example\.com" rel="noopener noreferrer"/s,
    );
    expect(text('index.html')).toContain('<title>Harbour</title>');
  });

  it('may list its spaces without sections, under the newer name, and share a folder of the repository', () => {
    mkdirSync(join(root, 'top/.git'), { recursive: true });
    aSpace('top/shared', 'Shared');
    aSpace('top/site/own', 'Own');
    put('top/site/gitbook-docs.yaml', structure(space('a', '/shared'), space('b', 'own', { hidden: true })));

    const { spaces, profile, warnings } = siteInFolder(join(root, 'top/site'));

    expect(spaces.map(({ id, path, folder }) => [id, path, folder])).toEqual([
      ['a', '../shared', join(root, 'top/shared')],
      ['b', 'own', join(root, 'top/site/own')],
    ]);
    expect(profile.structure).toMatchObject({
      type: 'siteSpaces',
      structure: [{ id: 'a' }, { id: 'b', hidden: true }],
    });
    expect(warnings).toEqual([]);
  });

  it('names the entries that it leaves out, with the line', () => {
    aSpace('odd/here', 'Here');
    mkdirSync(join(root, 'elsewhere'));
    symlinkSync(join(root, 'elsewhere'), join(root, 'odd/link'));
    put(
      'odd/docs.yaml',
      `site:
  structure:
    - { type: space, key: here, title: Here, path: here, content: { directory: here } }
    - { type: space, key: here, title: Twice, path: twice, content: { directory: here } }
    - { type: space, key: gone, title: Gone, path: gone, content: { directory: gone } }
    - { type: space, key: app, title: In the app, path: app, content: { directory: null } }
    - { type: space, key: up, title: Above, path: up, content: { directory: ../whole } }
    - { type: space, key: far, title: Far, path: far, content: { directory: link } }
    - { type: space, title: Keyless, path: k, content: { directory: here } }
`,
    );

    const { warnings, spaces, profile } = siteInFolder(join(root, 'odd'));

    expect(spaces.map(({ id }) => id)).toEqual(['here']);
    expect(profile.site.title).toBe('Odd');
    expect(warnings.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([
      'docs.yaml:4 "Twice" is left out: its key here is that of another entry',
      'docs.yaml:5 "Gone" is left out: there is no folder gone',
      'docs.yaml:6 "In the app" is left out: its content is not in this repository',
      'docs.yaml:7 "Above" is left out: its folder ../whole leads out of the repository',
      'docs.yaml:8 "Far" is left out: its folder link leads out of the repository',
      'docs.yaml:9 "Keyless" is left out: it has no key',
    ]);
  });

  it('says what is wrong with sections', () => {
    aSpace('mixed/here', 'Here');
    put(
      'mixed/docs.yaml',
      structure(
        {
          type: 'section',
          key: 's',
          title: 'Section',
          path: 's',
          children: [space('here', 'here'), { type: 'section', key: 't' }],
        },
        space('alone', 'here'),
        { type: 'section', key: 'e', title: 'Empty', path: 'e' },
        { type: 'external-link', key: 'l', title: 'Link', url: 'javascript:alert(1)' },
        { type: 'page', key: 'p' },
      ),
    );

    expect(siteInFolder(join(root, 'mixed')).warnings.map(({ message }) => message)).toEqual([
      '"t" is left out: a section holds spaces and nothing else',
      '"alone" is left out: a site with sections has its spaces in them',
      '"Empty" is left out: it has no space that is here',
      '"Link" is left out: its url is not a web address',
      '"p" is left out: its type page is not known',
    ]);
  });

  it.each([
    [
      ['en', 'ja'],
      ['en', 'ja'],
    ],
    [
      ['docs/en', 'docs/ja'],
      ['en', 'ja'],
    ],
    [
      ['api', 'guides/v 1'],
      ['api', 'guides/v-1'],
    ],
    [
      ['.', 'ja'],
      ['handbook', 'ja'],
    ],
  ])('places the spaces in the folders %j at the addresses %j without such a file', (folders, addresses) => {
    const structure = sideBySide(folders.map((path) => ({ id: path, title: 'Handbook', path })));

    expect(structure.structure.map((each) => 'path' in each && each.path.toLowerCase())).toEqual(addresses);
  });

  it('is refused where it cannot be read, and passed over where it is of another tool', () => {
    aSpace('other', 'Other');
    put('other/docs.yaml', 'theme: dark\n');
    expect(siteInFolder(join(root, 'other')).profile.site.title).toBe('Other');
    put('other/docs.yaml', 'site: [\n');
    expect(() => siteInFolder(join(root, 'other'))).toThrow(
      /docs\.yaml:\d+ describes no site: it is not valid YAML/,
    );
    put('other/docs.yaml', 'site: { title: x }\n');
    expect(() => siteInFolder(join(root, 'other'))).toThrow(/has no list site\.structure/);
    put('other/docs.yaml', structure(space('gone', 'gone')));
    expect(() => siteInFolder(join(root, 'other'))).toThrow(
      /none of the spaces that it names is a folder here/,
    );
  });
});

describe('the look that the configuration gives a site', () => {
  const look = (
    site: object,
  ): { site: ReturnType<typeof parseConfig>['export']['site']; pathOf: (path: string) => string } => ({
    site: parseConfig({
      text: JSON.stringify({ export: { site } }),
      file: 'sync.config.yaml',
      env: {},
      overrides: {},
    }).export.site,
    pathOf: (path) => join(root, path),
  });

  it('overrides that of the folder', async () => {
    aSpace('looks/docs', 'Plain');
    put(
      'looks/docs/customization.json',
      JSON.stringify({ title: 'Before', styling: { corners: 'circular' } }),
    );
    put('looks/brand/logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const folder = join(root, 'looks/docs');
    const branding = look({
      title: 'Harbour & Sons',
      logo: 'looks/brand/logo.svg',
      language: 'fr',
      colors: { primary: '#aa0000 #ffbbbb' },
      fonts: { text: 'Open Sans' },
      headerLinks: [
        { title: 'More here', to: 'looks/docs/more.md#part' },
        { title: 'Blog', to: 'https://example.com/blog' },
        { title: 'Gone', to: 'looks/docs/gone.md' },
        { title: 'Far', to: 'far.md' },
      ],
      footerLinks: [{ title: 'About', links: [{ title: 'Mail', to: 'mailto:a@example.com' }] }],
      copyright: '© Harbour',
    });

    const found = await readMirrorSource({ root: folder, ...siteInFolder(folder), branding });
    const { images } = await readProfileImages(found.input.profile, {
      root: folder,
      own: found.pictures,
      known: new Map(),
    });
    const { text, files, report } = await exported(found.input, { profileImages: images });

    const page = text('index.html');
    expect(page).toContain('<title>Harbour &amp; Sons</title>');
    expect(page).toContain('<html lang="fr"');
    expect(page).toContain('Rechercher');
    expect(page).toMatch(/<img class="logo" src="\/_site\/[0-9a-f]+\.svg" alt="Harbour &amp; Sons">/);
    expect(page).toContain('href="/more#part">More here</a>');
    expect(page).toContain('href="https://example.com/blog" rel="noopener noreferrer">Blog</a>');
    expect(page).not.toContain('Gone');
    expect(page).toContain('<h2>About</h2>');
    expect(page).toContain('href="mailto:a@example.com"');
    expect(page).toContain('© Harbour');
    const theme = [...files.keys()].find((file) => file.includes('theme.')) ?? '';
    expect(text(theme)).toContain('"Open Sans"');
    expect(text(theme)).toContain('--corner-m: 16px');
    expect(text(theme)).toMatch(/--primary: light-dark\(#[a-c]/);
    expect([...found.warnings, ...report.warnings].map(({ message }) => message)).toEqual([
      'the link of export.site to far.md is left out: no space has this file',
      'the link "Gone" of header or footer leads nowhere: it is left out',
    ]);
  });

  it('is checked with the configuration', () => {
    expect(() => look({ colors: { primary: 'red' } })).toThrow(
      /export\.site\.colors\.primary does not have the expected form/,
    );
    expect(() => look({ logos: 'x' })).toThrow(/export\.site\.logos is not an option; did you mean logo/);
    expect(() => look({ headerLinks: [{ title: 'x' }] })).toThrow(
      /export\.site\.headerLinks\.0\.to is missing/,
    );
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldName, isSafePath } from '../../src/content/index.ts';
import { PageFiles } from '../../src/site/model/page-files.ts';
import { aSite, aSpace, exported, summary } from './site-fixture.ts';

const placed = (...wanted: string[]): (string | undefined)[] => {
  const files = new PageFiles().place('', new Map(wanted.map((path, at) => [at, path])));
  return wanted.map((_, at) => files.get(at));
};

describe('the file of a page', () => {
  it.each([
    ['guide/start', 'guide/start'],
    ['guide/Zwei Wörter (1)', 'guide/Zwei Wörter (1)'],
    ['.net/changelog', 'net/changelog'],
    ['aux', 'page-aux'],
    ['guide/CON/start', 'guide/page-CON/start'],
    ['.gitignore', 'gitignore'],
    ['.gitbook/assets', 'gitbook/assets'],
    ['...-dots', 'dots'],
    ['a.b.', 'a.b'],
    ['...', 'page'],
    ['-rf', 'rf'],
    ['../../etc/passwd', 'page/page/etc/passwd'],
    ['a\\b:c', 'a-b-c'],
  ])('for the path %j is %j', (path, file) => {
    expect(placed(path)).toEqual([file]);
  });

  it('is not taken from a page that has its path, wherever that page is', () => {
    expect(placed('.net/start', 'net/start', '.net./start')).toEqual([
      'net/start-1',
      'net/start',
      'net/start-2',
    ]);
  });

  it('differs from those of other pages by more than capitals', () => {
    expect(placed('Guide', 'guide', 'aux', 'AUX')).toEqual(['Guide', 'guide-1', 'page-aux', 'page-AUX-1']);
  });

  it('is short where a path is too long or too deep', () => {
    const [long, deep] = placed(Array(20).fill('x'.repeat(90)).join('/'), 'a/'.repeat(40) + 'end');

    expect(long).toMatch(/^x{90}-[0-9a-f]{8}$/);
    expect(deep).toMatch(/^end-[0-9a-f]{8}$/);
  });

  it('can be written and served, and is one page’s alone, whatever the paths', () => {
    const part = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.constantFrom(
        '.git',
        'git~1',
        'aux',
        'AUX',
        'com1.x',
        '..',
        '.',
        '.net',
        'net',
        'Net',
        'a.',
        'a',
        ' a',
      ),
    );
    const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
    fc.assert(
      fc.property(fc.array(path, { maxLength: 12 }), (wanted) => {
        const files = placed(...wanted).map((file) => file ?? '');

        expect(files.filter((file) => !isSafePath(`${file}.html`, { mayBeObeyed: true }))).toEqual([]);
        expect(files.filter((file) => /(?:^|\/)\./.test(file))).toEqual([]);
        expect(new Set(files.map(foldName)).size).toBe(wanted.length);
      }),
    );
  });
});

describe('an export', () => {
  const odd = {
    'SUMMARY.md': summary(
      '* [Home](README.md)',
      '* [Aux](aux.md)',
      '* [a.b.](a.b..md)',
      '* [Index](index.md)',
      '',
      '## .Net',
      '',
      '* [Changes](.net/changelog.md)',
    ),
    'README.md': '# Home\n\n[changes](.net/changelog.md#new) [aux](aux.md)\n',
    'aux.md': '# Aux\n\nauxword\n',
    'a.b..md': '# a.b.\n\ndotword\n',
    'index.md': '# Index\n\nindexword\n',
    '.net/changelog.md': '# Changes\n\n## New\n\n[home](../README.md) netword\n',
  };

  it('has every page, and everything leads to it, also where its path is not a file’s', async () => {
    const { text, files, report } = await exported(aSite(odd), { baseUrl: 'https://docs.example.com/' });

    expect(report.warnings).toEqual([]);
    expect(text('net/changelog.html')).toContain('netword');
    expect(text('net/changelog.html')).toContain(
      'rel="canonical" href="https://docs.example.com/net/changelog"',
    );
    expect(text('index.html')).toContain('href="/net/changelog#new"');
    expect(text('index.html')).not.toContain('broken-link');
    const search = [...files.keys()].filter((path) => path.startsWith('_search/')).map(text);
    for (const path of ['net/changelog', 'page-aux', 'a.b', 'index-1']) {
      expect(text('index.html')).toContain(`<a href="/${path}"`);
      expect(text('sitemap-pages.xml')).toContain(`<loc>https://docs.example.com/${path}</loc>`);
      expect(text('llms.txt')).toContain(`(https://docs.example.com/${path}.md)`);
      expect(files.has(`${path}.md`)).toBe(true);
      expect(search.join('')).toContain(`"/${path}"`);
    }
    expect([...files.keys()].filter((path) => /(?:^|\/)(?:\.net|aux\.)/.test(path))).toEqual([]);
  });

  it('keeps pages of spaces apart that would have one file', async () => {
    const home = aSpace(
      {
        'SUMMARY.md': summary('* [Home](README.md)', '', '## Fr', '', '* [French](fr/start.md)'),
        'README.md': '# Home\n',
        'fr/start.md': '# French\n',
      },
      { id: 'home', title: 'Home' },
    );
    const french = aSpace(
      {
        'SUMMARY.md': summary('* [Accueil](README.md)', '* [Début](start.md)'),
        'README.md': '# Accueil\n',
        'start.md': '# Début\n',
      },
      { id: 'fr', title: 'French' },
    );
    const { profile } = aSite({});
    const structure = [home, french].map(({ id, title }, at) => ({
      object: 'site-space' as const,
      id,
      path: id,
      title,
      default: at === 0,
      space: { id, title },
    }));
    const { text, report } = await exported({
      source: { spaces: [home, french], specs: [] },
      profile: { ...profile, structure: { type: 'siteSpaces', structure } },
    });

    expect(report.warnings).toEqual([]);
    expect(text('fr/start.html')).toContain('French');
    expect(text('fr/start-1.html')).toContain('Début');
  });

  it('has pages made of an OpenAPI document, whatever the tags, beside pages of the same slugs', async () => {
    const space = aSpace({
      'SUMMARY.md': summary('* [Home](README.md)', '* [Pets](pets.md)'),
      'README.md': '# Home\n',
      'pets.md': '# Pets\n\nwritten\n',
    });
    const computed = {
      type: 'computed' as const,
      ...{ id: 'api', title: 'API' },
      computed: {
        type: 'builtin:openapi',
        dependencies: { spec: { ref: { kind: 'openapi', spec: 'zoo' } } },
      },
    };
    const operation = (tag: string) => ({ get: { tags: [tag], summary: `List ${tag}`, responses: {} } });
    const document = {
      openapi: '3.1.0',
      info: { title: 'Zoo' },
      paths: { '/a': operation('pets'), '/b': operation('aux') },
    };
    const [home, ...rest] = space.pages;
    const { source, profile } = aSite({}, { ...space, pages: [home!, computed, ...rest] });
    const { text } = await exported({
      source: { ...source, specs: [{ slug: 'zoo', text: JSON.stringify(document) }] },
      profile,
    });

    expect(text('pets.html')).toContain('written');
    expect(text('pets-1.html')).toContain('List pets');
    expect(text('page-aux.html')).toContain('List aux');
  });

  it('names a page whose title has no letters “page”, and one in Hangul by its title', async () => {
    const { files } = await exported(
      aSite({
        'SUMMARY.md': summary(
          '* [Home](README.md)',
          '* [🎉](undefined.md)',
          '* [???](undefined-1.md)',
          '* [시작](undefined-2.md)',
          '* [undefined](undefined-3.md)',
        ),
        'README.md': '# Home\n',
        'undefined.md': '# 🎉\n',
        'undefined-1.md': '# ???\n',
        'undefined-2.md': '# 시작\n',
        'undefined-3.md': '# undefined\n',
      }),
    );

    expect([...files.keys()].filter((path) => /^[^/_]*\.md$/.test(path)).sort()).toEqual(
      ['index.md', 'page.md', 'page-1.md', '시작.md', 'undefined-3.md'].sort(),
    );
  });
});

describe('the pages of the site itself', () => {
  it('keep their addresses, and a page with such a name gets another one, with a warning', async () => {
    const { report, text } = await exported(
      aSite({
        'SUMMARY.md': summary(
          '* [Home](README.md)',
          '* [Codes](404.md)',
          '* [Find](Search.md)',
          '  * [Deep](a/search.md)',
        ),
        'README.md': '# Home\n\n[c](404.md)\n',
        '404.md': '# Codes\n\nOur codes.\n',
        'Search.md': '# Find\n',
        'a/search.md': '# Deep\n',
      }),
    );

    expect(text('404.html')).toContain('noindex');
    expect(text('404.html')).not.toContain('Our codes.');
    expect(text('404-1.html')).toContain('Our codes.');
    expect(text('index.html')).toContain('<a href="/404-1">c</a>');
    expect(report.warnings.map(({ file, message }) => `${file ?? ''}: ${message}`)).toEqual([
      '404.md: its address is "/404-1", because "/404" is a page of the site itself',
      'Search.md: its address is "/Search-1", because "/Search" is a page of the site itself',
    ]);
  });
});

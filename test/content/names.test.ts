import * as fc from 'fast-check';
import limax from 'limax';
import { describe, expect, it } from 'vitest';

import {
  foldName,
  isSafePath,
  layoutSpace,
  safeName,
  slugOfTitle,
  uniqueSlug,
  type DocumentPage,
} from '../../src/content/index.ts';
import { roundsOf } from '../rounds.ts';

describe('paths from elsewhere', () => {
  it.each([
    '',
    '/abs',
    'a//b',
    '../x',
    'a/../b',
    './a',
    'a/',
    '.git/config',
    '.GIT/config',
    'a/.git/x',
    'git~1/x',
    'gi7eba~1/x',
    'GIT~2',
    '.git /x',
    '.git./x',
    '.git::$INDEX_ALLOCATION/x',
    '.g\u200cit/config',
    '.ｇｉｔ/config',
    'a\\b',
    'a:b',
    'con',
    'aux.md',
    'x/NUL.txt',
    'lpt1.md',
    'trail.',
    'trail ',
    '-rf',
    'a\nb',
    'a\tb',
    'a\u001bb',
    'x'.repeat(300),
    '.gitattributes',
    '.gitmodules',
    'a/.gitignore',
    '.mailmap',
    '.github/workflows/x.yml',
    '.vscode/tasks.json',
    '.husky/pre-commit',
    'package.json',
    'docs/Makefile',
    '.envrc',
    '\ud800.md',
    'a\u202eb.md',
    '.gitbook/assets/.gitattributes',
    '.tidemark/x.yaml',
    ' a',
  ])('refuses %j', (path) => {
    expect(isSafePath(path)).toBe(false);
  });

  it.each([
    'README.md',
    'a/b/c.md',
    '.gitbook.yaml',
    '.gitbook/assets/image (1) (2).png',
    '.gitbook/assets/-x-.png',
    '.gitbook/vars.yaml',
    '免费联网模式.md',
    '.gitbook/assets/Capture d’écran à 10.00.00\u202fAM.png',
    'v0.74.4.md',
    'guide/c++.md',
    'e\u0301.png',
  ])('lets %j be', (path) => {
    expect(isSafePath(path)).toBe(true);
  });
});

describe('a plain path', () => {
  it.each(['con', 'docs/aux', 'lpt9/x', 'makefile', 'a/gnumakefile', '-a', 'a//b', '/a', 'a/', ''])(
    '%j is looked at as closely as any other',
    (path) => {
      expect(isSafePath(path)).toBe(false);
    },
  );

  it('keeps to the limits of depth', () => {
    expect(isSafePath(Array.from({ length: 32 }, () => 'a').join('/'))).toBe(true);
    expect(isSafePath(Array.from({ length: 33 }, () => 'a').join('/'))).toBe(false);
  });
});

const slugs = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'con',
    'CON',
    '.git',
    'git~1',
    '..',
    '.',
    '',
    'readme',
    'README',
    'a',
    'A',
    'ａ',
    'é',
    'e\u0301',
    'aux.md',
    '-rf',
    'x'.repeat(300),
    'ß',
    'ss',
    'a/b',
    '../../etc/passwd',
    '\ud800',
    'a.',
    'nul',
    'com1',
  ),
  fc.stringMatching(/^[a-c]{1,2}$/u),
);

describe('safe names', () => {
  it('are safe, bounded and the same every time, for any slug', () => {
    fc.assert(
      fc.property(slugs, fc.string({ minLength: 1 }), (slug, id) => {
        const name = safeName(slug, id);

        expect(isSafePath(`${name}.md`)).toBe(true);
        expect(isSafePath(`${name}/x.md`)).toBe(true);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(100);
        expect(name).not.toContain('/');
        expect(safeName(slug, id)).toBe(name);
      }),
      { numRuns: roundsOf({ usual: 1250, all: 5000 }) },
    );
  });

  it('keep good slugs as they are', () => {
    for (const slug of ['getting-started', 'v0.74.4', 'c++', 'eth_call', '快速开始'])
      expect(safeName(slug, 'x')).toBe(slug);
  });
});

function aPage(id: string, slug: string, pages: DocumentPage[] = [], path?: string): DocumentPage {
  return {
    type: 'document',
    id,
    title: slug,
    slug,
    path: slug,
    pages,
    ...(path === undefined ? {} : { git: { path } }),
  };
}

const trees = fc
  .uniqueArray(
    fc.tuple(
      fc.stringMatching(/^[a-z0-9]{4,8}$/u),
      slugs,
      fc.nat(9),
      fc.option(fc.constantFrom('a.md', 'A.md', 'x/README.md', '../x.md', '.git/x.md', 'x.md'), {
        nil: undefined,
      }),
    ),
    {
      selector: ([id]) => id,
      maxLength: 14,
    },
  )
  .map((rows) => {
    const roots: DocumentPage[] = [];
    const all: DocumentPage[] = [];
    for (const [id, slug, parent, hint] of rows) {
      const page = aPage(id, slug, [], hint);
      const owner = parent < all.length ? all[parent] : undefined;
      ((owner?.pages as DocumentPage[] | undefined) ?? roots).push(page);
      all.push(page);
    }
    return { roots, all };
  });

describe('the layout of a space', () => {
  it('gives each page a separate safe path on every file system, except where two hints differ in case', () => {
    fc.assert(
      fc.property(trees, ({ roots, all }) => {
        const layout = layoutSpace({ pages: roots });
        const paths = all.map((page) => layout.pages.get(page.id) ?? '');

        expect(new Set(paths).size).toBe(all.length);
        for (const path of paths) expect(isSafePath(path), path).toBe(true);
        const derived = all.filter((page) => page.git?.path !== layout.pages.get(page.id));
        const folded = paths.map(foldName);
        for (const page of derived) {
          const own = foldName(layout.pages.get(page.id) ?? '');
          expect(folded.filter((path) => path === own).length).toBe(1);
          expect(folded.some((path) => path.startsWith(`${own}/`))).toBe(false);
        }
        expect(layoutSpace({ pages: roots })).toEqual(layout);
      }),
      { numRuns: roundsOf({ usual: 250, all: 1000 }) },
    );
  });

  it('renames no recorded page when other pages come or go', () => {
    fc.assert(
      fc.property(trees, fc.array(fc.nat(20)), ({ roots }, gone) => {
        const hints = roots.map((page) => page.git?.path);
        const flat = roots
          .filter((page, index) => page.git === undefined || hints.indexOf(page.git.path) === index)
          .map((page) => ({ ...page, pages: [] }));
        const before = layoutSpace({ pages: flat }).pages;
        const kept = flat.filter((_, index) => index === 0 || !gone.includes(index));
        const after = layoutSpace({
          pages: [...kept, aPage('newcomer', 'a'), aPage('another', 'A')],
          recorded: { pages: before },
        }).pages;

        for (const page of kept) expect(after.get(page.id)).toBe(before.get(page.id));
      }),
      { numRuns: roundsOf({ usual: 500, all: 2000 }) },
    );
  });

  it('follows the exporter: README first, parents as README.md in their folder, groups as folders', () => {
    const layout = layoutSpace({
      pages: [
        aPage('1', 'readme', [aPage('2', 'child')]),
        {
          type: 'group',
          id: 'g',
          title: 'Guide',
          slug: 'guide',
          path: 'guide',
          pages: [aPage('3', 'one', [aPage('4', 'deep')]), aPage('5', 'two'), aPage('6', 'readme')],
        },
        aPage('7', 'one'),
        aPage('8', 'ONE'),
      ],
      files: [
        { id: 'f1', name: 'image.png' },
        { id: 'f2', name: 'image.png' },
        { id: 'f3', name: '../evil.png' },
      ],
      reusableContents: [{ id: 'r', title: 'Set it up' }],
    });

    expect([...layout.pages.values()]).toEqual([
      'README.md',
      'readme/child.md',
      'guide/one/README.md',
      'guide/one/deep.md',
      'guide/two.md',
      'guide/README.md',
      'one.md',
      expect.stringMatching(/^ONE-[0-9a-f]{8}\.md$/u),
    ]);
    expect([...layout.files.values()]).toEqual([
      '.gitbook/assets/image.png',
      expect.stringMatching(/^\.gitbook\/assets\/image-[0-9a-f]{8}\.png$/u),
      expect.stringMatching(/^\.gitbook\/assets\/evil-[0-9a-f]{8}\.png$/u),
    ]);
    expect([...layout.includes.values()]).toEqual(['.gitbook/includes/set-it-up.md']);
    expect(layout.notes.map((note) => note.kind)).toEqual(['collision', 'collision', 'renamed']);
  });

  it('never renumbers files: recorded names stay when the first one goes', () => {
    const files = [
      { id: 'f1', name: 'a.png' },
      { id: 'f2', name: 'a.png' },
      { id: 'f3', name: 'a.png' },
    ];
    const before = layoutSpace({ pages: [], files });
    const after = layoutSpace({ pages: [], files: files.slice(1), recorded: { files: before.files } });

    for (const { id } of files.slice(1)) expect(after.files.get(id)).toBe(before.files.get(id));
  });
});

describe('slugs', () => {
  it('of ASCII titles are the same with and without the tables of scripts', () => {
    const unit = fc.constantFrom(...'aB9 !"#%\'()*,-/:;=?@[\\]^`{}~');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 14 }), (title) => {
        const byTables = limax(title, {
          tone: false,
          custom: { '.': '.', '+': '+' },
          separateNumbers: false,
        });

        expect(slugOfTitle(title)).toBe(byTables === '' ? 'undefined' : byTables);
      }),
      { numRuns: roundsOf({ usual: 500, all: 2000 }) },
    );
  });

  it('are those that the service was seen to make', () => {
    expect(
      [
        'Sign & verify',
        'ED > Spark',
        "What's new",
        'Über uns',
        '快速开始',
        'v0.74.4',
        'Привет мир',
        '한국어',
        '🤔 Intro',
        'eth_getBalance',
      ].map(slugOfTitle),
    ).toEqual([
      'sign-and-verify',
      'ed-greater-than-spark',
      'whats-new',
      'ueber-uns',
      'kuai-su-kai-shi',
      'v0.74.4',
      'privet-mir',
      'undefined',
      'intro',
      'eth_getbalance',
    ]);
  });

  it('get a number among siblings, within a hundred characters', () => {
    expect(uniqueSlug('a', new Set(['a', 'a-1']))).toBe('a-2');
    expect(uniqueSlug('x'.repeat(100), new Set(['x'.repeat(100)]))).toHaveLength(100);
  });
});

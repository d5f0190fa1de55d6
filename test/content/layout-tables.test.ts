import { describe, expect, it } from 'vitest';
import {
  childFolder,
  layoutSpace,
  type DocumentPage,
  type GroupPage,
  type LayoutInput,
  type PageNode,
} from '../../src/content/index.ts';

const doc = (id: string, slug: string, more: Partial<DocumentPage> = {}): DocumentPage => ({
  ...{ id, type: 'document', title: id.toUpperCase(), slug, path: slug, pages: [] },
  ...more,
});
const group = (slug: string, ...pages: readonly PageNode[]): GroupPage => ({
  ...{ id: `g${slug}`, type: 'group', title: slug, slug, path: slug, pages },
});

interface Wanted {
  readonly pages?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly includes?: Readonly<Record<string, string>>;
  readonly notes?: readonly string[];
}

describe('a layout', () => {
  it.each<readonly [LayoutInput, Wanted]>([
    [
      { pages: [doc('a', 'a'), doc('b', 'b', { pages: [doc('c', 'c')] }), group('g', doc('d', 'd'))] },
      { pages: { a: 'README.md', b: 'b/README.md', c: 'b/c.md', d: 'g/d.md' } },
    ],
    [{ pages: [group('g', doc('a', 'a'), doc('b', 'b'))] }, { pages: { a: 'README.md', b: 'g/b.md' } }],
    [
      { pages: [doc('a', 'a'), doc('b', 'b')], root: 'docs' },
      { pages: { a: 'docs/README.md', b: 'docs/b.md' } },
    ],
    [
      { pages: [doc('a', 'a'), doc('b', 'b'), doc('c', 'b'), doc('d', 'B')] },
      {
        pages: { a: 'README.md', b: 'b.md', c: 'b-2e7d2c03.md', d: 'B-18ac3e73.md' },
        notes: [
          "collision c b-2e7d2c03.md: b.md is another page's file",
          "collision d B-18ac3e73.md: b.md is another page's file",
        ],
      },
    ],
    [
      { pages: [doc('a', 'a'), doc('b', 'a b'), doc('c', 'con'), doc('d', '')] },
      {
        pages: { a: 'README.md', b: 'a-b-3e23e816.md', c: 'page-con-2e7d2c03.md', d: 'd.md' },
        notes: [
          'renamed b a-b-3e23e816.md: “a b” is not a safe file name',
          'renamed c page-con-2e7d2c03.md: “con” is not a safe file name (it has the name of a device)',
        ],
      },
    ],
    [
      { pages: [doc('a', 'a', { pages: [doc('x', 'x')] }), doc('b', 'b', { pages: [doc('r', 'readme')] })] },
      {
        pages: { a: 'README.md', x: 'readme/x.md', b: 'b/README.md', r: 'b/readme-454349e4.md' },
        notes: ["collision r b/readme-454349e4.md: b/README.md is another page's file"],
      },
    ],
    [
      {
        pages: [
          doc('a', 'a', { git: { path: 'x/y.md' } }),
          doc('b', 'b', { git: { path: 'X/Y.md' } }),
          doc('c', 'c', { git: { path: '../z.md' } }),
          doc('d', 'd', { git: { path: 'q.txt' } }),
          doc('e', 'e', { git: { path: 'SUMMARY.md' } }),
        ],
      },
      {
        pages: { a: 'x/y.md', b: 'X/Y.md', c: 'c.md', d: 'd.md', e: 'e.md' },
        notes: [
          'unsafe-path c ../z.md: the path has a part that ends with a dot or a space',
          'unsafe-path d q.txt: the path is not a markdown file',
          'case-twin b X/Y.md: differs from x/y.md only in ways that some file systems ignore',
        ],
      },
    ],
    [
      { pages: [doc('a', 'a', { git: { path: 'x.md' } }), doc('b', 'b', { git: { path: 'x.md' } })] },
      { pages: { a: 'x.md', b: 'b.md' } },
    ],
    [
      {
        pages: [doc('a', 'a'), doc('b', 'b')],
        recorded: {
          pages: new Map([
            ['a', 'p.md'],
            ['b', 'p.md'],
          ]),
        },
      },
      { pages: { a: 'p.md', b: 'b.md' } },
    ],
    [
      {
        pages: [doc('a', 'a'), doc('b', 'b')],
        given: new Map([['a', 'q.md']]),
        recorded: {
          pages: new Map([
            ['a', 'p.md'],
            ['b', 'q.md'],
          ]),
        },
      },
      { pages: { a: 'q.md', b: 'b.md' } },
    ],
    [
      {
        pages: [doc('a', 'a'), doc('b', 'b', { git: { path: 'p.md' } })],
        recorded: {
          pages: new Map([
            ['a', 'p.md'],
            ['b', 'q.md'],
          ]),
        },
      },
      { pages: { b: 'p.md', a: 'README.md' } },
    ],
    [
      { pages: [doc('a', 'a')], summary: 'toc.md', given: new Map([['a', 'toc.md']]) },
      { pages: { a: 'README.md' } },
    ],
    [
      { pages: [doc('a', 'a'), doc('b', 'summary')] },
      {
        pages: { a: 'README.md', b: 'summary-3e23e816.md' },
        notes: ["collision b summary-3e23e816.md: SUMMARY.md is another page's file"],
      },
    ],
    [
      { pages: [doc('a', 'a'), doc('b', 'makefile')], had: new Set(['makefile.md']) },
      { pages: { a: 'README.md', b: 'makefile.md' } },
    ],
    [
      { pages: [doc('a', 'a'), doc('b', 'agents')], had: new Set(['agents.md']) },
      { pages: { a: 'README.md', b: 'agents.md' } },
    ],
    [
      { pages: [doc('a', 'a'), doc('b', 'agents')] },
      {
        pages: { a: 'README.md', b: 'page-agents-3e23e816.md' },
        notes: [
          'renamed b page-agents-3e23e816.md: “agents” is not a safe file name (it has a name that tools obey: coding agents take it for instructions)',
        ],
      },
    ],
    [
      {
        pages: [],
        files: [
          { id: 'f', name: 'a.png' },
          { id: 'g', name: 'a.png' },
          { id: 'h', name: 'A.png' },
          { id: 'i', name: 'b:c.png' },
          { id: 'j', name: 'd.png', git: { path: 'x/d.png' } },
          { id: 'k', name: 'e.png', git: { path: '../e.png' } },
          { id: 'l', name: 'e.png', git: { path: 'x/d.png' } },
        ],
        recorded: { files: new Map([['g', '.gitbook/assets/z.png']]) },
      },
      {
        files: {
          g: '.gitbook/assets/z.png',
          j: 'x/d.png',
          f: '.gitbook/assets/a.png',
          h: '.gitbook/assets/A-aaa94026.png',
          i: '.gitbook/assets/b-c-de7d1b72.png',
          k: '.gitbook/assets/e.png',
          l: '.gitbook/assets/e-acac86c0.png',
        },
        notes: [
          'unsafe-path k ../e.png: the path has a part that ends with a dot or a space',
          'collision h .gitbook/assets/A-aaa94026.png: another file is named A.png',
          'renamed i .gitbook/assets/b-c-de7d1b72.png: “b:c.png” is not a safe file name (it has a character that some file systems refuse)',
          'collision l .gitbook/assets/e-acac86c0.png: another file is named e.png',
        ],
      },
    ],
    [
      {
        pages: [],
        reusableContents: [
          { id: 'r', title: 'A B' },
          { id: 's', title: 'A b' },
          { id: 't', title: 'T', git: { path: 'x/t.md' } },
          { id: 'u', title: 'U', git: { path: '.git/u.md' } },
          { id: 'v', title: '' },
        ],
        root: 'docs',
      },
      {
        includes: {
          t: 'x/t.md',
          r: 'docs/.gitbook/includes/a-b.md',
          s: 'docs/.gitbook/includes/a-b-043a7187.md',
          u: 'docs/.gitbook/includes/u.md',
          v: 'docs/.gitbook/includes/undefined.md',
        },
        notes: ['unsafe-path u .git/u.md: the path has a name that git takes for its own'],
      },
    ],
    [
      {
        pages: [doc('a', 'a')],
        files: [{ id: 'f', name: 'b', git: { path: 'b' } }],
        reusableContents: [{ id: 'r', title: 'R', git: { path: 'b' } }],
      },
      { pages: { a: 'README.md' }, files: { f: 'b' }, includes: { r: 'b' } },
    ],
    [
      {
        pages: [doc('a', 'a'), doc('b', 'b', { pages: [doc('c', 'c')] })],
        files: [{ id: 'f', name: 'b', git: { path: 'b' } }],
      },
      {
        pages: { a: 'README.md', b: 'b-3e23e816/README.md', c: 'b-3e23e816/c.md' },
        files: { f: 'b' },
        notes: ["collision b b-3e23e816/README.md: b/README.md is another page's file"],
      },
    ],
  ])('of %j', (input, wanted) => {
    const { pages, files, includes, notes } = layoutSpace(input);

    expect({
      pages: Object.fromEntries(pages),
      files: Object.fromEntries(files),
      includes: Object.fromEntries(includes),
      notes: notes.map(({ kind, id, path, message }) => `${kind} ${id} ${path}: ${message}`),
    }).toEqual({ pages: {}, files: {}, includes: {}, notes: [], ...wanted });
  });

  it('has no path of more than twenty-five parts', () => {
    const deep = (count: number): string | undefined => {
      const path = `${'deep/'.repeat(count)}a.md`;
      return layoutSpace({ pages: [doc('a', 'a', { git: { path }, pages: [doc('b', 'b')] })] }).pages.get(
        'b',
      );
    };

    expect(deep(22)).toBe(`${'deep/'.repeat(22)}a/b.md`);
    expect(deep(23)).toBe('deep/b-3e23e816.md');
  });

  it.each<readonly [string, string | undefined, string]>([
    ['README.md', undefined, 'readme'],
    ['readme.md', undefined, ''],
    ['a.md', undefined, 'a'],
    ['a.b.md', undefined, 'a.b'],
    ['a/README.md', undefined, 'a'],
    ['a/readme.markdown', undefined, 'a'],
    ['docs/README.md', 'docs/', 'docs/readme'],
    ['README.md', 'docs/', ''],
    ['a', undefined, 'a'],
    ['a.b/c', undefined, 'a.b/c'],
  ])('puts what is below %s, with the root %s, into %j', (path, root, folder) => {
    expect(childFolder(path, root)).toBe(folder);
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  foldName,
  idSuffix,
  layoutSpace,
  type DocumentPage,
  type LayoutInput,
} from '../../src/content/index.ts';
import type { GroupPage } from '../../src/content/page.ts';
import { firstFreeName, hashRounds, maxTries } from '../../src/content/free-name.ts';
import { roundsOf } from '../rounds.ts';

const aPage = (id: string, slug: string, pages: DocumentPage[] = [], path?: string): DocumentPage => ({
  type: 'document',
  id,
  title: slug,
  slug,
  path: slug,
  pages,
  ...(path === undefined ? {} : { git: { path } }),
});

const aGroup = (id: string, slug: string, pages: readonly (DocumentPage | GroupPage)[]): GroupPage => ({
  type: 'group',
  id,
  title: slug,
  slug,
  path: slug,
  pages: [...pages],
});

/** All paths of a layout, page by page and file by file. */
function pathsOf(input: LayoutInput): string[] {
  const { pages, files, includes } = layoutSpace(input);
  return [...pages.values(), ...files.values(), ...includes.values()];
}

/** Whether no path has the name of another path's folder, on any file system. */
function fitTogether(paths: readonly string[]): boolean {
  const folded = new Set(paths.map(foldName));
  return ![...folded].some((path) =>
    path.split('/').some((_, count, parts) => count > 0 && folded.has(parts.slice(0, count).join('/'))),
  );
}

describe('a file with the name of a folder that pages need', () => {
  it('leaves its name to itself, and the pages of a group get one folder of another name', () => {
    const layout = layoutSpace({
      pages: [
        aPage('start', 'readme'),
        aGroup('g', 'License', [aPage('a', 'mit'), aPage('b', 'gpl', [aPage('c', 'v3')])]),
      ],
      files: [{ id: 'f', name: 'LICENSE', git: { path: 'LICENSE' } }],
    });

    expect(layout.files.get('f')).toBe('LICENSE');
    const folder = /^License-[0-9a-f]{8}/u.exec(layout.pages.get('a') ?? '')?.[0] ?? 'none';
    expect([...layout.pages.values()]).toEqual([
      'README.md',
      `${folder}/mit.md`,
      `${folder}/gpl/README.md`,
      `${folder}/gpl/v3.md`,
    ]);
  });

  it.each(['.gitbook/assets', '.gitbook/includes'])('is told apart from %s', (path) => {
    const paths = pathsOf({
      pages: [],
      files: [
        { id: 'f', name: 'f', git: { path } },
        { id: 'g', name: 'image.png' },
      ],
      reusableContents: [{ id: 'r', title: 'Intro' }],
    });

    expect(paths).toHaveLength(3);
    expect(paths[0]).toBe(path);
    expect(fitTogether(paths)).toBe(true);
  });

  it('may be in the way of every folder above a page, one after the other', () => {
    const paths = pathsOf({
      pages: [aPage('s', 'readme'), aGroup('g', 'a', [aGroup('h', 'b', [aPage('p', 'c')])])],
      files: [
        { id: 'f', name: 'A', git: { path: 'A' } },
        { id: 'i', name: 'B', git: { path: `a-${idSuffix('a')}/B` } },
      ],
    });

    expect(new Set(paths).size).toBe(4);
    expect(fitTogether(paths)).toBe(true);
  });
});

describe('the search for a free name', () => {
  it('ends after as many tries as are promised, and reaches that number when every entry is in its way', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(1000), (entries, after) => {
        const refused = new Set(Array.from({ length: entries }, (_, index) => `n-${after + index + 1}`));
        let tries = 0;
        const { path, number } = firstFreeName({
          pathWith: (suffix) => `n-${suffix}`,
          hashes: () => 'hash',
          take: (candidate) => {
            tries += 1;
            return candidate !== 'n-hash' && !refused.has(candidate);
          },
          entries,
          after,
        });

        expect(path).toBe(`n-${number}`);
        expect(tries).toBe(maxTries(entries));
      }),
    );
  });

  it('ends with an error where its caller broke the promise, and not never', () => {
    const nothing = { pathWith: () => 'x', hashes: () => 'x', take: () => false, entries: 3, after: 0 };

    expect(() => firstFreeName(nothing)).toThrow('No name is free');
  });

  it('continues with numbers where somebody took every name that is made of the id', () => {
    const suffixes = Array.from({ length: hashRounds }, (_, round) =>
      idSuffix(round === 0 ? 'p' : `p ${round}`),
    );
    const files = ['x', ...suffixes.map((suffix) => `x-${suffix}`), 'X-1'].map((name) => ({
      id: name,
      name,
      git: { path: `${name}.md` },
    }));
    const { pages } = layoutSpace({ pages: [aPage('s', 'readme'), aPage('p', 'x')], files });

    expect(pages.get('p')).toBe('x-2.md');
  });

  it('gives many pages of one name, whose own suffixes are all taken, one number each', () => {
    const pages = Array.from({ length: 100 }, (_, index) => aPage(`p${index}`, 'x'));
    const taken = pages.flatMap(({ id }) =>
      Array.from({ length: hashRounds }, (_, round) => idSuffix(round === 0 ? id : `${id} ${round}`)),
    );
    const files = ['x', ...taken.map((suffix) => `x-${suffix}`)].map((name) => ({
      id: name,
      name,
      git: { path: `${name}.md` },
    }));
    const layout = layoutSpace({ pages: [aPage('s', 'readme'), ...pages], files });

    expect(pages.map(({ id }) => layout.pages.get(id))).toEqual(pages.map((_, index) => `x-${index + 1}.md`));
  });
});

const names = fc.constantFrom(
  'a',
  'A',
  'ａ',
  'b',
  'readme',
  'README',
  'é',
  'e\u0301',
  'ﬁ',
  'fi',
  'x'.repeat(240),
  'deep',
  'con',
  '..',
  '',
);
const suffixed = fc
  .tuple(names, fc.constantFrom('p0', 'p1', 'a', 'b', 'p0 1', 'deep'))
  .map(([name, id]) => `${name.slice(0, 91)}-${idSuffix(id)}`);
const parts = fc.oneof({ weight: 3, arbitrary: names }, { weight: 1, arbitrary: suffixed });
const paths = fc
  .array(parts, { minLength: 1, maxLength: 4 })
  .chain((list) =>
    fc
      .constantFrom('', '.md', '/README.md', '.gitbook/assets', '.gitbook/includes')
      .map((end) => (end.startsWith('.gitbook') ? `${end}/${list.join('/')}` : list.join('/') + end)),
  );

/** Trees of pages and groups with few different names, so that most names collide. */
const trees: (depth?: number) => fc.Arbitrary<(DocumentPage | GroupPage)[]> = fc.memo((depth) =>
  fc.array(
    fc
      .tuple(
        fc.boolean(),
        parts,
        depth <= 1 ? fc.constant([]) : trees(depth - 1),
        fc.option(paths, { nil: undefined, freq: 4 }),
      )
      .map(([group, slug, pages, path]) =>
        group ? aGroup('', slug, pages) : { ...aPage('', slug, [], path), pages },
      ),
    { maxLength: 4 },
  ),
);

function numbered(
  pages: readonly (DocumentPage | GroupPage)[],
  count = { value: 0 },
): (DocumentPage | GroupPage)[] {
  return pages.map((page) => {
    const id = `p${count.value++}`;
    return { ...page, id, pages: numbered(page.pages as DocumentPage[], count) };
  });
}

describe('a layout of hostile names', () => {
  it('ends, gives everything one path, and no file the name of a folder', () => {
    fc.assert(
      fc.property(
        trees(4),
        fc.array(paths, { maxLength: 12 }),
        fc.array(parts, { maxLength: 4 }),
        fc.constantFrom('', 'docs', 'a'),
        (tree, given, titles, root) => {
          const pages = numbered(tree);
          const files = given.map((path, index) => ({ id: `f${index}`, name: 'A', git: { path } }));
          const reusableContents = titles.map((title, index) => ({ id: `r${index}`, title }));
          const input = { pages, files, reusableContents, root };
          const all = pathsOf(input);

          expect(new Set(all).size).toBe(all.length);
          expect(fitTogether(all)).toBe(true);
          expect(pathsOf(input)).toEqual(all);
        },
      ),
      { numRuns: roundsOf({ usual: 300, all: 2000 }) },
    );
  });
});

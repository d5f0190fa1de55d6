import { describe, expect, it } from 'vitest';
import {
  addPages,
  containingFolder,
  parentByFolder,
  pathInRoot,
} from '../../src/sync/proposals/page-tree.ts';
import type { TreeIndex } from '../../src/sync/proposals/page-tree.ts';

/** A tree with pages at these paths, each of which has its path as its key, and with these groups. */
function treeOf(paths: readonly string[], { root = '', groups = [] as readonly string[] } = {}): TreeIndex {
  return {
    documents: new Map(paths.map((path) => [path, { path, title: path }])),
    parents: new Map(),
    orders: new Map([null, ...paths, ...groups.map((name) => `group:${name}`)].map((key) => [key, []])),
    groups: new Map(),
    root,
  };
}

describe('the path of a page below the folder of all pages', () => {
  it.each([
    ['docs/a.md', 'docs', 'a.md'],
    ['docs/docs/a.md', 'docs', 'docs/a.md'],
    ['a.md', 'docs', 'a.md'],
    ['documents/a.md', 'docs', 'documents/a.md'],
    ['docs/a.md', '', 'docs/a.md'],
    ['/a.md', '', '/a.md'],
  ])('of %s in “%s” is %s', (path, root, inside) => {
    expect(pathInRoot(path, root)).toBe(inside);
  });
});

describe('the folder among whose children a page is', () => {
  it.each([
    ['a.md', ''],
    ['b/a.md', 'b'],
    ['c/b/a.md', 'c/b'],
    ['README.md', ''],
    ['b/README.md', ''],
    ['c/b/Readme.markdown', 'c'],
    ['b/README.txt', 'b'],
  ])('of %s is “%s”', (path, folder) => {
    expect(containingFolder(path)).toBe(folder);
  });
});

describe('the parent of a page by its folder', () => {
  const paths = ['README.md', 'install/README.md', 'usage.md', 'install/linux/README.md'];

  it.each<[string, string | null]>([
    ['new.md', null],
    ['install/new.md', 'install/README.md'],
    ['install/linux/new.md', 'install/linux/README.md'],
    ['install/linux/README.md', 'install/README.md'],
    ['usage/new.md', 'usage.md'],
    ['tools/new.md', 'group:tools'],
    ['more/tools/new.md', 'group:tools'],
    ['elsewhere/new.md', null],
  ])('of %s is %s', (path, parent) => {
    expect(parentByFolder(path, treeOf(paths, { groups: ['tools'] }))).toBe(parent);
  });

  it('is found below the folder of all pages, and never is the page itself', () => {
    const tree = treeOf(['docs/README.md', 'docs/usage.md', 'usage/usage.md'], { root: 'docs' });
    expect(parentByFolder('docs/new.md', tree)).toBeNull();
    expect(parentByFolder('docs/usage/new.md', tree)).toBe('docs/usage.md');
    expect(parentByFolder('usage/new.md', tree)).toBe('docs/usage.md');
    expect(parentByFolder('usage/usage.md', treeOf(['usage/usage.md']))).toBeNull();
    expect(parentByFolder('new.md', treeOf(['Readme.md']))).toBeNull();
  });
});

describe('new pages that the table of contents does not name', () => {
  const added = (paths: readonly string[], texts: Readonly<Record<string, string>> = {}): TreeIndex => {
    const after = treeOf(['usage.md']);
    addPages(paths, {
      keys: new Map([['usage.md', 'usage.md']]),
      trees: { after },
      local: { files: new Map(), text: (path) => texts[path] ?? null },
    });
    return after;
  };

  it('come last below the page of their folder, pages before those below them', () => {
    const paths = ['tools/b.md', 'usage/new.md', 'tools/a.md', 'tools/README.md', 'z.md', 'a.md', 'm.md'];
    const { orders, parents } = added([...paths, 'usage.md', 'a-page-with-a-long-name.md']);
    expect(orders.get(null)).toEqual([
      ...['new:a-page-with-a-long-name.md', 'new:a.md', 'new:m.md', 'new:z.md', 'new:tools/README.md'],
    ]);
    expect(orders.get('usage.md')).toEqual(['new:usage/new.md']);
    expect(orders.get('new:tools/README.md')).toEqual(['new:tools/a.md', 'new:tools/b.md']);
    expect(orders.get('new:z.md')).toEqual([]);
    expect(parents.get('new:z.md')).toBeNull();
    expect(parents.get('new:tools/a.md')).toBe('new:tools/README.md');
  });

  it('have the titles of their texts, or else of their files', () => {
    const { documents } = added(['a.md', 'b/README.md'], { 'a.md': '# Words\n\nText.\n' });
    expect(documents.get('new:a.md')).toEqual({ path: 'a.md', title: 'Words' });
    expect(documents.get('new:b/README.md')?.path).toBe('b/README.md');
    expect(documents.get('usage.md')?.title).toBe('usage.md');
  });
});

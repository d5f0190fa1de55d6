/**
 * The place of everything of a revision in the space's folder. The layout depends on the whole tree except the texts, so it is cached by
 * the tree's shape: a revision that changes only the texts of pages has the layout of the one before it.
 */
import { layoutSpace, type PageNode } from '../../content/index.ts';
import { readFiles, readReusable } from './lists.ts';
import type { StoredFile, StoredReusable } from './lists.ts';
import { hashOf } from '../tree/objects.ts';
import type { ContentHashes } from './revisions.ts';
import { readTree } from '../tree/tree.ts';
import type { ContentCache, Placed, Tree } from '../tree/tree.ts';
import type { Store } from '../store/index.ts';

type Reading = { readonly store: Store; readonly cache: ContentCache };

/** The files of a space's pages, files and reusable contents, both ways. */
export interface SpaceLayout {
  /** The same for all revisions that differ only in the texts of pages. */
  readonly version: string;
  readonly pathOfPage: ReadonlyMap<string, string>;
  readonly pageIdAt: ReadonlyMap<string, string>;
  readonly pathOfFile: ReadonlyMap<string, string>;
  readonly fileAt: ReadonlyMap<string, StoredFile>;
  readonly pathOfContent: ReadonlyMap<string, string>;
  readonly contentAt: ReadonlyMap<string, StoredReusable>;
  /** A page in the form of `content/`, with the file that it has, or would have, in the space's folder. */
  nodeOf(placed: Placed): PageNode;
}

/** The layout of a revision. */
export function spaceLayout(reading: Reading, { root, files, reusable }: ContentHashes): SpaceLayout {
  const tree = readTree(reading, root);
  const version = `${shapeOf(tree)}\n${files}\n${reusable}`;
  const key = `layout\n${version}`;
  const known = reading.cache.derived.get(key) as SpaceLayout | undefined;
  if (known !== undefined) return known;
  const stored = { files: readFiles(reading, files), contents: readReusable(reading, reusable) };
  const made = makeLayout(tree, version, stored);
  reading.cache.derived.set(key, made, 300 * (tree.byId.size + stored.files.length + 1));
  return made;
}

function makeLayout(
  tree: Tree,
  version: string,
  { files, contents }: { files: readonly StoredFile[]; contents: readonly StoredReusable[] },
): SpaceLayout {
  const layout = layoutSpace({
    pages: tree.pages.map((placed) => pageNode(placed)),
    files: files.map((file) => ({ id: file.id, name: file.name, ...hint(file.path) })),
    reusableContents: contents.map(({ id, title, path }) => ({ id, title, ...hint(path) })),
  });
  const fileById = new Map(files.map((file) => [file.id, file]));
  const nodes = new WeakMap<Placed, PageNode>();
  return {
    version,
    pathOfPage: layout.pages,
    pageIdAt: new Map([...layout.pages].map(([id, path]) => [path, id])),
    pathOfFile: layout.files,
    fileAt: new Map([...layout.files].map(([id, path]) => [path, fileById.get(id)!])),
    pathOfContent: layout.includes,
    contentAt: new Map(
      contents.flatMap((content) => (content.path === undefined ? [] : [[content.path, content]])),
    ),
    nodeOf: (placed) => {
      const node = nodes.get(placed) ?? pageNode(placed, layout.pages);
      nodes.set(placed, node);
      return node;
    },
  };
}

/** The shapes of top-level pages: places in different trees share one object where their hashes are the same. */
const shapes = new WeakMap<Placed, string>();

/** A hash of everything in a tree except the texts of its pages and the times of edits. */
function shapeOf(tree: Tree): string {
  return hashOf(
    tree.pages
      .map((placed) => {
        const shape = shapes.get(placed) ?? hashOf(JSON.stringify(withoutText(placed)));
        shapes.set(placed, shape);
        return shape;
      })
      .join(' '),
  );
}

function withoutText({ page, children }: Placed): unknown[] {
  const {
    document: _text,
    oid: _oid,
    createdAt: _created,
    updatedAt: _updated,
    pages: _pages,
    ...rest
  } = page;
  return [rest, ...children.map(withoutText)];
}

function pageNode({ page, path, children }: Placed, files?: ReadonlyMap<string, string>): PageNode {
  const {
    id,
    title,
    type,
    document,
    oid,
    file,
    slug = '',
    createdAt: _created,
    updatedAt: _updated,
    pages: _pages,
    ...fields
  } = page;
  const below = children.map((child) => pageNode(child, files));
  const place = files?.get(id) ?? file;
  switch (type) {
    case 'document':
      return {
        ...fields,
        id,
        title,
        type,
        slug,
        path,
        pages: below,
        ...(document === undefined ? {} : { documentId: document }),
        ...(place === undefined ? {} : { git: { path: place, ...(oid === undefined ? {} : { oid }) } }),
      };
    case 'group':
      return { ...fields, id, title, type, slug, path, pages: below };
    case 'link':
      return { ...fields, id, title, type, target: page.target ?? { kind: 'url', url: page.href ?? '' } };
    case 'computed':
      return { ...fields, id, title, type, computed: page.computed ?? {} };
  }
}

function hint(path: string | undefined): { git?: { path: string } } {
  return path === undefined ? {} : { git: { path } };
}

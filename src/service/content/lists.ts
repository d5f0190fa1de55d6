import type { Store } from '../store/index.ts';
import { getNode, putNode } from '../tree/objects.ts';
import type { ContentCache } from '../tree/tree.ts';

/** A file of a space in the store. */
export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  /** The hash of its bytes. */
  readonly blob: string;
  readonly oid: string;
  readonly size: number;
  readonly width?: number;
  readonly height?: number;
  /** The file's path in the space's folder. */
  readonly path?: string;
}

/** A reusable content of a space in the store. */
export interface StoredReusable {
  readonly id: string;
  readonly title: string;
  /** The hash of its text. */
  readonly document: string;
  readonly oid: string;
  /** The path of its file in the space's folder. */
  readonly path?: string;
}

type Reader = { readonly store: Store; readonly cache: ContentCache };

export function readFiles(service: Reader, hash: string): readonly StoredFile[] {
  return readList<StoredFile>(service, hash);
}

export function readReusable(service: Reader, hash: string): readonly StoredReusable[] {
  return readList<StoredReusable>(service, hash);
}

/** Stores a list of files, in order, and returns its hash. */
export function putFiles(store: Store, files: readonly StoredFile[]): string {
  return putNode(store, {
    items: files.map(({ id, name, contentType, blob, oid, size, width, height, path }) => ({
      ...{ id, name, contentType, blob, oid, size, width, height, path },
    })),
  });
}

/** Stores a list of reusable contents, in order, and returns its hash. */
export function putReusable(store: Store, contents: readonly StoredReusable[]): string {
  return putNode(store, {
    items: contents.map(({ id, title, document, oid, path }) => ({ id, title, document, oid, path })),
  });
}

function readList<Item extends object>({ store, cache }: Reader, hash: string): readonly Item[] {
  const known = cache.lists.get(hash);
  if (known !== undefined) return known as readonly Item[];
  const { items } = getNode<{ items: Item[] }>(store, hash);
  cache.lists.set(hash, items, items.length + 1);
  return items;
}

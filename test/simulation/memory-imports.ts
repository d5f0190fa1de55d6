import { AppError } from '../../src/base/index.ts';
import { decodeText, pageIdOf, readSpaceFolder, withoutPageId } from '../../src/content/index.ts';
import type { PageNode } from '../../src/content/index.ts';
import { unzip } from '../../src/service/import/unzip.ts';
import type { ImportHost } from '../../src/sync/index.ts';
import type { Draft } from './memory-content.ts';

/** Files that somebody serves, as the model service fetches them: there while they are published, and no longer. */
export interface MemoryImports {
  readonly host: ImportHost;
  fetch(url: string): Uint8Array | null;
  /** How many publications are open. */
  open(): number;
}

export function memoryImports(): MemoryImports {
  const published = new Map<string, { files: ReadonlyMap<string, Uint8Array>; fetched: number }>();
  let serial = 0;
  return {
    host: {
      publish: async (files) => {
        const url = `http://edits.test/${++serial}/`;
        published.set(url, { files, fetched: 0 });
        return {
          url,
          urlOf: (name) => `${url}${name}`,
          fetched: () => published.get(url)?.fetched ?? 0,
          close: async () => void published.delete(url),
        };
      },
    },
    fetch: (url) => {
      const base = url.slice(0, url.lastIndexOf('/') + 1);
      const publication = published.get(base);
      if (!publication) return null;
      publication.fetched++;
      return publication.files.get(url.slice(base.length)) ?? null;
    },
    open: () => published.size,
  };
}

/** Takes an import into a draft: pages that carry an id that is there are written over, others are made. */
export function takeImport(
  draft: Draft,
  known: ReadonlySet<string>,
  source: string,
  bytes: Uint8Array,
): void {
  const put = (text: string, into: string | null, path?: string): string => {
    const id = pageIdOf(text);
    if (id !== null && known.has(id)) {
      draft.apply({ type: 'update_page', page: id, document: { markdown: withoutPageId(text, id) } });
      return id;
    }
    const git = path === undefined ? {} : { git: { path } };
    const [made] = draft.apply({ type: 'insert_page', document: { markdown: text }, into, ...git });
    return made!.page!.id;
  };
  if (source !== 'zip') {
    put(decodeText(bytes) ?? '', null);
    return;
  }
  const files = unzip(bytes);
  const text = (path: string): string => decodeText(files.get(path) ?? new Uint8Array()) ?? '';
  const folder = readSpaceFolder({ paths: files.keys(), text }, { fields: true });
  if (folder.documents.size === 0) throw new AppError('UNPROCESSABLE', 'The archive holds no page');
  const walk = (pages: readonly PageNode[], into: string | null): void => {
    for (const page of pages)
      if (page.type === 'document') walk(page.pages, put(text(page.id), into, page.id));
      else if (page.type === 'group') walk(page.pages, into);
  };
  walk(folder.pages, null);
  for (const path of [...folder.assets, ...folder.includes])
    draft.apply({
      type: 'insert_files',
      files: [
        {
          name: path,
          contentType: 'application/octet-stream',
          base64: Buffer.from(files.get(path)!).toString('base64'),
        },
      ],
    });
}

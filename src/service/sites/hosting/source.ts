/** A space's content in the form of the site renderer, straight from the store: nothing is copied, and texts are read on demand. */
import { readSpaceConfig, spaceConfigPath } from '../../../content/index.ts';
import type { SpaceSource } from '../../../site/index.ts';
import { readFiles, readReusable, type StoredFile } from '../../content/lists.ts';
import { getBlob, getDocument } from '../../tree/objects.ts';
import type { RevisionRow } from '../../content/revisions.ts';
import { spaceLayout } from '../../content/space-layout.ts';
import { readTree } from '../../tree/tree.ts';
import { tagsOf } from '../../content/tags.ts';
import { variablesOf } from '../../content/variables.ts';
import type { Service } from '../../context.ts';

type Reading = Pick<Service, 'store' | 'cache'>;

/** The content of one revision of a space. */
export function spaceSource(
  service: Reading,
  { id, title, emoji, visibility }: { id: string; title: string; emoji?: string; visibility?: string },
  revision: RevisionRow,
): SpaceSource {
  const { store } = service;
  const tree = readTree(service, revision.root);
  const files = readFiles(service, revision.files);
  const reusable = readReusable(service, revision.reusable);
  const layout = spaceLayout(service, revision);
  const textAt = (path: string): string | null =>
    textOf(
      service,
      files.find((file) => file.path === path),
    );
  return {
    id,
    title,
    ...(emoji === undefined ? {} : { emoji }),
    ...(visibility === undefined ? {} : { visibility }),
    pages: tree.pages.map((placed) => layout.nodeOf(placed)),
    shape: layout.version,
    readPage: (page) => {
      const document = tree.byId.get(page.id)?.page.document;
      return document === undefined ? '' : getDocument(store, document).text;
    },
    versionOf: (page) => page.documentId,
    updatedAtOf: (page) => tree.byId.get(page.id)?.page.updatedAt,
    assets: files.map((file) => ({
      path: layout.pathOfFile.get(file.id) ?? file.name,
      id: file.id,
      version: file.blob,
      size: file.size,
      ...(file.width === undefined || file.height === undefined
        ? {}
        : { dimensions: { width: file.width, height: file.height } }),
      read: () => getBlob(store, file.blob) ?? new Uint8Array(),
    })),
    includes: reusable.map((content) => ({
      path: layout.pathOfContent.get(content.id) ?? `.gitbook/includes/${content.id}.md`,
      text: getDocument(store, content.document).text,
    })),
    variables: variablesOf(service, files) ?? {},
    redirects: readSpaceConfig(textAt(spaceConfigPath)).redirects,
    tags: tagsOf(service, files),
  };
}

function textOf({ store }: Reading, file: StoredFile | undefined): string | null {
  const bytes = file === undefined ? undefined : getBlob(store, file.blob);
  return bytes === undefined ? null : Buffer.from(bytes).toString('utf8');
}

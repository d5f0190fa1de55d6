import { AppError } from '../../base/index.ts';
import { imageSize, nameOf, unsafeReason } from '../../content/index.ts';
import type { Context } from '../context.ts';
import { newId } from '../context.ts';
import { contentTypeOf } from './content-type.ts';
import type { StoredFile } from './lists.ts';
import { putBlob } from '../tree/objects.ts';

/** A file that somebody adds to a space. */
export interface NewFile {
  /** The file's name. A name with a slash, or one that a space's folder keeps beside its pages, is a path in that folder. */
  readonly name: string;
  readonly contentType?: string;
  readonly bytes: Uint8Array;
}

const assets = '.gitbook/assets/';
/** Files that a folder in the space's git form keeps outside the assets. */
const besidePages = /^(?:\.gitbook\.yaml|[^/]+\.(?:md|markdown|yaml|yml))$/iu;

/**
 * Adds a file to a list, or replaces the file at its path. A plain name becomes an asset; when an asset has that name already, the new file
 * gets a number, since people upload many files named `image.png`.
 */
export function addFile(
  ctx: Pick<Context, 'store' | 'random'>,
  files: StoredFile[],
  { name, contentType, bytes }: NewFile,
): StoredFile {
  const path = name.includes('/') || besidePages.test(name) ? name : freePath(files, name);
  // No tool reads the service's own storage; a mirror checks such names where it writes files.
  const reason = unsafeReason(path, { mayBeObeyed: true });
  if (reason !== null) {
    throw new AppError(
      'UNPROCESSABLE',
      `A file cannot be named ${JSON.stringify(name.slice(0, 100))}: ${reason}.`,
    );
  }
  const at = files.findIndex((file) => file.path === path);
  const { hash, oid } = putBlob(ctx.store, bytes);
  const file: StoredFile = {
    id: files[at]?.id ?? newId(ctx),
    name: nameOf(path),
    contentType: contentType ?? contentTypeOf(path),
    blob: hash,
    oid,
    size: bytes.byteLength,
    ...imageSize(bytes),
    path,
  };
  if (at === -1) files.push(file);
  else files[at] = file;
  return file;
}

function freePath(files: readonly StoredFile[], name: string): string {
  const taken = new Set(files.map((file) => file.path));
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot <= 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
  for (let number = 0; ; number++) {
    const path = `${assets}${stem}${number === 0 ? '' : ` (${number})`}${extension}`;
    if (!taken.has(path)) return path;
  }
}

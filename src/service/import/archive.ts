/** What imports of other systems' archives have in common: the files, and targets that are paths among them. */
import { AppError } from '../../base/index.ts';
import {
  decodePercent,
  decodeText,
  folderOf,
  joinPath,
  linksOf,
  nameOf,
  splitTarget,
} from '../../content/index.ts';
import { download } from '../change-requests/handlers.ts';
import type { Context } from '../context.ts';
import type { ForeignFile, ForeignPage } from './foreign.ts';
import { unzip } from './unzip.ts';

const largestArchive = 100 * 1024 * 1024;
const largestUnpacked = 400 * 1024 * 1024;
/** The address that the pages of an archive seem to have while their targets are read: a name that no machine can have. */
const inside = 'https://archive.invalid/';

/**
 * Downloads an archive and unpacks it with the archives in it (large exports come in parts), all within one bound. A folder that contains
 * everything is removed from the paths.
 */
export async function downloadArchive(ctx: Context, url: string): Promise<Map<string, Uint8Array>> {
  const { body } = await download(ctx, url, {
    accept: 'application/zip, */*;q=0.1',
    maxBytes: largestArchive,
  });
  const outer = unzip(body, { mostBytes: largestUnpacked });
  const files = new Map<string, Uint8Array>();
  let room = largestUnpacked - sizeOf(outer);
  for (const [path, bytes] of outer) {
    if (/\.zip$/iu.test(path) && !path.includes('/')) {
      const part = unzip(bytes, { mostBytes: room });
      room -= sizeOf(part);
      for (const [inner, content] of part) files.set(inner, content);
    } else files.set(path, bytes);
  }
  return withoutWrapper(files);
}

/** The text of a file; a file that is not text is refused. */
export function textAt(files: ReadonlyMap<string, Uint8Array>, path: string): string {
  const text = decodeText(files.get(path) ?? new Uint8Array());
  if (text === null) throw new AppError('UNPROCESSABLE', `"${path}" in the archive is not UTF-8 text.`);
  return text;
}

/** The address that a file of the archive seems to have. */
export function addressIn(path: string): string {
  return inside + path.split('/').map(encodeURIComponent).join('/');
}

/** The path that a target names, written on a page at `from`; undefined when it leads out of the archive. */
export function pathIn(target: string, from: string): string | undefined {
  if (target.startsWith(inside)) return decodePercent(target.slice(inside.length).split('?')[0]!);
  if (/^(?:[a-z][a-z0-9+.-]*:|\/)/iu.test(target)) return undefined;
  return joinPath(folderOf(from), decodePercent(target)) ?? undefined;
}

/** The text for a target that the archive does not have: its path, without the address that it only seemed to have. */
export function unknownTarget(target: string): string | null {
  return target.startsWith(inside) ? target.slice(inside.length) : null;
}

/**
 * The files that the pages show or link to, by path: an archive may contain many more (every version of every attachment). `isPage` tells
 * the paths of pages.
 */
export function filesShown(
  archive: ReadonlyMap<string, Uint8Array>,
  pages: readonly ForeignPage[],
  isPage: (path: string) => boolean,
): Map<string, ForeignFile> {
  const files = new Map<string, ForeignFile>();
  const look = (page: ForeignPage): void => {
    for (const { target } of linksOf(page.text)) {
      const path = pathIn(splitTarget(target).path, page.key);
      const bytes = path === undefined || isPage(path) ? undefined : archive.get(path);
      if (path !== undefined && bytes !== undefined) files.set(path, { name: nameOf(path), bytes });
    }
    page.children.forEach(look);
  };
  pages.forEach(look);
  return files;
}

function withoutWrapper(files: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
  const [first = ''] = files.keys();
  const top = first.includes('/') ? first.slice(0, first.indexOf('/') + 1) : '';
  const wraps = top !== '' && [...files.keys()].every((path) => path.startsWith(top));
  return wraps
    ? withoutWrapper(new Map([...files].map(([path, bytes]) => [path.slice(top.length), bytes])))
    : new Map(files);
}

function sizeOf(files: ReadonlyMap<string, Uint8Array>): number {
  let size = 0;
  for (const bytes of files.values()) size += bytes.byteLength;
  return size;
}

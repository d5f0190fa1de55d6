import { AppError } from '../../base/index.ts';
import type { FolderListing } from '../folder-list.ts';
import type { ExportCache } from './cache.ts';
import { putWhenDifferent, type SiteFiles } from './site-files.ts';

/** The list of what an export wrote, in the folder itself: only these files are ever removed by a later one. */
export const exportMark = '.tidemark-export.json';
/** In the cache: what lay in the folder at the last export. */
const listingName = 'out.json';

/**
 * Puts files where they belong: writes only what differs, and at the end removes what an earlier export wrote and this one did
 * not. A folder with files of somebody else is left alone.
 */
export class SiteWriter {
  readonly written: string[] = [];
  readonly removed: string[] = [];
  readonly #files: SiteFiles;
  readonly #earlier: ReadonlySet<string>;
  readonly #now = new Set<string>();
  readonly #present: ReadonlySet<string>;

  /** With a cache and the time now, folders are read again only where something came or went since the last export. */
  constructor(files: SiteFiles, memory?: { readonly cache: ExportCache; readonly now: number }) {
    this.#files = files;
    const present = memory ? listWith(files, memory) : files.list();
    this.#present = new Set(present);
    this.#earlier = new Set(readList(files));
    if (this.#earlier.size === 0 && present.length > 0 && !this.#present.has(exportMark))
      throw new AppError(
        'USAGE',
        `the folder to export to has ${present.length} files that no export wrote`,
        {
          hint: 'Choose an empty folder with --out, or empty this one.',
        },
      );
  }

  put(path: string, content: Uint8Array | string): void {
    if (this.#now.has(path)) return;
    this.#now.add(path);
    if (putWhenDifferent(this.#files, path, content, this.#present.has(path))) this.written.push(path);
  }

  /** Whether a file of that name is there already. */
  isPresent(path: string): boolean {
    return this.#present.has(path);
  }

  /** Says that another thread saw to a file, and whether it wrote it. */
  noteOf(path: string, written: boolean): void {
    this.#now.add(path);
    if (written) this.written.push(path);
  }

  /** Says whether a file of the last export is there still, and keeps it if so. */
  keep(path: string): boolean {
    if (!this.#present.has(path) || !this.#earlier.has(path)) return false;
    this.#now.add(path);
    return true;
  }

  /** What lies at a path now. */
  readBack(path: string): Uint8Array | undefined {
    return this.#files.read(path);
  }

  /** Puts new bytes where a file was kept from the last export. */
  replace(path: string, content: string): void {
    this.#now.delete(path);
    this.put(path, content);
  }

  /** Gives up a file that was kept. */
  drop(path: string): void {
    this.#now.delete(path);
  }

  /** Keeps all files of the last export below a folder; false when one of them is gone. */
  keepFolder(folder: string): boolean {
    const wanted = [...this.#earlier].filter((path) => path.startsWith(folder));
    if (wanted.length === 0 || !wanted.every((path) => this.#present.has(path))) return false;
    for (const path of wanted) this.#now.add(path);
    return true;
  }

  finish(): void {
    let same = this.#now.size === this.#earlier.size;
    for (const path of this.#earlier) {
      if (this.#now.has(path)) continue;
      same = false;
      if (path === exportMark) continue;
      if (this.#present.has(path)) this.#files.remove(path);
      this.removed.push(path);
    }
    if (same) return;
    this.removed.sort();
    const list = `${JSON.stringify({ note: 'Files written by tidemark export; only these are removed by the next one.', files: [...this.#now].sort() })}\n`;
    this.#files.write(exportMark, list);
  }
}

function listWith(
  files: SiteFiles,
  { cache, now }: { readonly cache: ExportCache; readonly now: number },
): string[] {
  if (!files.listSince || files.folder === undefined) return files.list();
  const stored = cache.read(listingName);
  const { paths, listing } = files.listSince(listingIn(stored, files.folder), now);
  const text = JSON.stringify({ folder: files.folder, listing });
  if (text !== stored) cache.write(listingName, text);
  return paths;
}

function listingIn(stored: string | undefined, folder: string): FolderListing {
  try {
    const read = JSON.parse(stored ?? 'null') as { folder?: unknown; listing?: FolderListing } | null;
    return read?.folder === folder ? (read.listing ?? {}) : {};
  } catch {
    return {};
  }
}

function readList(files: SiteFiles): string[] {
  const bytes = files.read(exportMark);
  if (!bytes) return [];
  try {
    const read = JSON.parse(new TextDecoder().decode(bytes)) as { files?: unknown };
    return Array.isArray(read.files)
      ? read.files.filter(
          (path): path is string =>
            typeof path === 'string' && !/(?:^|\/)\.\.(?:\/|$)/.test(path) && !path.startsWith('/'),
        )
      : [];
  } catch {
    return [];
  }
}

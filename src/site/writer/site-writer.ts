import { AppError } from '../../base/index.ts';
import { exportMark } from '../../content/index.ts';
import type { FolderListing } from '../folder-list.ts';
import type { ExportCache } from './cache.ts';
import { asideEnding, hasBytes, type SiteFiles } from './site-files.ts';

/** The files that an export is about to write, one per line, so that after a killed export the next one knows its files. */
const exportJournal = '.tidemark-export.writing';
/** The file in the cache with the folder's listing at the last export. */
const listingName = 'out.json';
/** The file in the cache with the time when the last export ended, by the clock of the file system that it wrote to. */
const endName = 'out-end.json';

/**
 * Writes an export's files, but only those that differ, and at the end removes the files that only an earlier export wrote. Other
 * people's files stay; the export fails if one of them has a path that it needs. Every file is recorded before it is written,
 * so that a killed export can be repeated.
 */
export class SiteWriter {
  readonly written: string[] = [];
  readonly removed: string[] = [];
  readonly #files: SiteFiles;
  readonly #earlier: ReadonlySet<string>;
  /** Files that an unfinished export may have written, so their content is not known. */
  readonly #doubtful: ReadonlySet<string>;
  readonly #noted = new Set<string>();
  readonly #now = new Set<string>();
  readonly #present: ReadonlySet<string>;
  readonly #cache: ExportCache | undefined;
  /** When the last export ended; files that changed later are not its own any more. */
  readonly #lastEnd: number | undefined;
  /** Whether somebody changed a file since then. */
  #sawTouched = false;

  /** With a cache and the time now, a folder is read again only if entries came or went since the last export. */
  constructor(files: SiteFiles, memory?: { readonly cache: ExportCache; readonly now: number }) {
    this.#files = files;
    this.#cache = memory?.cache;
    this.#lastEnd = endIn(this.#cache?.read(endName), files.folder);
    const present = memory ? listWith(files, memory) : files.list();
    this.#present = new Set(present);
    this.#doubtful = new Set(readJournal(files));
    this.#earlier = new Set([...readList(files), ...this.#doubtful]);
    for (const path of this.#doubtful)
      if (this.#present.has(path + asideEnding)) files.remove(path + asideEnding);
  }

  /** Fails, before anything is written, if somebody else's file has one of these paths. */
  requireFree(paths: Iterable<string>): void {
    for (const path of paths) if (this.#isForeign(path)) this.#refuse(path);
  }

  put(path: string, content: Uint8Array | string): void {
    if (this.#now.has(path)) return;
    this.#now.add(path);
    if (this.#present.has(path) && hasBytes(this.#files, path, content)) return;
    if (this.#isForeign(path)) this.#refuse(path);
    this.announce([path]);
    this.#files.write(path, content);
    this.written.push(path);
  }

  /** Records files before any thread writes them. */
  announce(paths: readonly string[]): void {
    const fresh = paths.filter((path) => !this.#noted.has(path));
    if (fresh.length === 0) return;
    // The mark identifies the folder as an export's from the first file on.
    if (this.#noted.size === 0 && !this.#present.has(exportMark)) this.#writeMark([]);
    for (const path of fresh) this.#noted.add(path);
    this.#files.append(exportJournal, fresh.map((path) => `${path}\n`).join(''));
  }

  /** Whether a file of that name exists already. */
  isPresent(path: string): boolean {
    return this.#present.has(path);
  }

  /** Whether this export made a file of that name. */
  isMade(path: string): boolean {
    return this.#now.has(path);
  }

  /** Records that another thread handled a file, and whether it wrote the file. */
  noteOf(path: string, written: boolean): void {
    this.#now.add(path);
    if (written) this.written.push(path);
  }

  /** Keeps a file of the last export, if nobody changed or removed it since; returns whether it did. */
  keep(path: string): boolean {
    if (!this.#isKnown(path)) return false;
    this.#now.add(path);
    return true;
  }

  /** The present bytes of a file that this export or the last one wrote; undefined where somebody changed it since. */
  readBack(path: string): Uint8Array | undefined {
    return this.#now.has(path) || this.#isKnown(path) ? this.#files.read(path) : undefined;
  }

  /** Writes new content for a file that was kept from the last export. */
  replace(path: string, content: string): void {
    this.#now.delete(path);
    this.put(path, content);
  }

  /** Stops keeping a file. */
  drop(path: string): void {
    this.#now.delete(path);
  }

  /** Keeps all files of the last export below a folder; false when one of them is gone or was changed. */
  keepFolder(folder: string): boolean {
    const wanted = [...this.#earlier].filter((path) => path.startsWith(folder));
    if (wanted.length === 0 || !wanted.every((path) => this.#isKnown(path))) return false;
    for (const path of wanted) this.#now.add(path);
    return true;
  }

  finish(): void {
    let same = this.#now.size === this.#earlier.size && this.#doubtful.size === 0;
    for (const path of this.#earlier) {
      if (this.#now.has(path)) continue;
      same = false;
      if (path === exportMark) continue;
      if (this.#present.has(path)) this.#files.remove(path);
      this.removed.push(path);
    }
    this.removed.sort();
    if (!same || !this.#present.has(exportMark)) this.#writeMark([...this.#now].sort());
    // A journal that comes and goes tells the folder the time, so that the next export does not doubt the same files again.
    if (this.#sawTouched && this.#noted.size === 0) this.#files.append(exportJournal, '');
    if (this.#noted.size > 0 || this.#sawTouched || this.#present.has(exportJournal))
      this.#files.remove(exportJournal);
    this.#rememberEnd();
  }

  /** Remembers the time of the folder, whose entries changed after every file of this export was written. */
  #rememberEnd(): void {
    const at = this.#files.changedAt?.('');
    if (at !== undefined && at !== this.#lastEnd)
      this.#cache?.write(endName, JSON.stringify({ folder: this.#files.folder, at }));
  }

  /** Whether the last export wrote a file that is still unchanged. */
  #isKnown(path: string): boolean {
    return (
      this.#present.has(path) &&
      this.#earlier.has(path) &&
      !this.#doubtful.has(path) &&
      !this.#isTouched(path)
    );
  }

  /** Whether somebody changed a file since the last export ended. */
  #isTouched(path: string): boolean {
    if (this.#lastEnd === undefined) return false;
    const isTouched = (this.#files.changedAt?.(path) ?? 0) > this.#lastEnd;
    if (isTouched) this.#sawTouched = true;
    return isTouched;
  }

  #isForeign(path: string): boolean {
    return this.#present.has(path) && !this.#earlier.has(path) && !this.#noted.has(path);
  }

  #refuse(path: string): never {
    throw new AppError('USAGE', `the export would overwrite ${path}, which no export wrote`, {
      hint: 'Choose another folder with --out, or move this file away. Files that are in no way stay where they are.',
      data: { path },
    });
  }

  #writeMark(paths: readonly string[]): void {
    const note = 'Files written by tidemark export; only these are removed by the next one.';
    this.#files.write(exportMark, `${JSON.stringify({ note, files: paths })}\n`);
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

function endIn(stored: string | undefined, folder: string | undefined): number | undefined {
  try {
    const read = JSON.parse(stored ?? 'null') as { folder?: unknown; at?: unknown } | null;
    return read?.folder === folder && typeof read?.at === 'number' ? read.at : undefined;
  } catch {
    return undefined;
  }
}

function readList(files: SiteFiles): string[] {
  const bytes = files.read(exportMark);
  if (!bytes) return [];
  try {
    const read = JSON.parse(new TextDecoder().decode(bytes)) as { files?: unknown };
    return Array.isArray(read.files) ? read.files.filter(isOwnPath) : [];
  } catch {
    return [];
  }
}

function readJournal(files: SiteFiles): string[] {
  const bytes = files.read(exportJournal);
  // A last line without a line break was cut off, so its file was never written.
  return bytes ? new TextDecoder().decode(bytes).split('\n').slice(0, -1).filter(isOwnPath) : [];
}

function isOwnPath(path: unknown): path is string {
  return (
    typeof path === 'string' && path !== '' && !/(?:^|\/)\.\.(?:\/|$)/.test(path) && !path.startsWith('/')
  );
}

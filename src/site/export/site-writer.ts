import { AppError } from '../../base/index.ts';
import { putWhenDifferent, type SiteFiles } from './site-files.ts';

/** The list of what an export wrote, in the folder itself: only these files are ever removed by a later one. */
const listName = '.tidemark-export.json';

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

  constructor(files: SiteFiles) {
    this.#files = files;
    const present = files.list();
    this.#present = new Set(present);
    this.#earlier = new Set(readList(files));
    if (this.#earlier.size === 0 && present.length > 0 && !this.#present.has(listName))
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
    for (const path of [...this.#earlier].sort())
      if (!this.#now.has(path) && path !== listName) {
        if (this.#present.has(path)) this.#files.remove(path);
        this.removed.push(path);
      }
    const list = `${JSON.stringify({ note: 'Files written by tidemark export; only these are removed by the next one.', files: [...this.#now].sort() })}\n`;
    const old = this.#files.read(listName);
    if (!old || Buffer.from(old).toString() !== list) this.#files.write(listName, list);
  }
}

function readList(files: SiteFiles): string[] {
  const bytes = files.read(listName);
  if (!bytes) return [];
  try {
    const read = JSON.parse(new TextDecoder().decode(bytes)) as { files?: unknown };
    return Array.isArray(read.files)
      ? read.files.filter(
          (path): path is string =>
            typeof path === 'string' && !path.split('/').includes('..') && !path.startsWith('/'),
        )
      : [];
  } catch {
    return [];
  }
}

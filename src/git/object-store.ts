import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { AppError } from '../base/index.ts';
import { noSuchObject } from './failures.ts';
import { emptyTree } from './object-text.ts';
import { PackFile } from './pack-file.ts';
import type { ObjectKind, Oid } from './port.ts';

interface Stored {
  kind: ObjectKind;
  bytes: Buffer;
}

const deepestAlternate = 5;

/** Finds and reads the objects of a repository: in packs, as loose objects, and in the repositories that it borrows from. */
export class ObjectStore {
  /** The `objects` folder for new objects. */
  readonly folder: string;
  readonly #folders: readonly string[];
  #packs = new Map<string, PackFile>();
  #seenAt = new Map<string, number>();
  #last: PackFile | null = null;
  /** The first two digits of the loose objects at the last look. */
  #loose: Set<string> | null = null;

  constructor(folder: string) {
    this.folder = folder;
    this.#folders = [folder, ...alternatesOf(folder, 0)];
  }

  has(oid: Oid): boolean {
    const sees = (): boolean =>
      oid === emptyTree || this.#packOf(oid) !== null || this.#loosePath(oid) !== null;
    return sees() || (this.#refresh() && sees());
  }

  /** Like {@link has}, but by the last look: for writers, which may store an object twice but must not miss one. */
  knows(oid: Oid): boolean {
    if (oid === emptyTree || this.#packOf(oid) !== null) return true;
    this.#loose ??= new Set(
      this.#folders.flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : [])),
    );
    return this.#loose.has(oid.slice(0, 2)) && this.#loosePath(oid) !== null;
  }

  read(oid: Oid): Stored {
    const found = this.#tryRead(oid) ?? (this.#refresh(true) ? this.#tryRead(oid) : null);
    if (found !== null) return found;
    if (oid === emptyTree) return { kind: 'tree', bytes: Buffer.alloc(0) };
    throw noSuchObject(oid);
  }

  /** The packs of the repository itself, without those of repositories that it borrows from. */
  ownPacks(): PackFile[] {
    this.#refresh();
    return [...this.#packs.values()].filter((pack) => pack.path.startsWith(`${this.folder}${path.sep}`));
  }

  /** Adds a pack that was just written. */
  add(pack: PackFile): void {
    this.#packs.get(pack.path)?.close();
    this.#packs.set(pack.path, pack);
  }

  /** Drops a pack whose files are being removed. */
  forget(pack: PackFile): void {
    pack.close();
    this.#packs.delete(pack.path);
    if (this.#last === pack) this.#last = null;
  }

  close(): void {
    for (const pack of this.#packs.values()) pack.close();
    this.#packs.clear();
    this.#seenAt.clear();
    this.#last = null;
  }

  #tryRead(oid: Oid): Stored | null {
    try {
      const packed = this.#packOf(oid)?.read(oid, (base) => this.read(base));
      if (packed) return packed;
    } catch (error) {
      // A person's `git gc` may have removed the pack; the object is in another one now.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      this.close();
      this.#refresh();
      const packed = this.#packOf(oid)?.read(oid, (base) => this.read(base));
      if (packed) return packed;
    }
    const loose = this.#loosePath(oid);
    return loose === null ? null : readLoose(loose);
  }

  #packOf(oid: Oid): PackFile | null {
    if (this.#seenAt.size === 0) this.#refresh();
    if (this.#last?.has(oid)) return this.#last;
    for (const pack of this.#packs.values()) if (pack.has(oid)) return (this.#last = pack);
    return null;
  }

  #loosePath(oid: Oid): string | null {
    for (const folder of this.#folders) {
      const file = path.join(folder, oid.slice(0, 2), oid.slice(2));
      if (existsSync(file)) return file;
    }
    return null;
  }

  /**
   * Looks for packs if their folders have changed; returns whether it looked. `always` looks in any case, because two changes
   * within one tick of the file system's clock look like one.
   */
  #refresh(always = false): boolean {
    let changed = false;
    for (const folder of this.#folders) {
      const packs = path.join(folder, 'pack');
      const at = statSync(packs, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      if (!always && this.#seenAt.get(packs) === at) continue;
      changed = true;
      this.#loose = null;
      this.#seenAt.set(packs, at);
      this.#lookInto(packs);
    }
    return changed;
  }

  #lookInto(folder: string): void {
    const names = new Set(existsSync(folder) ? readdirSync(folder) : []);
    for (const [known, pack] of this.#packs) {
      if (path.dirname(known) === folder && !names.has(`${path.basename(known)}.pack`)) this.forget(pack);
    }
    for (const name of names) {
      const base = path.join(folder, name.slice(0, -'.idx'.length));
      if (!name.endsWith('.idx') || !names.has(`${path.basename(base)}.pack`) || this.#packs.has(base))
        continue;
      try {
        this.#packs.set(base, new PackFile(base));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
  }
}

function readLoose(file: string): Stored {
  let content: Buffer;
  try {
    content = inflateSync(readFileSync(file));
  } catch (cause) {
    throw damagedLoose(file, cause);
  }
  const end = content.indexOf(0);
  const [, kind, size] =
    /^(blob|tree|commit|tag) (\d+)$/u.exec(content.toString('latin1', 0, Math.max(0, end))) ?? [];
  const bytes = content.subarray(end + 1);
  if (kind === undefined || bytes.length !== Number(size)) throw damagedLoose(file);
  return { kind: kind as ObjectKind, bytes };
}

function damagedLoose(file: string, cause?: unknown): AppError {
  return new AppError('REPOSITORY_INVALID', `The object file ${file} is damaged`, {
    hint: 'Run `git fsck --full` and mend or clone the repository again.',
    ...(cause === undefined ? {} : { cause }),
  });
}

/** The object folders that a repository borrows from (`objects/info/alternates`), and those that these borrow from. */
function alternatesOf(folder: string, depth: number): string[] {
  const file = path.join(folder, 'info', 'alternates');
  if (depth >= deepestAlternate || !existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  const folders = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => path.resolve(folder, line));
  return folders.flatMap((found) => [found, ...alternatesOf(found, depth + 1)]);
}

import type { Clock } from '../clock/index.ts';
import { noStamp } from './file-facts.ts';
import type { Disk, DiskRead, Look, NewContent, PrivateFile } from './disk.ts';
import type { FileEntry, FileKind, ListOptions, FileStamp, RefusedReason } from './port.ts';
import { compareBytes } from './text-order.ts';

/** A step of writing, announced before and after it happens. */
export interface DiskStep {
  step: 'prepare' | 'place' | 'take-aside' | 'keep' | 'drop' | 'settle';
  path: string;
  when: 'before' | 'after';
}

/** How far the time of a file moves with a write at the same moment. It has no digits that a floating-point number would cut off. */
const tickMs = 1 / 1024;

interface Inode {
  kind: Exclude<FileKind, 'folder'>;
  bytes: Uint8Array;
  mtimeMs: number;
  ctimeMs: number;
  inode: number;
  executable: boolean;
  names: number;
}

/**
 * A disk in memory, with names and inodes as on a real disk: a replaced file still exists for whoever has it open.
 *
 * `onStep` is called for each of our steps, before and after it; it may act as a person (through the `person…` methods), or
 * throw: a throw before a step means that the step has not happened, one after it that it has. {@link losePower} takes back steps
 * that were not settled.
 */
export class MemoryDisk implements Disk {
  onStep: ((step: DiskStep) => void | Promise<void>) | undefined;
  readonly #clock: Clock;
  readonly #names = new Map<string, Inode>();
  readonly #private = new Map<string, { file: PrivateFile; inode: Inode }>();
  /** Folders in which we may not write. */
  readonly #locked = new Set<string>();
  /** Folders into which we may not look. */
  readonly #hidden = new Set<string>();
  #undo: (() => void)[] = [];
  #inodes = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  // These methods do what a person does, at once and for good.

  /** Saves in place (truncate and write): everybody who has the inode open sees it. */
  personSaves(path: string, bytes: Uint8Array): void {
    const inode = this.#names.get(path);
    if (inode?.kind === 'file') this.#write(inode, bytes);
    else this.#link(path, this.#newInode(bytes));
    this.#undo = [];
  }

  /** Saves as many editors do: writes a new file, and renames it over the old one. */
  personSavesByRename(path: string, bytes: Uint8Array): void {
    this.#unlink(path);
    this.#link(path, this.#newInode(bytes));
    this.#undo = [];
  }

  /** Opens a file like an editor that writes to it later; null when there is none. */
  personOpens(path: string): ((bytes: Uint8Array) => void) | null {
    const inode = this.#names.get(path);
    if (inode?.kind !== 'file') return null;
    return (bytes) => {
      this.#write(inode, bytes);
      this.#undo = [];
    };
  }

  personRemoves(path: string): void {
    this.#unlink(path);
    this.#undo = [];
  }

  /** Moves a file, or all files below a folder. */
  personMoves(from: string, to: string): void {
    for (const [path, inode] of [...this.#names]) {
      if (path !== from && !path.startsWith(`${from}/`)) continue;
      this.#names.delete(path);
      this.#unlink(to + path.slice(from.length));
      this.#names.set(to + path.slice(from.length), inode);
    }
    this.#undo = [];
  }

  /** Takes the right to write in a folder away from us (`chmod 555`), or gives it back. */
  personLocks(folder: string, isLocked = true): void {
    if (isLocked) this.#locked.add(folder);
    else this.#locked.delete(folder);
  }

  /** Takes every right to a folder away from us (`chmod 000`), or gives it back. */
  personHides(folder: string, isHidden = true): void {
    this.personLocks(folder, isHidden);
    if (isHidden) this.#hidden.add(folder);
    else this.#hidden.delete(folder);
  }

  /** Puts something at the path that is not a regular file. */
  personPlaces(path: string, kind: Exclude<FileKind, 'file' | 'folder'>): void {
    this.#unlink(path);
    this.#link(path, { ...this.#newInode(new Uint8Array()), kind });
  }

  /** All files of the folder, for a test to look at. */
  contents(): Map<string, Uint8Array> {
    const files = [...this.#names].filter(([, { kind }]) => kind === 'file');
    return new Map(files.map(([path, { bytes }]) => [path, bytes]));
  }

  /** Every content that is kept anywhere, for a test that nothing was lost. */
  allContents(): Uint8Array[] {
    return [...this.#names.values(), ...[...this.#private.values()].map(({ inode }) => inode)].map(
      ({ bytes }) => bytes,
    );
  }

  /** How many steps a power failure could take back now. */
  get unsettled(): number {
    return this.#undo.length;
  }

  /** Makes the power fail: of the steps that were not settled, only the first `kept` are on the disk afterwards. */
  losePower(kept = 0): void {
    for (const undo of this.#undo.splice(kept).reverse()) undo();
    this.#undo = [];
  }

  // These methods are the steps of a Disk.

  async look(path: string): Promise<Look> {
    const blocked = this.#onTheWay(path);
    if (blocked !== null)
      return blocked === 'symlink' ? { found: 'refused', reason: blocked } : { found: 'nothing' };
    if (this.#hiddenOn(path) !== undefined) return { found: 'refused', reason: 'unreadable' };
    const inode = this.#names.get(path);
    if (inode !== undefined) return lookAt(inode, inode.names > 1 && !this.#isOurs(inode));
    return this.#isFolder(path)
      ? { found: 'folder', stamp: noStamp, hardLinked: false }
      : { found: 'nothing' };
  }

  async read(path: string, maxBytes: number): Promise<DiskRead> {
    const look = await this.look(path);
    if (look.found === 'nothing') return { outcome: 'missing' };
    if (look.found === 'refused') return { outcome: 'refused', reason: look.reason };
    if (look.found !== 'file') return { outcome: 'refused', reason: look.found };
    if (look.hardLinked) return { outcome: 'refused', reason: 'hard-link' };
    const bytes = this.#names.get(path)?.bytes ?? new Uint8Array();
    if (bytes.length > maxBytes) return { outcome: 'refused', reason: 'too-large' };
    return { outcome: 'file', bytes: Uint8Array.from(bytes), stamp: look.stamp };
  }

  async isWritable(path: string): Promise<boolean> {
    return !this.#isLocked(path);
  }

  async list({ under = [''], enter = () => true }: ListOptions): Promise<FileEntry[]> {
    const folders = (path: string): string[] =>
      path
        .split('/')
        .slice(0, -1)
        .map((_, at, parts) => parts.slice(0, at + 1).join('/'));
    const hidden = [...this.#hidden].map((path): FileEntry => ({ path, kind: 'unreadable', stamp: noStamp }));
    const isWanted = (path: string): boolean =>
      under.some((folder) => folder === '' || path === folder || path.startsWith(`${folder}/`));
    return [...this.#names]
      .filter(([path]) => this.#hiddenOn(path) === undefined)
      .filter(([path]) => under.some((folder) => folder === '' || path.startsWith(`${folder}/`)))
      .filter(([path]) => !folders(path).includes('.git') && folders(path).every((folder) => enter(folder)))
      .map(([path, inode]): FileEntry => ({ path, kind: inode.kind, stamp: stampOf(inode) }))
      .concat(hidden.filter(({ path }) => isWanted(path) && this.#hiddenOn(path) === undefined))
      .sort((one, other) => compareBytes(one.path, other.path));
  }

  async prepare(files: readonly NewContent[]): Promise<void> {
    for (const { id, bytes, executable } of files) {
      await this.#step('prepare', id, () => {
        this.#addPrivate({ area: 'new', id }, { ...this.#newInode(bytes), executable });
      });
    }
  }

  async place(from: PrivateFile, path: string): Promise<'placed' | 'exists' | RefusedReason> {
    let outcome: 'placed' | 'exists' | RefusedReason = 'placed';
    await this.#step('place', path, () => {
      const blocked = this.#onTheWay(path);
      const entry = this.#private.get(keyOf(from));
      if (blocked === 'symlink') outcome = blocked;
      else if (blocked !== null || this.#names.has(path) || this.#isFolder(path)) outcome = 'exists';
      else if (this.#isLocked(path)) outcome = 'unwritable';
      else if (entry === undefined) throw new Error(`there is no ${keyOf(from)} to place`);
      else this.#link(path, entry.inode, () => this.#unlink(path));
    });
    return outcome;
  }

  async takeAside(path: string, id: string): Promise<'taken' | 'missing' | RefusedReason> {
    let outcome: 'taken' | 'missing' | RefusedReason = 'taken';
    await this.#step('take-aside', path, () => {
      const blocked = this.#onTheWay(path);
      const inode = this.#names.get(path);
      if (blocked === 'symlink') outcome = blocked;
      else if (inode !== undefined && this.#isLocked(path)) outcome = 'unwritable';
      else if (inode === undefined) outcome = this.#isFolder(path) ? 'folder' : 'missing';
      else {
        const file: PrivateFile = { area: 'moving', id, path };
        this.#names.delete(path);
        this.#private.set(keyOf(file), { file, inode });
        this.#undo.push(() => {
          this.#private.delete(keyOf(file));
          this.#names.set(path, inode);
        });
      }
    });
    return outcome;
  }

  async keep(id: string, path: string): Promise<void> {
    await this.#step('keep', path, () => {
      const moving: PrivateFile = { area: 'moving', id, path };
      const entry = this.#private.get(keyOf(moving));
      if (entry === undefined) return;
      const kept: PrivateFile = { area: 'kept', id, path };
      this.#private.delete(keyOf(moving));
      this.#private.set(keyOf(kept), { file: kept, inode: entry.inode });
      this.#undo.push(() => {
        this.#private.delete(keyOf(kept));
        this.#private.set(keyOf(moving), entry);
      });
    });
  }

  async drop(file: PrivateFile): Promise<void> {
    await this.#step('drop', 'path' in file ? file.path : file.id, () => {
      const entry = this.#private.get(keyOf(file));
      if (entry === undefined) return;
      this.#private.delete(keyOf(file));
      entry.inode.names--;
      this.#undo.push(() => {
        this.#private.set(keyOf(file), entry);
        entry.inode.names++;
      });
    });
  }

  async readPrivate(file: PrivateFile): Promise<{ bytes: Uint8Array; stamp: FileStamp } | null> {
    const inode = this.#private.get(keyOf(file))?.inode;
    return inode === undefined ? null : { bytes: Uint8Array.from(inode.bytes), stamp: stampOf(inode) };
  }

  async lookPrivate(file: PrivateFile): Promise<Look> {
    const inode = this.#private.get(keyOf(file))?.inode;
    return inode === undefined ? { found: 'nothing' } : lookAt(inode, inode.names > 1);
  }

  async listPrivate(): Promise<PrivateFile[]> {
    return [...this.#private.values()].map(({ file }) => file);
  }

  async settle(paths: readonly string[]): Promise<void> {
    await this.#step('settle', paths[0] ?? '', () => {
      this.#undo = [];
    });
  }

  async prune(): Promise<void> {}

  async #step(step: DiskStep['step'], path: string, work: () => void): Promise<void> {
    await this.onStep?.({ step, path, when: 'before' });
    work();
    await this.onStep?.({ step, path, when: 'after' });
  }

  #newInode(bytes: Uint8Array): Inode {
    const now = this.#clock.now();
    const inode = ++this.#inodes;
    return {
      kind: 'file',
      bytes: Uint8Array.from(bytes),
      mtimeMs: now,
      ctimeMs: now,
      inode,
      executable: false,
      names: 0,
    };
  }

  /** Each write gives the file a later time, also while a test's clock stands still: otherwise a new text of the same length looks unchanged. */
  #write(inode: Inode, bytes: Uint8Array): void {
    inode.bytes = Uint8Array.from(bytes);
    inode.mtimeMs = inode.ctimeMs = Math.max(this.#clock.now(), inode.ctimeMs + tickMs);
  }

  #addPrivate(file: PrivateFile, inode: Inode): void {
    inode.names++;
    this.#private.set(keyOf(file), { file, inode });
    this.#undo.push(() => {
      this.#private.delete(keyOf(file));
      inode.names--;
    });
  }

  #link(path: string, inode: Inode, undo?: () => void): void {
    inode.names++;
    this.#names.set(path, inode);
    if (undo !== undefined) this.#undo.push(undo);
  }

  #unlink(path: string): void {
    const inode = this.#names.get(path);
    if (inode === undefined) return;
    inode.names--;
    this.#names.delete(path);
  }

  /** The kind of what is in the place of a folder on the way to `path`. */
  #onTheWay(path: string): FileKind | null {
    const parts = path.split('/').slice(0, -1);
    for (let count = 1; count <= parts.length; count++) {
      const inode = this.#names.get(parts.slice(0, count).join('/'));
      if (inode !== undefined) return inode.kind;
    }
    return null;
  }

  /** Whether we may not write in the folder that a path's file is in, or in the one in which its folder would be made. */
  #isLocked(path: string): boolean {
    if (this.#locked.size === 0) return false;
    if (this.#hiddenOn(path) !== undefined) return true;
    let folder = path;
    do folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
    while (folder !== '' && !this.#isFolder(folder) && !this.#isEmptied(folder));
    return this.#locked.has(folder);
  }

  /** Whether a folder is there without a file, because its last one was taken aside. */
  #isEmptied(folder: string): boolean {
    return [...this.#private.values()].some(
      ({ file }) => file.area === 'moving' && file.path.startsWith(`${folder}/`),
    );
  }

  /** The hidden folder that a path is in. */
  #hiddenOn(path: string): string | undefined {
    return [...this.#hidden].find((folder) => path.startsWith(`${folder}/`));
  }

  #isFolder(path: string): boolean {
    for (const name of this.#names.keys()) if (name.startsWith(`${path}/`)) return true;
    return false;
  }

  /** Whether the other names of an inode are ours, from a change under way. */
  #isOurs(inode: Inode): boolean {
    return [...this.#private.values()].some((entry) => entry.inode === inode);
  }
}

function keyOf(file: PrivateFile): string {
  return `${file.area}/${file.id}`;
}

function stampOf({ bytes, mtimeMs, ctimeMs, inode, executable }: Inode): FileStamp {
  return { size: bytes.length, mtimeMs, ctimeMs, inode, executable };
}

function lookAt(inode: Inode, hardLinked: boolean): Look {
  return { found: inode.kind, stamp: stampOf(inode), hardLinked };
}

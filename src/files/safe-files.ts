/**
 * Writing in a folder where a person saves at any moment, without losing a save.
 *
 * Comparing a file and then renaming over it loses what is saved in between, and what an editor that holds the file open
 * writes afterwards. So a replacement takes the old content aside (a rename: whatever is there at that very moment), gives the
 * new content the free path (a hard link, which never overwrites), and only then looks at what it has taken. Is that not what
 * was expected, it was a save, and it goes back. Old contents stay for a day, for editors that still write to them.
 */
import type { Clock, Random } from '../clock/index.ts';
import { asideId, readAsideId, type Aside } from './aside-id.ts';
import { contentId } from './content-id.ts';
import type { Disk, PrivateFile } from './disk.ts';
import type {
  ApplyOutcome,
  CreateOutcome,
  FileChange,
  FileEntry,
  Files,
  FileStamp,
  FileStat,
  LateSave,
  ListOptions,
  ReadOptions,
  ReadOutcome,
  RefusalReason,
  RemoveOutcome,
  ReplaceOutcome,
  WriteOptions,
} from './port.ts';

const defaultMaxBytes = 100 * 1024 * 1024;
const keptForMs = 24 * 60 * 60 * 1000;

type AsideFile = Extract<PrivateFile, { path: string }>;

export interface SafeFilesPorts {
  disk: Disk;
  clock: Clock;
  random: Random;
}

/** The files of a folder, written as the top of this file says. */
export class SafeFiles implements Files {
  readonly #disk: Disk;
  readonly #clock: Clock;
  readonly #run: string;
  #serial = 0;
  /** What an old content was when it was last hashed, by its name. */
  readonly #hashed = new Map<string, { stamp: FileStamp; id: string }>();

  constructor({ disk, clock, random }: SafeFilesPorts) {
    this.#disk = disk;
    this.#clock = clock;
    this.#run = [...random.bytes(4)].map((byte) => byte.toString(36).padStart(2, '0')).join('');
  }

  async read(path: string, { maxBytes = defaultMaxBytes }: ReadOptions = {}): Promise<ReadOutcome> {
    const found = await this.#disk.read(path, maxBytes);
    return found.outcome === 'file' ? { ...found, id: contentId(found.bytes) } : found;
  }

  async stat(path: string): Promise<FileStat | null> {
    const look = await this.#disk.look(path);
    if (look.found === 'nothing' || look.found === 'refused') return null;
    return { kind: look.found, stamp: look.stamp };
  }

  async list(options: ListOptions = {}): Promise<FileEntry[]> {
    return this.#disk.list(options);
  }

  async create(
    path: string,
    bytes: Uint8Array,
    { executable = false }: WriteOptions = {},
  ): Promise<CreateOutcome> {
    const look = await this.#disk.look(path);
    if (look.found === 'refused')
      return look.reason === 'folder' ? { outcome: 'exists' } : refused(look.reason);
    if (look.found !== 'nothing') return { outcome: 'exists' };
    const fresh = await this.#prepare(bytes, executable);
    const written = await this.#stampOf(fresh);
    const placed = await this.#placeFresh(fresh, path);
    if (placed === 'placed') return { outcome: 'created', stamp: await this.#stampAfter(path, written) };
    return placed === 'exists' ? { outcome: 'exists' } : refused(placed);
  }

  async replace(
    path: string,
    expected: string,
    bytes: Uint8Array,
    { executable }: WriteOptions = {},
  ): Promise<ReplaceOutcome> {
    const found = await this.read(path);
    if (found.outcome !== 'file') return found;
    if (found.id !== expected) return { outcome: 'changed' };
    const fresh = await this.#prepare(bytes, executable ?? found.stamp.executable);
    const written = await this.#stampOf(fresh);
    const taken = await this.#takeAside(path, 'replace', expected);
    if ('outcome' in taken) {
      await this.#disk.drop(fresh);
      return taken;
    }
    let placed: 'placed' | 'exists' | RefusalReason;
    try {
      placed = await this.#placeFresh(fresh, path);
    } catch (error) {
      await this.#putBack(taken);
      throw error;
    }
    if (placed === 'exists') {
      // A person wrote the path anew in between: that stays; what we took is theirs, too, if it is not the expected content.
      await this.#keep(taken);
      return { outcome: 'changed' };
    }
    if (placed !== 'placed') {
      await this.#putBack(taken);
      return refused(placed);
    }
    if ((await this.#idOf(taken)) === expected) {
      await this.#keep(taken);
      return { outcome: 'replaced', stamp: await this.#stampAfter(path, written) };
    }
    await this.#swapBack(path, taken, contentId(bytes));
    return { outcome: 'changed' };
  }

  async remove(path: string, expected: string): Promise<RemoveOutcome> {
    const outcome = await this.#removeFile(path, expected);
    if (outcome.outcome === 'removed') {
      await this.#disk.prune(path);
      await this.#disk.settle(path);
    }
    return outcome;
  }

  async #removeFile(path: string, expected: string): Promise<RemoveOutcome> {
    const found = await this.read(path);
    if (found.outcome !== 'file') return found;
    if (found.id !== expected) return { outcome: 'changed' };
    const taken = await this.#takeAside(path, 'remove', expected);
    if ('outcome' in taken) return taken;
    if ((await this.#idOf(taken)) === expected) {
      await this.#keep(taken);
      return { outcome: 'removed' };
    }
    await this.#putBack(taken);
    return { outcome: 'changed' };
  }

  async apply(changes: readonly FileChange[]): Promise<ApplyOutcome[]> {
    const outcomes = new Map<FileChange, ApplyOutcome>();
    const removals = changes.filter((change) => change.kind === 'remove');
    for (const change of removals) outcomes.set(change, await this.#removeFile(change.path, change.expected));
    for (const { path } of removals) await this.#disk.prune(path);
    for (const change of changes) {
      const { path } = change;
      const options = 'executable' in change ? { executable: change.executable } : {};
      if (change.kind === 'create') outcomes.set(change, await this.create(path, change.bytes, options));
      if (change.kind === 'replace') {
        outcomes.set(change, await this.replace(path, change.expected, change.bytes, options));
      }
    }
    for (const { path } of removals) await this.#disk.settle(path);
    return changes.map((change) => outcomes.get(change) ?? { outcome: 'missing' });
  }

  async lateSaves(): Promise<LateSave[]> {
    const late: LateSave[] = [];
    for (const file of await this.#asides('kept')) {
      const aside = readAsideId(file.id);
      if (aside === null) continue;
      if ((await this.#idOf(file)) !== aside.expected) {
        const found = await this.#disk.readPrivate(file);
        if (found !== null)
          late.push({ id: file.id, path: file.path, base: aside.expected, bytes: found.bytes });
      } else if (aside.at + keptForMs < this.#clock.now()) {
        await this.#drop(file);
      }
    }
    return late;
  }

  async acknowledge(id: string): Promise<void> {
    for (const file of await this.#asides('kept')) if (file.id === id) await this.#drop(file);
  }

  async recover(): Promise<string[]> {
    const putBack: string[] = [];
    for (const file of await this.#disk.listPrivate()) if (file.area === 'new') await this.#disk.drop(file);
    const moving = await this.#asides('moving');
    for (const path of new Set(moving.map((file) => file.path))) {
      const files = moving.filter((file) => file.path === path);
      if (await this.#recoverPath(path, files)) putBack.push(path);
    }
    return putBack;
  }

  /** Of several contents that were taken from one path, a person's newest save goes back first, else the newest of all. */
  async #recoverPath(path: string, files: AsideFile[]): Promise<boolean> {
    const known = await Promise.all(
      files.map(async (file) => {
        const aside = readAsideId(file.id);
        return { file, aside, saved: aside === null || (await this.#idOf(file)) !== aside.expected };
      }),
    );
    const missing = (await this.#disk.look(path)).found === 'nothing';
    const wanted = known.filter(({ aside, saved }) => saved || aside?.purpose === 'replace');
    const best = wanted.filter(({ saved }) => saved).at(-1) ?? wanted.at(-1);
    let done = false;
    for (const { file } of known) {
      if (missing && file === best?.file) done = await this.#putBack(file);
      else await this.#keep(file);
    }
    return done;
  }

  async #prepare(bytes: Uint8Array, executable: boolean): Promise<PrivateFile> {
    const id = this.#nextSerial();
    await this.#disk.prepare(id, bytes, executable);
    return { area: 'new', id };
  }

  async #placeFresh(fresh: PrivateFile, path: string): Promise<'placed' | 'exists' | RefusalReason> {
    const placed = await this.#disk.place(fresh, path);
    if (placed === 'placed') await this.#disk.settle(path);
    await this.#disk.drop(fresh);
    return placed;
  }

  async #takeAside(
    path: string,
    purpose: Aside['purpose'],
    expected: string,
  ): Promise<AsideFile | { outcome: 'missing' } | { outcome: 'refused'; reason: RefusalReason }> {
    const id = asideId({ at: this.#clock.now(), purpose, expected }, this.#nextSerial());
    const taken = await this.#disk.takeAside(path, id);
    if (taken === 'missing') return { outcome: 'missing' };
    return taken === 'taken' ? { area: 'moving', id, path } : refused(taken);
  }

  /** Gives a path back what was taken from it, unless a person wrote it anew meanwhile. */
  async #putBack(taken: AsideFile): Promise<boolean> {
    const placed = await this.#disk.place(taken, taken.path);
    if (placed === 'placed') {
      await this.#disk.settle(taken.path);
      await this.#drop(taken);
      return true;
    }
    await this.#keep(taken);
    return false;
  }

  /** What we took was a person's save, and our content (`ours`) is at the path: change them back. */
  async #swapBack(path: string, saved: AsideFile, ours: string): Promise<void> {
    const taken = await this.#takeAside(path, 'replace', ours);
    if ('outcome' in taken || (await this.#idOf(taken)) === ours) {
      await this.#putBack(saved);
      if (!('outcome' in taken)) await this.#keep(taken);
      return;
    }
    // A newer save stands there already; the older one is kept and told as a late save.
    await this.#putBack(taken);
    await this.#keep(saved);
  }

  async #keep(file: AsideFile): Promise<void> {
    await this.#disk.keep(file.id, file.path);
  }

  async #drop(file: PrivateFile): Promise<void> {
    this.#hashed.delete(file.id);
    await this.#disk.drop(file);
  }

  async #asides(area: AsideFile['area']): Promise<AsideFile[]> {
    const files = await this.#disk.listPrivate();
    const found = files.filter((file): file is AsideFile => file.area === area);
    return found.sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  /** The content id of something that we took; null when it is no regular file. Hashed again when its stamp is another. */
  async #idOf(file: PrivateFile): Promise<string | null> {
    const look = await this.#disk.lookPrivate(file);
    if (look.found !== 'file') return null;
    const known = this.#hashed.get(file.id);
    if (known !== undefined && sameStamp(known.stamp, look.stamp) && !isFresh(look.stamp, this.#clock))
      return known.id;
    const found = await this.#disk.readPrivate(file);
    if (found === null) return null;
    const id = contentId(found.bytes);
    this.#hashed.set(file.id, { stamp: found.stamp, id });
    return id;
  }

  async #stampOf(file: PrivateFile): Promise<FileStamp> {
    const look = await this.#disk.lookPrivate(file);
    return 'stamp' in look ? look.stamp : noStamp;
  }

  /**
   * The stamp of what we wrote, now that it has its path. Has somebody written there already, the stamp must not speak for
   * their content: then it is one that no file has.
   */
  async #stampAfter(path: string, written: FileStamp): Promise<FileStamp> {
    const look = await this.#disk.look(path);
    return 'stamp' in look && sameStamp(look.stamp, written) ? look.stamp : noStamp;
  }

  #nextSerial(): string {
    return `${this.#run}${(this.#serial++).toString(36).padStart(6, '0')}`;
  }
}

const noStamp: FileStamp = { size: 0, mtimeMs: 0, ctimeMs: 0, inode: 0, executable: false };

/** A stamp so young that another write could have the same one. */
function isFresh(stamp: FileStamp, clock: Clock): boolean {
  return clock.now() - stamp.mtimeMs < 2000;
}

/** Whether two stamps say that nobody wrote in between. The time of an inode's own change is left out: our links change it. */
function sameStamp(one: FileStamp, other: FileStamp): boolean {
  return one.size === other.size && one.mtimeMs === other.mtimeMs && one.inode === other.inode;
}

function refused(reason: RefusalReason): { outcome: 'refused'; reason: RefusalReason } {
  return { outcome: 'refused', reason };
}

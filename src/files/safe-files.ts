/**
 * Writes in a folder in which a person may save at any moment, without losing a save.
 *
 * Comparing a file and then renaming over it would lose what is saved in between, and what an editor that has the file open
 * writes afterwards. So a replacement takes the old content aside (a rename: whatever is there at that very moment), gives the
 * new content the free path (by a hard link, which never overwrites), and only then looks at what it has taken. If that is not
 * what was expected, it was a save, and it goes back. Old contents stay for a day, for editors that still write to them.
 */
import type { Clock, Random } from '../clock/index.ts';
import { asideId, readAsideId, type Aside } from './aside-id.ts';
import { contentId } from './content-id.ts';
import type { Disk, PrivateFile } from './disk.ts';
import { noStamp } from './file-facts.ts';
import { assertWritable, partsOf } from './folder-path.ts';
import type {
  ApplyOutcome,
  Conversion,
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
  Recovery,
  RefusedReason,
  RemoveOutcome,
  ReplaceOutcome,
  WriteOptions,
} from './port.ts';

const defaultMaxBytes = 100 * 1024 * 1024;
const keptForMs = 24 * 60 * 60 * 1000;
/** How long each look for saves into replaced files includes an old content, and how often later looks include it. */
const freshForMs = 10 * 60 * 1000;
const lookAgainMs = 60 * 60 * 1000;

type Creation = Extract<FileChange, { kind: 'create' }>;
type Replacement = Extract<FileChange, { kind: 'replace' }>;
type Removal = Extract<FileChange, { kind: 'remove' }>;

/** A content that can be written, and the private file to which it is written first. */
interface Write {
  change: Creation | Replacement;
  fresh: PrivateFile;
  executable: boolean;
  /** What the file gets. */
  bytes: Uint8Array;
  /** The bytes that a replacement expects. */
  old: Old;
}

/** An old content: its id, and the id of the bytes that the file has of it. */
interface Old {
  readonly expected: string;
  readonly raw: string;
}

type BothRead = Exclude<ReadOutcome, { outcome: 'file' }> | (FileRead & { readonly raw: string });
type FileRead = Extract<ReadOutcome, { outcome: 'file' }>;

type AsideFile = Extract<PrivateFile, { path: string }>;
type Placing = Awaited<ReturnType<Disk['place']>>;

export interface SafeFilesPorts {
  disk: Disk;
  clock: Clock;
  random: Random;
  /** Left out where files have the bytes that git stores. */
  conversion?: Conversion;
}

const asStored: Conversion = {
  stored: async (_, bytes) => bytes,
  checkedOut: async (_, bytes) => bytes,
};

/** The files of a folder, written as described at the top of this file. */
export class SafeFiles implements Files {
  readonly #disk: Disk;
  readonly #clock: Clock;
  readonly #conversion: Conversion;
  readonly #run: string;
  #serial = 0;
  /** The old contents that are kept, by their names, and when each was last looked at; null until they have been listed. */
  #kept: Map<string, { file: AsideFile; lookedAt: number }> | null = null;
  /** The stamp and id of each old content when it was last hashed, by its name. */
  readonly #hashed = new Map<string, { stamp: FileStamp; id: string }>();

  constructor({ disk, clock, random, conversion = asStored }: SafeFilesPorts) {
    this.#disk = disk;
    this.#clock = clock;
    this.#conversion = conversion;
    this.#run = [...random.bytes(4)].map((byte) => byte.toString(36).padStart(2, '0')).join('');
  }

  async read(path: string, { maxBytes = defaultMaxBytes }: ReadOptions = {}): Promise<ReadOutcome> {
    const found = await this.#readBoth(path, maxBytes);
    if (found.outcome !== 'file') return found;
    const { outcome, bytes, id, stamp } = found;
    return { outcome, bytes, id, stamp };
  }

  /** Reads a content, and the id of the file's own bytes. */
  async #readBoth(path: string, maxBytes = defaultMaxBytes): Promise<BothRead> {
    partsOf(path);
    const found = await this.#disk.read(path, maxBytes);
    if (found.outcome !== 'file') return found;
    const bytes = await this.#conversion.stored(path, found.bytes);
    const id = contentId(bytes);
    return { ...found, bytes, id, raw: bytes === found.bytes ? id : contentId(found.bytes) };
  }

  async stat(path: string): Promise<FileStat | null> {
    partsOf(path);
    const look = await this.#disk.look(path);
    if (look.found === 'nothing' || look.found === 'refused') return null;
    return { kind: look.found, stamp: look.stamp };
  }

  async isWritable(path: string): Promise<boolean> {
    partsOf(path);
    return this.#disk.isWritable(path);
  }

  async list(options: ListOptions = {}): Promise<FileEntry[]> {
    return this.#disk.list(options);
  }

  async create(path: string, bytes: Uint8Array, options: WriteOptions = {}): Promise<CreateOutcome> {
    const [outcome] = await this.apply([{ kind: 'create', path, bytes, ...options }]);
    return outcome as CreateOutcome;
  }

  async replace(
    path: string,
    expected: string,
    bytes: Uint8Array,
    options: WriteOptions = {},
  ): Promise<ReplaceOutcome> {
    const [outcome] = await this.apply([{ kind: 'replace', path, expected, bytes, ...options }]);
    return outcome as ReplaceOutcome;
  }

  async remove(path: string, expected: string): Promise<RemoveOutcome> {
    const [outcome] = await this.apply([{ kind: 'remove', path, expected }]);
    return outcome as RemoveOutcome;
  }

  async apply(changes: readonly FileChange[]): Promise<ApplyOutcome[]> {
    for (const { path } of changes) assertWritable(path);
    const outcomes = new Map<FileChange, ApplyOutcome>();
    const removed: string[] = [];
    for (const change of changes) {
      if (change.kind !== 'remove') continue;
      const outcome = await this.#remove(change);
      outcomes.set(change, outcome);
      if (outcome.outcome === 'removed') removed.push(change.path);
    }
    for (const path of removed) await this.#disk.prune(path);
    const writes: Write[] = [];
    for (const change of changes) {
      if (change.kind === 'remove') continue;
      const outcome = await this.#check(change);
      if ('outcome' in outcome) outcomes.set(change, outcome);
      else {
        const bytes = await this.#conversion.checkedOut(change.path, change.bytes);
        writes.push({ change, fresh: { area: 'new', id: this.#nextSerial() }, bytes, ...outcome });
      }
    }
    const written = await this.#writeAll(writes, outcomes);
    if (removed.length + written.length > 0) await this.#disk.settle([...removed, ...written]);
    return changes.map((change) => outcomes.get(change) ?? { outcome: 'missing' });
  }

  async #remove({ path, expected }: Removal): Promise<RemoveOutcome> {
    const found = await this.#readBoth(path);
    if (found.outcome !== 'file') return found;
    if (found.id !== expected) return { outcome: 'changed' };
    const taken = await this.#takeAside(path, 'remove', { expected, raw: found.raw });
    if ('outcome' in taken) return taken;
    if ((await this.#idOf(taken)) === found.raw) {
      await this.#keep(taken);
      return { outcome: 'removed' };
    }
    return (await this.#putBack(taken)) === 'unwritable' ? refused('unwritable') : { outcome: 'changed' };
  }

  /** Checks whether a content can be written, before anything is touched. */
  async #check(
    change: Creation | Replacement,
  ): Promise<Pick<Write, 'executable' | 'old'> | CreateOutcome | ReplaceOutcome> {
    if (change.kind === 'create') {
      const look = await this.#disk.look(change.path);
      if (look.found === 'nothing') return { executable: change.executable ?? false, old: nothing };
      return look.found === 'refused' ? refused(look.reason) : { outcome: 'exists' };
    }
    const { expected } = change;
    const found = await this.#readBoth(change.path);
    if (found.outcome !== 'file') return found;
    if (found.id !== expected) return { outcome: 'changed' };
    const executable = change.executable ?? found.stamp.executable;
    return { executable, old: { expected, raw: found.raw } };
  }

  /** Writes contents and gives them their paths; returns the paths at which names have changed. */
  async #writeAll(writes: readonly Write[], outcomes: Map<FileChange, ApplyOutcome>): Promise<string[]> {
    const written: string[] = [];
    try {
      const contents = writes.map(({ fresh: { id }, bytes, executable }) => ({ id, bytes, executable }));
      if (contents.length > 0) await this.#disk.prepare(contents);
      for (const write of writes) {
        const { change } = write;
        outcomes.set(
          change,
          change.kind === 'create' ? await this.#create(write) : await this.#replace(write),
        );
        await this.#disk.drop(write.fresh);
        written.push(change.path);
      }
      return written;
    } catch (error) {
      for (const { fresh } of writes) await this.#disk.drop(fresh);
      throw error;
    }
  }

  async #create({ change: { path }, fresh }: Write): Promise<CreateOutcome> {
    const stamp = await this.#stampOf(fresh);
    const placed = await this.#disk.place(fresh, path);
    if (placed === 'placed') return { outcome: 'created', stamp: await this.#stampAfter(path, stamp) };
    return placed === 'exists' ? { outcome: 'exists' } : refused(placed);
  }

  async #replace({ change: { path, bytes: stored }, fresh, bytes, old }: Write): Promise<ReplaceOutcome> {
    const stamp = await this.#stampOf(fresh);
    const taken = await this.#takeAside(path, 'replace', old, fresh.id);
    if ('outcome' in taken) return taken;
    let placed: Placing;
    try {
      placed = await this.#disk.place(fresh, path);
    } catch (error) {
      await this.#putBack(taken);
      throw error;
    }
    if (placed === 'exists') {
      // A person wrote the path anew in between: their content stays; what we took is theirs, too, unless it is the expected
      // content.
      await this.#keep(taken);
      return { outcome: 'changed' };
    }
    if (placed !== 'placed') {
      await this.#putBack(taken);
      return refused(placed);
    }
    if ((await this.#idOf(taken)) === old.raw) {
      await this.#keep(taken);
      return { outcome: 'replaced', stamp: await this.#stampAfter(path, stamp) };
    }
    const back = await this.#swapBack(path, taken, { expected: contentId(stored), raw: contentId(bytes) });
    return back === 'unwritable' ? refused('unwritable') : { outcome: 'changed' };
  }

  async lateSaves(): Promise<LateSave[]> {
    const late: LateSave[] = [];
    const now = this.#clock.now();
    for (const entry of (await this.#keptFiles()).values()) {
      const { file } = entry;
      const aside = readAsideId(file.id);
      // An editor writes soon after it was opened, if at all; older contents are looked at now and then.
      if (aside === null || (now - aside.at > freshForMs && now - entry.lookedAt < lookAgainMs)) continue;
      entry.lookedAt = now;
      if ((await this.#idOf(file)) !== aside.raw) {
        entry.lookedAt = 0;
        const found = await this.#disk.readPrivate(file);
        if (found === null) continue;
        const bytes = await this.#conversion.stored(file.path, found.bytes);
        late.push({ id: file.id, path: file.path, base: aside.expected, bytes });
      } else if (aside.at + keptForMs < now) {
        await this.#drop(file);
      }
    }
    return late;
  }

  async acknowledge(id: string): Promise<void> {
    const entry = (await this.#keptFiles()).get(id);
    if (entry !== undefined) await this.#drop(entry.file);
  }

  async recover(replaced: ReadonlySet<string> = new Set()): Promise<Recovery> {
    const putBack: string[] = [];
    const unwritable: string[] = [];
    const fresh = (await this.#disk.listPrivate()).filter(({ area }) => area === 'new');
    const placed = await this.#placed(fresh);
    const moving = await this.#asides('moving');
    for (const path of new Set(moving.map((file) => file.path))) {
      const files = moving.filter((file) => file.path === path);
      const outcome = await this.#recoverPath(path, files, { placed, replaced });
      if (outcome === 'placed') putBack.push(path);
      if (outcome === 'unwritable') unwritable.push(path);
    }
    for (const file of fresh) await this.#disk.drop(file);
    return { putBack, unwritable };
  }

  /** Which new contents got their paths, wherever a person has moved them since. */
  async #placed(fresh: readonly PrivateFile[]): Promise<ReadonlySet<string>> {
    const placed = new Set<string>();
    for (const file of fresh) {
      const look = await this.#disk.lookPrivate(file);
      if (look.found === 'file' && look.hardLinked) placed.add(file.id);
    }
    return placed;
  }

  /** Of several contents that were taken from one path, puts back a person's newest save, or else the newest content. */
  async #recoverPath(
    path: string,
    files: AsideFile[],
    { placed, replaced }: { placed: ReadonlySet<string>; replaced: ReadonlySet<string> },
  ): Promise<Placing | null> {
    const known = await Promise.all(
      files.map(async (file) => {
        const aside = readAsideId(file.id);
        return { file, aside, saved: aside === null || (await this.#idOf(file)) !== aside.raw };
      }),
    );
    // The new content was already at the path. If the path is empty now, a person has moved or removed the file.
    const settled = replaced.has(path) || placed.has(known.at(-1)?.aside?.serial ?? '');
    const look = settled ? null : await this.#disk.look(path);
    // Whether something is at the path shows once somebody gives the permission to look.
    if (look?.found === 'refused' && look.reason === 'unreadable') return 'unwritable';
    const missing = look?.found === 'nothing';
    const wanted = known.filter(({ aside, saved }) => saved || aside?.purpose === 'replace');
    const best = wanted.filter(({ saved }) => saved).at(-1) ?? wanted.at(-1);
    let outcome: Placing | null = null;
    for (const { file } of known) {
      if (missing && file === best?.file) outcome = await this.#putBack(file);
      else await this.#keep(file);
    }
    return outcome;
  }

  async #takeAside(
    path: string,
    purpose: Aside['purpose'],
    old: Old,
    /** The name of the new content that takes the path, so that `recover` can find out what became of it. */
    serial = this.#nextSerial(),
  ): Promise<AsideFile | { outcome: 'missing' } | { outcome: 'refused'; reason: RefusedReason }> {
    const id = asideId({ at: this.#clock.now(), serial, purpose, ...old });
    const taken = await this.#disk.takeAside(path, id);
    if (taken === 'missing') return { outcome: 'missing' };
    return taken === 'taken' ? { area: 'moving', id, path } : refused(taken);
  }

  /**
   * Returns a content to the path that it was taken from, unless a person wrote the path anew meanwhile. Where we may not write
   * any more, the content stays aside for `recover`.
   */
  async #putBack(taken: AsideFile): Promise<Placing> {
    const placed = await this.#disk.place(taken, taken.path);
    if (placed === 'placed') {
      await this.#disk.settle([taken.path]);
      await this.#drop(taken);
    } else if (placed !== 'unwritable') {
      await this.#keep(taken);
    }
    return placed;
  }

  /** Exchanges a person's save that we took by mistake, and our content (`ours`) at the path. */
  async #swapBack(path: string, saved: AsideFile, ours: Old): Promise<Placing> {
    const taken = await this.#takeAside(path, 'replace', ours);
    if ('outcome' in taken || (await this.#idOf(taken)) === ours.raw) {
      const placed = await this.#putBack(saved);
      if (!('outcome' in taken)) await this.#keep(taken);
      return placed;
    }
    // A newer save is at the path already; the older one is kept and reported as a save into a replaced file.
    const placed = await this.#putBack(taken);
    await this.#keep(saved);
    return placed;
  }

  async #keep(file: AsideFile): Promise<void> {
    await this.#disk.keep(file.id, file.path);
    this.#kept?.set(file.id, { file: { ...file, area: 'kept' }, lookedAt: 0 });
  }

  async #keptFiles(): Promise<Map<string, { file: AsideFile; lookedAt: number }>> {
    this.#kept ??= new Map((await this.#asides('kept')).map((file) => [file.id, { file, lookedAt: 0 }]));
    return this.#kept;
  }

  async #drop(file: PrivateFile): Promise<void> {
    this.#hashed.delete(file.id);
    if (file.area === 'kept') this.#kept?.delete(file.id);
    await this.#disk.drop(file);
  }

  async #asides(area: AsideFile['area']): Promise<AsideFile[]> {
    const files = await this.#disk.listPrivate();
    const found = files.filter((file): file is AsideFile => file.area === area);
    return found.sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  /** The id of the bytes of a file that we took; null when it is not a regular file. It is hashed again when its stamp has changed. */
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
   * The stamp of what we wrote, now that it has its path. If somebody has already written there, the stamp must not stand for
   * their content: then we return one that no file has.
   */
  async #stampAfter(path: string, written: FileStamp): Promise<FileStamp> {
    const look = await this.#disk.look(path);
    return 'stamp' in look && sameStamp(look.stamp, written) ? look.stamp : noStamp;
  }

  #nextSerial(): string {
    return `${this.#run}${(this.#serial++).toString(36).padStart(6, '0')}`;
  }
}

const nothing: Old = { expected: '', raw: '' };

/** Whether a stamp is so young that another write could have the same one. */
function isFresh(stamp: FileStamp, clock: Clock): boolean {
  return clock.now() - stamp.mtimeMs < 2000;
}

/** Whether two stamps show that nobody wrote in between. The time of the inode's own change is ignored, because our links change it. */
function sameStamp(one: FileStamp, other: FileStamp): boolean {
  return one.size === other.size && one.mtimeMs === other.mtimeMs && one.inode === other.inode;
}

function refused(reason: RefusedReason): { outcome: 'refused'; reason: RefusedReason } {
  return { outcome: 'refused', reason };
}

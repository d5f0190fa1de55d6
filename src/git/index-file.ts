import { createHash } from 'node:crypto';
import { AppError } from '../base/index.ts';
import { compareBytes } from '../files/index.ts';
import { decodeName, encodeName } from './object-text.ts';
import type { FileMode, Oid, UnmergedPath } from './port.ts';

/** What git remembers of a file to see, without reading the file, that nobody has written it. 32 bits each; all zero: look at the file. */
export interface IndexStat {
  ctimeSeconds: number;
  ctimeNanoseconds: number;
  mtimeSeconds: number;
  mtimeNanoseconds: number;
  device: number;
  inode: number;
  userId: number;
  groupId: number;
  size: number;
}

export interface IndexEntry {
  path: string;
  mode: FileMode;
  oid: Oid;
  /** 0, or the side of a conflict. */
  stage: 0 | 1 | 2 | 3;
  stat: IndexStat;
  assumeValid: boolean;
  skipWorktree: boolean;
  intentToAdd: boolean;
}

export const noStat: IndexStat = {
  ctimeSeconds: 0,
  ctimeNanoseconds: 0,
  mtimeSeconds: 0,
  mtimeNanoseconds: 0,
  device: 0,
  inode: 0,
  userId: 0,
  groupId: 0,
  size: 0,
};

const fixedSize = 62;
const checksumSize = 20;
const longestInFlags = 0xfff;
const modes: Readonly<Record<number, FileMode>> = {
  0o120000: '120000',
  0o160000: '160000',
  0o100755: '100755',
};

/**
 * Git's index as it was read: its entries stay bytes, are parsed one by one when needed, and go into the next index unchanged.
 * Extensions are dropped: git makes them again.
 */
export class GitIndex {
  readonly #bytes: Buffer;
  /** Where each entry begins, in git's order, and then where the last one ends. */
  readonly #starts: readonly number[];
  readonly #paths: readonly string[];
  readonly #places = new Map<string, number>();

  private constructor(bytes: Buffer, starts: readonly number[], paths: readonly string[]) {
    this.#bytes = bytes;
    this.#starts = starts;
    this.#paths = paths;
    paths.forEach((path, place) => {
      if (!this.#places.has(path)) this.#places.set(path, place);
    });
  }

  static readonly empty = new GitIndex(Buffer.alloc(0), [0], []);

  /** Reads git's index, version 2 to 4. By git's own rules, we may skip extensions, except those that change the index's meaning. */
  static parse(bytes: Buffer): GitIndex {
    try {
      return GitIndex.#parse(bytes);
    } catch (error) {
      // We read beyond the end: the file is incomplete.
      if (error instanceof RangeError) throw unreadable('it is damaged');
      throw error;
    }
  }

  static #parse(bytes: Buffer): GitIndex {
    const version = bytes.length < 12 + checksumSize ? 0 : bytes.readUInt32BE(4);
    if (version === 0 || bytes.toString('latin1', 0, 4) !== 'DIRC') throw unreadable('it is damaged');
    if (version < 2 || version > 4) throw unreadable(`its version is ${version}`);
    const starts: number[] = [];
    const paths: string[] = [];
    const whole: Buffer[] = [];
    let at = 12;
    let previous: Buffer = Buffer.alloc(0);
    for (let left = bytes.readUInt32BE(8); left > 0; left--) {
      const nameAt = at + nameOffset(bytes, at);
      const name = version === 4 ? shortenedName(bytes, nameAt, previous) : plainName(bytes, at, nameAt);
      if (version === 4) whole.push(padded(bytes.subarray(at, nameAt), name.bytes));
      previous = name.bytes;
      starts.push(at);
      paths.push(decodeName(name.bytes));
      at = name.end;
    }
    assertExtensions(bytes, at);
    if (version !== 4) return new GitIndex(bytes, [...starts, at], paths);
    const ends = [0];
    for (const entry of whole) ends.push(ends.at(-1)! + entry.length);
    return new GitIndex(Buffer.concat(whole), ends, paths);
  }

  /** The entry of a path; for a path in the middle of a merge, the first entry. */
  get(path: string): IndexEntry | undefined {
    const place = this.#places.get(path);
    return place === undefined ? undefined : this.#entry(place);
  }

  /** The paths in the middle of a merge, in git's order. */
  unmerged(): UnmergedPath[] {
    const sides = [null, 'base', 'ours', 'theirs'] as const;
    const found = new Map<string, UnmergedPath>();
    for (const place of this.#paths.keys()) {
      const side = sides[this.#stageAt(place)];
      if (side === null) continue;
      const { path, oid } = this.#entry(place);
      const sofar = found.get(path) ?? { path, base: null, ours: null, theirs: null };
      found.set(path, { ...sofar, [side]: oid });
    }
    return [...found.values()];
  }

  #stageAt(place: number): IndexEntry['stage'] {
    return ((this.#bytes.readUInt16BE(this.#starts[place]! + 60) >> 12) & 3) as IndexEntry['stage'];
  }

  /**
   * Prints the index with some paths set or removed (null); a file replaces a folder of its name, and a folder replaces a file.
   * From now on, git has to look at a file that was last written at or after `racyFromMs`: this index was not safely newer than
   * the file, but the next one is, so that the file's stat would wrongly say that nobody has written it since.
   */
  printWith(changes: ReadonlyMap<string, IndexEntry | null>, racyFromMs: number): Buffer {
    const leaving = this.#leaving(changes);
    const set = [...changes.values()]
      .filter((entry) => entry !== null)
      .sort((one, other) => compareBytes(one.path, other.path));
    const parts: Buffer[] = [];
    let count = 0;
    let extended = set.some(isExtended);
    let next = 0;
    const add = (part: Buffer): void => {
      parts.push(part);
      count += 1;
    };
    for (const [place, path] of this.#paths.entries()) {
      for (; next < set.length && compareBytes(set[next]!.path, path) < 0; next++)
        add(printEntry(set[next]!));
      if (leaving.has(place)) continue;
      const entry = this.#bytes.subarray(this.#starts[place], this.#starts[place + 1]);
      extended ||= (entry.readUInt16BE(60) & 0x4000) !== 0;
      add(millisecondsAt(entry, 8) >= racyFromMs ? withoutStat(entry) : entry);
    }
    for (; next < set.length; next++) add(printEntry(set[next]!));
    const header = Buffer.alloc(12);
    header.write('DIRC', 'latin1');
    header.writeUInt32BE(extended ? 3 : 2, 4);
    header.writeUInt32BE(count, 8);
    const body = Buffer.concat([header, ...parts]);
    return Buffer.concat([body, createHash('sha1').update(body).digest()]);
  }

  /** The positions of the entries that `changes` replace or remove, or that cannot exist beside them. */
  #leaving(changes: ReadonlyMap<string, IndexEntry | null>): Set<number> {
    const leaving = new Set<number>();
    const leave = (path: string): void => {
      for (let place = this.#places.get(path) ?? -1; this.#paths[place] === path; place++) leaving.add(place);
    };
    for (const [path, entry] of changes) {
      leave(path);
      if (entry === null) continue;
      for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
        leave(path.slice(0, end));
      const folder = `${path}/`;
      for (let place = this.#firstFrom(folder); this.#paths[place]?.startsWith(folder) === true; place++)
        leaving.add(place);
    }
    return leaving;
  }

  /** The position of the first path that does not come before `path`. */
  #firstFrom(path: string): number {
    let low = 0;
    let high = this.#paths.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareBytes(this.#paths[middle]!, path) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #entry(place: number): IndexEntry {
    const bytes = this.#bytes;
    const at = this.#starts[place]!;
    const flags = bytes.readUInt16BE(at + 60);
    const extended = (flags & 0x4000) !== 0 ? bytes.readUInt16BE(at + fixedSize) : 0;
    const word = (index: number): number => bytes.readUInt32BE(at + index * 4);
    return {
      path: this.#paths[place]!,
      mode: modes[word(6)] ?? '100644',
      oid: bytes.toString('hex', at + 40, at + 60),
      stage: this.#stageAt(place),
      stat: {
        ctimeSeconds: word(0),
        ctimeNanoseconds: word(1),
        mtimeSeconds: word(2),
        mtimeNanoseconds: word(3),
        device: word(4),
        inode: word(5),
        userId: word(7),
        groupId: word(8),
        size: word(9),
      },
      assumeValid: (flags & 0x8000) !== 0,
      skipWorktree: (extended & 0x4000) !== 0,
      intentToAdd: (extended & 0x2000) !== 0,
    };
  }
}

function nameOffset(bytes: Buffer, at: number): number {
  return fixedSize + ((bytes.readUInt16BE(at + 60) & 0x4000) !== 0 ? 2 : 0);
}

function millisecondsAt(entry: Buffer, at: number): number {
  return entry.readUInt32BE(at) * 1000 + entry.readUInt32BE(at + 4) / 1e6;
}

/** The entry with {@link noStat}; its mode, which comes in between, stays. */
function withoutStat(entry: Buffer): Buffer {
  const bytes = Buffer.from(entry);
  bytes.fill(0, 0, 24);
  bytes.fill(0, 28, 40);
  return bytes;
}

/** Names end with one to eight NUL bytes, so that entries begin at multiples of eight. */
function padded(fixed: Buffer, name: Buffer): Buffer {
  const bytes = Buffer.alloc((((fixed.length + name.length) >> 3) + 1) * 8);
  fixed.copy(bytes);
  name.copy(bytes, fixed.length);
  return bytes;
}

function plainName(bytes: Buffer, entryStart: number, nameAt: number): { bytes: Buffer; end: number } {
  const end = bytes.indexOf(0, nameAt);
  if (end < 0) throw unreadable('it is damaged');
  return { bytes: bytes.subarray(nameAt, end), end: entryStart + (((end - entryStart) >> 3) + 1) * 8 };
}

/** Version 4: how many bytes to cut from the end of the previous name, and what follows. */
function shortenedName(bytes: Buffer, nameAt: number, previous: Buffer): { bytes: Buffer; end: number } {
  let at = nameAt;
  let byte = bytes[at++] ?? 0;
  let cut = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    byte = bytes[at++] ?? 0;
    cut = (cut + 1) * 128 + (byte & 0x7f);
  }
  const end = bytes.indexOf(0, at);
  if (end < 0 || cut > previous.length) throw unreadable('it is damaged');
  return {
    bytes: Buffer.concat([previous.subarray(0, previous.length - cut), bytes.subarray(at, end)]),
    end: end + 1,
  };
}

function assertExtensions(bytes: Buffer, start: number): void {
  for (let at = start; at + 8 <= bytes.length - checksumSize; at += 8 + bytes.readUInt32BE(at + 4)) {
    const name = bytes.toString('latin1', at, at + 4);
    if (!/^[A-Z]/u.test(name)) throw unreadable(`it is a ${name === 'link' ? 'split' : 'sparse'} index`);
  }
}

function isExtended(entry: IndexEntry): boolean {
  return entry.skipWorktree || entry.intentToAdd;
}

function printEntry(entry: IndexEntry): Buffer {
  const name = encodeName(entry.path);
  const fixed = Buffer.alloc(fixedSize + (isExtended(entry) ? 2 : 0));
  const { stat } = entry;
  const words = [
    stat.ctimeSeconds,
    stat.ctimeNanoseconds,
    stat.mtimeSeconds,
    stat.mtimeNanoseconds,
    stat.device,
    stat.inode,
  ];
  [...words, parseInt(entry.mode, 8), stat.userId, stat.groupId, stat.size].forEach((word, index) =>
    fixed.writeUInt32BE(word >>> 0, index * 4),
  );
  fixed.write(entry.oid, 40, 'hex');
  const flags = (entry.assumeValid ? 0x8000 : 0) | (isExtended(entry) ? 0x4000 : 0) | (entry.stage << 12);
  fixed.writeUInt16BE(flags | Math.min(name.length, longestInFlags), 60);
  if (isExtended(entry)) {
    fixed.writeUInt16BE((entry.skipWorktree ? 0x4000 : 0) | (entry.intentToAdd ? 0x2000 : 0), fixedSize);
  }
  return padded(fixed, name);
}

function unreadable(why: string): AppError {
  return new AppError('REPOSITORY_INVALID', `Git's index of the repository cannot be used: ${why}`, {
    hint: 'Run `tidemark repair` when it is damaged, else `git update-index --no-split-index` or `git sparse-checkout disable`.',
  });
}

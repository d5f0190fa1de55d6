import { createHash } from 'node:crypto';
import { AppError } from '../base/index.ts';
import { compareBytes } from '../files/index.ts';
import { decodeName, encodeName } from './object-text.ts';
import type { FileMode, Oid } from './port.ts';

/** What git remembers of a file to see without reading it that nobody wrote it. 32 bits each; all zero: look at the file. */
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

/** Reads git's index, version 2 to 4. Extensions may be left out by git's own rules, but for those that change what it means. */
export function parseIndex(bytes: Buffer): IndexEntry[] {
  const version = bytes.length < 12 + checksumSize ? 0 : bytes.readUInt32BE(4);
  if (version === 0 || bytes.toString('latin1', 0, 4) !== 'DIRC') throw unreadable('it is damaged');
  if (version < 2 || version > 4) throw unreadable(`its version is ${version}`);
  const entries: IndexEntry[] = [];
  let at = 12;
  let previous: Buffer = Buffer.alloc(0);
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const flags = bytes.readUInt16BE(at + 60);
    const extended = (flags & 0x4000) !== 0 ? bytes.readUInt16BE(at + fixedSize) : 0;
    const nameAt = at + fixedSize + ((flags & 0x4000) !== 0 ? 2 : 0);
    const name = version === 4 ? shortenedName(bytes, nameAt, previous) : plainName(bytes, at, nameAt);
    previous = name.bytes;
    entries.push(entryAt(bytes, at, flags, extended, name.bytes));
    at = name.end;
  }
  assertExtensions(bytes, at);
  return entries;
}

function entryAt(bytes: Buffer, at: number, flags: number, extended: number, name: Buffer): IndexEntry {
  const word = (index: number): number => bytes.readUInt32BE(at + index * 4);
  return {
    path: decodeName(name),
    mode: modes[word(6)] ?? '100644',
    oid: bytes.toString('hex', at + 40, at + 60),
    stage: ((flags >> 12) & 3) as IndexEntry['stage'],
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

/** Names end with one to eight NUL bytes, so that entries begin at multiples of eight. */
function plainName(bytes: Buffer, entryStart: number, nameAt: number): { bytes: Buffer; end: number } {
  const end = bytes.indexOf(0, nameAt);
  if (end < 0) throw unreadable('it is damaged');
  return { bytes: bytes.subarray(nameAt, end), end: entryStart + (((end - entryStart) >> 3) + 1) * 8 };
}

/** Version 4: how many bytes to cut from the end of the name before, then what follows. */
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

/** Prints an index (version 2, or 3 when a flag asks for it), without extensions: git makes these again. */
export function printIndex(entries: readonly IndexEntry[]): Buffer {
  const sorted = [...entries].sort(
    (one, other) => compareBytes(one.path, other.path) || one.stage - other.stage,
  );
  const extended = sorted.some(isExtended);
  const header = Buffer.alloc(12);
  header.write('DIRC', 'latin1');
  header.writeUInt32BE(extended ? 3 : 2, 4);
  header.writeUInt32BE(sorted.length, 8);
  const body = Buffer.concat([header, ...sorted.map(printEntry)]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

function isExtended(entry: IndexEntry): boolean {
  return entry.skipWorktree || entry.intentToAdd;
}

function printEntry(entry: IndexEntry): Buffer {
  const name = encodeName(entry.path);
  const nameAt = fixedSize + (isExtended(entry) ? 2 : 0);
  const bytes = Buffer.alloc((((nameAt + name.length) >> 3) + 1) * 8);
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
    bytes.writeUInt32BE(word >>> 0, index * 4),
  );
  bytes.write(entry.oid, 40, 'hex');
  const flags = (entry.assumeValid ? 0x8000 : 0) | (isExtended(entry) ? 0x4000 : 0) | (entry.stage << 12);
  bytes.writeUInt16BE(flags | Math.min(name.length, longestInFlags), 60);
  if (isExtended(entry)) {
    bytes.writeUInt16BE((entry.skipWorktree ? 0x4000 : 0) | (entry.intentToAdd ? 0x2000 : 0), fixedSize);
  }
  name.copy(bytes, nameAt);
  return bytes;
}

function unreadable(why: string): AppError {
  return new AppError('REPOSITORY_INVALID', `Git's index of the repository cannot be used: ${why}`, {
    hint: 'Run `git update-index --no-split-index`, `git sparse-checkout disable` or, when it is damaged, `rm .git/index && git reset`.',
  });
}

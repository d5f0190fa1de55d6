import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { AppError } from '../base/index.ts';
import { applyDelta } from './delta.ts';
import { PackIndex, type PackedEntry } from './pack-index.ts';
import type { ObjectKind, Oid } from './port.ts';

const kinds: Readonly<Record<number, ObjectKind>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' };
const offsetDelta = 6;
const nameDelta = 7;
const trailerSize = 20;
/** At most ten bytes of size and twenty of a base come before an entry's content. */
const longestHead = 32;
/** Git itself makes chains of at most 4,095. */
const longestChain = 5000;
/** Bases of deltas are kept up to this size, because the next object in a chain needs the same ones. */
const baseCacheBytes = 16 * 1024 * 1024;

/** What a pack stores at an offset, before deltas are resolved. */
interface RawEntry {
  type: number;
  bytes: Buffer;
  base: { offset: number } | { oid: Oid } | null;
}

/** One pack, read from its file: only its index is held in memory. */
export class PackFile {
  readonly path: string;
  readonly index: PackIndex;
  #file: number | null = null;
  #size = 0;
  #offsets: Float64Array | null = null;
  readonly #bases = new Map<number, { kind: ObjectKind; bytes: Buffer }>();
  #baseBytes = 0;

  /** `path` without `.pack` or `.idx`. */
  constructor(path: string, index = new PackIndex(readFileSync(`${path}.idx`))) {
    this.path = path;
    this.index = index;
  }

  has(oid: Oid): boolean {
    return this.index.offsetOf(oid) !== null;
  }

  /** Reads an object; null when the pack does not have it. `elsewhere` finds the base of a delta in another pack. */
  read(
    oid: Oid,
    elsewhere: (oid: Oid) => { kind: ObjectKind; bytes: Buffer },
  ): { kind: ObjectKind; bytes: Buffer } | null {
    const offset = this.index.offsetOf(oid);
    return offset === null ? null : this.#resolve(offset, elsewhere);
  }

  /** The stored bytes of an entry, header and compressed content, with its type. */
  readStored({ offset }: PackedEntry): { type: number; bytes: Buffer } {
    const bytes = this.#stored(offset);
    return { type: ((bytes[0] ?? 0) >> 4) & 7, bytes };
  }

  get size(): number {
    this.#open();
    return this.#size;
  }

  /** Whether some entry is stored as a delta. */
  hasDeltas(): boolean {
    const file = this.#open();
    const first = Buffer.alloc(1);
    for (const { offset } of this.index.entries()) {
      readSync(file, first, 0, 1, offset);
      const type = ((first[0] ?? 0) >> 4) & 7;
      if (type === offsetDelta || type === nameDelta) return true;
    }
    return false;
  }

  /** The objects of a kind. Their contents are not read: a delta has the kind of its base. */
  *ofKind(kind: ObjectKind): Generator<Oid> {
    const known = new Map<number, ObjectKind | null>();
    for (const { oid, offset } of this.index.entries()) if (this.#kindAt(offset, known) === kind) yield oid;
  }

  #kindAt(start: number, known: Map<number, ObjectKind | null>): ObjectKind | null {
    const chain: number[] = [];
    let kind: ObjectKind | null | undefined;
    for (let offset: number | null = start; kind === undefined;) {
      if (offset === null || chain.length > longestChain) throw damaged(this.path);
      kind = known.get(offset);
      if (kind !== undefined) break;
      chain.push(offset);
      const { type, base } = this.#headAt(offset);
      if (base === null) kind = kinds[type] ?? null;
      else offset = 'offset' in base ? base.offset : this.index.offsetOf(base.oid);
    }
    for (const offset of chain) known.set(offset, kind);
    return kind;
  }

  #headAt(offset: number): Pick<RawEntry, 'type' | 'base'> {
    const bytes = Buffer.alloc(longestHead);
    readSync(this.#open(), bytes, 0, bytes.length, offset);
    return readHead(bytes, offset);
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
    this.#bases.clear();
    this.#baseBytes = 0;
  }

  #resolve(
    start: number,
    elsewhere: (oid: Oid) => { kind: ObjectKind; bytes: Buffer },
  ): { kind: ObjectKind; bytes: Buffer } {
    const deltas: { offset: number; bytes: Buffer }[] = [];
    let object = this.#bases.get(start);
    for (let offset = start; object === undefined;) {
      const entry = this.#entryAt(offset);
      const kind = kinds[entry.type];
      if (kind !== undefined) {
        object = { kind, bytes: entry.bytes };
        if (deltas.length > 0) this.#remember(offset, object);
      } else {
        deltas.push({ offset, bytes: entry.bytes });
        if (entry.base === null || deltas.length > longestChain) throw damaged(this.path);
        const next: number | null =
          'offset' in entry.base ? entry.base.offset : this.index.offsetOf(entry.base.oid);
        if (next === null && 'oid' in entry.base) object = elsewhere(entry.base.oid);
        else if (next === null || next === offset) throw damaged(this.path);
        else object = this.#bases.get((offset = next));
      }
    }
    for (const delta of deltas.reverse()) {
      object = { kind: object.kind, bytes: applyDelta(object.bytes, delta.bytes) };
      this.#remember(delta.offset, object);
    }
    return object;
  }

  #remember(offset: number, object: { kind: ObjectKind; bytes: Buffer }): void {
    if (this.#bases.has(offset) || object.bytes.length > baseCacheBytes / 4) return;
    this.#bases.set(offset, object);
    this.#baseBytes += object.bytes.length;
    for (const [old, { bytes }] of this.#bases) {
      if (this.#baseBytes <= baseCacheBytes) break;
      this.#bases.delete(old);
      this.#baseBytes -= bytes.length;
    }
  }

  #entryAt(offset: number): RawEntry {
    const stored = this.#stored(offset);
    const { type, base, size, end } = readHead(stored, offset);
    return { type, bytes: inflate(stored.subarray(end), size, this.path), base };
  }

  #stored(offset: number): Buffer {
    const file = this.#open();
    const end = this.#endOf(offset);
    const bytes = Buffer.allocUnsafe(end - offset);
    for (let read = 0; read < bytes.length;) {
      const count = readSync(file, bytes, read, bytes.length - read, offset + read);
      if (count === 0) throw damaged(this.path);
      read += count;
    }
    return bytes;
  }

  #open(): number {
    if (this.#file === null) {
      this.#file = openSync(`${this.path}.pack`, 'r');
      this.#size = fstatSync(this.#file).size;
    }
    return this.#file;
  }

  /** Where the entry ends: at the next entry, or at the checksum. */
  #endOf(offset: number): number {
    const offsets = (this.#offsets ??= this.index.offsets());
    let low = 0;
    let high = offsets.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((offsets[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const end = offsets[low] ?? this.#size - trailerSize;
    if (end <= offset || end > this.#size) throw damaged(this.path);
    return end;
  }
}

/** Reads what comes before the compressed content of an entry; `end` is where the content begins. */
function readHead(
  stored: Buffer,
  offset: number,
): { type: number; size: number; base: RawEntry['base']; end: number } {
  let at = 0;
  let byte = stored[at++] ?? 0;
  const type = (byte >> 4) & 7;
  let size = byte & 15;
  for (let scale = 16; byte & 0x80; scale *= 128) {
    byte = stored[at++] ?? 0;
    size += (byte & 0x7f) * scale;
  }
  if (type === nameDelta) {
    return { type, size, base: { oid: stored.toString('hex', at, at + 20) }, end: at + 20 };
  }
  if (type !== offsetDelta) return { type, size, base: null, end: at };
  byte = stored[at++] ?? 0;
  let back = byte & 0x7f;
  while (byte & 0x80) {
    byte = stored[at++] ?? 0;
    back = (back + 1) * 128 + (byte & 0x7f);
  }
  return { type, size, base: { offset: offset - back }, end: at };
}

/** Decompresses an object of a known size. */
function inflate(bytes: Buffer, size: number, path: string): Buffer {
  let content: Buffer;
  try {
    content = inflateSync(bytes, { chunkSize: Math.max(64, size + 1), maxOutputLength: size + 1 });
  } catch (cause) {
    throw damaged(path, cause);
  }
  if (content.length !== size) throw damaged(path);
  return content;
}

function damaged(path: string, cause?: unknown): AppError {
  return new AppError('REPOSITORY_INVALID', `The pack ${path}.pack is damaged`, {
    hint: 'Run `git fsck --full` and mend or clone the repository again.',
    ...(cause === undefined ? {} : { cause }),
  });
}

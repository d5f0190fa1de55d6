import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  unlinkSync,
} from 'node:fs';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { fileSystemError, flushFile, flushFolder, writeAll, writeNewFile } from '../files/index.ts';
import { hashObject } from './object-text.ts';
import { PackFile } from './pack-file.ts';
import { PackIndex, printPackIndex, type PackedEntry } from './pack-index.ts';
import type { ObjectKind, Oid } from './port.ts';

/** The numbers that packs use for the kinds of objects. */
export const objectTypes: Readonly<Record<ObjectKind, number>> = { commit: 1, tree: 2, blob: 3, tag: 4 };
const headerSize = 12;
/** How much is collected in memory before it is written to the file. */
const bufferBytes = 1024 * 1024;
/** From this many objects on, a pack is a bulk import, in which time matters more than size. */
const bulkCount = 256;

let serial = 0;

/** How the names of unfinished packs begin; git removes such files after a while, and so do we. */
export const unfinishedPrefix = 'tmp_pack_tidemark_';

/**
 * Writes one pack (version 2, without deltas) with its index. The file only gets its name when it is complete and on disk, and
 * the pack before its index, so that git never sees half of it.
 */
export class PackWriter {
  readonly #folder: string;
  readonly #temporary: string;
  readonly #entries = new Map<Oid, PackedEntry>();
  #file: number | null = null;
  #flushed = headerSize;
  #buffer: Buffer[] = [];
  #buffered = 0;

  /** `objects` is the repository's `objects` folder. */
  constructor(objects: string) {
    this.#folder = path.join(objects, 'pack');
    this.#temporary = path.join(this.#folder, `${unfinishedPrefix}${process.pid}_${serial++}`);
  }

  has(oid: Oid): boolean {
    return this.#entries.has(oid);
  }

  get count(): number {
    return this.#entries.size;
  }

  add(kind: ObjectKind, bytes: Uint8Array, oid = hashObject(kind, bytes)): Oid {
    if (this.#entries.has(oid)) return oid;
    const header = entryHeader(objectTypes[kind], bytes.length);
    const packed = deflateSync(bytes, { level: this.count < bulkCount ? 6 : 1 });
    this.#append(oid, crc32(packed, crc32(header)), [header, packed]);
    return oid;
  }

  /** Copies an entry of another pack as it is stored there; it must not be a delta to an offset. */
  addStored({ oid, crc }: PackedEntry, stored: Buffer): void {
    if (!this.#entries.has(oid)) this.#append(oid, crc === 0 ? crc32(stored) : crc, [stored]);
  }

  /** Finishes the pack and returns it, ready to be read; null when nothing was added. */
  async finish(): Promise<PackFile | null> {
    if (this.count === 0) return null;
    try {
      const checksum = this.#seal();
      const file = this.#open();
      await flushFile(file);
      closeSync(file);
      this.#file = null;
      const index = printPackIndex([...this.#entries.values()], checksum);
      await writeNewFile(`${this.#temporary}_idx`, index);
      const base = path.join(this.#folder, `pack-${checksum.toString('hex')}`);
      publish(`${this.#temporary}`, `${base}.pack`);
      publish(`${this.#temporary}_idx`, `${base}.idx`);
      await flushFolder(this.#folder);
      return new PackFile(base, new PackIndex(index));
    } catch (error) {
      this.abandon();
      throw fileSystemError(error, 'Writing a pack');
    }
  }

  /** Removes everything that was written. */
  abandon(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
    for (const file of [this.#temporary, `${this.#temporary}_idx`]) if (existsSync(file)) unlinkSync(file);
  }

  #append(oid: Oid, crc: number, parts: Buffer[]): void {
    this.#entries.set(oid, { oid, crc, offset: this.#flushed + this.#buffered });
    for (const part of parts) {
      this.#buffer.push(part);
      this.#buffered += part.length;
    }
    if (this.#buffered >= bufferBytes) this.#flush();
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#buffer);
    try {
      writeAll(this.#open(), bytes, this.#flushed);
    } catch (error) {
      throw fileSystemError(error, 'Writing a pack');
    }
    this.#flushed += bytes.length;
    this.#buffer = [];
    this.#buffered = 0;
  }

  /** Writes header and checksum, which need the number of objects, and returns the checksum. */
  #seal(): Buffer {
    const header = Buffer.alloc(headerSize);
    header.write('PACK', 0, 'latin1');
    header.writeUInt32BE(2, 4);
    header.writeUInt32BE(this.count, 8);
    const hash = createHash('sha1').update(header);
    if (this.#flushed > headerSize) this.#hashWritten(hash);
    for (const part of this.#buffer) hash.update(part);
    const checksum = hash.digest();
    this.#buffer.push(checksum);
    this.#flush();
    writeAll(this.#open(), header, 0);
    return checksum;
  }

  #hashWritten(hash: ReturnType<typeof createHash>): void {
    const chunk = Buffer.allocUnsafe(bufferBytes);
    for (let at = headerSize; at < this.#flushed;) {
      const count = readSync(this.#open(), chunk, 0, Math.min(chunk.length, this.#flushed - at), at);
      if (count === 0) throw new Error(`${this.#temporary} has become shorter while it was written`);
      hash.update(chunk.subarray(0, count));
      at += count;
    }
  }

  #open(): number {
    if (this.#file === null) {
      mkdirSync(this.#folder, { recursive: true });
      this.#file = openSync(this.#temporary, 'wx+');
    }
    return this.#file;
  }
}

/** Gives a finished file its name, read-only as git wants it. An existing file of that name has the same content. */
function publish(temporary: string, name: string): void {
  chmodSync(temporary, 0o444);
  renameSync(temporary, name);
}

/** What comes before the compressed content of an entry: its type and its size. */
export function entryHeader(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 15)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80;
    bytes.push(rest & 0x7f);
  }
  return Buffer.from(bytes);
}

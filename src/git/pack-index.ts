import { createHash } from 'node:crypto';
import { AppError } from '../base/index.ts';
import type { Oid } from './port.ts';

/** One object of a pack. */
export interface PackedEntry {
  oid: Oid;
  crc: number;
  offset: number;
}

const magic = 0xff744f63;
const headerSize = 8 + 256 * 4;
const largeOffset = 0x80000000;

/** Prints a version 2 index for a pack whose checksum is `packChecksum`. */
export function printPackIndex(entries: readonly PackedEntry[], packChecksum: Buffer): Buffer {
  const sorted = [...entries].sort((one, other) => (one.oid < other.oid ? -1 : 1));
  const large = sorted.filter(({ offset }) => offset >= largeOffset);
  const count = sorted.length;
  const index = Buffer.alloc(headerSize + count * 28 + large.length * 8 + 40);
  index.writeUInt32BE(magic, 0);
  index.writeUInt32BE(2, 4);
  const fanout = new Uint32Array(256);
  const [names, crcs, offsets] = [headerSize, headerSize + count * 20, headerSize + count * 24];
  let largeCount = 0;
  sorted.forEach(({ oid, crc, offset }, at) => {
    index.write(oid, names + at * 20, 'hex');
    index.writeUInt32BE(crc, crcs + at * 4);
    const first = index[names + at * 20] ?? 0;
    fanout[first] = (fanout[first] ?? 0) + 1;
    if (offset < largeOffset) {
      index.writeUInt32BE(offset, offsets + at * 4);
    } else {
      index.writeUInt32BE(largeOffset + largeCount, offsets + at * 4);
      index.writeBigUInt64BE(BigInt(offset), offsets + count * 4 + largeCount++ * 8);
    }
  });
  let total = 0;
  fanout.forEach((here, first) => index.writeUInt32BE((total += here), 8 + first * 4));
  packChecksum.copy(index, index.length - 40);
  createHash('sha1')
    .update(index.subarray(0, -20))
    .digest()
    .copy(index, index.length - 20);
  return index;
}

/** Finds objects in the index of a pack, version 1 or 2. */
export class PackIndex {
  readonly count: number;
  readonly #bytes: Buffer;
  readonly #version: 1 | 2;
  readonly #fanout: number;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#version = bytes.length >= 8 && bytes.readUInt32BE(0) === magic ? 2 : 1;
    this.#fanout = this.#version === 2 ? 8 : 0;
    if (bytes.length < this.#fanout + 1024 || (this.#version === 2 && bytes.readUInt32BE(4) !== 2))
      throw damaged();
    this.count = bytes.readUInt32BE(this.#fanout + 255 * 4);
    if (bytes.length < this.#fanout + 1024 + this.count * (this.#version === 2 ? 28 : 24) + 40)
      throw damaged();
  }

  /** Where the object begins in the pack; null when the pack does not have it. */
  offsetOf(oid: Oid): number | null {
    // A repository asks each of its packs: the first four bytes, as a number, decide nearly every step without a call to compare bytes.
    const start = Number.parseInt(oid.slice(0, 8), 16);
    const first = start >>> 24;
    let low = first === 0 ? 0 : this.#bytes.readUInt32BE(this.#fanout + (first - 1) * 4);
    let high = this.#bytes.readUInt32BE(this.#fanout + first * 4);
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = this.#nameAt(middle);
      const startHere = this.#bytes.readUInt32BE(at);
      const here = startHere === start ? this.#bytes.toString('hex', at, at + 20) : null;
      if (here === oid) return this.#offsetAt(middle);
      if (startHere < start || (here !== null && here < oid)) low = middle + 1;
      else high = middle;
    }
    return null;
  }

  *entries(): Generator<PackedEntry> {
    for (let at = 0; at < this.count; at++) {
      const name = this.#nameAt(at);
      const crc = this.#version === 2 ? this.#bytes.readUInt32BE(headerSize + this.count * 20 + at * 4) : 0;
      yield { oid: this.#bytes.toString('hex', name, name + 20), crc, offset: this.#offsetAt(at) };
    }
  }

  /** All offsets, in ascending order. */
  offsets(): Float64Array {
    return Float64Array.from({ length: this.count }, (_, at) => this.#offsetAt(at)).sort();
  }

  #nameAt(at: number): number {
    return this.#version === 2 ? headerSize + at * 20 : 1024 + at * 24 + 4;
  }

  #offsetAt(at: number): number {
    if (this.#version === 1) return this.#bytes.readUInt32BE(1024 + at * 24);
    const offsets = headerSize + this.count * 24;
    const offset = this.#bytes.readUInt32BE(offsets + at * 4);
    if (offset < largeOffset) return offset;
    return Number(this.#bytes.readBigUInt64BE(offsets + this.count * 4 + (offset - largeOffset) * 8));
  }
}

function damaged(): AppError {
  return new AppError('REPOSITORY_INVALID', 'The index of a pack is damaged', {
    hint: 'Run `git fsck --full`; `git index-pack` makes the index again.',
  });
}

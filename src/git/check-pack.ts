import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { AppError } from '../base/index.ts';

const kinds: ReadonlySet<number> = new Set([1, 2, 3, 4]);
const offsetDelta = 6;
const nameDelta = 7;
const headSize = 12;
const trailerSize = 20;
/** The largest size of one object; on some platforms, Node cannot hold more in one buffer. */
const largestObject = 1024 * 1024 * 1024;

/**
 * Walks through a pack from somebody else before anything resolves its deltas. Every entry must have a known kind, the size that
 * its header says, and a base that comes before it; the checksum at the end must be the pack's own. Throws ANSWER_INVALID. A
 * delta may still copy bytes that its base does not have: the code that applies it must check that.
 */
export function checkPack(pack: Buffer): void {
  const end = pack.length - trailerSize;
  const sum = createHash('sha1').update(pack.subarray(0, end)).digest();
  if (!sum.equals(pack.subarray(end))) throw damaged('its sum is not that of its content');
  const version = pack.readUInt32BE(4);
  if (version !== 2 && version !== 3) throw damaged(`it has version ${version}`);
  const offsets = new Set<number>();
  let at = headSize;
  for (let left = pack.readUInt32BE(8); left > 0; left--) {
    if (at >= end) throw damaged(`it ends ${left} objects early`);
    offsets.add(at);
    at = afterEntry(pack.subarray(0, end), at, offsets);
  }
  if (at !== end) throw damaged('something follows its last object');
}

function afterEntry(pack: Buffer, start: number, offsets: ReadonlySet<number>): number {
  let at = start;
  let byte = pack[at++] ?? 0;
  const type = (byte >> 4) & 7;
  let size = byte & 15;
  for (let factor = 16; byte & 128; factor *= 128) {
    byte = pack[at++] ?? 0;
    size += (byte & 127) * factor;
    if (size > largestObject) throw damaged(`an object says that it has more than ${largestObject} bytes`);
    if (at - start > 10) throw damaged('a size has no end');
  }
  if (type === nameDelta) at += trailerSize;
  else if (type === offsetDelta) {
    const base = baseBefore(pack, at);
    at = base.at;
    if (base.distance === 0 || !offsets.has(start - base.distance))
      throw damaged('a delta has no base that stands before it');
  } else if (!kinds.has(type)) throw damaged(`an object has the kind ${type}`);
  return at + storedSize(pack.subarray(at), size);
}

/** How far before a delta its base begins, in git's own notation, in which each further byte adds one. */
function baseBefore(pack: Buffer, from: number): { at: number; distance: number } {
  let at = from;
  let byte = pack[at++] ?? 0;
  let distance = byte & 127;
  while (byte & 128 && at - from < 8) {
    byte = pack[at++] ?? 0;
    distance = (distance + 1) * 128 + (byte & 127);
  }
  return { at, distance };
}

/** How many bytes of the pack store an object of this size. */
function storedSize(stored: Buffer, size: number): number {
  let result: { buffer: Buffer; engine: { bytesWritten: number } };
  try {
    // The types do not know of `info`.
    // One buffer of the object's size: the usual ones are 16 KiB, and most objects are far smaller.
    const chunkSize = Math.min(Math.max(64, size + 1), 1 << 16);
    result = inflateSync(stored, {
      info: true,
      chunkSize,
      maxOutputLength: size + 1,
    }) as unknown as typeof result;
  } catch (cause) {
    throw damaged('an object cannot be unpacked, or is larger than it says', cause);
  }
  if (result.buffer.length !== size) throw damaged('an object has not the size that it says');
  return result.engine.bytesWritten;
}

function damaged(why: string, cause?: unknown): AppError {
  return new AppError('ANSWER_INVALID', `The pack of the git host is damaged: ${why}`, {
    hint: 'Try again later; if it stays so, look at the host with `git fsck`.',
    ...(cause === undefined ? {} : { cause }),
  });
}

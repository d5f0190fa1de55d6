import { AppError } from '../base/index.ts';

/**
 * Builds an object from its base and a delta, as packs hold them: two sizes, then instructions that copy a range of the base
 * or insert bytes.
 */
export function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const reader = { at: 0 };
  if (readSize(delta, reader) !== base.length) throw damaged();
  const result = Buffer.allocUnsafe(readSize(delta, reader));
  let written = 0;
  while (reader.at < delta.length) {
    const instruction = delta[reader.at++] ?? 0;
    if (instruction === 0) throw damaged();
    if ((instruction & 0x80) === 0) {
      written += delta.copy(result, written, reader.at, reader.at + instruction);
      reader.at += instruction;
      continue;
    }
    const from = readBits(delta, reader, instruction, 4);
    const size = readBits(delta, reader, instruction >> 4, 3) || 0x10000;
    if (from + size > base.length || written + size > result.length) throw damaged();
    written += base.copy(result, written, from, from + size);
  }
  if (written !== result.length) throw damaged();
  return result;
}

function readSize(delta: Buffer, reader: { at: number }): number {
  let size = 0;
  for (let scale = 1; ; scale *= 128) {
    const byte = delta[reader.at++];
    if (byte === undefined) throw damaged();
    size += (byte & 0x7f) * scale;
    if ((byte & 0x80) === 0) return size;
  }
}

/** A number of which only the non-zero bytes are stored: `present` has a bit for each byte. */
function readBits(delta: Buffer, reader: { at: number }, present: number, count: number): number {
  let value = 0;
  for (let byte = 0; byte < count; byte++) {
    if ((present & (1 << byte)) !== 0) value += (delta[reader.at++] ?? 0) * 256 ** byte;
  }
  return value;
}

function damaged(): AppError {
  return new AppError('REPOSITORY_INVALID', 'A pack of the repository holds a damaged delta', {
    hint: 'Run `git fsck --full` and mend or clone the repository again.',
  });
}

import { inflateRawSync } from 'node:zlib';
import { AppError } from '../../base/index.ts';

const mostEntries = 20_000;
const usualMost = 200 * 1024 * 1024;
const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;

/**
 * Reads the files of a ZIP archive. Bounded: no more than 20,000 files and 200 MB (or `mostBytes`) in all, whatever the archive claims.
 *
 * @throws UNPROCESSABLE for bytes that are no such archive, or an archive that is encrypted, too large, or packed in another way.
 */
export function unzip(
  archive: Uint8Array,
  { mostBytes = usualMost }: { mostBytes?: number } = {},
): Map<string, Uint8Array> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = endRecord(view);
  const count = view.getUint16(end + 10, true);
  if (count > mostEntries) throw unusable(`it has more than ${mostEntries} files`);
  const files = new Map<string, Uint8Array>();
  let at = view.getUint32(end + 16, true);
  let total = 0;
  for (let number = 0; number < count; number++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== entrySignature)
      throw unusable('its directory is damaged');
    const flags = view.getUint16(at + 8, true);
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      view.getUint16(at + offset, true),
    ) as [number, number, number];
    const name = Buffer.from(archive.subarray(at + 46, at + 46 + nameLength)).toString('utf8');
    if ((flags & 1) !== 0) throw unusable('it is encrypted');
    if (!name.endsWith('/')) {
      const bytes = readEntry({ archive, view }, at, { room: mostBytes - total, mostBytes });
      total += bytes.byteLength;
      files.set(name, bytes);
    }
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}

function readEntry(
  { archive, view }: { readonly archive: Uint8Array; readonly view: DataView },
  entry: number,
  { room, mostBytes }: { readonly room: number; readonly mostBytes: number },
): Uint8Array {
  const method = view.getUint16(entry + 10, true);
  const packed = view.getUint32(entry + 20, true);
  const size = view.getUint32(entry + 24, true);
  const local = view.getUint32(entry + 42, true);
  if (local + 30 > view.byteLength || view.getUint32(local, true) !== localSignature)
    throw unusable('an entry is damaged');
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (start + packed > view.byteLength) throw unusable('an entry is cut off');
  const large = `it is larger than ${Math.floor(mostBytes / 1024 / 1024)} MB when unpacked`;
  if (size > room) throw unusable(large);
  const bytes = archive.subarray(start, start + packed);
  if (method === 0) {
    if (packed > room) throw unusable(large);
    return bytes;
  }
  if (method !== 8) throw unusable(`it is packed in a way (${method}) that is not supported`);
  try {
    return inflateRawSync(bytes, { maxOutputLength: Math.max(1, room) });
  } catch (cause) {
    throw unusable('an entry cannot be unpacked', cause);
  }
}

/** The record at the end; a comment of up to 64 KiB may follow it. */
function endRecord(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 0xffff); at--) {
    if (view.getUint32(at, true) === endSignature) return at;
  }
  throw unusable('it has no directory');
}

function unusable(reason: string, cause?: unknown): AppError {
  return new AppError(
    'UNPROCESSABLE',
    `The ZIP archive cannot be read: ${reason}.`,
    cause === undefined ? {} : { cause },
  );
}

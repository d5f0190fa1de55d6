/**
 * The checksum of a backup: a line behind the database in the same file. A database always ends at a multiple of 512 bytes, so a file that ends
 * elsewhere has something behind its database: this line, or a damaged form of it. SQLite does not look there, so older versions can restore
 * such a file.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, closeSync, openSync, readSync, statSync, truncateSync } from 'node:fs';

const beginning = 'tidemark-backup-sha256:';
const lineLength = lineOf('0'.repeat(64)).length;
/** The smallest page of a database. */
const smallestPage = 512;
const portion = 1024 * 1024;

/** `none`: the file is a database alone, as older versions wrote it. */
export type ChecksumFound = 'right' | 'wrong' | 'none';

/** Writes the checksum of a database behind it. */
export function addChecksum(file: string): void {
  appendFileSync(file, lineOf(digestOf(file, statSync(file).size)));
}

/** Compares the bytes of a file with its checksum. When the checksum is right, only the database stays. */
export function takeChecksumOff(file: string): ChecksumFound {
  const { size } = statSync(file);
  if (size % smallestPage === 0) return 'none';
  const end = size - lineLength;
  if (end < 0 || textFrom(file, end) !== lineOf(digestOf(file, end))) return 'wrong';
  truncateSync(file, end);
  return 'right';
}

function lineOf(digest: string): string {
  return `${beginning}${digest}\n`;
}

/** The SHA-256 of the first bytes of a file, which may be too large for the memory. */
function digestOf(file: string, length: number): string {
  const hash = createHash('sha256');
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(portion);
    for (let at = 0; at < length;) {
      const read = readSync(handle, bytes, 0, Math.min(portion, length - at), at);
      if (read === 0) break;
      hash.update(bytes.subarray(0, read));
      at += read;
    }
  } finally {
    closeSync(handle);
  }
  return hash.digest('hex');
}

function textFrom(file: string, start: number): string {
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(lineLength);
    const read = readSync(handle, bytes, 0, lineLength, start);
    return bytes.toString('latin1', 0, read);
  } finally {
    closeSync(handle);
  }
}

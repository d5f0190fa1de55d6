import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import { makeFolders } from '../base/index.ts';
import type { Cache } from './port.ts';

export interface CacheFolderOptions {
  /** The largest size on disk; beyond it, the files that were written longest ago are removed first. */
  readonly mostBytes?: number;
}

const defaultMostBytes = 64 * 1024 * 1024;
/** A larger content is not unpacked: a file that is not ours must not fill the memory. */
const mostUnpacked = 256 * 1024 * 1024;
const digestBytes = 32;
const suffix = '.cache';

/** A cache in a folder of its own. Each file begins with the digest of the rest, so that a damaged or foreign file is not read. */
export function createCacheFolder(
  folder: string,
  { mostBytes = defaultMostBytes }: CacheFolderOptions = {},
): Cache {
  const fileOf = (name: string): string => path.join(folder, `${digestOf(name).toString('hex')}${suffix}`);
  /** The files and their sizes, oldest first; read before the first write. */
  let sizes: Map<string, number> | undefined;
  const makeRoom = (file: string, size: number): void => {
    sizes ??= sizesIn(folder);
    sizes.delete(file);
    sizes.set(file, size);
    let total = [...sizes.values()].reduce((sum, each) => sum + each, 0);
    for (const [oldest, taken] of sizes) {
      if (total <= mostBytes) break;
      rmSync(oldest, { force: true });
      sizes.delete(oldest);
      total -= taken;
    }
  };
  return {
    read(name) {
      try {
        return unpacked(readFileSync(fileOf(name)));
      } catch {
        return null;
      }
    },
    write(name, bytes) {
      const packed = deflateSync(bytes, { level: 1 });
      const size = digestBytes + packed.length;
      if (size > mostBytes) return;
      const file = fileOf(name);
      const aside = `${file}.${process.pid}.new`;
      try {
        makeFolders(folder);
        writeFileSync(aside, Buffer.concat([digestOf(packed), packed]));
        renameSync(aside, file);
        makeRoom(file, size);
      } catch {
        drop(aside);
      }
    },
  };
}

/** Does the same in memory. */
export function createMemoryCache(): Cache & { readonly kept: Map<string, Uint8Array> } {
  const kept = new Map<string, Uint8Array>();
  return {
    kept,
    read: (name) => kept.get(name) ?? null,
    write: (name, bytes) => void kept.set(name, bytes),
  };
}

function unpacked(file: Buffer): Uint8Array | null {
  const packed = file.subarray(digestBytes);
  const isWhole = digestOf(packed).equals(file.subarray(0, digestBytes));
  return isWhole ? inflateSync(packed, { maxOutputLength: mostUnpacked }) : null;
}

function sizesIn(folder: string): Map<string, number> {
  const files = readdirSync(folder)
    .filter(isOurs)
    .map((name) => {
      const file = path.join(folder, name);
      const { size, mtimeMs } = statSync(file);
      return { file, size, mtimeMs };
    });
  files.sort((one, other) => one.mtimeMs - other.mtimeMs);
  return new Map(files.map(({ file, size }) => [file, size]));
}

/** Also matches files that a killed process was writing. */
function isOurs(name: string): boolean {
  return /^[0-9a-f]{64}\.cache(?:\.\d+\.new)?$/.test(name);
}

function drop(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // A file that cannot be removed is overwritten by the next process with this number.
  }
}

function digestOf(content: string | Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}

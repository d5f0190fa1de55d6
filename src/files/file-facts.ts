import type { Stats } from 'node:fs';
import type { FileKind, FileStamp } from './port.ts';

/** The name of the private place when it has to be inside the folder; never listed. */
export const privateName = '.tidemark-private';

export function kindOf(found: Stats): FileKind {
  if (found.isFile()) return 'file';
  if (found.isDirectory()) return 'folder';
  return found.isSymbolicLink() ? 'symlink' : 'special';
}

export function stampOf(found: Stats): FileStamp {
  const { size, mtimeMs, ctimeMs, ino, mode } = found;
  return { size, mtimeMs, ctimeMs, inode: ino, executable: (mode & 0o100) !== 0 };
}

/** A stamp that no file has. */
export const noStamp: FileStamp = { size: 0, mtimeMs: 0, ctimeMs: 0, inode: 0, executable: false };

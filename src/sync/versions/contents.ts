import { posix } from 'node:path';
import {
  decodeText,
  folderOf,
  isMarkdownPath,
  isSummary,
  readSpaceConfig,
  spaceConfigPath,
} from '../../content/index.ts';
import type { Files } from '../../files/port.ts';
import type { GitRepository, Oid } from '../../git/port.ts';

/** Reads a file of one version; null: the version does not have it. */
export type ReadFile = (path: string) => Promise<Uint8Array | null>;

/** Reads the files of a commit; null: the one without files. */
export function readIn(git: Pick<GitRepository, 'entryAt' | 'readBlob'>, commit: Oid | null): ReadFile {
  return async (path) => {
    const entry = commit === null ? null : await git.entryAt(commit, path);
    return entry && git.readBlob(entry.oid);
  };
}

/** Reads the files of the working tree. */
export function readHere(files: Pick<Files, 'read'>): ReadFile {
  return async (path) => {
    const saved = await files.read(path);
    return saved.outcome === 'file' ? saved.bytes : null;
  };
}

/** Where one version has its tables of contents: at `SUMMARY.md`, or where a space's `.gitbook.yaml` says (`structure.summary`). */
export class ContentsPaths {
  readonly #read: ReadFile;
  readonly #named = new Map<string, Promise<string | null>>();

  constructor(read: ReadFile) {
    this.#read = read;
  }

  /** Whether the file at a path is a table of contents: its name says so, or the nearest `.gitbook.yaml` above it. */
  async has(path: string): Promise<boolean> {
    if (isSummary(path)) return true;
    if (!isMarkdownPath(path)) return false;
    for (const folder of foldersAbove(path)) {
      const named = await this.#namedIn(folder);
      if (named !== null) return named === path;
    }
    return false;
  }

  /** The path at which a folder has its table of contents, if it has one. */
  async of(folder: string): Promise<string> {
    return (await this.#namedIn(folder)) ?? posix.join(folder, 'SUMMARY.md');
  }

  #namedIn(folder: string): Promise<string | null> {
    const named = this.#named.get(folder) ?? this.#readNamed(folder);
    this.#named.set(folder, named);
    return named;
  }

  async #readNamed(folder: string): Promise<string | null> {
    const config = await this.#read(posix.join(folder, spaceConfigPath));
    return config && posix.join(folder, readSpaceConfig(decodeText(config)).summary);
  }
}

/** The folders that a file is in, from its own up to the top, `.`. */
export function foldersAbove(path: string): readonly string[] {
  const folder = folderOf(path);
  return folder === '' ? ['.'] : [folder, ...foldersAbove(folder)];
}

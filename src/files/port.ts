/**
 * The files of one folder that a person edits while we write in it.
 *
 * Callers may rely on this: a path always has a complete content, its old or its new one (for the few microseconds of a
 * replacement it may have none); what a person saves at any moment, in any way that editors save, either stays at its path or is
 * handed back; nothing outside the folder is touched, whatever symbolic links there are.
 *
 * Paths are relative to the folder, with `/` between their parts. Contents are named by their git blob id ({@link contentId}), so
 * that they can be compared with a repository. All contents here are those of the repository: where git gives a file other line ends
 * (a {@link Conversion}), reading and writing convert them.
 */
export interface Files {
  /** Reads a regular file. Symbolic links, hard links, devices and pipes are refused and never followed. */
  read(path: string, options?: ReadOptions): Promise<ReadOutcome>;

  /** Whether this user may write and remove files at a path, as far as the folder shows that is there now. */
  isWritable(path: string): Promise<boolean>;

  /** The kind of file at a path, found without opening the file; null: there is none. */
  stat(path: string): Promise<FileStat | null>;

  /**
   * Everything except folders below `under` (by default the whole folder), in the order of their paths. Symbolic links are listed
   * and not followed, and folders are listed that this user may not look into; `.git` is never entered.
   */
  list(options?: ListOptions): Promise<FileEntry[]>;

  /** Writes a file that must not exist yet. */
  create(path: string, bytes: Uint8Array, options?: WriteOptions): Promise<CreateOutcome>;

  /** Replaces the content `expected` with `bytes`. A person's save that came in between stays, and is reported. */
  replace(path: string, expected: string, bytes: Uint8Array, options?: WriteOptions): Promise<ReplaceOutcome>;

  /** Removes the content `expected`, and folders that this empties. A person's save that came in between stays. */
  remove(path: string, expected: string): Promise<RemoveOutcome>;

  /**
   * Applies a batch in two phases, first all removals, then all creations and replacements, so that swaps, cycles and a file that
   * becomes a folder work. Returns one outcome for each change, in their order. Each change succeeds or fails by itself.
   */
  apply(changes: readonly FileChange[]): Promise<ApplyOutcome[]>;

  /**
   * Saves that arrived in an old content after we had replaced it (from an editor that kept the file open). Each is returned
   * again until it is {@link acknowledge}d; old contents are kept for a day.
   */
  lateSaves(): Promise<LateSave[]>;

  /** Marks a save into a replaced file as handled. */
  acknowledge(id: string): Promise<void>;

  /**
   * Puts back what an earlier process had moved aside. Call it before the first use.
   *
   * @param replaced Paths whose files are known to have got their new contents, so that an empty path was left by a person.
   */
  recover(replaced?: ReadonlySet<string>): Promise<Recovery>;
}

/** What became of the contents that an earlier process had moved aside. */
export interface Recovery {
  putBack: string[];
  /** The paths at which this user may not write any more; their contents are safe, and the next call tries again. */
  unwritable: string[];
}

/** How the contents of files differ from what git stores. */
export interface Conversion {
  /** What git would store of a file's bytes; the same array where nothing differs. */
  stored(path: string, bytes: Uint8Array): Promise<Uint8Array>;
  /** What git would write into the file; the same array where nothing differs. */
  checkedOut(path: string, bytes: Uint8Array): Promise<Uint8Array>;
}

export interface ReadOptions {
  /** Larger files are refused as `too-large`. Default 100 MiB. */
  maxBytes?: number;
}

export interface ListOptions {
  /** The folders to look in; `['']` is the whole folder. Missing folders are skipped. */
  under?: readonly string[];
  /** Whether to look into a folder. */
  enter?: (folder: string) => boolean;
}

export interface WriteOptions {
  executable?: boolean;
}

/** Facts of a file that change whenever somebody writes it (but see the racy rule in `git/scan.ts`). */
export interface FileStamp {
  size: number;
  /** Milliseconds, with as much of the fraction as a number can hold. */
  mtimeMs: number;
  ctimeMs: number;
  inode: number;
  executable: boolean;
}

export interface FileEntry {
  path: string;
  /** `unreadable`: a folder that this user may not look into. That of a file shows when it is read, as `hard-link` does. */
  kind: Exclude<FileKind, 'folder'> | 'unreadable';
  stamp: FileStamp;
}

export type FileKind = 'file' | 'folder' | 'symlink' | 'special';

export interface FileStat {
  kind: FileKind;
  stamp: FileStamp;
}

export type RefusedReason =
  /** The path, or a folder on the way to it, is a symbolic link. */
  | 'symlink'
  /** The same file has another name, too. */
  | 'hard-link'
  /** A device, pipe or socket. */
  | 'special'
  | 'folder'
  | 'too-large'
  /** We have no permission to read it. */
  | 'unreadable'
  /** We have no permission to write in its folder, or nobody has. */
  | 'unwritable';

export type ReadOutcome =
  | { outcome: 'file'; bytes: Uint8Array; id: string; stamp: FileStamp }
  | { outcome: 'missing' }
  | { outcome: 'refused'; reason: RefusedReason };

export type CreateOutcome =
  | { outcome: 'created'; stamp: FileStamp }
  /** Something is there already, and stays. */
  | { outcome: 'exists' }
  | { outcome: 'refused'; reason: RefusedReason };

export type ReplaceOutcome =
  | { outcome: 'replaced'; stamp: FileStamp }
  /** The path has other content than expected: a person's save, which stays. */
  | { outcome: 'changed' }
  /** The person removed it; it stays removed. */
  | { outcome: 'missing' }
  | { outcome: 'refused'; reason: RefusedReason };

export type RemoveOutcome =
  | { outcome: 'removed' }
  | { outcome: 'changed' }
  | { outcome: 'missing' }
  | { outcome: 'refused'; reason: RefusedReason };

export type FileChange =
  | { kind: 'create'; path: string; bytes: Uint8Array; executable?: boolean }
  | { kind: 'replace'; path: string; expected: string; bytes: Uint8Array; executable?: boolean }
  | { kind: 'remove'; path: string; expected: string };

export type ApplyOutcome = CreateOutcome | ReplaceOutcome | RemoveOutcome;

/** Bytes that a person wrote into a content after we had taken it from its path. */
export interface LateSave {
  id: string;
  path: string;
  /** The content that we had expected there: the base of the merge. */
  base: string;
  bytes: Uint8Array;
}

/**
 * A cache, which saves requests and may be lost at any time. Neither method throws: a content that cannot be read as a whole
 * counts as missing, and one that cannot be written is not kept.
 */
export interface Cache {
  read(name: string): Uint8Array | null;
  write(name: string, bytes: Uint8Array): void;
}

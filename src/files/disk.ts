import type { FileEntry, FileKind, FileStamp, ListOptions, RefusalReason } from './port.ts';

/**
 * The few steps that safe writing is made of, so that one algorithm (`safe-files.ts`) runs on a real disk and, step by step
 * with people and crashes in between, on one in memory. Beside the folder there is a private place on the same file system:
 * `new` for contents that have no path yet, `moving` for what was taken from its path in a change under way, and `kept` for old
 * contents of finished changes.
 *
 * A step either happens wholly or, when it throws, not at all.
 */
export interface Disk {
  look(path: string): Promise<Look>;
  read(path: string, maxBytes: number): Promise<DiskRead>;
  list(options: ListOptions): Promise<FileEntry[]>;

  /** Writes new private contents, whole and on disk when this resolves. */
  prepare(files: readonly NewContent[]): Promise<void>;
  /** Gives a prepared content, or one that was taken aside, a path that is free; makes folders on the way. */
  place(from: PrivateFile, path: string): Promise<'placed' | 'exists' | RefusalReason>;
  /** Takes whatever is at the path away, to `moving`. */
  takeAside(path: string, id: string): Promise<'taken' | 'missing' | RefusalReason>;
  /** Says that the change is finished: from `moving` to `kept`. */
  keep(id: string, path: string): Promise<void>;
  drop(file: PrivateFile): Promise<void>;
  readPrivate(file: PrivateFile): Promise<{ bytes: Uint8Array; stamp: FileStamp } | null>;
  /** `hardLinked` where a content has a path as well, anywhere; not told of one that this process is placing just now. */
  lookPrivate(file: PrivateFile): Promise<Look>;
  listPrivate(): Promise<PrivateFile[]>;
  /** Returns when the names in the folders of these paths are on disk. */
  settle(paths: readonly string[]): Promise<void>;
  /** Removes folders above `path` that hold nothing. */
  prune(path: string): Promise<void>;
}

export interface NewContent {
  id: string;
  bytes: Uint8Array;
  executable: boolean;
}

export type PrivateFile =
  | { area: 'new'; id: string }
  /** `path` is where it came from. */
  | { area: 'moving' | 'kept'; id: string; path: string };

export type Look =
  | { found: 'nothing' }
  | { found: FileKind; stamp: FileStamp; hardLinked: boolean }
  | { found: 'refused'; reason: RefusalReason };

export type DiskRead =
  | { outcome: 'file'; bytes: Uint8Array; stamp: FileStamp }
  | { outcome: 'missing' }
  | { outcome: 'refused'; reason: RefusalReason };

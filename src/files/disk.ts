import type { FileEntry, FileKind, FileStamp, ListOptions, RefusedReason } from './port.ts';

/**
 * The few steps from which safe writing is built, so that one algorithm (`safe-files.ts`) runs on a real disk and also, step by
 * step with people and crashes in between, on a disk in memory. Besides the folder there is a private place on the same file
 * system: `new` for contents that have no path yet, `moving` for what was taken from its path in a change under way, and `kept`
 * for old contents of finished changes.
 *
 * A step either happens completely or, when it throws, not at all.
 */
export interface Disk {
  look(path: string): Promise<Look>;
  read(path: string, maxBytes: number): Promise<DiskRead>;
  isWritable(path: string): Promise<boolean>;
  list(options: ListOptions): Promise<FileEntry[]>;

  /** Writes new private contents; they are complete and on disk when this resolves. */
  prepare(files: readonly NewContent[]): Promise<void>;
  /** Gives a prepared content, or one that was taken aside, a free path; makes folders on the way. */
  place(from: PrivateFile, path: string): Promise<'placed' | 'exists' | RefusedReason>;
  /** Moves whatever is at the path to `moving`. */
  takeAside(path: string, id: string): Promise<'taken' | 'missing' | RefusedReason>;
  /** Marks a change as finished: moves a content from `moving` to `kept`. */
  keep(id: string, path: string): Promise<void>;
  drop(file: PrivateFile): Promise<void>;
  readPrivate(file: PrivateFile): Promise<{ bytes: Uint8Array; stamp: FileStamp } | null>;
  /** `hardLinked` when the content also has a path, anywhere; not set for a content that this process is placing at the moment. */
  lookPrivate(file: PrivateFile): Promise<Look>;
  listPrivate(): Promise<PrivateFile[]>;
  /** Returns when the names in the folders of these paths are on disk. */
  settle(paths: readonly string[]): Promise<void>;
  /** Removes empty folders above `path`. */
  prune(path: string): Promise<void>;
}

export interface NewContent {
  id: string;
  bytes: Uint8Array;
  executable: boolean;
}

export type PrivateFile =
  | { area: 'new'; id: string }
  /** `path` is the path that it came from. */
  | { area: 'moving' | 'kept'; id: string; path: string };

export type Look =
  | { found: 'nothing' }
  | { found: FileKind; stamp: FileStamp; hardLinked: boolean }
  | { found: 'refused'; reason: RefusedReason };

export type DiskRead =
  | { outcome: 'file'; bytes: Uint8Array; stamp: FileStamp }
  | { outcome: 'missing' }
  | { outcome: 'refused'; reason: RefusedReason };

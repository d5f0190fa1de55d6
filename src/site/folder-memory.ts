import type { ExportCache } from './export/cache.ts';

/** What is known of a file without reading it again. */
export interface RememberedFile {
  /** Changes when the file does, as far as its size and times tell. */
  readonly stamp: string;
  /** Its front matter as written. */
  readonly head: string;
}

/** What earlier readings of folders found, so that the next one reads only files that changed. */
export interface FolderMemory {
  /** The documents of one space by path. */
  readonly of: (space: string) => ReadonlyMap<string, RememberedFile>;
  readonly remember: (space: string, files: ReadonlyMap<string, RememberedFile>) => void;
}

const name = 'folders.json';
const version = 1;

/** A memory that lasts from one process to the next. It can be thrown away. */
export function folderMemory(cache: ExportCache): FolderMemory {
  const known = new Map<string, ReadonlyMap<string, RememberedFile>>();
  for (const [space, files] of Object.entries(readStored(cache)))
    known.set(space, new Map(files.map(([path, stamp, head]) => [path, { stamp, head }])));
  return {
    of: (space) => known.get(space) ?? new Map(),
    remember: (space, files) => {
      const before = known.get(space);
      known.set(space, files);
      if (
        before &&
        before.size === files.size &&
        [...files].every(([path, file]) => before.get(path)?.stamp === file.stamp)
      )
        return;
      const spaces = Object.fromEntries(
        [...known].map(([id, all]) => [id, [...all].map(([path, { stamp, head }]) => [path, stamp, head])]),
      );
      cache.write(name, JSON.stringify({ version, spaces }));
    },
  };
}

function readStored(cache: ExportCache): Readonly<Record<string, (readonly [string, string, string])[]>> {
  try {
    const read = JSON.parse(cache.read(name) ?? '{}') as {
      version?: unknown;
      spaces?: Record<string, [string, string, string][]>;
    };
    return read.version === version ? (read.spaces ?? {}) : {};
  } catch {
    return {};
  }
}

import type { SiteFiles } from './site-files.ts';

/** The memory of an export for the next one. All of it may be deleted; the next export then starts from scratch. */
export interface ExportCache {
  read(name: string): string | undefined;
  /** As {@link SiteFiles.read}. */
  readBytes(name: string, room?: Uint8Array): Uint8Array | undefined;
  write(name: string, content: string | Uint8Array): void;
  has(name: string): boolean;
  remove(name: string): void;
}

/** A cache in files. */
export function fileCache(files: SiteFiles): ExportCache {
  return {
    read: (name) => {
      const bytes = files.read(name);
      return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
    },
    readBytes: (name, room) => files.read(name, room),
    write: (name, content) => files.write(name, content),
    remove: (name) => files.remove(name),
    has: (name) => files.has(name),
  };
}

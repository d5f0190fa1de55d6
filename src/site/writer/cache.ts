import type { SiteFiles } from './site-files.ts';

/** The memory of an export for the next one. All of it may be deleted; the next export then starts from scratch. */
export interface ExportCache {
  read(name: string): string | undefined;
  readBytes(name: string): Uint8Array | undefined;
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
    readBytes: (name) => files.read(name),
    write: (name, content) => files.write(name, content),
    remove: (name) => files.remove(name),
    has: (name) => files.has(name),
  };
}

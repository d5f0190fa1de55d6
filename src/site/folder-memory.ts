import { createHash } from 'node:crypto';
import type { PageNode } from '../content/index.ts';
import type { ExportCache } from './writer/cache.ts';
import type { FolderListing } from './folder-list.ts';
import type { RedirectSource, SiteWarning } from './source.ts';

/** What we know about a file without reading it again. */
export interface RememberedFile {
  /** Changes with the file's size and times; empty when those are unreliable. */
  readonly stamp: string;
  /** What the reading of the folder used: the beginning of a page, or a digest of any other file. */
  readonly seen: string;
  /** Whether {@link seen} is a digest. */
  readonly digested: boolean;
}

/** The result of reading a folder, without the texts of its pages. */
export interface FolderReading {
  readonly root: string;
  readonly pages: readonly PageNode[];
  readonly assets: readonly string[];
  readonly includes: readonly string[];
  readonly varsPath: string | null;
  readonly redirects: readonly RedirectSource[];
  /** Markdown files that the table of contents does not list. */
  readonly unlisted: readonly string[];
  /** Markdown files that are not pages because of their names, in a folder without a table of contents. */
  readonly hidden: readonly string[];
  readonly problems: readonly SiteWarning[];
}

/** What the last reading of a folder found. */
export interface RememberedFolder {
  readonly listing: FolderListing;
  /** Every file that the reading used, by path. */
  readonly files: ReadonlyMap<string, RememberedFile>;
  /** A digest of the reading; absent when it could not be stored. */
  readonly key: string | undefined;
  /** The stored reading, if it is complete. */
  readonly reading: () => FolderReading | undefined;
}

/** Results of earlier readings of folders, so that the next reading reads only changed files. */
export interface FolderMemory {
  readonly of: (space: string) => RememberedFolder | undefined;
  /** Stores a reading, and returns its digest. */
  readonly remember: (space: string, folder: NewFolder) => string | undefined;
  /** The sizes of a folder's pictures, by path. */
  readonly pictures: (space: string) => ReadonlyMap<string, RememberedPicture>;
  readonly rememberPictures: (space: string, pictures: ReadonlyMap<string, RememberedPicture>) => void;
}

/** A picture's stamp with its width and height in pixels; zeros where the picture does not say its size. */
export type RememberedPicture = readonly [stamp: string, width: number, height: number];

/** `reading` is absent when the last one still holds. */
export interface NewFolder extends Pick<RememberedFolder, 'listing' | 'files'> {
  readonly reading?: FolderReading;
}

interface StoredFolder {
  readonly version: number;
  readonly space: string;
  readonly key: string | null;
  readonly listing: FolderListing;
  readonly files: readonly (readonly [path: string, stamp: string, seen: string, digested: 0 | 1])[];
}

const storedVersion = 9;

/** A memory that lasts from one process to the next. It can be thrown away. */
export function folderMemory(cache: ExportCache): FolderMemory {
  const known = new Map<string, RememberedFolder | undefined>();
  const stored = new Map<string, string>();
  const of = (space: string): RememberedFolder | undefined => {
    if (!known.has(space)) {
      const text = cache.read(fileOf(space, 'folder'));
      if (text !== undefined) stored.set(space, text);
      known.set(space, rememberedIn(text, space, cache));
    }
    return known.get(space);
  };
  return {
    of,
    remember: (space, { listing, files, reading }) => {
      const before = of(space);
      let key = before?.key;
      let read = before?.reading;
      if (reading !== undefined) {
        // A reading that JSON cannot express would come back changed, so it is not stored and is made each time.
        const written = isSaidByJson(reading) ? JSON.stringify(reading) : undefined;
        key = written === undefined ? undefined : keyOf(written);
        if (written !== undefined && key !== before?.key)
          cache.write(fileOf(space, 'reading'), `${key}\n${written}`);
        read = (): FolderReading => reading;
      }
      known.set(space, { listing, files, key, reading: read ?? (() => undefined) });
      const text = JSON.stringify({
        version: storedVersion,
        space,
        key: key ?? null,
        listing,
        files: [...files].map(([path, { stamp, seen, digested }]) => [path, stamp, seen, digested ? 1 : 0]),
      } satisfies StoredFolder);
      if (stored.get(space) !== text) cache.write(fileOf(space, 'folder'), text);
      stored.set(space, text);
      return key;
    },
    ...pictureMemory(cache),
  };
}

function pictureMemory(cache: ExportCache): Pick<FolderMemory, 'pictures' | 'rememberPictures'> {
  const stored = new Map<string, string>();
  return {
    pictures: (space) => {
      try {
        const text = cache.read(fileOf(space, 'pictures')) ?? '[]';
        stored.set(space, text);
        return new Map(JSON.parse(text) as [string, RememberedPicture][]);
      } catch {
        return new Map();
      }
    },
    rememberPictures: (space, pictures) => {
      const text = JSON.stringify([...pictures]);
      if (stored.get(space) !== text) cache.write(fileOf(space, 'pictures'), text);
      stored.set(space, text);
    },
  };
}

function rememberedIn(
  text: string | undefined,
  space: string,
  cache: ExportCache,
): RememberedFolder | undefined {
  try {
    const read = JSON.parse(text ?? 'null') as StoredFolder | null;
    if (read?.version !== storedVersion || read.space !== space) return undefined;
    const { key, listing, files } = read;
    return {
      listing,
      files: new Map(
        files.map(([path, stamp, seen, digested]) => [path, { stamp, seen, digested: digested === 1 }]),
      ),
      key: key ?? undefined,
      reading: () => {
        const written = (key !== null && cache.read(fileOf(space, 'reading'))) || '';
        try {
          return key !== null && written.startsWith(`${key}\n`)
            ? (JSON.parse(written.slice(key.length + 1)) as FolderReading)
            : undefined;
        } catch {
          return undefined;
        }
      },
    };
  } catch {
    return undefined;
  }
}

/** Says whether a value survives JSON unchanged. */
function isSaidByJson(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0);
    case 'object':
      return (
        value === null ||
        (Array.isArray(value) ? value : Object.values(value)).every((each) => isSaidByJson(each))
      );
    default:
      return false;
  }
}

function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

function fileOf(space: string, what: 'folder' | 'reading' | 'pictures'): string {
  return `${what}-${createHash('sha256').update(space).digest('hex').slice(0, 16)}.json`;
}

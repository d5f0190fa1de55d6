import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import {
  decodeText,
  documentsOf,
  exportMark,
  exportMarkAbove,
  findHtmlTitle,
  findTitle,
  imageHeadLength,
  imageSize,
  isMarkdownPath,
  readSpaceFolder,
  splitFrontMatter,
  whyNotFollowed,
  type PageNode,
} from '../content/index.ts';
import { AppError, messageOf } from '../base/index.ts';
import { languageOfFolder } from './profile/language.ts';
import { listFolder, stampAt, type FolderListing, type ListedFolder } from './folder-list.ts';
import type {
  FolderMemory,
  FolderReading,
  RememberedFile,
  RememberedFolder,
  RememberedPicture,
} from './folder-memory.ts';
import type { AssetSource, SiteWarning, SpaceSource, TagSource } from './source.ts';

export interface FolderSpace {
  readonly id: string;
  readonly title: string;
  readonly folder: string;
  /** The folder's path among the folders of all spaces; `` for the folder around all of them. */
  readonly place?: string;
  /** The path of the folder around all spaces, as links that leave it and come back name it. */
  readonly around?: string;
  readonly visibility?: string;
  readonly editUrl?: string;
  /** The results of earlier readings, and the present time. A file that was saved just now is always read again. */
  readonly memory?: FolderMemory;
  readonly now?: number;
}

/** How many pages' texts, and how many titles, show the language of a space. */
const pagesForLanguage = 4;
const titlesForLanguage = 100;

/** The largest file that we read as text. */
const largestText = 32 * 1024 * 1024;

/** Reads a space from a folder in the on-disk format. Symbolic links are not followed. */
export function folderSpace(given: FolderSpace): { space: SpaceSource; warnings: SiteWarning[] } {
  return new FolderReader(given).space();
}

class FolderReader {
  readonly #given: FolderSpace;
  readonly #before: RememberedFolder | undefined;
  readonly #texts = new Map<string, string | null>();
  readonly #stamps = new Map<string, string | undefined>();
  /** The files that the reading used, in order. */
  readonly #asked = new Map<string, RememberedFile>();

  constructor(given: FolderSpace) {
    this.#given = given;
    this.#before = given.now === undefined ? undefined : given.memory?.of(given.id);
  }

  space(): { space: SpaceSource; warnings: SiteWarning[] } {
    const { id, title, folder, place, around, visibility, editUrl } = this.#given;
    const { reading, key, links } = this.#read();
    const { root, varsPath } = reading;
    const warnings: SiteWarning[] = [
      ...reading.problems.map((problem) => ({ space: id, ...problem })),
      ...linkedPages(links).map((file) => ({ space: id, file, message: linkedPageMessage })),
    ];
    const space: SpaceSource = {
      id,
      title,
      ...(place === undefined ? {} : { folder: place }),
      ...(around === undefined ? {} : { around }),
      ...(visibility === undefined ? {} : { visibility }),
      ...this.#language(reading.pages, place || folder),
      pages: reading.pages,
      ...(key === undefined ? {} : { pagesVersion: key }),
      readPage: (page) => this.#text(page.git?.path ?? page.id) ?? '',
      versionOf: (page) => this.#stamp(page.git?.path ?? page.id),
      assets: this.#assets(reading.assets),
      includes: reading.includes.map((path) => ({ path, text: this.#text(path) ?? '' })),
      variables: varsPath === null ? {} : mappingIn(this.#text(varsPath) ?? '', varsPath, warnings, id),
      redirects: reading.redirects,
      unlisted: reading.unlisted,
      hidden: reading.hidden,
      symbolicLinks: links,
      tags: tagsIn(this.#text(tagsPath(root)), warnings, id),
      ...(editUrl === undefined ? {} : { editUrl }),
    };
    return { space, warnings };
  }

  #assets(paths: readonly string[]): AssetSource[] {
    const { id, folder, memory, now } = this.#given;
    const known = memory?.pictures(id);
    const pictures = new Map<string, RememberedPicture>();
    const assets = paths.map((path) => {
      const asset = assetAt(folder, path, now);
      if (!/\.(?:png|jpe?g|gif|webp|svg|avif)$/i.test(path)) return asset;
      const before = known?.get(path);
      const picture =
        before && before[0] === asset.version ? before : pictureAt(join(folder, path), asset.version);
      if (asset.version !== undefined) pictures.set(path, picture);
      const [, width, height] = picture;
      return width > 0 ? { ...asset, dimensions: { width, height } } : asset;
    });
    memory?.rememberPictures(id, pictures);
    return assets;
  }

  /** The language of the titles and the first pages, or else of the folder's name. */
  #language(pages: readonly PageNode[], folder: string): { language?: string } {
    const documents = documentsOf(pages);
    const titles = documents
      .slice(0, titlesForLanguage)
      .map(({ title, description = '' }) => `${title}\n${description}`);
    const texts = documents
      .slice(0, pagesForLanguage)
      .map((page) => (this.#text(page.git?.path ?? page.id) ?? '').slice(0, 4000));
    const language = languageOfFolder(folder, [...texts, ...titles].join('\n\n'));
    return language === undefined ? {} : { language };
  }

  /** The last reading, if none of its files changed; otherwise a new one. */
  #read(): { reading: FolderReading; key: string | undefined; links: readonly string[] } {
    const { id, folder, memory, now } = this.#given;
    const { paths, links: all, listing, same } = listed(folder, this.#before?.listing, now);
    if (same && this.#before && this.#seesTheSame(this.#before)) {
      const reading = this.#before.reading();
      if (reading)
        return {
          reading,
          links: ofTheSpace(all, paths, reading.root),
          key: memory?.remember(id, { listing, files: this.#asked }),
        };
    }
    this.#asked.clear();
    const reading = this.#readAnew(paths, all);
    const key =
      now === undefined ? undefined : memory?.remember(id, { listing, files: this.#asked, reading });
    return { reading, key, links: ofTheSpace(all, paths, reading.root) };
  }

  #seesTheSame({ files }: RememberedFolder): boolean {
    for (const [path, known] of files) {
      this.#asked.set(path, known);
      if (known.stamp !== '' && this.#stamp(path) === known.stamp) continue;
      const text = this.#text(path);
      if (text === null) return false;
      const file = this.#remembered(path, text, known.digested);
      if (file.seen !== known.seen) return false;
      this.#asked.set(path, file);
    }
    return true;
  }

  #readAnew(paths: readonly string[], links: readonly string[]): FolderReading {
    const { folder } = this.#given;
    const read = readSpaceFolder(
      { paths, text: (path) => this.#head(path), whyLeftOut: (path) => whyLeftOut(folder, path, links) },
      { fields: true, shown: true },
    );
    const { root, redirects } = read.config;
    if (this.#before || this.#given.memory)
      for (const path of this.#asked.keys()) {
        const text = this.#texts.get(path);
        if (text !== undefined && text !== null)
          this.#asked.set(path, this.#remembered(path, text, !read.documents.has(path)));
      }
    return {
      root,
      pages: read.pages,
      assets: [
        ...read.assets,
        // Spaces in folders below may not belong to the site, but texts of this space may show their pictures.
        ...[...read.others, ...[...read.nested.values()].flat()].filter(
          (path) =>
            !/^\.gitbook(?:\/(?!assets\/)|\.yaml)/.test(path) &&
            /\.(?:png|jpe?g|gif|webp|svg|avif|pdf|mp4|webm|zip|txt|csv|json|ya?ml)$/i.test(path),
        ),
      ],
      includes: read.includes,
      varsPath: read.varsPath,
      redirects,
      unlisted: read.summaryPath === null ? [] : read.unlisted,
      hidden: read.summaryPath === null ? read.unlisted : [],
      problems: read.problems.map(({ path, line, message }) => ({ file: path, line, message })),
    };
  }

  /** The text of a file for the reading. For an unchanged document, only the beginning, because the reading needs no more. */
  #head(path: string): string | null {
    const known = this.#before?.files.get(path);
    if (known && !known.digested && known.stamp !== '' && known.stamp === this.#stamp(path)) {
      this.#asked.set(path, known);
      return known.seen;
    }
    this.#asked.set(path, { stamp: '', seen: '', digested: true });
    return this.#text(path);
  }

  #remembered(path: string, text: string, digested: boolean): RememberedFile {
    const seen = digested ? createHash('sha256').update(text).digest('base64url') : beginningOf(text);
    return { stamp: this.#stamp(path) ?? '', seen, digested };
  }

  #text(path: string): string | null {
    let known = this.#texts.get(path);
    if (known === undefined) {
      known = readText(`${this.#given.folder}/${path}`);
      this.#texts.set(path, known);
    }
    return known;
  }

  #stamp(path: string): string | undefined {
    const { folder, now } = this.#given;
    if (now === undefined) return undefined;
    let stamp = this.#stamps.get(path);
    if (stamp === undefined && !this.#stamps.has(path)) {
      stamp = stampAt(`${folder}/${path}`, now);
      this.#stamps.set(path, stamp);
    }
    return stamp;
  }
}

/** The part of a page that decides its place on the site: front matter and title. */
function beginningOf(text: string): string {
  const end = findTitle(text)?.lineEnd ?? findHtmlTitle(text)?.end ?? splitFrontMatter(text).bodyStart;
  return text.slice(0, end);
}

function tagsPath(root: string): string {
  return `${root === '' ? '' : `${root}/`}.gitbook/tags.yaml`;
}

const linkedPageMessage =
  'is left out, because it is a symbolic link, which neither a link check nor an export follows: put the page itself there';

function linkedPages(links: readonly string[]): string[] {
  return links.filter((path) => isMarkdownPath(path) && !/(?:^|\/)node_modules\//u.test(path));
}

/** The symbolic links that are not in the folder of another space. */
function ofTheSpace(links: readonly string[], paths: readonly string[], root: string): readonly string[] {
  if (links.length === 0) return links;
  const others = paths
    .filter((path) => path.endsWith('/SUMMARY.md'))
    .map((path) => path.slice(0, -'SUMMARY.md'.length))
    .filter((other) => !`${root}/`.startsWith(other));
  return links.filter((link) => !others.some((folder) => link.startsWith(folder)));
}

/**
 * Names the symbolic link because of which a page is left out, or the mark that hides it, because a mark that an export left among
 * pages by mistake is hard to see.
 */
function whyLeftOut(folder: string, path: string, links: readonly string[]): string | null {
  const link = links.find((one) => path === one || path.startsWith(`${one}/`));
  if (link !== undefined) return whyNotFollowed(link);
  const isThere = (one: string): boolean => existsSync(join(folder, one));
  const mark = isThere(path) ? exportMarkAbove(path, isThere) : null;
  return mark === null
    ? null
    : `${path} is left out, because ${mark} says that an export wrote this folder: delete that file if the folder has pages`;
}

function listed(folder: string, before: FolderListing | undefined, now: number | undefined): ListedFolder {
  try {
    return listFolder(folder, {
      before,
      now,
      // The output of an earlier export is not content.
      unmarked: exportMark,
      skips: (path) => path === 'node_modules' || path === '.git' || path.endsWith('/.git'),
    });
  } catch (error) {
    throw new AppError('REPOSITORY_MISSING', `cannot read the folder ${folder}: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

function readText(path: string): string | null {
  try {
    if (statSync(path).size > largestText) return null;
    return decodeText(readFileSync(path));
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw new AppError('FILE_SYSTEM', `cannot read ${path}: ${messageOf(error)}`, { cause: error });
  }
}

function assetAt(folder: string, path: string, now: number | undefined): AssetSource {
  const at = join(folder, path);
  const version = now === undefined ? undefined : stampAt(at, now);
  return {
    path,
    size: statSync(at).size,
    ...(version === undefined ? {} : { version }),
    read: () => readFileSync(at),
  };
}

function pictureAt(path: string, stamp = ''): RememberedPicture {
  const { width, height } = imageSize(headOf(path)) ?? { width: 0, height: 0 };
  return [stamp, width, height];
}

/** The beginning of a file: most pictures give their size in the first bytes, a photograph after its preview. */
function headOf(path: string): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const read = (length: number): Buffer => {
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(file, bytes, 0, length, 0));
    };
    const head = read(8192);
    return head.length === 8192 && head[0] === 0xff && head[1] === 0xd8 ? read(imageHeadLength) : head;
  } finally {
    closeSync(file);
  }
}

function mappingIn(
  text: string,
  file: string,
  warnings: SiteWarning[],
  space: string,
): Record<string, unknown> {
  try {
    const read: unknown = parse(text, { maxAliasCount: 0 });
    return typeof read === 'object' && read !== null && !Array.isArray(read)
      ? (read as Record<string, unknown>)
      : {};
  } catch (error) {
    warnings.push({ space, file, message: `cannot be read: ${messageOf(error).split('\n')[0] ?? ''}` });
    return {};
  }
}

function tagsIn(text: string | null, warnings: SiteWarning[], space: string): TagSource[] {
  if (text === null) return [];
  try {
    const read: unknown = parse(text, { maxAliasCount: 0 });
    return Array.isArray(read)
      ? read.filter(
          (each): each is TagSource =>
            typeof each === 'object' && each !== null && typeof (each as TagSource).tag === 'string',
        )
      : [];
  } catch (error) {
    warnings.push({
      space,
      file: '.gitbook/tags.yaml',
      message: `cannot be read: ${messageOf(error).split('\n')[0] ?? ''}`,
    });
    return [];
  }
}

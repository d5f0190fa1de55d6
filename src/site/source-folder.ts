import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { decodeText, readSpaceFolder, splitFrontMatter } from '../content/index.ts';
import { AppError, messageOf } from '../base/index.ts';
import type { FolderMemory, RememberedFile } from './folder-memory.ts';
import type { AssetSource, SiteWarning, SpaceSource, TagSource } from './source.ts';

export interface FolderSpace {
  readonly id: string;
  readonly title: string;
  readonly folder: string;
  readonly visibility?: string;
  readonly editUrl?: string;
  /** What earlier readings found, and the time now; a file that has just been saved is not trusted to be what it was. */
  readonly memory?: FolderMemory;
  readonly now?: number;
}

/** A file whose times are younger may have been written twice within one tick of its file system's clock. */
const settledAfterMs = 2000;

/** Largest file that is read as text. */
const largestText = 32 * 1024 * 1024;

/** Reads a space as it lies in a folder, in the on-disk format. Symbolic links are not followed. */
export function folderSpace({ id, title, folder, visibility, editUrl, memory, now }: FolderSpace): {
  space: SpaceSource;
  warnings: SiteWarning[];
} {
  const paths = listFolder(folder);
  const texts = new Map<string, string | null>();
  const text = (path: string): string | null => {
    let known = texts.get(path);
    if (known === undefined) {
      known = readText(join(folder, path));
      texts.set(path, known);
    }
    return known;
  };
  const stamps = new Map<string, string | undefined>();
  const stampOf = (path: string): string | undefined => {
    if (now === undefined) return undefined;
    if (!stamps.has(path)) stamps.set(path, stampAt(join(folder, path), now));
    return stamps.get(path);
  };
  const before = memory?.of(id);
  /** Of documents that did not change, only the front matter is known; reading the folder asks for no more. */
  const head = (path: string): string | null => {
    const known = before?.get(path);
    return known !== undefined && known.stamp === stampOf(path) ? known.head : text(path);
  };
  const read = readSpaceFolder({ paths, text: head }, { fields: true });
  if (memory) {
    const seen = new Map<string, RememberedFile>();
    for (const path of read.documents.keys()) {
      const stamp = stampOf(path);
      const found = head(path);
      if (stamp !== undefined && found !== null)
        seen.set(path, { stamp, head: found.slice(0, splitFrontMatter(found).bodyStart) });
    }
    memory.remember(id, seen);
  }
  const warnings: SiteWarning[] = read.problems.map((problem) => ({
    space: id,
    file: problem.path,
    line: problem.line,
    message: problem.message,
  }));
  const assetPaths = [
    ...read.assets,
    ...read.others.filter(
      (path) => !path.startsWith('.gitbook') && /\.(?:png|jpe?g|gif|webp|svg|avif|pdf|mp4|zip)$/i.test(path),
    ),
  ];
  const space: SpaceSource = {
    id,
    title,
    ...(visibility === undefined ? {} : { visibility }),
    pages: read.pages,
    readPage: (page) => text(page.git?.path ?? page.id) ?? '',
    versionOf: (page) => stampOf(page.git?.path ?? page.id),
    assets: assetPaths.map((path) => assetAt(folder, path)),
    includes: read.includes.map((path) => ({ path, text: text(path) ?? '' })),
    variables:
      read.varsPath === null ? {} : mappingIn(text(read.varsPath) ?? '', read.varsPath, warnings, id),
    redirects: read.config.redirects,
    tags: tagsIn(text(tagsPath(read.config.root)), warnings, id),
    ...(editUrl === undefined ? {} : { editUrl }),
  };
  return { space, warnings };
}

function tagsPath(root: string): string {
  return `${root === '' ? '' : `${root}/`}.gitbook/tags.yaml`;
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, 'x').length - 1))
      .filter(
        (path) => !path.startsWith('.git/') && !path.includes('/.git/') && !path.startsWith('node_modules/'),
      );
  } catch (error) {
    throw new AppError('REPOSITORY_MISSING', `cannot read the folder ${folder}: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

function stampAt(path: string, now: number): string | undefined {
  try {
    const { size, mtimeMs, ctimeMs, ino } = statSync(path);
    return now - Math.max(mtimeMs, ctimeMs) < settledAfterMs
      ? undefined
      : `${size}-${mtimeMs}-${ctimeMs}-${ino}`;
  } catch {
    return undefined;
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

function assetAt(folder: string, path: string): AssetSource {
  return { path, size: statSync(join(folder, path)).size, read: () => readFileSync(join(folder, path)) };
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

import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { decodeText, readSpaceFolder } from '../content/index.ts';
import { AppError, messageOf } from '../base/index.ts';
import type { AssetSource, SiteWarning, SpaceSource, TagSource } from './source.ts';

export interface FolderSpace {
  readonly id: string;
  readonly title: string;
  readonly folder: string;
  readonly visibility?: string;
  readonly editUrl?: string;
}

/** Largest file that is read as text. */
const largestText = 32 * 1024 * 1024;

/** Reads a space as it lies in a folder, in the on-disk format. Symbolic links are not followed. */
export function folderSpace({ id, title, folder, visibility, editUrl }: FolderSpace): {
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
  const read = readSpaceFolder({ paths, text }, { fields: true });
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

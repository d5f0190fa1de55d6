import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../base/index.ts';
import { isMarkdownPath, readSpaceConfig } from '../../content/index.ts';

/** A folder that becomes a space: its path below the seed (`''` for the seed itself), and its files. */
export interface SpaceFolderFound {
  readonly folder: string;
  readonly paths: readonly string[];
}

export interface SeedFound {
  readonly spaces: readonly SpaceFolderFound[];
  /** Folders with a `structure.json`, outside the spaces. */
  readonly sites: readonly string[];
}

const skipped = new Set(['.git', 'node_modules', '.tidemark']);

/**
 * Finds the spaces below a folder: every folder with a SUMMARY.md (or with a `.gitbook.yaml` that names it); where there is none, the
 * folder itself if it has markdown. A space within another space is not part of that space. Links are not followed.
 *
 * @throws SEED_INVALID when there is no such folder, or it has nothing to read.
 */
export function findSpaces(directory: string): SeedFound {
  const all = filesBelow(directory);
  const present = new Set(all);
  const folders = new Set<string>();
  const claimed = new Set<string>();
  for (const path of all) {
    if (!isNamed(path, '.gitbook.yaml')) continue;
    const folder = folderOf(path);
    const { summary } = readSpaceConfig(readFileSync(join(directory, path), 'utf8'));
    const summaryPath = join(folder, summary).replaceAll('\\', '/');
    if (!present.has(summaryPath)) continue;
    folders.add(folder);
    claimed.add(summaryPath);
  }
  for (const path of all) if (isNamed(path, 'SUMMARY.md') && !claimed.has(path)) folders.add(folderOf(path));
  if (folders.size === 0 && all.some((path) => isMarkdownPath(path))) folders.add('');
  if (folders.size === 0) {
    throw new AppError(
      'SEED_INVALID',
      `There is no documentation in ${directory}: no SUMMARY.md and no markdown.`,
      { hint: folderWanted },
    );
  }
  const files = new Map<string, string[]>([...folders].map((folder) => [folder, []]));
  const sites: string[] = [];
  for (const path of all) {
    const owner = innermost(path, folders);
    if (owner !== undefined) files.get(owner)!.push(owner === '' ? path : path.slice(owner.length + 1));
    if (isNamed(path, 'structure.json') && (owner === undefined || folderOf(path) === owner))
      sites.push(folderOf(path));
  }
  const spaces = [...files]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([folder, paths]) => ({ folder, paths }));
  return { spaces, sites };
}

function filesBelow(directory: string): string[] {
  const found: string[] = [];
  const walk = (folder: string): void => {
    for (const entry of entriesOf(directory, folder)) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !skipped.has(entry.name)) walk(path);
      else if (entry.isFile()) found.push(path);
    }
  };
  walk('');
  return found.sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
}

function entriesOf(directory: string, folder: string) {
  try {
    return readdirSync(join(directory, folder), { withFileTypes: true });
  } catch (cause) {
    const path = join(directory, folder);
    const { what, hint } = troubles[(cause as NodeJS.ErrnoException).code ?? ''] ?? otherTrouble;
    throw new AppError('SEED_INVALID', `${path} ${what}.`, { hint, cause });
  }
}

const folderWanted = 'Name a folder with markdown files, or with folders that have a SUMMARY.md each.';
const otherTrouble = { what: 'cannot be read', hint: 'Check the path and its permissions.' };
const troubles: Readonly<Record<string, { readonly what: string; readonly hint: string }>> = {
  ENOENT: { what: 'does not exist', hint: folderWanted },
  ENOTDIR: { what: 'is a file, not a folder', hint: folderWanted },
};

function innermost(path: string, folders: ReadonlySet<string>): string | undefined {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    if (folders.has(folder)) return folder;
    if (folder === '') return undefined;
  }
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

function isNamed(path: string, name: string): boolean {
  return path === name || path.endsWith(`/${name}`);
}

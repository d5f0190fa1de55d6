import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { AppError } from '../../base/index.ts';
import { isMarkdownPath, whyNotFollowed } from '../../content/index.ts';
import { namedPath } from '../named-path.ts';
import { symbolicLinkIn } from './trees.ts';

/** The scope of a check when the command line names folders and files. */
export interface LinkScope {
  /** The folder that every path of the report is relative to. */
  readonly root: string;
  /** The folders of `root` to read, relative to it; `''` is the whole root. No folder is inside another. */
  readonly parts: readonly string[];
  /** Says whose links to check, when single files are named; by default, those of all files. */
  readonly only?: (path: string) => boolean;
}

/** Entries that mark a folder as the top of some documentation, in which links may lead anywhere. */
const marks = ['SUMMARY.md', '.gitbook.yaml', '.git'];

/**
 * Reads the paths of a command line. A single file is checked within its documentation, because its links lead there. So
 * hooks may name just the changed files.
 *
 * @throws AppError USAGE for a missing path, for a file that has no links to check, and for a page behind a symbolic link.
 */
export function scopeOf(cwd: string, paths: readonly string[]): LinkScope {
  const hint = 'Name folders of markdown, or single pages, relative to where you are.';
  const named = paths.map((path) => {
    const found = namedPath(cwd, path, hint);
    // Redirects are checked, too, so that hooks may name the file that has them.
    if (!found.isFolder && !isMarkdownPath(path) && basename(path) !== '.gitbook.yaml')
      throw new AppError('USAGE', `${path} is not a page, because it is not markdown`, { hint });
    return found;
  });
  const tops = named.map(({ whole, isFolder }) => (isFolder ? whole : documentationAround(whole)));
  for (const [at, { whole, isFolder }] of named.entries())
    if (!isFolder) requireFollowed(paths[at] ?? whole, tops[at] ?? '', whole);
  const root = tops.reduce(commonFolder);
  const parts = [...new Set(tops.map((top) => inside(root, top)))].filter(
    (part, _, all) => !all.some((other) => other !== part && isBelow(part, other)),
  );
  if (named.every(({ isFolder }) => isFolder)) return { root, parts };
  const files = new Set(named.filter(({ isFolder }) => !isFolder).map(({ whole }) => inside(root, whole)));
  const folders = named.filter(({ isFolder }) => isFolder).map(({ whole }) => inside(root, whole));
  return { root, parts, only: (path) => files.has(path) || folders.some((folder) => isBelow(path, folder)) };
}

/** Refuses a page that is a symbolic link or lies behind one: the check would pass without a look at it. */
function requireFollowed(named: string, top: string, whole: string): void {
  const path = inside(top, whole);
  const link = symbolicLinkIn(top, path);
  if (link === null) return;
  throw new AppError(
    'USAGE',
    link === path ? whyNotFollowed(named) : `${named} cannot be checked: ${whyNotFollowed(link)}`,
    { hint: 'Name the file that it leads to, or put the page itself there.' },
  );
}

const inside = (root: string, path: string): string => relative(root, path).split(sep).join('/');
const isBelow = (path: string, folder: string): boolean => folder === '' || path.startsWith(`${folder}/`);

/** The folder that contains everything that a link of this content may lead to: the repository, else the documentation. */
export function contentAround(path: string): string {
  return repositoryAround(dirname(path)) ?? documentationAround(path);
}

/** The top of the git repository that a folder is in; null outside of a repository. */
export function repositoryAround(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return null;
  }
}

function documentationAround(file: string): string {
  for (let at = dirname(file); ; at = dirname(at)) {
    const mark = marks.find((name) => existsSync(join(at, name)) && basename(file) !== name);
    if (mark !== undefined) return at;
    if (dirname(at) === at) return dirname(file);
  }
}

function commonFolder(one: string, other: string): string {
  let folder = one;
  while (folder !== other && !other.startsWith(folder.endsWith(sep) ? folder : folder + sep))
    folder = dirname(folder);
  return folder;
}

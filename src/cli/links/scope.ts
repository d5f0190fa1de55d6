import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { AppError } from '../../base/index.ts';

/** What is checked when a command line names folders and files. */
export interface LinkScope {
  /** The folder that every path of the report is relative to. */
  readonly root: string;
  /** The folders of `root` that are read, relative to it; `''` is all of it. None is below another one. */
  readonly parts: readonly string[];
  /** Whether a file's own links are wanted, when single files are named. Absent: all of them. */
  readonly only?: (path: string) => boolean;
}

/** What makes a folder the top of some documentation: links may lead anywhere in it. */
const marks = ['SUMMARY.md', '.gitbook.yaml', '.git'];

/**
 * Reads the paths of a command line. A single file is checked within the documentation that it belongs to, since its links
 * lead there; so hooks that name the changed files can be used.
 *
 * @throws AppError USAGE for a path that is not there.
 */
export function scopeOf(cwd: string, paths: readonly string[]): LinkScope {
  const named = paths.map((path) => {
    const whole = resolve(cwd, path);
    const found = statSync(whole, { throwIfNoEntry: false });
    if (found === undefined)
      throw new AppError('USAGE', `there is no file or folder ${path}`, {
        hint: 'Name folders of markdown, or single pages, relative to where you are.',
      });
    return { whole, isFolder: found.isDirectory() };
  });
  const tops = named.map(({ whole, isFolder }) => (isFolder ? whole : documentationAround(whole)));
  const root = tops.reduce(commonFolder);
  const parts = [...new Set(tops.map((top) => inside(root, top)))].filter(
    (part, _, all) => !all.some((other) => other !== part && isBelow(part, other)),
  );
  if (named.every(({ isFolder }) => isFolder)) return { root, parts };
  const files = new Set(named.filter(({ isFolder }) => !isFolder).map(({ whole }) => inside(root, whole)));
  const folders = named.filter(({ isFolder }) => isFolder).map(({ whole }) => inside(root, whole));
  return { root, parts, only: (path) => files.has(path) || folders.some((folder) => isBelow(path, folder)) };
}

const inside = (root: string, path: string): string => relative(root, path).split(sep).join('/');
const isBelow = (path: string, folder: string): boolean => folder === '' || path.startsWith(`${folder}/`);

/** The folder that holds everything which a link of this content may lead to: the repository, else the documentation. */
export function contentAround(path: string): string {
  for (let at = dirname(path); ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return documentationAround(path);
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

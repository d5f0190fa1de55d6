import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { AppError } from '../base/index.ts';
import { whyNotFollowed } from '../content/index.ts';

/** A file or folder that a command line names. */
export interface NamedPath {
  /** The whole path. */
  readonly whole: string;
  readonly isFolder: boolean;
}

/**
 * Finds a file or folder that a command line names.
 *
 * @throws AppError USAGE for a path where nothing is.
 */
export function namedPath(cwd: string, path: string, hint: string): NamedPath {
  const whole = resolve(cwd, path);
  const found = statSync(whole, { throwIfNoEntry: false });
  if (found === undefined) throw new AppError('USAGE', `there is no file or folder ${path}`, { hint });
  return { whole, isFolder: found.isDirectory() };
}

/**
 * The failure of a command on a folder without a page, which would otherwise pass as if all were well.
 *
 * @param found The path of the table of contents, how many markdown files of the folder it does not list, and a page that is left
 * out because it is a symbolic link.
 */
export function noPageIn(
  folder: string,
  found: { readonly path?: string; readonly unlisted?: number; readonly linked?: string } = {},
): AppError {
  const { path = '', unlisted = 0, linked } = found;
  if (unlisted === 0 && linked !== undefined)
    return new AppError('USAGE', `there is no page in ${folder}: ${whyNotFollowed(linked)}`, {
      hint: 'Put the files themselves there, or name the folder that has them.',
    });
  if (unlisted === 0)
    return new AppError('USAGE', `there is no page in ${folder}: it has no markdown`, {
      hint: 'Name the folder of the documentation, and look whether its checkout is complete.',
    });
  const files =
    unlisted === 1 ? 'does not list its only markdown file' : `lists none of its ${unlisted} markdown files`;
  return new AppError('USAGE', `there is no page in ${folder}: ${path} ${files}`, {
    hint: `Look at the paths in ${path}: they begin in its folder. Without a table of contents, every markdown file is a page.`,
  });
}

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { AppError } from '../base/index.ts';

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

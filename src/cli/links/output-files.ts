import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join, resolve, sep } from 'node:path';
import { AppError } from '../../base/index.ts';
import { isMarkdownPath } from '../../content/index.ts';
import { reportHeading } from '../../links/index.ts';

/** A file that an option of the command line names, and that the command writes. */
export interface OutputFile {
  /** The option as it was given, for the message. */
  readonly option: string;
  readonly file: string;
}

/**
 * Refuses to write over a source of the checked documentation: a page, a table of contents or a configuration. An earlier report in
 * markdown is not a source.
 *
 * @param folders the checked folders, as whole paths.
 * @throws AppError USAGE for the first such file.
 */
export function requireNoSource(
  cwd: string,
  outputs: readonly OutputFile[],
  folders: readonly string[],
): void {
  const places = folders.filter((folder) => existsSync(folder)).map((folder) => realpathSync(folder));
  for (const { option, file } of outputs) {
    const whole = resolve(cwd, file);
    if (!existsSync(whole)) continue;
    const place = realpathSync(whole);
    if (!places.some((folder) => place.startsWith(join(folder, sep)))) continue;
    if (!isSource(place)) continue;
    throw new AppError(
      'USAGE',
      `${option} would write over ${file}, which is a source of the documentation`,
      {
        hint: 'Name another file, outside of the documentation or new in it.',
      },
    );
  }
}

function isSource(place: string): boolean {
  if (basename(place) === '.gitbook.yaml') return true;
  return isMarkdownPath(place) && !readFileSync(place, 'utf8').startsWith(reportHeading);
}

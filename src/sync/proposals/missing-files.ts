import { folderOf, isExternalTarget, joinPath, listedFile, parseSummary } from '../../content/index.ts';
import type { SpaceFolder } from '../../content/index.ts';
import type { FolderSide } from './folder-edits.ts';

/** One side of a space's folder, as it was read and with its files. */
type Side = readonly [folder: Pick<SpaceFolder, 'config'>, files: FolderSide];

/**
 * The reports about new lines of the table of contents for files that do not exist (SYNC-66). A page that was deleted or moved here is
 * reported as such, whatever lines it has.
 *
 * @param isKnown Whether a path is that of a page that was here before.
 */
export function missingFileMessages(
  before: Side,
  now: Side,
  isKnown: (path: string) => boolean,
): readonly string[] {
  const [{ config }, { files }] = now;
  const earlier = new Set(targetsOf(before).map(({ path }) => path));
  return targetsOf(now)
    .filter(({ path }) => !earlier.has(path) && !files.has(path) && !isKnown(path))
    .map(
      ({ path, line }) =>
        `${path} does not exist, although line ${line} of ${config.summary} lists it: make the file, or take the line out`,
    );
}

/** The paths in the space's folder to which the lines of a table of contents lead. */
function targetsOf([{ config }, side]: Side): readonly { readonly path: string; readonly line: number }[] {
  return parseSummary(side.text(config.summary) ?? '').entries.flatMap((entry) => {
    if (entry.kind !== 'item') return [];
    if (isExternalTarget(entry.target) || /^(?:[/#]|$)/u.test(entry.target)) return [];
    const { file, named } = listedFile(entry, {
      summaryPath: config.summary,
      has: (path) => side.files.has(path),
    });
    const path = file ?? joinPath(folderOf(config.summary), named);
    return path === null ? [] : [{ path, line: entry.line }];
  });
}

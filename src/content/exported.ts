import { folderOf, nameOf } from './targets.ts';

/**
 * The list of files that an export wrote, in the folder of the site. A later export removes only these files. A folder with
 * this file is a site and not documentation, unless somebody names that very folder.
 */
export const exportMark = '.tidemark-export.json';

/**
 * The path of the mark because of which a file is left out: that of a folder around it. Null when no folder has one. The folder
 * around all paths is never left out.
 */
export function exportMarkAbove(path: string, has: (path: string) => boolean): string | null {
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
    const mark = `${folder}/${exportMark}`;
    if (has(mark)) return mark;
  }
  return null;
}

/** The paths that are not in a folder that an export wrote. The folder around all paths is never left out. */
export function withoutExports(paths: readonly string[]): string[] {
  const sites = paths
    .filter((path) => nameOf(path) === exportMark && path !== exportMark)
    .map((path) => `${folderOf(path)}/`);
  return paths.filter((path) => !sites.some((site) => path.startsWith(site)));
}

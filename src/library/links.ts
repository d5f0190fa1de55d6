import { resolve } from 'node:path';
import { folderTree, requirePages } from '../cli/links/trees.ts';
import { checkLinks as check, findSpaces, type LinkReport } from '../links/index.ts';

export { AppError } from '../base/index.ts';
export type { Finding, LinkReport } from '../links/index.ts';

export interface LinkOptions {
  /** A folder of markdown: a mirror, a space, or any other. */
  readonly folder: string;
  /** The findings to leave out, in the form of `links.ignore` in the configuration. */
  readonly ignore?: readonly string[];
}

/**
 * Checks the links of a folder by its files alone, without the network.
 *
 * @throws AppError USAGE for a folder without markdown, in which nothing would be checked.
 */
export async function checkLinks({ folder, ignore = [] }: LinkOptions): Promise<LinkReport> {
  const root = resolve(folder);
  const tree = folderTree(root);
  requirePages(tree, root);
  return check({ tree, spaces: findSpaces(tree.paths), ignore });
}

import { resolve } from 'node:path';
import { folderTree } from '../cli/links/trees.ts';
import { checkLinks as check, findSpaces, type LinkReport } from '../links/index.ts';

export type { Finding, LinkReport } from '../links/index.ts';

export interface LinkOptions {
  /** A folder of markdown: a mirror, a space, or any other. */
  readonly folder: string;
  /** Findings to leave out, as `links.ignore` of the configuration has them. */
  readonly ignore?: readonly string[];
}

/** Checks the links of a folder by its files alone: no network is asked. */
export async function checkLinks({ folder, ignore = [] }: LinkOptions): Promise<LinkReport> {
  const tree = folderTree(resolve(folder));
  return check({ tree, spaces: findSpaces(tree.paths), ignore });
}

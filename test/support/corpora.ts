import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { packageRoot } from '../../src/base/index.ts';
import { decodeText } from '../../src/content/index.ts';

/**
 * Real documentation that may be beside the project, in `../shared/corpora`. It belongs to other people: tests only read it there, and say
 * so when it is missing.
 */
export const corporaFolder = join(packageRoot(), '..', 'shared', 'corpora');

export const hasCorpora = existsSync(corporaFolder);

if (!hasCorpora)
  console.info('Tests over real documentation are left out: ../shared/corpora is not beside the project.');

/** One space's folder of the corpora. */
export interface CorpusSpace {
  name: string;
  folder: string;
  paths: readonly string[];
  text(path: string): string | null;
}

/** Every space of the corpora: each folder with a SUMMARY.md. */
export function corpusSpaces(): CorpusSpace[] {
  if (!hasCorpora) return [];
  return filesBelow(corporaFolder)
    .filter((path) => path.endsWith('/SUMMARY.md'))
    .map((path) => corpusSpace(path.slice(0, -'/SUMMARY.md'.length)));
}

/** A corpus folder, with or without a SUMMARY.md. */
export function corpusSpace(name: string): CorpusSpace {
  const folder = join(corporaFolder, name);
  return {
    name,
    folder,
    paths: filesBelow(folder),
    text: (path) => decodeText(readFileSync(join(folder, path))),
  };
}

/** The files below a folder, relative to it, with `/`. */
export function filesBelow(folder: string, prefix = ''): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path, `${prefix}${name}/`) : [prefix + name];
  });
}

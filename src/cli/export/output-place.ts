import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { AppError } from '../../base/index.ts';
import { documentsOf } from '../../content/index.ts';
import type { ReadSource } from './mirror-source.ts';

/**
 * Refuses an output folder that is a source or has sources in it. An export marks its folder as a site, and everything that reads
 * documentation leaves marked folders out, so the pages in it would be lost.
 *
 * @throws AppError USAGE with the first source in the folder.
 */
export function requireNoSourceIn(out: string, { input, folders }: ReadSource, root: string): void {
  if (!existsSync(out)) return;
  const place = realpathSync(out);
  const within = place.endsWith(sep) ? place : place + sep;
  for (const [id, path] of folders) {
    const whole = join(root, path);
    if (!existsSync(whole)) continue;
    const folder = realpathSync(whole);
    if (folder === place || folder.startsWith(within)) refuse(out, folder);
    if (!place.startsWith(folder + sep)) continue;
    const inner = `${place
      .slice(folder.length + 1)
      .split(sep)
      .join('/')}/`;
    const space = input.source.spaces.find((each) => each.id === id);
    const source = (space === undefined ? [] : filesOf(space)).find((file) => file.startsWith(inner));
    if (source !== undefined) refuse(out, join(folder, source));
  }
}

/**
 * Refuses an output folder that is the folder of `export.static`, lies in it or has it inside: each export would copy the site of the
 * one before into itself, or take its own files for the site's.
 *
 * @throws AppError CONFIG_INVALID
 */
export function requireSeparateFolders(out: string, statics: string | undefined): void {
  if (statics === undefined) return;
  const [site, own] = [realPlace(out), realPlace(statics)];
  const how =
    site === own
      ? 'is the output folder'
      : isInside(site, own)
        ? `has the output folder ${out} in it`
        : isInside(own, site)
          ? `is in the output folder ${out}`
          : undefined;
  if (how === undefined) return;
  throw new AppError('CONFIG_INVALID', `export.static names ${statics}, which ${how}`, {
    hint: 'Files to be copied lie apart from the site: move them, or choose another folder with --out or export.out.',
    data: { out, statics },
  });
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** The path without symbolic links, of a folder that may not be there yet. */
function realPlace(path: string): string {
  if (existsSync(path) || dirname(path) === path) return realpathSync(path);
  return join(realPlace(dirname(path)), basename(path));
}

type Space = ReadSource['input']['source']['spaces'][number];

function filesOf({ pages, assets, includes }: Space): string[] {
  return [
    ...documentsOf(pages).map(({ git, id }) => git?.path ?? id),
    ...[...assets, ...(includes ?? [])].map(({ path }) => path),
  ];
}

function refuse(out: string, source: string): never {
  throw new AppError('USAGE', `the site cannot go to ${out}: ${source} is a source of it`, {
    hint: 'Choose another folder with --out, outside of the documentation or new in it (docs/site).',
    data: { out, source },
  });
}

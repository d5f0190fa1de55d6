import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { AppError } from '../base/index.ts';
import type { Context } from './context.ts';
import { createSiteFromSeed } from './sites/index.ts';
import { createSpace } from './space-handlers/handlers.ts';
import { findSpaces } from './seed/find-spaces.ts';
import { matchStructure } from './seed/match-structure.ts';
import type { StructureSpace } from './seed/match-structure.ts';
import type { SeededSpace } from './seed/seeded-space.ts';
import { withOwnImages } from './seed/own-images.ts';
import { seedContent } from './seed/seed-space.ts';

export interface SeedReport {
  readonly spaces: readonly SeededSpace[];
  readonly sites: readonly { readonly id: string; readonly title: string }[];
}

const titleLimit = 50;

/**
 * Makes spaces from a folder of documentation: each folder with a SUMMARY.md becomes a space with all of its files; `structure.json` and
 * `customization.json` make a published site of them. All or nothing, in one transaction.
 *
 * @throws SEED_INVALID when the folder cannot be read, or contains no documentation.
 */
export function seedFolder(
  ctx: Context,
  directory: string,
  { organization }: { organization: string },
): SeedReport {
  const { spaces: folders, sites: siteFolders } = findSpaces(directory);
  return ctx.store.transaction(() => {
    const spaces: SeededSpace[] = [];
    const named = new Map<string, StructureSpace>();
    const structures = siteFolders.map((folder) => {
      const structure = readJson(join(directory, folder, 'structure.json'));
      const prefix = folder === '' ? '' : `${folder}/`;
      const below = folders.filter((space) => space.folder.startsWith(prefix)).map((space) => space.folder);
      for (const [path, space] of matchStructure(structure, below)) named.set(path, space);
      return { folder, structure, below };
    });
    for (const { folder, paths } of folders) {
      const known = named.get(folder);
      const title = known?.title ?? titleOfFolder(basename(folder === '' ? resolve(directory) : folder));
      const isFree =
        known !== undefined && ctx.store.get('SELECT 1 FROM spaces WHERE id = ?', known.id) === undefined;
      const { content, ...counts } = seedContent(ctx, join(directory, folder), paths);
      const id = createSpace(ctx, {
        ...(isFree ? { id: known.id } : {}),
        organization,
        parent: null,
        title: [...title].slice(0, titleLimit).join(''),
        emoji: known?.emoji ?? null,
        content,
      });
      spaces.push({ id, title, folder, ...counts });
    }
    const sites = structures.map(({ folder, structure, below }) => {
      const customization = readJson(join(directory, folder, 'customization.json'), { optional: true });
      const idOf = new Map(spaces.map((space) => [space.folder, space.id]));
      const title = titleOfSite(customization) ?? titleOfFolder(basename(resolve(directory, folder)));
      const id = createSiteFromSeed(ctx, {
        organization,
        title,
        structure,
        customization: withOwnImages(ctx, customization, { folder, spaces }),
        spaces: new Map(
          below.flatMap((path) => (named.has(path) ? [[named.get(path)!.id, idOf.get(path)!] as const] : [])),
        ),
      });
      return { id, title };
    });
    return { spaces, sites };
  });
}

function readJson(path: string, { optional = false } = {}): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    if (optional) return undefined;
    throw new AppError('SEED_INVALID', `${path} cannot be read.`, { cause });
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new AppError('SEED_INVALID', `${path} is not JSON.`, {
      hint: 'Mend the file, or take it away.',
      cause,
    });
  }
}

function titleOfSite(customization: unknown): string | undefined {
  const title = (customization as { title?: unknown } | undefined)?.title;
  return typeof title === 'string' && title !== '' ? title : undefined;
}

function titleOfFolder(name: string): string {
  const words = name.replace(/[-_]+/gu, ' ').trim();
  return words === '' ? 'Documentation' : words.charAt(0).toUpperCase() + words.slice(1);
}

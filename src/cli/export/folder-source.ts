import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AppError, messageOf } from '../../base/index.ts';
import { matchStructure } from '../../service/seed/match-structure.ts';
import type { Customization, SiteProfile, SiteStructure } from '../../site/index.ts';
import type { MirroredFolder } from './mirror-source.ts';

/** The spaces of a local folder: each folder with a SUMMARY.md, or the folder itself when there is none. */
export function spacesInFolder(root: string): MirroredFolder[] {
  if (!existsSync(root) || !statSync(root).isDirectory()) {
    throw new AppError('USAGE', `${root} is no folder`, {
      hint: 'Name a folder of documentation, or leave it out to use the mirror.',
    });
  }
  const found: MirroredFolder[] = [];
  const visit = (folder: string, path: string): void => {
    const entries = readdirSync(folder, { withFileTypes: true });
    if (entries.some((entry) => entry.isFile() && entry.name === 'SUMMARY.md'))
      found.push({ id: path || '.', title: titleOf(folder), path: path || '.', folder });
    for (const entry of entries) {
      if (!entry.isDirectory() || entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      visit(join(folder, entry.name), path === '' ? entry.name : `${path}/${entry.name}`);
    }
  };
  visit(root, '');
  return found.length > 0 ? found : [{ id: '.', title: titleOf(root), path: '.', folder: root }];
}

/**
 * The site that `structure.json` and `customization.json` in a folder describe, as a service's seed reads them: its spaces take
 * their ids and titles from the structure. Without a structure, the spaces stand side by side in the look that is given.
 */
export function siteInFolder(root: string): { spaces: MirroredFolder[]; profile?: SiteProfile } {
  const spaces = spacesInFolder(root);
  const structure = readJson(join(root, 'structure.json'));
  if (structure === undefined) return { spaces };
  const { structure: entries, type } = structure as Partial<SiteStructure>;
  if (!Array.isArray(entries) || (type !== 'sections' && type !== 'siteSpaces')) {
    throw new AppError('CONTENT_INVALID', `${join(root, 'structure.json')} holds no site's structure`, {
      hint: 'It is what the interface answers for a site\'s structure: { "type": "sections", "structure": [ … ] }.',
    });
  }
  const named = matchStructure(
    structure,
    spaces.map(({ path }) => path),
  );
  const customization = (readJson(join(root, 'customization.json')) ?? {}) as Customization & {
    title?: unknown;
  };
  const { title } = customization;
  return {
    spaces: spaces.map((space) => {
      const known = named.get(space.path);
      return known === undefined ? space : { ...space, id: known.id, title: known.title };
    }),
    profile: {
      site: { title: typeof title === 'string' && title !== '' ? title : titleOf(root) },
      structure: structure as SiteStructure,
      customizations: { site: customization },
    },
  };
}

function readJson(path: string): unknown {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown;
  } catch (cause) {
    throw new AppError('CONTENT_INVALID', `${path} is no JSON: ${messageOf(cause)}`, {
      hint: 'Mend the file, or take it away.',
      cause,
    });
  }
}

function titleOf(folder: string): string {
  const words = basename(folder).replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1) || 'Documentation';
}

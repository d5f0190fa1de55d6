import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AppError, messageOf } from '../../base/index.ts';
import {
  findHtmlTitle,
  findTitle,
  plainHeading,
  readSpaceConfig,
  slugOfName,
  spaceConfigPath,
  uniqueSlug,
} from '../../content/index.ts';
import { matchStructure } from '../../service/seed/match-structure.ts';
import type { Customization, SiteProfile, SiteStructure, SiteWarning } from '../../site/index.ts';
import type { MirroredFolder } from './mirror-source.ts';
import { readSiteFile } from './site-file.ts';

/** What is known of the spaces of a folder that is a mirror. */
export interface KnownSpaces {
  /** The id of each space in the service, by the path of the space's folder; `.` is the folder itself. */
  readonly ids: ReadonlyMap<string, string>;
  /** The ids of the spaces that a configuration names, in its order. */
  readonly configured: readonly string[];
}

const noneKnown: KnownSpaces = { ids: new Map(), configured: [] };

/** The spaces of a local folder: each folder with a SUMMARY.md, or the folder itself when there is none. */
function spacesInFolder(root: string, { ids, configured }: KnownSpaces): MirroredFolder[] {
  const space = (path: string, folder: string): MirroredFolder => {
    const id = ids.get(path) ?? path;
    return { id, title: titleOf(folder), path, folder };
  };
  if (!existsSync(root) || !statSync(root).isDirectory()) {
    throw new AppError('USAGE', `${root} is not a folder`, {
      hint: 'Name a folder of documentation, or leave it out to use the mirror.',
    });
  }
  const found: MirroredFolder[] = [];
  const visit = (folder: string, path: string): void => {
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    if (entries.some((entry) => entry.isFile() && entry.name === 'SUMMARY.md'))
      found.push(space(path || '.', folder));
    for (const entry of entries) {
      if (!entry.isDirectory() || entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      visit(join(folder, entry.name), path === '' ? entry.name : `${path}/${entry.name}`);
    }
  };
  visit(root, '');
  return found.length > 0 ? inSiteOrder(found, configured) : [space('.', root)];
}

/** A folder's spaces, with the site that its files describe. */
export interface FolderSite {
  readonly spaces: MirroredFolder[];
  readonly profile: SiteProfile;
  readonly warnings: readonly SiteWarning[];
}

/**
 * The site that a folder describes: in `docs.yaml`, as in a repository of several spaces, or in `structure.json`, as in a service's
 * seed; `customization.json` is the look. Without those files, the spaces are placed side by side.
 *
 * @param known The ids of the spaces, where the folder is a mirror, so that links from one space to another are followed.
 */
export function siteInFolder(root: string, known: KnownSpaces = noneKnown): FolderSite {
  const customization = (readJson(join(root, 'customization.json')) ?? {}) as Customization & {
    title?: unknown;
  };
  const { title } = customization;
  const ownTitle = typeof title === 'string' && title !== '' ? title : undefined;
  const site = (found: string | undefined): { title: string } => ({
    title: ownTitle ?? found ?? titleOf(root),
  });
  const customizations = { site: customization };
  const file = readSiteFile(root);
  if (file !== undefined) {
    const { structure, warnings } = file;
    return {
      spaces: [...file.spaces],
      profile: { site: site(file.title), structure, customizations },
      warnings,
    };
  }
  const spaces = spacesInFolder(root, known);
  const structure = readJson(join(root, 'structure.json'));
  if (structure === undefined) {
    const [only, ...others] = spaces;
    const lone = others.length === 0 ? only?.title : undefined;
    return {
      spaces,
      profile: { site: site(lone), structure: sideBySide(spaces), customizations },
      warnings: [],
    };
  }
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
  return {
    spaces: spaces.map((space) => {
      const known = named.get(space.path);
      return known === undefined ? space : { ...space, id: known.id, title: known.title };
    }),
    profile: { site: site(undefined), structure: structure as SiteStructure, customizations },
    warnings: [],
  };
}

/**
 * The spaces in the order that they have on a site that only their folders make: as the configuration names them, then by their
 * folders. The first one is at the site's root, so the order must not come from ids, which say nothing to people.
 *
 * @param configured The ids of the spaces that the configuration names.
 */
export function inSiteOrder<Space extends Pick<MirroredFolder, 'id' | 'path'>>(
  spaces: readonly Space[],
  configured: readonly string[],
): Space[] {
  const placeOf = ({ id }: Space): number => {
    const at = configured.indexOf(id);
    return at === -1 ? configured.length : at;
  };
  return spaces.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.path < b.path ? -1 : 1));
}

/** A site for spaces without one: the first space at the root, the others at the names of their folders. */
export function sideBySide(spaces: readonly Pick<MirroredFolder, 'id' | 'title' | 'path'>[]): SiteStructure {
  const folders = spaces.map(({ path }) => path.split('/').filter((part) => part !== '' && part !== '.'));
  const around = commonLength(folders.map((parts) => parts.slice(0, -1)));
  const taken = new Set<string>();
  return {
    type: 'siteSpaces',
    structure: spaces.map(({ id, title }, index) => {
      const parts = folders[index]?.slice(around) ?? [];
      const path = uniqueSlug((parts.length > 0 ? parts : [title]).map(slugOfName).join('/'), taken);
      taken.add(path);
      return { object: 'site-space' as const, id, path, default: index === 0, title, space: { id } };
    }),
  };
}

/** How many parts all lists begin with. */
function commonLength(lists: readonly (readonly string[])[]): number {
  const [first = [], ...others] = lists;
  const end = first.findIndex((part, at) => others.some((list) => list[at] !== part));
  return end === -1 ? first.length : end;
}

function readJson(path: string): unknown {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown;
  } catch (cause) {
    throw new AppError('CONTENT_INVALID', `${path} is not JSON: ${messageOf(cause)}`, {
      hint: 'Mend the file, or take it away.',
      cause,
    });
  }
}

/** The title of a folder: the heading of its first page, else the folder's name. */
function titleOf(folder: string): string {
  const config = readSpaceConfig(textAt(join(folder, spaceConfigPath)));
  const readme = textAt(join(folder, config.readme)) ?? '';
  const found = findTitle(readme);
  const heading = found
    ? plainHeading(readme.slice(found.start, found.end))
    : (findHtmlTitle(readme)?.title ?? '');
  if (heading !== '') return heading;
  const words = basename(folder).replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1) || 'Documentation';
}

function textAt(path: string): string | null {
  if (!existsSync(path) || !statSync(path).isFile()) return null;
  return readFileSync(path, 'utf8');
}

import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { parse } from 'yaml';
import { AppError, messageOf } from '../../base/index.ts';
import { isNamed, noSuchSpace } from '../../sync/port.ts';
import type * as siteRoom from '../../site/index.ts';
import type {
  Elsewhere,
  FolderMemory,
  ProfileEntry,
  SiteInput,
  SiteProfile,
  SiteWarning,
  SpecSource,
} from '../../site/index.ts';
import { profileWithLook, type LookSettings } from './branding.ts';
import { checkoutAround } from './checkout.ts';
import { configuredSpecs, specsInSpaces } from './checkout-specs.ts';
import { sideBySide } from './folder-source.ts';
import type { GitFacts } from './git-facts.ts';
import { siteFileNames } from './site-file.ts';

/** A space of the mirror, as files on disk. */
export interface MirroredFolder {
  readonly id: string;
  readonly title: string;
  /** The configured path: relative to the repository, `.` for the whole repository. */
  readonly path: string;
  /** The absolute path of the folder. */
  readonly folder: string;
}

export interface MirrorSourceOptions {
  /** The root of the mirror's working tree. */
  readonly root: string;
  readonly spaces: readonly MirroredFolder[];
  /** The site of the spaces, if known; otherwise it is looked up in the mirror. */
  readonly profile?: SiteProfile | undefined;
  /** Warnings from earlier steps. */
  readonly warnings?: readonly SiteWarning[];
  /** The configured look, which overrides the site's. */
  readonly branding?: LookSettings | undefined;
  /** What pages may load from other hosts. */
  readonly elsewhere?: Omit<Elsewhere, 'fetched'> | undefined;
  /** OpenAPI documents, by their names in blocks. */
  readonly openapi?:
    | { readonly files: Readonly<Record<string, string>>; readonly pathOf: (path: string) => string }
    | undefined;
  /** The id of the site to export. */
  readonly site?: string | undefined;
  /** The id or the folder of the one space to export. */
  readonly space?: string | undefined;
  /** Adds facts from the git checkouts of the spaces. */
  readonly git?: ((given: Pick<GitFacts, 'spaces' | 'profile'>) => Promise<GitFacts>) | undefined;
  /** The results of earlier readings, and the present time. */
  readonly memory?: FolderMemory | undefined;
  readonly now?: number | undefined;
}

/** The content that was read, with warnings. */
export interface ReadSource {
  readonly input: SiteInput;
  readonly warnings: readonly SiteWarning[];
  /** Files and folders to watch, whether they exist or not, because their changes need another export. */
  readonly watched: readonly string[];
  /** The folder of each space below the root, by the space's id, for messages. */
  readonly folders: ReadonlyMap<string, string>;
  /** Pictures that the configuration names, by their name in the profile. */
  readonly pictures: ReadonlyMap<string, string>;
}

type Yaml = Readonly<Record<string, unknown>>;

/** Reads the mirrored content and the published site's profile from the working tree; sends no request. */
export async function readMirrorSource(options: MirrorSourceOptions): Promise<ReadSource> {
  const { root, spaces, branding, elsewhere, openapi, git } = options;
  const room = await import('../../site/index.ts');
  const plain = plainProfile(options, room);
  const branded = branding && profileWithLook(plain, branding, spaces);
  const profile = branded?.profile ?? plain;
  const pictures = branded?.pictures ?? new Map<string, string>();
  const wanted = room
    .siteSpacesIn(profile.structure)
    .map(({ space: { id, title }, title: shown }) => ({ id, title: title ?? shown ?? id }));
  const { sources, warnings: met } = readSpaces(wanted, options, room);
  if (sources.length === 0) {
    throw new AppError('USAGE', `none of the spaces of "${profile.site.title}" is mirrored`, {
      hint: 'Add them to mirror.spaces and run `tidemark sync`.',
    });
  }
  const known = await git?.({ spaces: sources, profile });
  const configured = openapi ? configuredSpecs(openapi.files, openapi.pathOf) : { specs: [], warnings: [] };
  const input = {
    source: {
      spaces: known?.spaces ?? sources,
      specs: [
        ...configured.specs,
        ...specsIn(root),
        ...specsInSpaces(sources, (id) => spaces.find((each) => each.id === id)?.folder ?? root),
      ],
      ...(elsewhere === undefined ? {} : { elsewhere: { ...elsewhere, fetched: [] } }),
    },
    profile: withoutMissing(known?.profile ?? profile, new Set(sources.map(({ id }) => id))),
  };
  return {
    input,
    warnings: [
      ...(options.warnings ?? []),
      ...(branded?.warnings ?? []),
      ...met,
      ...(known?.warnings ?? []),
      ...configured.warnings,
    ],
    watched: [...watchedIn(options, wanted), ...pictures.values()],
    folders: new Map(spaces.map(({ id, path }) => [id, path])),
    pictures,
  };
}

type Room = typeof siteRoom;

/** The profile without the configured look: of the one space, as given, or of the site in the mirror. */
function plainProfile(
  { root, spaces, profile: given, site, space }: MirrorSourceOptions,
  room: Room,
): SiteProfile {
  if (site !== undefined && space !== undefined) {
    throw new AppError('USAGE', '--site and --space were both given', {
      hint: 'Export a whole site, or one space.',
    });
  }
  if (space !== undefined) return room.profileOfSpace(oneSpace(spaces, space));
  return site === undefined && given !== undefined ? given : siteProfile(root, site, spaces);
}

/** A space that the site has. */
interface WantedSpace {
  readonly id: string;
  readonly title: string;
}

/** Reads the site's spaces that are present, and names the missing ones. */
function readSpaces(
  wanted: readonly WantedSpace[],
  { root, spaces, memory, now }: MirrorSourceOptions,
  room: Room,
): { sources: SiteInput['source']['spaces'][number][]; warnings: SiteWarning[] } {
  const warnings: SiteWarning[] = [];
  const sources = [];
  const around = pathAround(root);
  for (const { id, title } of wanted) {
    const found = spaces.find((each) => each.id === id);
    if (found === undefined) {
      warnings.push({
        message: `The site has the space "${title}" (${id}), which is not here: it is left out`,
      });
      continue;
    }
    const read = room.folderSpace({
      id,
      title: found.title,
      folder: found.folder,
      place: found.path === '.' ? '' : found.path,
      around,
      ...(memory && now !== undefined ? { memory, now } : {}),
    });
    warnings.push(...read.warnings);
    sources.push(read.space);
  }
  return { sources, warnings };
}

/** The path of the root from the top of its checkout, as links name it that leave the root and come back; else its name. */
function pathAround(root: string): string {
  const real = realpathSync(root);
  const top = checkoutAround(real);
  const inside = top === undefined ? '' : relative(top, real).split(sep).join('/');
  return inside === '' ? basename(real) : inside;
}

/** The files and folders to watch, because their changes need another export. */
function watchedIn({ root, spaces, openapi }: MirrorSourceOptions, wanted: readonly WantedSpace[]): string[] {
  const folders = spaces
    .filter(({ id }) => wanted.some((each) => each.id === id))
    .map(({ folder }) => folder);
  return [
    ...folders,
    join(root, '.tidemark'),
    join(root, 'structure.json'),
    join(root, 'customization.json'),
    ...siteFileNames.map((name) => join(root, name)),
    ...(openapi === undefined ? [] : Object.values(openapi.files).map(openapi.pathOf)),
  ];
}

function oneSpace(spaces: readonly MirroredFolder[], wanted: string): MirroredFolder {
  const found = spaces.find((space) => isNamed(space, wanted));
  if (found === undefined) throw noSuchSpace(wanted, spaces);
  return found;
}

function siteProfile(
  root: string,
  wanted: string | undefined,
  spaces: readonly MirroredFolder[],
): SiteProfile {
  const sites = yamlFilesIn(join(root, '.tidemark', 'sites')).map(({ value }) => value);
  const chosen = wanted === undefined ? sites : sites.filter(({ id }) => id === wanted);
  const [site, ...others] = chosen;
  const listed = sites.map(({ id, title }) => `${String(id)} (${String(title)})`).join(', ');
  if (site === undefined) {
    const [only, ...more] = spaces;
    if (wanted === undefined && only !== undefined)
      return more.length === 0 ? profileOf(only) : profileOfSpaces(spaces);
    throw new AppError(
      'USAGE',
      wanted === undefined ? 'nothing is mirrored yet' : `no mirrored site has the id ${wanted}`,
      {
        hint:
          wanted === undefined
            ? 'Run `tidemark sync` first.'
            : `There are: ${listed || 'none'}. A sync reads the sites of the service at most every ten minutes, and only with mirror.metadata: if this site is new, wait ten minutes, run \`tidemark sync\` and export again.`,
      },
    );
  }
  if (others.length > 0) {
    throw new AppError('USAGE', `there are ${chosen.length} mirrored sites`, {
      hint: `Choose one with --site: ${listed}`,
    });
  }
  return profileFromYaml(site);
}

function profileOf({ id, title }: MirroredFolder): SiteProfile {
  return profileOfSpaces([{ id, title, path: '.', folder: '' }]);
}

/** A profile for spaces without a site: side by side, with the default look. */
function profileOfSpaces(spaces: readonly MirroredFolder[]): SiteProfile {
  return {
    site: { title: spaces[0]?.title ?? 'Documentation' },
    structure: sideBySide(spaces),
    customizations: { site: {} },
  };
}

/** Converts the mirrored form of a site, which names spaces, sections and groups by id, to the nested form of a profile. */
function profileFromYaml(site: Yaml): SiteProfile {
  const {
    sections = [],
    sectionGroups = [],
    siteSpaces = [],
    customizations = {},
    title,
    id,
    visibility,
    published,
  } = site as {
    sections?: Yaml[];
    sectionGroups?: Yaml[];
    siteSpaces?: Yaml[];
    customizations?: Yaml;
    title?: string;
    id?: string;
    visibility?: string;
    published?: boolean;
  };
  const nested = (siteSpace: Yaml): Yaml => ({
    ...siteSpace,
    space: typeof siteSpace['space'] === 'string' ? { id: siteSpace['space'] } : siteSpace['space'],
  });
  const whole = new Map(
    sections.map(
      (section) =>
        [
          section['id'],
          { ...section, siteSpaces: ((section['siteSpaces'] ?? []) as Yaml[]).map(nested) },
        ] as const,
    ),
  );
  const grouped = new Map(sectionGroups.map((group) => [group['id'], group] as const));
  const structure: Yaml[] = [];
  const printed = new Set<unknown>();
  for (const section of whole.values()) {
    const group = grouped.get((section as Yaml)['sectionGroup']);
    if (group === undefined) structure.push(section);
    else if (!printed.has(group)) {
      printed.add(group);
      const members = ((group['sections'] ?? []) as unknown[]).map((member) =>
        whole.get(typeof member === 'string' ? member : (member as Yaml)['id']),
      );
      structure.push({ ...group, sections: members.filter((member) => member !== undefined) });
    }
  }
  return {
    site: {
      title: title ?? 'Documentation',
      ...(id === undefined ? {} : { id }),
      ...(visibility === undefined ? {} : { visibility }),
      ...(published === undefined ? {} : { published }),
    },
    structure: (whole.size > 0
      ? { type: 'sections', structure }
      : { type: 'siteSpaces', structure: siteSpaces.map(nested) }) as unknown as SiteProfile['structure'],
    customizations: { site: {}, ...customizations },
  };
}

/** The profile without site spaces whose space is missing, and without sections that become empty. */
function withoutMissing(profile: SiteProfile, there: ReadonlySet<string>): SiteProfile {
  const { structure } = profile;
  if (structure.type === 'siteSpaces') {
    return {
      ...profile,
      structure: { ...structure, structure: structure.structure.filter(({ space }) => there.has(space.id)) },
    };
  }
  return {
    ...profile,
    structure: { type: 'sections', structure: structure.structure.flatMap((each) => present(each, there)) },
  };
}

function present(entry: ProfileEntry, there: ReadonlySet<string>): ProfileEntry[] {
  switch (entry.object) {
    case 'site-external-link':
      return [entry];
    case 'site-section': {
      const siteSpaces = entry.siteSpaces.filter(({ space }) => there.has(space.id));
      return siteSpaces.length === 0 ? [] : [{ ...entry, siteSpaces }];
    }
    case 'site-section-group': {
      const { sections, children, ...group } = entry;
      const members = (children ?? sections ?? []).flatMap((each) => present(each, there));
      return members.length === 0 ? [] : [{ ...group, children: members }];
    }
  }
}

function specsIn(root: string): SpecSource[] {
  const folder = join(root, '.tidemark', 'openapi');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /\.spec\.(?:ya?ml|json)$/.test(name))
    .sort()
    .map((name) => {
      const stem = name.replace(/\.spec\.(?:ya?ml|json)$/, '');
      return {
        slug: slugIn(join(folder, `${stem}.yaml`)) ?? stem,
        text: readFileSync(join(folder, name), 'utf8'),
      };
    });
}

/** The slug in an OpenAPI document's own YAML file, because a long slug cannot be a file name. */
function slugIn(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  const { slug } = (parse(readFileSync(file, 'utf8'), { maxAliasCount: 0 }) ?? {}) as { slug?: unknown };
  return typeof slug === 'string' ? slug : undefined;
}

function yamlFilesIn(folder: string): { file: string; value: Yaml }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => {
      const file = join(folder, name);
      try {
        return { file, value: parse(readFileSync(file, 'utf8'), { maxAliasCount: 0 }) as Yaml };
      } catch (cause) {
        throw new AppError('CONTENT_INVALID', `${file} cannot be read: ${messageOf(cause)}`, {
          hint: 'Tidemark writes this file: restore it with git, or run `tidemark sync`.',
          cause,
        });
      }
    });
}

import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { AppError, packageRoot } from '../../base/index.ts';
import type {
  Elsewhere,
  ExportCache,
  ExportOptions,
  FolderMemory,
  SiteFiles,
  SiteWarning,
} from '../../site/index.ts';
import { configFileName, loadConfig, type LoadedConfig } from '../config/load.ts';
import type { Config } from '../config/schema.ts';
import type { CommandContext } from '../program.ts';
import type { World } from '../world.ts';
import { documentsOf, isMarkdownPath, readSpaceConfig, spaceConfigPath } from '../../content/index.ts';
import { problemOfBase, styleFault, symbolicLinksIn } from '../../site/index.ts';
import { namedPath, noPageIn } from '../named-path.ts';
import { recordedBelow } from '../links/spaces.ts';
import { siteInFolder } from './folder-source.ts';
import { configuredOrder, mirroredFolders } from './mirrored-folders.ts';
import {
  readMirrorSource,
  type MirroredFolder,
  type MirrorSourceOptions,
  type ReadSource,
} from './mirror-source.ts';

export interface ExportCommandOptions {
  folder?: string;
  out?: string;
  site?: string;
  space?: string;
  baseUrl?: string;
  templates?: string;
  allowPrivate?: boolean;
  watch?: boolean;
  serve?: number | true;
  search?: boolean;
  fetchImages?: boolean;
  fetchOpenapi?: boolean;
  relative?: boolean;
  strict?: boolean;
  pdf?: string;
  /** False for a folder without a configuration, whose look is the default. */
  isConfigured?: boolean;
}

/** The source and the output of an export. */
export interface ExportSource {
  readonly out: string;
  readonly root: string;
  readonly service?: string;
  readonly own: OwnFiles;
  /** The file of the configuration, which may be missing; undefined for an export that has none. */
  readonly configuration: string | undefined;
  /** Whether the configuration names the spaces: the writers have then not removed a missing folder on purpose. */
  readonly hasFixedSpaces: boolean;
  readonly read: (memory: FolderMemory, cache: ExportCache) => Promise<ReadSource>;
}

/** Finds the source of an export: a folder, or the configured mirror. */
export async function exportSource(
  context: CommandContext,
  options: ExportCommandOptions,
): Promise<ExportSource> {
  requireUsable(context.world, options);
  return options.folder === undefined
    ? mirrorSource(context, options)
    : folderSource(context, options, options.folder);
}

/** Rejects values that cannot be meant: a word without `https://` or a slash would become a folder of that name. */
function requireUsable({ cwd }: World, { baseUrl = '/', templates }: ExportCommandOptions): void {
  const wrong = problemOfBase(baseUrl);
  if (wrong !== null)
    throw new AppError('USAGE', `--base-url ${baseUrl} ${wrong}`, {
      hint: 'Write https://docs.example.com/handbook, or /handbook for a path alone.',
    });
  if (templates !== undefined) requireTemplates(templates, resolve(cwd, templates));
}

/** Rejects a folder that replaces nothing: a step that should have filled it has failed, or the name is wrong. */
function requireTemplates(named: string, folder: string): void {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder && readdirSync(folder).some((name) => !name.startsWith('.'))) return;
  throw new AppError('USAGE', `--templates ${named} is ${isFolder ? 'an empty' : 'not a'} folder`, {
    hint: `Begin with a copy of some of ours, from ${join(packageRoot(), 'templates', 'site')}.`,
  });
}

const folderHint = 'Name a folder of markdown, relative to where you are.';

async function folderSource(
  { world, configFile }: CommandContext,
  { out, site, space, isConfigured = true }: ExportCommandOptions,
  folder: string,
): Promise<ExportSource> {
  const { whole: root, isFolder } = namedPath(world.cwd, folder, folderHint);
  if (!isFolder) throw new AppError('USAGE', `${folder} is a file, not a folder`, { hint: folderHint });
  const loaded = isConfigured
    ? await loadConfig(world, { file: configFile, required: false, mayBeRefused: true })
    : null;
  return {
    out: loaded === null ? resolve(world.cwd, out ?? 'site') : outputFolder(world, loaded, out),
    root,
    own: loaded === null ? nothingOwn : ownOf(loaded.config, loaded.pathOf),
    configuration: loaded === null ? undefined : (loaded.file ?? join(world.cwd, configFileName)),
    hasFixedSpaces: false,
    read: async (memory, cache) => {
      const recorded = await recordedBelow(world, root);
      const ids = new Map(recorded.flatMap(({ id, path }) => (id === undefined ? [] : [[path || '.', id]])));
      const described = siteInFolder(root, {
        ids,
        configured: loaded === null ? [] : configuredOrder(loaded.config),
      });
      const found = await readMirrorSource({
        root,
        ...described,
        ...(loaded === null
          ? {}
          : {
              ...lookOf(loaded),
              git: gitFacts(world, loaded.config, { cache, folders: described.spaces }),
            }),
        site,
        space,
        memory,
        now: world.clock.now(),
      });
      requirePages({ folder, root }, found);
      return found;
    },
  };
}

/**
 * Refuses a folder without a page: it is mistyped, or its checkout failed, and its site would replace the one that is there. A
 * mirror may have empty spaces.
 */
function requirePages(
  { folder, root }: { readonly folder: string; readonly root: string },
  { input: { source } }: ReadSource,
): void {
  if (source.spaces.some(({ pages }) => documentsOf(pages).length > 0)) return;
  const file = join(root, spaceConfigPath);
  const config = readSpaceConfig(existsSync(file) ? readFileSync(file, 'utf8') : null);
  const unlisted = source.spaces.reduce((sum, { unlisted = [] }) => sum + unlisted.length, 0);
  const linked = source.spaces.flatMap(({ symbolicLinks = [] }) => symbolicLinks).find(isMarkdownPath);
  throw noPageIn(join(folder, config.root), {
    path: config.summary,
    unlisted,
    ...(linked === undefined ? {} : { linked }),
  });
}

/** Where the site goes: `--out`, else `export.out` of the configuration, which is relative to its file. */
function outputFolder({ cwd }: World, { config, pathOf }: LoadedConfig, out: string | undefined): string {
  return out === undefined ? pathOf(config.export.out) : resolve(cwd, out);
}

async function mirrorSource(
  { world, configFile }: CommandContext,
  { out, site, space }: ExportCommandOptions,
): Promise<ExportSource> {
  const loaded = await loadConfig(world, { file: configFile });
  const { config, pathOf } = loaded;
  const root = pathOf(config.repository.path);
  return {
    out: outputFolder(world, loaded, out),
    root,
    service: config.service.url,
    own: ownOf(config, pathOf),
    configuration: loaded.file,
    hasFixedSpaces: true,
    read: async (memory, cache) => {
      const folders = await mirroredFolders(world, loaded);
      return readMirrorSource({
        root,
        spaces: folders,
        git: gitFacts(world, config, { cache, folders }),
        ...lookOf(loaded),
        site,
        space,
        memory,
        now: world.clock.now(),
      });
    },
  };
}

/** The configuration of a site's look, of other hosts and of OpenAPI documents. */
function lookOf({
  config,
  pathOf,
}: LoadedConfig): Pick<MirrorSourceOptions, 'branding' | 'elsewhere' | 'openapi'> {
  return {
    branding: { site: config.export.site, pathOf },
    elsewhere: elsewhereOf(config),
    openapi: { files: config.export.openapi, pathOf },
  };
}

function gitFacts(
  world: World,
  { export: { edit, updated } }: Config,
  { cache, folders }: { readonly cache: ExportCache; readonly folders: readonly MirroredFolder[] },
): MirrorSourceOptions['git'] {
  const folderOf = (id: string): string => folders.find((each) => each.id === id)?.folder ?? '';
  return async (given) => {
    const { withGitFacts } = await import('../export/git-facts.ts');
    return withGitFacts(world, { edit, updated, cache }, { ...given, folderOf });
  };
}

/** The configured additions to a site. */
interface OwnFiles extends Pick<ExportOptions, 'analytics' | 'offline'> {
  readonly styles: string | undefined;
  readonly statics: string | undefined;
  readonly cards: boolean;
  /** The existing ones, which are watched for changes. */
  readonly folders: readonly string[];
}

const nothingOwn: OwnFiles = { styles: undefined, statics: undefined, cards: false, folders: [] };

function ownOf(
  { export: { styles, static: statics, analytics, offline, cards } }: Config,
  pathOf: (path: string) => string,
): OwnFiles {
  const paths = { styles: styles && pathOf(styles), statics: statics && pathOf(statics) };
  for (const [key, path] of Object.entries({ styles: paths.styles, static: paths.statics }))
    if (path !== undefined) requirePath(key, path);
  const { service, ...counted } = analytics;
  return {
    ...paths,
    cards,
    folders: Object.values(paths).filter((path) => path !== undefined),
    ...(service === 'none' ? {} : { analytics: { service, ...counted } }),
    ...(offline === 'none' ? {} : { offline }),
  };
}

/** Checks the kind of a path: `static` is a folder, `styles` a file. */
function requirePath(key: string, path: string): void {
  const wanted = key === 'static' ? 'folder' : 'file';
  const stats = statSync(path, { throwIfNoEntry: false });
  const isRight = wanted === 'folder' ? stats?.isDirectory() : stats?.isFile();
  if (isRight === true) return;
  const what = stats === undefined ? 'is not there' : `is no ${wanted}`;
  throw new AppError('CONFIG_INVALID', `export.${key} names ${path}, which ${what}`, {
    hint: 'Paths of a configuration are relative to its file.',
  });
}

/** The additions in the form of the exporter's options. */
export function ownFiles(
  { styles, statics, analytics, offline }: OwnFiles,
  folderFiles: (folder: string) => SiteFiles,
): Pick<ExportOptions, 'styles' | 'statics' | 'analytics' | 'offline'> {
  const folder = statics === undefined ? undefined : folderFiles(statics);
  return {
    ...(analytics === undefined ? {} : { analytics }),
    ...(offline === undefined ? {} : { offline }),
    ...(styles === undefined ? {} : { styles: readFileSync(styles, 'utf8') }),
    ...(folder === undefined
      ? {}
      : {
          statics: folder
            .list()
            .sort()
            .map((path) => ({ path, read: () => folder.read(path) ?? new Uint8Array() })),
        }),
  };
}

/** A warning for a style sheet of `export.styles` in which something is never closed. */
export async function stylesUnclosed({ cwd }: World, { styles }: OwnFiles): Promise<readonly SiteWarning[]> {
  const fault = styles === undefined ? undefined : await styleFault(readFileSync(styles, 'utf8'));
  if (styles === undefined || fault === undefined) return [];
  return [{ file: relative(cwd, styles), line: fault.line, message: `export.styles: ${fault.message}` }];
}

/** A warning for each symbolic link of `export.static`: it may lead anywhere on this machine, and is not followed. */
export function linksLeftOut({ cwd }: World, { statics }: OwnFiles): readonly SiteWarning[] {
  if (statics === undefined) return [];
  return symbolicLinksIn(statics).map((path) => ({
    file: relative(cwd, join(statics, path)),
    message:
      'a symbolic link, which export.static does not copy: put the file or folder itself there, or set export.static to the folder that it leads to',
  }));
}

function elsewhereOf({ export: { images, frames, tryIt } }: Config): Omit<Elsewhere, 'fetched'> {
  return { images, frames, tryIt };
}

/** Names a warning's file relative to the root, as people know it, rather than by the space's id. */
export function withPathFromRoot(
  { space, file, ...rest }: SiteWarning,
  folders: ReadonlyMap<string, string>,
): SiteWarning {
  const folder = space === undefined ? undefined : folders.get(space);
  if (space === undefined || folder === undefined)
    return { ...rest, ...(space === undefined ? {} : { space }), ...(file === undefined ? {} : { file }) };
  if (file === undefined) return { ...rest, file: folder };
  return { ...rest, file: folder === '.' ? file : `${folder}/${file}` };
}

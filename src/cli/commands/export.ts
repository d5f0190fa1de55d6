import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { AppError, escapeForTerminal, systemError } from '../../base/index.ts';
import type {
  Elsewhere,
  ExportCache,
  ExportOptions,
  ExportReport,
  FetchedImage,
  FolderMemory,
  SiteWarning,
  serveSite as ServeSite,
  SiteFiles,
  SiteInput,
  SiteServer,
} from '../../site/index.ts';
import type { HttpTransport } from '../../http/port.ts';
import { loadConfig } from '../config/load.ts';
import type { Config } from '../config/schema.ts';
import { mirroredFolders } from '../export/mirrored-folders.ts';
import { siteInFolder } from '../export/folder-source.ts';
import {
  readMirrorSource,
  type MirroredFolder,
  type MirrorSourceOptions,
  type ReadSource,
} from '../export/mirror-source.ts';
import { count } from '../output/cycle.ts';
import { progressOn } from '../output/progress.ts';
import { reportFailure } from '../output/failure.ts';
import { styleFor } from '../output/style.ts';
import type { CommandContext } from '../program.ts';
import { untilStopped } from '../until-stopped.ts';
import type { World } from '../world.ts';

export interface ExportCommandOptions {
  folder?: string;
  out?: string;
  site?: string;
  space?: string;
  baseUrl?: string;
  templates?: string;
  allowPrivate?: boolean;
  watch?: boolean;
  serve?: string | true;
  search?: boolean;
  fetchImages?: boolean;
  relative?: boolean;
  strict?: boolean;
  /** False for a folder whose look no configuration says. */
  isConfigured?: boolean;
}

const mostWarnings = 20;

export async function exportCommand(
  context: CommandContext,
  options: ExportCommandOptions,
): Promise<number | undefined> {
  const { world, json } = context;
  const room = await import('../../site/index.ts');
  const { out, root, service, own, read } = await source(context, options);
  const { readProfileImages } = await import('../export/profile-images.ts');
  const fetched = new Map<string, { readonly bytes: Uint8Array; readonly extension: string }>();
  const files = room.folderFiles(out);
  const cache = room.fileCache(room.folderFiles(cacheFolder(world, out)));
  const memory = room.folderMemory(cache);
  const brought =
    options.fetchImages === true
      ? new (await import('../export/fetched-images.ts')).FetchedImages(
          room.folderFiles(join(cacheFolder(world, out), 'images')),
        )
      : undefined;
  const stays = options.watch === true || options.serve !== undefined;
  const progress = progressOn(world);

  const run = async (): Promise<ReadSource & { readonly warned: boolean }> => {
    const found = await read(memory, cache);
    const { images, warnings: missing } = await readProfileImages(found.input.profile, {
      root,
      own: found.pictures,
      known: fetched,
      ...(options.fetchImages === true ? { fetch: () => imageTransport(world, service) } : {}),
    });
    const make = (fetchedImages: readonly FetchedImage[]): Promise<ExportReport> =>
      room.exportSite(withFetched(found.input, fetchedImages), {
        profileImages: images,
        namesElsewhere: brought !== undefined,
        files,
        cache,
        clock: world.clock,
        ...(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl }),
        ...(options.templates === undefined ? {} : { templates: resolve(world.cwd, options.templates) }),
        ...(options.relative === true ? { urls: 'file' as const } : {}),
        ...ownFiles(own, room.folderFiles),
        allowPrivate: options.allowPrivate ?? false,
        liveReload: options.serve !== undefined,
        search: options.search ?? true,
        ...(world.ports.renderThreads ? { threads: world.ports.renderThreads } : {}),
        progress: ({ done, total }) => progress.update('Rendering', done, total),
        signal: world.stop,
      });
    let report = await make(brought?.all() ?? []);
    if (brought && (await brought.bringIn(report.elsewhere ?? [], () => imageTransport(world, service)))) {
      const { written } = report;
      report = await make(brought.all());
      report = { ...report, written: [...new Set([...written, ...report.written])] };
    }
    progress.end();
    const warnings = [...found.warnings, ...missing, ...report.warnings, ...(brought?.warnings ?? [])].map(
      (warning) => named(warning, found.folders),
    );
    const whole = { ...report, warnings };
    if (json) world.stdout.write(`${JSON.stringify({ out, ...whole })}\n`);
    else describe(world, out, whole);
    return { ...found, warned: warnings.length > 0 };
  };

  const { watched, warned } = await run();
  if (!stays) return options.strict === true && warned ? 1 : 0;
  const server = options.serve === undefined ? undefined : await serve(world, files, options, room.serveSite);
  const watch = await room.watchSite([...watched, ...own.folders], {
    clock: world.clock,
    again: async () => {
      await run();
      server?.reload();
    },
    failed: (thrown) => {
      if (systemError(thrown).code !== 'CANCELLED') reportFailure(world, thrown);
    },
  });
  try {
    await untilStopped(world);
  } finally {
    await watch.close();
    await server?.close();
  }
  return undefined;
}

async function source(
  { world, configFile }: CommandContext,
  { folder, out, site, space, isConfigured = true }: ExportCommandOptions,
): Promise<{
  out: string;
  root: string;
  service?: string;
  own: OwnFiles;
  read: (memory: FolderMemory, cache: ExportCache) => Promise<ReadSource>;
}> {
  if (folder !== undefined) {
    const root = resolve(world.cwd, folder);
    const loaded = isConfigured
      ? await loadConfig(world, { file: configFile, required: false, mayBeRefused: true })
      : null;
    return {
      out: resolve(world.cwd, out ?? 'site'),
      root,
      own: loaded === null ? nothingOwn : ownOf(loaded.config, loaded.pathOf),
      read: (memory, cache) => {
        const described = siteInFolder(root);
        return readMirrorSource({
          root,
          ...described,
          ...(loaded === null
            ? {}
            : {
                branding: { site: loaded.config.export.site, pathOf: loaded.pathOf },
                elsewhere: elsewhereOf(loaded.config),
                openapi: { files: loaded.config.export.openapi, pathOf: loaded.pathOf },
                git: gitFacts(world, loaded.config, { cache, folders: described.spaces }),
              }),
          site,
          space,
          memory,
          now: world.clock.now(),
        });
      },
    };
  }
  const loaded = await loadConfig(world, { file: configFile });
  const { config, pathOf } = loaded;
  const root = pathOf(config.repository.path);
  return {
    out: out === undefined ? pathOf(config.export.out) : resolve(world.cwd, out),
    root,
    service: config.service.url,
    own: ownOf(config, pathOf),
    read: async (memory, cache) => {
      const folders = await mirroredFolders(world, loaded);
      return readMirrorSource({
        root,
        spaces: folders,
        git: gitFacts(world, config, { cache, folders }),
        branding: { site: config.export.site, pathOf },
        elsewhere: elsewhereOf(config),
        openapi: { files: config.export.openapi, pathOf },
        site,
        space,
        memory,
        now: world.clock.now(),
      });
    },
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

/** What the configuration adds to a site. */
interface OwnFiles extends Pick<ExportOptions, 'analytics' | 'offline'> {
  readonly styles: string | undefined;
  readonly statics: string | undefined;
  /** Those of them that are there: their changes make another export worth while. */
  readonly folders: readonly string[];
}

const nothingOwn: OwnFiles = { styles: undefined, statics: undefined, folders: [] };

function ownOf(
  { export: { styles, static: statics, analytics, offline } }: Config,
  pathOf: (path: string) => string,
): OwnFiles {
  const paths = { styles: styles && pathOf(styles), statics: statics && pathOf(statics) };
  for (const [key, path] of Object.entries({ styles: paths.styles, static: paths.statics }))
    if (path !== undefined && !existsSync(path))
      throw new AppError('CONFIG_INVALID', `export.${key} names ${path}, which is not there`, {
        hint: 'Paths of a configuration are relative to its file.',
      });
  const { service, ...counted } = analytics;
  return {
    ...paths,
    folders: Object.values(paths).filter((path) => path !== undefined),
    ...(service === 'none' ? {} : { analytics: { service, ...counted } }),
    ...(offline === 'none' ? {} : { offline }),
  };
}

function ownFiles(
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

function elsewhereOf({ export: { images, frames } }: Config): Omit<Elsewhere, 'fetched'> {
  return { images, frames };
}

function withFetched({ source, profile }: SiteInput, fetched: readonly FetchedImage[]): SiteInput {
  if (fetched.length === 0) return { source, profile };
  const { elsewhere = { images: 'shown', frames: [] } } = source;
  return { source: { ...source, elsewhere: { ...elsewhere, fetched } }, profile };
}

/** The configured service is asked wherever it is, other hosts only at public addresses: a profile is somebody else's writing. */
async function imageTransport({ ports }: World, service: string | undefined): Promise<HttpTransport> {
  const [near, far] = await Promise.all([ports.transport(), ports.transport({ publicOnly: true })]);
  const own = service === undefined ? undefined : new URL(service).origin;
  return {
    send: (request) => (new URL(request.url).origin === own ? near : far).send(request),
    close: async () => {
      await Promise.all([near.close(), far.close()]);
    },
  };
}

/** What an export remembers for the next one lies outside the site, where it may be thrown away at any time. */
function cacheFolder({ env }: World, out: string): string {
  const base = env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  return join(base, 'tidemark', 'export', createHash('sha256').update(out).digest('hex').slice(0, 16));
}

async function serve(
  world: World,
  files: SiteFiles,
  { serve: given, baseUrl }: ExportCommandOptions,
  serveSite: typeof ServeSite,
): Promise<SiteServer> {
  const port = given === true || given === undefined ? 0 : Number(given);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new AppError('USAGE', `--serve ${String(given)} is not a port`, {
      hint: 'Give a number from 0 to 65535, or leave it out.',
    });
  }
  const basePath = baseUrl === undefined ? '/' : new URL(baseUrl, 'http://localhost').pathname;
  const server = await serveSite(files, { port, basePath });
  const { cyan } = styleFor(world.stderr, world.env);
  world.stderr.write(
    `The site is at ${cyan(server.url)}; it is exported again at each change. Ctrl-C ends it.\n`,
  );
  return server;
}

/** A warning whose file is named from the root, as people know it, rather than by its space's id. */
function named({ space, file, ...rest }: SiteWarning, folders: ReadonlyMap<string, string>): SiteWarning {
  const folder = space === undefined ? undefined : folders.get(space);
  if (space === undefined || folder === undefined)
    return { ...rest, ...(space === undefined ? {} : { space }), ...(file === undefined ? {} : { file }) };
  if (file === undefined) return { ...rest, file: folder };
  return { ...rest, file: folder === '.' ? file : `${folder}/${file}` };
}

function describe(world: World, out: string, report: ExportReport): void {
  const { bold, dim, green, yellow } = styleFor(world.stdout, world.env);
  for (const { space, file, line, message } of report.warnings.slice(0, mostWarnings)) {
    const where = [space, file, line].filter((part) => part !== undefined).join(':');
    world.stderr.write(
      `${yellow('!')} ${escapeForTerminal(where === '' ? message : `${where}: ${message}`)}\n`,
    );
  }
  if (report.warnings.length > mostWarnings) {
    world.stderr.write(
      dim(
        `  … and ${count(report.warnings.length - mostWarnings, 'more warning')} (all of them with --json)\n`,
      ),
    );
  }
  const seconds = (report.timingsMs.total / 1000).toFixed(1);
  const written = `${count(report.written.length, 'file')} written${report.removed.length > 0 ? `, ${report.removed.length} removed` : ''}`;
  world.stdout.write(
    `${green('✓')} ${bold(count(report.pages, 'page'))} in ${escapeForTerminal(out)}: ${report.rendered} rendered, ${written} ${dim(`${seconds} s`)}\n`,
  );
}

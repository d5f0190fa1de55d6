import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { escapeForTerminal, systemError } from '../../base/index.ts';
import type {
  ExportOptions,
  ExportReport,
  FetchedImage,
  SiteFiles,
  SiteInput,
  SiteServer,
} from '../../site/index.ts';
import type * as SiteRoom from '../../site/index.ts';
import type { HttpTransport } from '../../http/port.ts';
import { warningsVerdict, worldOfWarnings } from '../export/describe-warnings.ts';
import { ToldWarnings, type Found } from '../export/told-warnings.ts';
import {
  exportSource,
  withPathFromRoot,
  linksLeftOut,
  ownFiles,
  stylesUnclosed,
  type ExportCommandOptions,
} from '../export/export-source.ts';
import { FoundSpecs, missingDocuments, withSpecs } from '../export/found-specs.ts';
import { requireSeparateFolders, requireNoSourceIn } from '../export/output-place.ts';
import type { ReadSource } from '../export/mirror-source.ts';
import { RepeatedExport } from '../export/repeated-export.ts';
import { prepareForRun, prepareFor, stopCollectingEarly } from '../export/v8-settings.ts';
import { countText } from '../output/count-text.ts';
import { progressOn } from '../output/progress.ts';
import type { PictureSizes } from '../export/picture-sizes.ts';
import { reportFailure } from '../output/failure.ts';
import { styleFor } from '../output/style.ts';
import type { CommandContext } from '../program.ts';
import { untilStopped } from '../until-stopped.ts';
import type { World } from '../world.ts';

export async function exportCommand(
  context: CommandContext,
  options: ExportCommandOptions,
): Promise<number | undefined> {
  const { world, failures, json } = context;
  if (options.pdf !== undefined)
    return (await import('../export/pdf.ts')).exportPdf(context, { ...options, pdf: options.pdf });
  const work = await prepare(context, options);
  const told = new ToldWarnings();
  const read = await exportOnce(context, { options, told }, work);
  if (options.watch !== true && options.serve === undefined)
    return options.strict === true && read.warned ? 1 : 0;
  const steps = {
    prepare: () => prepare(context, options),
    run: (latest: Work) => exportOnce(context, { options, told }, latest),
    sourceOf: ({ source }: Work) => source,
  };
  const repeated = new RepeatedExport(context, steps, { work, read });
  // From here on, the command is a long one.
  if (world.ownsProcess === true) prepareForRun('long');
  const { room } = work;
  const server =
    options.serve === undefined ? undefined : await serve(context, () => repeated.work.files, options, room);
  const templates = options.templates === undefined ? [] : [resolve(world.cwd, options.templates)];
  const watch = await room.watchSite(
    () => [...repeated.paths(), ...repeated.work.own.folders, ...repeated.work.found.files(), ...templates],
    {
      clock: world.clock,
      without: () => [repeated.work.out],
      again: async () => {
        if (await repeated.again()) server?.reload();
      },
      failed: (thrown) => {
        if (systemError(thrown).code !== 'CANCELLED')
          reportFailure({ ...world, stderr: failures }, thrown, { json });
      },
    },
  );
  try {
    await untilStopped(world);
  } finally {
    await watch.close();
    await server?.close();
  }
  return undefined;
}

type Work = Awaited<ReturnType<typeof prepare>>;

/** What all exports of one command share: sources, output, and results of earlier exports. */
async function prepare(context: CommandContext, options: ExportCommandOptions) {
  const { world } = context;
  const room = await import('../../site/index.ts');
  const source = await exportSource(context, options);
  const { out, root, service, own, read } = source;
  requireSeparateFolders(out, own.statics);
  const files = room.folderFiles(out);
  const cache = room.fileCache(room.folderFiles(cacheFolder(world, out)));
  const memory = room.folderMemory(cache);
  const cached = (part: string): SiteFiles => room.folderFiles(join(cacheFolder(world, out), part));
  const sizes = sizesOnDemand(() => cached('sizes'));
  return {
    room,
    source,
    out,
    root,
    own,
    files,
    cache,
    sizes,
    read: () => read(memory, cache),
    fetched: new Map<string, { readonly bytes: Uint8Array; readonly extension: string }>(),
    brought:
      options.fetchImages === true
        ? new (await import('../export/fetched-images.ts')).FetchedImages(cached('images'), await sizes())
        : undefined,
    found: new FoundSpecs(root, cache),
    documents:
      options.fetchOpenapi === true
        ? new (await import('../export/fetched-specs.ts')).FetchedSpecs(cached('openapi'))
        : undefined,
    transport: () => elsewhereTransport(world, service),
    cards: own.cards ? (await import('../export/cards.ts')).cardDrawer() : undefined,
    progress: progressOn(world),
  };
}

/** What makes smaller forms of pictures, loaded when there are pictures; undefined where sharp is not installed. */
function sizesOnDemand(files: () => SiteFiles): () => Promise<PictureSizes | undefined> {
  const load = async (): Promise<PictureSizes | undefined> => {
    const { findSharp, PictureSizes: Sizes } = await import('../export/picture-sizes.ts');
    const sharp = findSharp();
    return sharp && new Sizes(sharp, files());
  };
  let loading: Promise<PictureSizes | undefined> | undefined;
  return () => (loading ??= load());
}

function hasFiles({ source: { spaces, elsewhere } }: SiteInput): boolean {
  return spaces.some(({ assets }) => assets.length > 0) || (elsewhere?.fetched ?? []).length > 0;
}

/** Reads, exports and reports the result. Exports a second time if content from other hosts was fetched. */
async function exportOnce(
  context: CommandContext,
  { options, told }: { readonly options: ExportCommandOptions; readonly told: ToldWarnings },
  work: Work,
): Promise<ReadSource & { readonly warned: boolean }> {
  const { world, json } = context;
  const { out, root, brought, documents, transport, progress } = work;
  const { readProfileImages } = await import('../export/profile-images.ts');
  const found = await work.read();
  requireNoSourceIn(out, found, root);
  const { images, warnings: missing } = await readProfileImages(found.input.profile, {
    root,
    own: found.pictures,
    known: work.fetched,
    ...(options.fetchImages === true ? { fetch: transport } : {}),
  });
  const rendered = new Set<string>();
  const make = async (): Promise<ExportReport> => {
    const given = withSpecs(found.input, [...(documents?.all() ?? []), ...work.found.all()]);
    const input = withFetched(given, brought?.all() ?? []);
    const sizes = hasFiles(input) ? await work.sizes() : undefined;
    return work.room.exportSite((await sizes?.added(input, world.stop)) ?? input, {
      profileImages: images,
      onRendered: (key) => rendered.add(key),
      ...exportOptions(world, options, work),
    });
  };
  const report = await untilAllIsThere(make, world, work);
  if (world.ownsProcess === true) stopCollectingEarly();
  progress.end();
  const warnings = [
    ...found.warnings,
    ...missing,
    ...report.warnings,
    ...(brought?.warnings ?? []),
    ...(documents?.warnings ?? []),
    ...(await stylesUnclosed(world, work.own)),
    ...linksLeftOut(world, work.own),
    ...(report.pages === 0 ? [{ message: 'the site has no page: no markdown was found' }] : []),
  ].map((warning) => withPathFromRoot(warning, found.folders));
  const whole = { ...report, rendered: rendered.size, warnings, ...leftOutIn(found) };
  if (json) world.stdout.write(`${JSON.stringify({ out, ...whole })}\n`);
  else {
    told.describe(world, whole, worldOfWarnings(context, options.strict));
    describe(world, out, whole, options.strict);
  }
  return { ...found, warned: warnings.length > 0 };
}

/** Exports, and does so again if pages named something that was then found in the checkout or fetched from other hosts. */
async function untilAllIsThere(
  make: () => Promise<ExportReport>,
  world: World,
  { brought, documents, found, transport }: Work,
): Promise<ExportReport> {
  const report = await make();
  const came = [
    await found.lookFor(missingDocuments(report), world),
    await brought?.bringIn(report.elsewhere ?? [], transport),
    await documents?.bringIn(
      (report.specsElsewhere ?? []).filter((address) => !found.hasAddress(address)),
      transport,
    ),
  ];
  if (!came.includes(true)) return report;
  const again = await make();
  return { ...again, written: [...new Set([...report.written, ...again.written])] };
}

/** The exporter's options from the command line and the configuration. */
function exportOptions(
  world: World,
  options: ExportCommandOptions,
  { room, files, cache, own, brought, documents, cards, progress }: Work,
): ExportOptions {
  return {
    namesElsewhere: brought !== undefined || documents !== undefined,
    files,
    cache,
    clock: world.clock,
    ...(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl }),
    ...(options.templates === undefined ? {} : { templates: resolve(world.cwd, options.templates) }),
    ...(options.relative === true ? { urls: 'file' as const } : {}),
    ...ownFiles(own, room.folderFiles),
    ...(cards === undefined ? {} : { cards }),
    allowPrivate: options.allowPrivate ?? false,
    search: options.search ?? true,
    // A program that uses the library configures its own heap.
    ...(world.ownsProcess === true ? { beforeRender: prepareFor } : {}),
    ...(world.ports.renderThreads ? { threads: world.ports.renderThreads } : {}),
    progress: ({ done, total }) => progress.update('Rendering', done, total),
    signal: world.stop,
  };
}

function withFetched({ source, profile }: SiteInput, fetched: readonly FetchedImage[]): SiteInput {
  if (fetched.length === 0) return { source, profile };
  const { elsewhere = { images: 'shown', frames: [] } } = source;
  return { source: { ...source, elsewhere: { ...elsewhere, fetched } }, profile };
}

/** The configured service may have any address. Other hosts need a public one, because somebody else wrote the profile. */
async function elsewhereTransport({ ports }: World, service: string | undefined): Promise<HttpTransport> {
  const [near, far] = await Promise.all([ports.transport(), ports.transport({ publicOnly: true })]);
  const own = service === undefined ? undefined : new URL(service).origin;
  return {
    send: (request) => (new URL(request.url).origin === own ? near : far).send(request),
    close: async () => {
      await Promise.all([near.close(), far.close()]);
    },
  };
}

/** The folder of the export cache, outside the site, so that it may be deleted at any time. */
function cacheFolder({ env }: World, out: string): string {
  const base = env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  return join(base, 'tidemark', 'export', createHash('sha256').update(out).digest('hex').slice(0, 16));
}

async function serve(
  { world, json }: CommandContext,
  files: () => SiteFiles,
  { serve: given, baseUrl, templates }: ExportCommandOptions,
  { serveSite, liveScript }: typeof SiteRoom,
): Promise<SiteServer> {
  const port = given === true || given === undefined ? 0 : given;
  const basePath = baseUrl === undefined ? '/' : new URL(baseUrl, 'http://localhost').pathname;
  const script = liveScript(templates === undefined ? undefined : resolve(world.cwd, templates));
  const server = await serveSite(files, { port, basePath, liveScript: script });
  if (json) world.stdout.write(`${JSON.stringify({ event: 'ready', url: server.url })}\n`);
  const { cyan } = styleFor(world.stderr, world.env);
  world.stderr.write(
    `The site is at ${cyan(server.url)}; it is exported again at each change. Ctrl-C ends it.\n`,
  );
  return server;
}

/** The markdown files that are not pages of the site, relative to the folder around the spaces. */
function leftOutIn({ input, folders }: ReadSource): Pick<Found, 'unlisted' | 'hidden'> {
  const fromRoot = (space: string, files: readonly string[] = []): string[] =>
    files.map((file) => withPathFromRoot({ space, file, message: '' }, folders).file ?? file);
  const { spaces } = input.source;
  return {
    unlisted: spaces.flatMap(({ id, unlisted }) => fromRoot(id, unlisted)),
    hidden: spaces.flatMap(({ id, hidden }) => fromRoot(id, hidden)),
  };
}

interface WholeReport extends ExportReport {
  readonly unlisted: readonly string[];
}

function describe(world: World, out: string, report: WholeReport, strict?: boolean): void {
  const { bold, dim } = styleFor(world.stdout, world.env);
  const seconds = (report.timingsMs.total / 1000).toFixed(1);
  const written = `${countText(report.written.length, 'file')} written${report.removed.length > 0 ? `, ${report.removed.length} removed` : ''}`;
  const { mark, why } = warningsVerdict(world, report.warnings.length, strict);
  world.stdout.write(
    `${mark} ${bold(countText(report.pages, 'page'))} in ${escapeForTerminal(out)}: ${report.rendered} rendered, ${written}${why} ${dim(`${seconds} s`)}\n`,
  );
}

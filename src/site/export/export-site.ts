import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, packageRoot } from '../../base/index.ts';
import type { UpdateEntry } from '../body/context.ts';
import { policySourceOf } from '../body/loads.ts';
import { resolveImage } from '../model/resolve-link.ts';
import { feedFile, imageSizeFile } from '../model/site-model.ts';
import type { PlacedAsset, PlacedSpace, SiteModel, SitePage } from '../model/site-model.ts';
import { loadTemplates, type Templates } from '../page/templates.ts';
import { markdownFile } from '../page/build-view.ts';
import { coverFiles, coverTargets } from '../page/cover.ts';
import type { ViewContext } from '../page/view-context.ts';
import { additionsOf, type Additions } from '../page/additions.ts';
import { NavigationPrinter } from '../page/navigation.ts';
import { putFullTexts, type FullTextEntry } from '../output/full-texts.ts';
import { feedOf } from '../output/feed.ts';
import { isListedForAssistants, llmsTxt, robotsTxt, sitemaps } from '../output/site-lists.ts';
import type { SpecHints } from '../openapi/shelf.ts';
import { workerFile, workerScript } from '../output/offline.ts';
import { bookFile, bookOf } from '../output/book.ts';
import { plainPages } from '../output/plain-pages.ts';
import { hostingFiles } from '../output/hosting.ts';
import { redirectPage, redirectsOf } from '../output/redirects.ts';
import { sectionTitle } from '../model/section-title.ts';
import { absoluteUrl, hrefTo, placeOf, urlStyle } from '../model/urls.ts';
import { safeAsset, safeAssetVersion } from '../assets/safe-asset.ts';
import type { SiteInput, SiteWarning } from '../source.ts';
import { linkRepairsOf, withMovedLinks } from './anchors.ts';
import type { ExportCache } from '../writer/cache.ts';
import { Manifest } from './manifest.ts';
import type { PageRecord } from './page-record.ts';
import type { ExportOptions, ExportReport } from './options.ts';
import { SiteWriter } from '../writer/site-writer.ts';
import { drawCards } from './draw-cards.ts';
import { placeProfileImages } from '../profile/profile-images.ts';
import { siteFileSet } from './site-file-set.ts';
import { PageMaker } from './page-maker.ts';
import { renderPages } from './render-pages.ts';
import { SiteSearch } from './site-search.ts';
import { stopPoint } from './stop-point.ts';
import { makeWorld, recordedAsset, type World } from './world.ts';

/**
 * Turns a site's content and profile into files. With a cache, only changed pages are rendered, and only files whose bytes
 * changed are written. The result is the same, byte for byte, as without a cache.
 */
export async function exportSite(input: SiteInput, options: ExportOptions): Promise<ExportReport> {
  requireVisible(input, options.allowPrivate ?? false);
  return new SiteExport(input, options).run();
}

/** Refuses to export content that is not public unless the caller allows that, because files cannot restrict who reads them. */
function requireVisible({ profile }: SiteInput, allowPrivate: boolean): void {
  const visibility = profile.site.visibility ?? 'public';
  if (visibility === 'public' || visibility === 'unlisted' || allowPrivate) return;
  throw new AppError(
    'USAGE',
    `"${profile.site.title}" is ${visibility}: files on a host cannot keep others out`,
    {
      hint: 'Put the export behind a gate of your own, then say --allow-private.',
      data: { visibility },
    },
  );
}

class SiteExport {
  readonly #input: SiteInput;
  readonly #options: ExportOptions;
  readonly #cache: ExportCache | undefined;
  readonly #writer: SiteWriter;
  readonly #templates: Templates;
  readonly #warnings: SiteWarning[] = [];
  #siteFiles: readonly string[] = [];

  constructor(input: SiteInput, options: ExportOptions) {
    this.#input = input;
    this.#options = options;
    this.#cache = options.cache;
    this.#writer = new SiteWriter(
      options.files,
      options.cache && { cache: options.cache, now: options.clock.now() },
    );
    this.#templates = loadTemplates(options.templates, options.styles);
    for (const { name: file, nearest } of this.#templates.unknown)
      this.#warnings.push({
        file,
        message: `no template and no script has this name: it is not used${nearest === undefined ? '' : `. Did you mean ${nearest}?`}`,
      });
  }

  async run(): Promise<ExportReport> {
    const watch = stopwatch(this.#options);
    const world = makeWorld(this.#input, {
      urls: urlStyle(this.#options.baseUrl, this.#options.urls),
      ...(this.#options.visitor === undefined ? {} : { visitor: this.#options.visitor }),
    });
    this.#warnings.push(...world.warnings);
    await watch.lap('model');
    this.#writer.requireFree(world.model.pages.flatMap((page) => [page.place.file, markdownFile(page)]));
    const view = this.#viewContext(world);
    const manifest = new Manifest(this.#cache, { frame: this.#frame(world, view), world: world.version });
    const search = view.search ? new SiteSearch(world.model, { manifest, writer: this.#writer }) : undefined;
    const { records, rendered, warnings } = await renderPages({
      input: this.#input,
      options: this.#options,
      world,
      view,
      manifest,
      search,
      maker: new PageMaker(world, {
        view,
        templates: this.#templates,
        parse: this.#options.parse,
        indexes: search?.wantsAll,
      }),
      writer: this.#writer,
    });
    for (const record of records) this.#warnings.push(...record.warnings);
    this.#warnings.push(...warnings);
    await watch.lap('render');
    search?.finish(records);
    await watch.lap('search');
    this.#fullTexts(world, records, manifest);
    this.#lists(world, { records, manifest, view });
    await this.#putAssets(world, records, manifest);
    this.#worker(world, records, view);
    this.#book(world, records, { manifest, view });
    if (view.additions.cards && this.#options.cards)
      await drawCards(world.model, {
        writer: this.#writer,
        draw: this.#options.cards,
        signal: this.#options.signal,
      });
    this.#putStatics();
    manifest.save(world.model.pages, records);
    this.#writer.finish();
    watch.end('lists');
    return {
      pages: world.model.pages.length,
      rendered,
      written: this.#writer.written,
      removed: this.#writer.removed,
      warnings: this.#warnings,
      ...(this.#options.namesElsewhere === true
        ? { elsewhere: imagesElsewhere(world, records), specsElsewhere: specsElsewhere(world, records) }
        : {}),
      timingsMs: watch.timingsMs(),
    };
  }

  #viewContext(world: World): ViewContext {
    const additions = this.#additions(world);
    const set = siteFileSet(this.#templates, world.model, additions);
    for (const { file, text } of set.files) this.#writer.put(file, text);
    this.#siteFiles = set.files.map(({ file }) => file);
    for (const name of this.#templates.extra)
      this.#writer.put(`_site/${name}`, this.#templates.readExtra(name));
    const images = placeProfileImages(this.#options.profileImages ?? new Map());
    for (const { file, bytes } of images.files) this.#writer.put(file, bytes);
    for (const { url, reason } of images.refused)
      this.#warnings.push({ message: `the image ${url} is left out: ${reason}` });
    return {
      model: world.model,
      navigation: new NavigationPrinter(world.model),
      visitor: world.visitor,
      profileImages: images.names,
      search: this.#options.search ?? true,
      additions,
      siteFiles: set.names,
    };
  }

  #additions({ model, elsewhere: { tryIt = false } }: World): Additions {
    const { offline, cards } = this.#options;
    const isRelative = model.urls.kind === 'file';
    if (offline !== undefined && isRelative)
      this.#warnings.push({
        message: 'export.offline is left out: a site that opens from the disk needs no network anyway',
      });
    if (cards !== undefined && model.urls.baseUrl === undefined)
      this.#warnings.push({
        message: 'export.cards is left out: links elsewhere need the whole address of a picture (--base-url)',
      });
    return additionsOf({
      ...this.#options,
      tryIt,
      offline: isRelative ? undefined : offline,
      cards: model.urls.baseUrl === undefined ? undefined : cards,
    });
  }

  #book(
    { model }: World,
    records: readonly PageRecord[],
    { manifest, view: { siteFiles } }: { manifest: Manifest; view: ViewContext },
  ): void {
    const { book } = this.#options;
    if (book === undefined) return;
    const known = new Map(model.pages.map((page, at) => [page, records[at]]));
    this.#writer.put('_site/book.css', this.#templates.file('book.css'));
    const styles = [siteFiles.theme(model.spaces[0]?.customization ?? model.customization), siteFiles.css];
    const bodyOf = (page: SitePage): { html: string; loads: readonly string[] } => {
      const record = known.get(page);
      if (!record) return { html: '', loads: [] };
      const { html } = manifest.bodyOf(record);
      return { html: withMovedLinks(html, linkRepairsOf(record).links), loads: record.loads };
    };
    const address = (file: string): string => hrefTo(model.urls, placeOf(''), file);
    this.#writer.put(
      bookFile,
      bookOf(model, { bodyOf, styles: [...styles, '_site/book.css'].map(address) }, book),
    );
  }

  /** The worker comes last, because its version depends on all pages. */
  #worker({ model }: World, records: readonly PageRecord[], { additions, profileImages }: ViewContext): void {
    if (additions.offline === undefined) return;
    const extra = this.#templates.extra.map((name) => `_site/${name}`);
    const shell = [...this.#siteFiles, ...extra, ...[...profileImages.values()].map(({ file }) => file)];
    const script = workerScript(additions.offline, {
      model,
      templates: this.#templates,
      shell: [...new Set(shell)],
      version: [
        this.#templates.version,
        ...shell,
        ...this.#templates.extra.map((name) => digestOf(this.#templates.readExtra(name))),
        ...records.flatMap(({ shellKey, mended }) => [shellKey, mended]),
      ],
    });
    this.#writer.put(workerFile, script);
  }

  /** A digest of everything that is the same around every page. */
  #frame(world: World, view: ViewContext): string {
    const files = Object.values(view.siteFiles).filter((each) => typeof each !== 'function');
    return createHash('sha256')
      .update(
        JSON.stringify([
          // A new version of the program makes all files again.
          programVersion(),
          this.#templates.version,
          world.model.profile,
          world.model.title,
          this.#options.baseUrl,
          this.#options.urls,
          view.visitor,
          view.search,
          view.additions,
          [...view.profileImages],
          files,
        ]),
      )
      .digest('hex');
  }

  /** Writes one text with all pages for each space. */
  #fullTexts({ model }: World, records: readonly PageRecord[], manifest: Manifest): void {
    const addressOf = (page: SitePage): string =>
      absoluteUrl(model.urls, page.place) ?? hrefTo(model.urls, placeOf(''), page.place);
    const entries = new Map<PlacedSpace, FullTextEntry[]>();
    const listed: SitePage[] = [];
    for (const [at, page] of model.pages.entries()) {
      const record = records[at];
      if (!record || !isListedForAssistants(page)) continue;
      const before = manifest.before(page);
      listed.push(page);
      let list = entries.get(page.space);
      if (!list) entries.set(page.space, (list = []));
      list.push({
        address: () => addressOf(page),
        length: record.length,
        oldLength: before?.length,
        changed: before?.bodyKey !== record.bodyKey,
        markdown: () => manifest.markdownOf(record),
      });
    }
    const headingOf = (space: PlacedSpace): string => `${model.title}: ${sectionTitle(space)}`;
    const order =
      (manifest.isSameSite ? manifest.listed : '') ||
      createHash('sha256')
        .update(JSON.stringify([...entries.keys()].map((space) => [space.prefix, headingOf(space)])))
        .update(listed.map((page) => `${page.key}\n${addressOf(page)}\n`).join(''))
        .digest('hex');
    for (const [space, list] of entries)
      putFullTexts(list, {
        writer: this.#writer,
        prefix: space.prefix,
        heading: headingOf(space),
        same: manifest.listed === order,
      });
    manifest.listed = order;
  }

  /** Writes the files that are made from the whole site; kept when none of their inputs changed. */
  #lists(
    world: World,
    { records, manifest, view }: { records: readonly PageRecord[]; manifest: Manifest; view: ViewContext },
  ): void {
    const updates = updatesIn(world, records);
    const loads = [...new Set(records.flatMap((record) => record.loads))].sort();
    const entries = [...updates.values()].flat().map(({ page, entry }) => [page.key, entry]);
    const key = createHash('sha256')
      .update(JSON.stringify([entries, loads]))
      .digest('hex');
    const { lists } = manifest;
    if (manifest.isSameSite && lists?.key === key && lists.files.every((file) => this.#writer.keep(file))) {
      this.#warnings.push(...lists.warnings);
      return;
    }
    const files = new Set<string>();
    const put: Put = (file, text) => {
      files.add(file);
      this.#writer.put(file, text);
    };
    for (const { file, text } of plainPages(view, this.#templates)) put(file, text);
    const { model } = world;
    for (const { file, text } of sitemaps(model)) put(file, text);
    put('robots.txt', robotsTxt(model));
    for (const { file, text } of llmsTxt(model)) put(file, text);
    for (const [space, entries] of updates) {
      const feed = feedOf(space, entries, model);
      if (feed !== undefined) put(feedFile(space), feed);
    }
    const { rows, warnings } = redirectsOf(model);
    this.#warnings.push(...warnings);
    for (const row of rows) put(placeOf(row.from).file, redirectPage(model, row.to));
    for (const { file, text } of hostingFiles(model, rows, loads, view.additions.allowance)) put(file, text);
    manifest.lists = { key, files: [...files], warnings };
  }

  #putStatics(): void {
    for (const { path, read } of this.#options.statics ?? []) {
      if (this.#writer.isMade(path))
        this.#warnings.push({
          message: `${path} of export.static is left out: the site has a file of that name`,
        });
      else this.#writer.put(path, read());
    }
  }

  /** Writes the files that pages use. A file that is unchanged according to its source is not read again. */
  async #putAssets({ model }: World, records: readonly PageRecord[], manifest: Manifest): Promise<void> {
    const assets = assetsUsed(model, records);
    const before = new Map(manifest.assets);
    manifest.assets.clear();
    for (const [at, asset] of assets.entries()) {
      if (at % 16 === 0) await stopPoint(this.#options.signal);
      const version = await this.#putAsset(asset, before.get(asset.file));
      if (version !== undefined) manifest.assets.set(asset.file, version);
    }
  }

  /**
   * Writes a file and its smaller sizes. Returns the version to remember; undefined for a file that the next export must check
   * again.
   */
  async #putAsset({ file, source }: PlacedAsset, before: string | undefined): Promise<string | undefined> {
    const { path, version, sizes = [] } = source;
    for (const size of sizes) {
      const sizeFile = imageSizeFile(size);
      if (!this.#writer.isMade(sizeFile) && !this.#writer.keep(sizeFile))
        this.#writer.put(sizeFile, await size.read());
    }
    const known = version === undefined ? undefined : `${safeAssetVersion}:${version}`;
    if (known !== undefined && before === known && this.#writer.keep(file)) return known;
    const { files, warning } = safeAsset(file, await source.read());
    for (const made of files) this.#writer.put(made.file, made.bytes);
    if (warning === undefined) return known;
    this.#warnings.push({ file: path, message: warning });
    return undefined;
  }
}

type Part = 'model' | 'render' | 'search' | 'lists';

/** Measures how long each part of an export takes. Between two parts, an export that somebody gave up ends. */
function stopwatch({ clock, signal }: Pick<ExportOptions, 'clock' | 'signal'>): {
  lap(name: Part): Promise<void>;
  /** The end of the last part. */
  end(name: Part): void;
  timingsMs(): ExportReport['timingsMs'];
} {
  const begin = clock.monotonic();
  const parts = { read: 0, model: 0, render: 0, search: 0, lists: 0 };
  let last = begin;
  const end = (name: Part): void => {
    const now = clock.monotonic();
    parts[name] += now - last;
    last = now;
  };
  return {
    end,
    lap: (name) => {
      end(name);
      return stopPoint(signal);
    },
    timingsMs: () => ({ ...parts, total: clock.monotonic() - begin }),
  };
}

/** The files that pages and their covers show, each once, by their paths on the site. */
function assetsUsed(model: SiteModel, records: readonly PageRecord[]): PlacedAsset[] {
  const assets = new Map<string, PlacedAsset>();
  const use = (page: SitePage, path: string | undefined): void => {
    const asset = path === undefined ? undefined : recordedAsset(path, page, model);
    if (asset) assets.set(asset.file, asset);
  };
  for (const [at, page] of model.pages.entries()) {
    for (const path of records[at]?.assets ?? []) use(page, path);
    if (page.source.kind === 'document' && page.source.page.cover)
      for (const cover of coverFiles(page, model)) use(page, cover?.path);
  }
  return [...assets.values()].sort((a, b) => (a.file < b.file ? -1 : 1));
}

type Put = (file: string, text: string) => void;

/** The pictures that pages show from other hosts. */
function imagesElsewhere({ model }: World, records: readonly PageRecord[]): string[] {
  const urls = new Set<string>();
  for (const [at, page] of model.pages.entries()) {
    const record = records[at];
    if (!record) continue;
    for (const question of record.questions) {
      const [kind, written = '', from = ''] = question.split('\u0000');
      if (kind !== 'image') continue;
      const target = resolveImage({ model, space: page.space, from: page.place, file: from }, written);
      if (target.kind === 'external' && policySourceOf('img-src', target.url) !== undefined)
        urls.add(target.url);
    }
    for (const target of coverTargets(page, model)) if (target?.kind === 'external') urls.add(target.url);
  }
  return [...urls].sort();
}

/** The OpenAPI documents on other hosts that blocks refer to. */
function specsElsewhere({ specs }: World, records: readonly PageRecord[]): string[] {
  const addresses = new Set<string>();
  for (const { questions } of records)
    for (const question of questions) {
      const [kind, slug = '', hints = ''] = question.split('\u0000');
      const address =
        kind === 'spec' ? specs.addressElsewhere(slug, JSON.parse(hints) as SpecHints) : undefined;
      if (address !== undefined) addresses.add(address);
    }
  return [...addresses].sort();
}

/** The updates that pages announce, by space. */
function updatesIn(
  { model }: World,
  records: readonly PageRecord[],
): Map<PlacedSpace, { page: SitePage; entry: UpdateEntry }[]> {
  const updates = new Map<PlacedSpace, { page: SitePage; entry: UpdateEntry }[]>();
  for (const [at, page] of model.pages.entries()) {
    const entries = records[at]?.updates ?? [];
    if (entries.length === 0 || page.hidden) continue;
    updates.set(page.space, [
      ...(updates.get(page.space) ?? []),
      ...entries.map((entry) => ({ page, entry })),
    ]);
  }
  return updates;
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function programVersion(): unknown {
  const about = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
    version?: unknown;
  };
  return about.version;
}

import { createHash } from 'node:crypto';
import { AppError } from '../../base/index.ts';
import type { UpdateEntry } from '../body/context.ts';
import type { PlacedAsset, PlacedSpace, SitePage } from '../model/site-model.ts';
import { loadTemplates, type Templates } from '../page/templates.ts';
import { plainView, notFoundPlace, searchFolder, searchPlace, type ViewContext } from '../page/build-view.ts';
import { NavigationPrinter } from '../page/navigation.ts';
import type { SearchPage } from '../search/build-index.ts';
import { SearchOutput } from '../search/search-output.ts';
import { putFullTexts, type FullTextEntry } from '../output/full-texts.ts';
import {
  feedOf,
  isListedForAssistants,
  isSearchable,
  llmsTxt,
  robotsTxt,
  sectionTitle,
  sitemaps,
} from '../output/site-lists.ts';
import { hostingFiles, redirectPage, redirectsOf } from '../output/hosting.ts';
import { absoluteUrl, hrefTo, placeOf, urlStyle } from '../model/urls.ts';
import { pageListHtml } from '../page/page-list.ts';
import { safeAsset } from '../output/assets.ts';
import type { SiteInput, SiteWarning } from '../source.ts';
import type { ExportCache } from './cache.ts';
import { Manifest, type PageRecord } from './manifest.ts';
import type { ExportOptions, ExportReport } from './options.ts';
import { SiteWriter } from './site-writer.ts';
import { siteFileSet } from './site-file-set.ts';
import { PageMaker } from './page-maker.ts';
import { renderPages } from './render-pages.ts';
import { sectionsOf } from './stored-body.ts';
import { makeWorld, type World } from './world.ts';

/**
 * Turns a site's content and profile into files. With a cache, only what changed is rendered, and only files whose bytes
 * changed are written; the result is the same, byte for byte, as without.
 */
export async function exportSite(input: SiteInput, options: ExportOptions): Promise<ExportReport> {
  requireVisible(input, options.allowPrivate ?? false);
  return new SiteExport(input, options).run();
}

/** What cannot be kept apart by files is not exported unawares. */
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
  readonly #updates = new Map<PlacedSpace, { page: SitePage; entry: UpdateEntry }[]>();
  readonly #assets = new Map<string, PlacedAsset>();

  constructor(input: SiteInput, options: ExportOptions) {
    this.#input = input;
    this.#options = options;
    this.#cache = options.cache;
    this.#writer = new SiteWriter(options.files);
    this.#templates = loadTemplates(options.templates);
  }

  async run(): Promise<ExportReport> {
    const { clock } = this.#options;
    const begin = clock.monotonic();
    const marks: Record<string, number> = {};
    let last = begin;
    const lap = (name: string): void => {
      const now = clock.monotonic();
      marks[name] = (marks[name] ?? 0) + now - last;
      last = now;
    };
    const world = makeWorld(this.#input, {
      urls: urlStyle(this.#options.baseUrl, this.#options.urls),
      ...(this.#options.visitor === undefined ? {} : { visitor: this.#options.visitor }),
    });
    this.#warnings.push(...world.warnings);
    lap('model');
    const manifest = new Manifest(this.#cache, world.version);
    const view = this.#viewContext(world);
    const frame = this.#frame(world, view);
    const { records, rendered } = await renderPages({
      input: this.#input,
      options: this.#options,
      world,
      view,
      manifest,
      maker: new PageMaker(world, { view, templates: this.#templates, parse: this.#options.parse }),
      writer: this.#writer,
      frame,
    });
    for (const record of records) this.#warnings.push(...record.warnings);
    this.#plainPages(world, view);
    lap('render');
    const same = manifest.isSameSite(frame, world.model);
    if (view.search) this.#search(world, records, manifest, same);
    lap('search');
    this.#fullTexts(world, records, manifest);
    await this.#lists(world, records);
    manifest.save(world.model.pages, records);
    this.#writer.finish();
    lap('lists');
    return {
      pages: world.model.pages.length,
      rendered,
      written: this.#writer.written,
      removed: this.#writer.removed,
      warnings: this.#warnings,
      timingsMs: {
        read: 0,
        model: marks['model'] ?? 0,
        render: marks['render'] ?? 0,
        search: marks['search'] ?? 0,
        lists: marks['lists'] ?? 0,
        total: clock.monotonic() - begin,
      },
    };
  }

  #viewContext(world: World): ViewContext {
    const set = siteFileSet(this.#templates, world.model);
    for (const { file, text } of set.files) this.#writer.put(file, text);
    for (const name of this.#templates.extra)
      this.#writer.put(`_site/${name}`, this.#templates.readExtra(name));
    const profileImages = new Map<string, string>();
    for (const [url, { bytes, extension }] of this.#options.profileImages ?? []) {
      const file = `_site/${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.${extension.replace(/[^a-z0-9]/gi, '')}`;
      const safe = safeAsset(file, bytes);
      if (safe.outcome === 'refused')
        this.#warnings.push({ message: `the image ${url} is left out: ${safe.reason}` });
      else {
        this.#writer.put(file, bytes);
        profileImages.set(url, file);
      }
    }
    return {
      model: world.model,
      navigation: new NavigationPrinter(world.model),
      visitor: world.visitor,
      profileImages,
      liveReload: this.#options.liveReload ?? false,
      search: this.#options.search ?? true,
      siteFiles: set.names,
    };
  }

  /** Names what is around every page alike. */
  #frame(world: World, view: ViewContext): string {
    const files = Object.values(view.siteFiles).filter((each) => typeof each === 'string');
    return createHash('sha256')
      .update(
        JSON.stringify([
          this.#templates.version,
          world.model.profile,
          world.model.title,
          view.liveReload,
          view.search,
          [...view.profileImages],
          files,
        ]),
      )
      .digest('hex');
  }

  #plainPages(world: World, view: ViewContext): void {
    const { model } = world;
    const { texts } = plainView({ kind: 'search', place: searchPlace, title: '', bodyHtml: '' }, view);
    this.#writer.put(
      searchPlace.file,
      this.#templates.page(
        plainView(
          {
            kind: 'search',
            place: searchPlace,
            title: texts.search,
            bodyHtml: pageListHtml(model, searchPlace, texts),
          },
          view,
        ),
      ),
    );
    const home = model.home ? hrefTo(model.urls, notFoundPlace, model.home.place) : '';
    this.#writer.put(
      notFoundPlace.file,
      this.#templates.page(
        plainView(
          {
            kind: 'not-found',
            place: notFoundPlace,
            title: texts.notFoundTitle,
            bodyHtml: `<p>${texts.notFoundText}</p>\n<p><a class="button primary" href="${home}">${texts.goHome}</a></p>`,
          },
          view,
        ),
      ),
    );
  }

  #search(world: World, records: readonly PageRecord[], manifest: Manifest, same: boolean): void {
    const { model } = world;
    const searched: { page: SitePage; record: PageRecord }[] = [];
    for (const [at, page] of model.pages.entries()) {
      const record = records[at];
      if (record && isSearchable(page)) searched.push({ page, record });
    }
    const pageOf = (page: SitePage, sections: SearchPage['sections']): SearchPage => ({
      title: page.title,
      url: model.urls.kind === 'file' ? page.place.file : hrefTo(model.urls, searchPlace, page.place),
      trail: [
        sectionTitle(page.space),
        ...page.ancestors.map((each) => (each.kind === 'page' ? each.page.title : each.title)),
      ].join(' › '),
      description: page.description ?? '',
      language: page.space.language,
      sections,
    });
    const order =
      (same ? manifest.searched : '') || searchOrder(searched.map(({ page }) => pageOf(page, [])));
    const output = new SearchOutput(this.#writer, {
      folder: searchFolder,
      count: searched.length,
      same: manifest.searched === order && searched.every(({ page }) => manifest.canReadBefore(page)),
      asScript: model.urls.kind === 'file',
    });
    for (const [number, { page, record }] of searched.entries()) {
      const before = manifest.before(page);
      if (output.wantsAll) output.add(number, pageOf(page, sectionsOf(manifest.bodyOf(record))));
      else if (before && before.bodyKey !== record.bodyKey)
        output.change(
          number,
          pageOf(page, sectionsOf(manifest.bodyOf(before))),
          pageOf(page, sectionsOf(manifest.bodyOf(record))),
        );
    }
    output.finish();
    manifest.searched = order;
  }

  /** Everything in one text for each space. */
  #fullTexts(world: World, records: readonly PageRecord[], manifest: Manifest): void {
    const { model } = world;
    const entries = new Map<PlacedSpace, FullTextEntry[]>();
    const digest = createHash('sha256');
    for (const [at, page] of model.pages.entries()) {
      const record = records[at];
      if (!record || !isListedForAssistants(page)) continue;
      const before = manifest.before(page);
      const address = absoluteUrl(model.urls, page.place) ?? hrefTo(model.urls, placeOf(''), page.place);
      digest.update(`${page.key}\n${address}\n`);
      const list = entries.get(page.space) ?? [];
      list.push({
        address,
        length: record.length,
        oldLength: before?.length,
        changed: before?.bodyKey !== record.bodyKey,
        markdown: () => manifest.bodyOf(record).markdown,
      });
      entries.set(page.space, list);
    }
    const order = digest.digest('hex');
    for (const [space, list] of entries)
      putFullTexts(list, {
        writer: this.#writer,
        prefix: space.prefix,
        heading: `${model.title}: ${sectionTitle(space)}`,
        same: manifest.listed === order,
      });
    manifest.listed = order;
  }

  async #lists(world: World, records: readonly PageRecord[]): Promise<void> {
    const { model } = world;
    this.#gather(world, records);
    const put = (file: string, text: string): void => this.#writer.put(file, text);
    for (const { file, text } of sitemaps(model)) put(file, text);
    put('robots.txt', robotsTxt(model));
    for (const { file, text } of llmsTxt(model)) put(file, text);
    for (const [space, updates] of this.#updates) {
      const feed = feedOf(space, updates, model);
      if (feed !== undefined) put(`${space.prefix}feed.xml`, feed);
    }
    const { rows, warnings } = redirectsOf(model);
    this.#warnings.push(...warnings);
    for (const row of rows) put(placeOf(row.from).file, redirectPage(model, row.to));
    for (const { file, text } of hostingFiles(model, rows)) put(file, text);
    await this.#putAssets(world);
  }

  /** What pages use and announce. */
  #gather(world: World, records: readonly PageRecord[]): void {
    for (const [at, page] of world.model.pages.entries()) {
      const record = records[at];
      if (!record) continue;
      for (const path of record.assets) {
        const asset = page.space.assets.get(path);
        if (asset) this.#assets.set(asset.file, asset);
      }
      if (record.updates.length === 0 || page.hidden) continue;
      const list = this.#updates.get(page.space) ?? [];
      list.push(...record.updates.map((entry) => ({ page, entry })));
      this.#updates.set(page.space, list);
    }
  }

  async #putAssets(world: World): Promise<void> {
    for (const space of world.model.spaces)
      for (const page of space.pages) {
        if (page.source.kind !== 'document') continue;
        for (const ref of [page.source.page.cover?.ref, page.source.page.cover?.refDark]) {
          const asset =
            ref?.file === undefined
              ? undefined
              : (space.assetsById.get(ref.file) ?? coverAsset(space, page, ref.file));
          if (asset) this.#assets.set(asset.file, asset);
        }
      }
    for (const asset of [...this.#assets.values()].sort((a, b) => (a.file < b.file ? -1 : 1))) {
      const bytes = await asset.source.read();
      const safe = safeAsset(asset.file, bytes);
      if (safe.outcome === 'refused')
        this.#warnings.push({ file: asset.source.path, message: `left out: ${safe.reason}` });
      else this.#writer.put(asset.file, safe.bytes);
    }
  }
}

/** Names what search shows of the pages beside their text, and their order. */
function searchOrder(pages: readonly SearchPage[]): string {
  const hash = createHash('sha256');
  for (const page of pages) hash.update(`${JSON.stringify(page)}\n`);
  return hash.digest('hex');
}

function coverAsset(space: PlacedSpace, page: SitePage, written: string): PlacedAsset | undefined {
  const name = decodeURIComponentSafe(written.split('/').at(-1) ?? '');
  return (
    space.assets.get(written) ??
    [...space.assets.values()].find((asset) => asset.name === name && page.file !== '')
  );
}

function decodeURIComponentSafe(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

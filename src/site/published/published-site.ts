import { splitFrontMatter } from '../../content/index.ts';
import type { Clock } from '../../clock/port.ts';
import { renderBody } from '../render/render-body.ts';
import { exportSite } from '../export/export-site.ts';
import { memoryFiles, type SiteFiles } from '../writer/site-files.ts';
import { noAdditions } from '../page/additions.ts';
import { siteFileSet } from '../export/site-file-set.ts';
import { bodyContext, makeWorld, newRecording, type World } from '../export/world.ts';
import { createHighlighter, type Highlighter } from '../html/highlight.ts';
import { parseWithSatteri } from '../../content/tree/parse.ts';
import type { PlacedAsset, SitePage } from '../model/site-model.ts';
import { encodePath, markdownPlace, placeOf, urlStyle, type Place } from '../model/urls.ts';
import { safeAsset } from '../assets/safe-asset.ts';
import { robotsTxt, llmsTxt, sitemaps } from '../output/site-lists.ts';
import { pageView } from '../page/build-view.ts';
import type { ViewContext } from '../page/view-context.ts';
import { NavigationPrinter } from '../page/navigation.ts';
import { loadTemplates, type Templates } from '../page/templates.ts';
import { placeProfileImages, type ProfileImages } from '../profile/profile-images.ts';
import type { Names } from '../../content/expression.ts';
import { answerFromFiles, type SiteAnswer } from '../serve/answer.ts';
import type { SiteInput } from '../source.ts';

export interface PublishedSiteOptions {
  /** The site's own address, with which all its absolute addresses begin. */
  readonly baseUrl: string;
  readonly clock: Clock;
  /** The visitor from {@link passGate}, for conditions. Make one published site for each kind of visitor. */
  readonly visitor?: Names;
  readonly templates?: Templates;
  /** Bytes of the profile's images, by address. Other images are left out. */
  readonly profileImages?: ProfileImages;
  readonly highlighter?: Highlighter;
}

/** A site that is rendered page by page on request: the service shows it at a site's published address. */
export interface PublishedSite {
  /** Answers for a path below the site's base, without a slash in front. The bytes are the same as in an export. */
  answer(path: string, request?: { readonly accept?: string }): Promise<SiteAnswer>;
}

/** Makes a published site of one state of its content. When the content changes, make a new one, which is cheap. */
export function publishedSite(input: SiteInput, options: PublishedSiteOptions): PublishedSite {
  return new LiveSite(input, options);
}

class LiveSite implements PublishedSite {
  readonly #input: SiteInput;
  readonly #options: PublishedSiteOptions;
  readonly #world: World;
  readonly #templates: Templates;
  readonly #highlighter: Highlighter;
  readonly #view: ViewContext;
  /** The pages, by the path below the site's base at which they answer. */
  readonly #pages: ReadonlyMap<string, SitePage>;
  /** The encoded paths of files, by the paths of the pages and markdown whose files have other names than their paths. */
  readonly #filed: ReadonlyMap<string, string>;
  readonly #assets: ReadonlyMap<string, PlacedAsset>;
  readonly #files = memoryFiles();
  #whole: Promise<SiteFiles> | undefined;

  constructor(input: SiteInput, options: PublishedSiteOptions) {
    this.#input = input;
    this.#options = options;
    this.#world = makeWorld(input, {
      urls: urlStyle(options.baseUrl, 'path'),
      ...(options.visitor === undefined ? {} : { visitor: options.visitor }),
    });
    const { model } = this.#world;
    this.#templates = options.templates ?? loadTemplates();
    this.#highlighter = options.highlighter ?? createHighlighter();
    const set = siteFileSet(this.#templates, model);
    for (const { file, text } of set.files) this.#files.write(file, text);
    for (const { file, text } of [
      ...sitemaps(model),
      ...llmsTxt(model),
      { file: 'robots.txt', text: robotsTxt(model) },
    ])
      this.#files.write(file, text);
    this.#pages = new Map(model.pages.map((page) => [page.place.path, page]));
    this.#filed = new Map(model.pages.flatMap(({ place }) => filedPaths(place)));
    this.#assets = new Map(
      model.spaces.flatMap((space) => [...space.assets.values()].map((asset) => [asset.file, asset])),
    );
    const images = placeProfileImages(options.profileImages ?? new Map());
    for (const { file, bytes } of images.files) this.#files.write(file, bytes);
    this.#view = {
      model,
      navigation: new NavigationPrinter(model),
      visitor: this.#world.visitor,
      profileImages: images.names,
      search: true,
      additions: noAdditions,
      siteFiles: set.names,
    };
  }

  async answer(path: string, { accept = '' }: { readonly accept?: string } = {}): Promise<SiteAnswer> {
    const clean = safeDecode(path.split(/[?#]/)[0] ?? '');
    const page = this.#pages.get(clean);
    const wantsMarkdown = /text\/markdown/.test(accept) && !accept.includes('text/html');
    if (page && !wantsMarkdown && !this.#files.has(page.place.file))
      this.#files.write(page.place.file, await this.#page(page));
    const asset = this.#assets.get(clean);
    if (asset && !this.#files.has(clean)) {
      const { files } = safeAsset(clean, await asset.source.read());
      for (const { file, bytes } of files) this.#files.write(file, bytes);
    }
    const base = this.#world.model.urls.basePath;
    const filed = this.#filed.get(clean) ?? path;
    const known = answerFromFiles(this.#files, filed, { accept: page && wantsMarkdown ? '' : accept, base });
    if (known.status === 200 && !(page && wantsMarkdown)) return known;
    // The files that need all pages (search, markdown, feeds, redirects) are made once, on the first request for one of them.
    this.#whole ??= this.#export();
    return answerFromFiles(await this.#whole, filed, { accept, base });
  }

  async #page(page: SitePage): Promise<string> {
    const source =
      page.source.kind === 'generated'
        ? page.source.text
        : await page.space.source.readPage(page.source.page);
    const start = page.source.kind === 'generated' ? 0 : splitFrontMatter(source).bodyStart;
    const recording = newRecording();
    const context = bodyContext(page, this.#world, {
      parse: parseWithSatteri,
      highlighter: this.#highlighter,
      recording,
    });
    const body = await renderBody(source.slice(start), context);
    return this.#templates.page(pageView(page, body, this.#view));
  }

  async #export(): Promise<SiteFiles> {
    const files = memoryFiles();
    await exportSite(this.#input, {
      files,
      clock: this.#options.clock,
      baseUrl: this.#options.baseUrl,
      urls: 'path',
      // Access is checked by the gate, before this site is asked.
      allowPrivate: true,
      ...(this.#options.visitor === undefined ? {} : { visitor: this.#options.visitor }),
      ...(this.#options.profileImages ? { profileImages: this.#options.profileImages } : {}),
    });
    return files;
  }
}

/** For a page whose file has another name than its path: its path and that of its markdown, each with the encoded path of the file. */
function filedPaths(place: Place): [string, string][] {
  if (placeOf(place.path).file === place.file) return [];
  const markdown = markdownPlace(place);
  return [
    [place.path, encodePath(place.file.replace(/\.html$/, ''))],
    [markdown.path, encodePath(markdown.file)],
  ];
}

function safeDecode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

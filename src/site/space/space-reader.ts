import { splitFrontMatter, type PageNode } from '../../content/index.ts';
import { parseWithSatteri } from '../../content/tree/parse.ts';
import type { OutlineEntry } from '../body/context.ts';
import { renderBody } from '../body/render-body.ts';
import { bodyContext, newRecording, makeWorld, type World } from '../export/world.ts';
import { createHighlighter, type Highlighter } from '../html/highlight.ts';
import type { PlacedSpace, SitePage } from '../model/site-model.ts';
import { urlStyle } from '../model/urls.ts';
import { loadTemplates } from '../page/templates.ts';
import { profileOfSpace } from '../profile/profile.ts';
import { themeCss } from '../profile/theme-css.ts';
import type { SpaceSource } from '../source.ts';

/** A page as a site shows it, without the site around it. */
export interface ReadPage {
  readonly html: string;
  readonly outline: readonly OutlineEntry[];
}

/** The pages of one state of a space, rendered as on a site, for somebody who works on it: nothing is hidden by conditions. */
export interface SpaceReader {
  /** The tree of pages, with all that is known of each but its text. */
  readonly pages: readonly PageNode[];
  /** The whole text of a page; undefined for what has none. */
  text(id: string): Promise<string | undefined>;
  /** The id of the page at a path below the base; the first page at the empty one. */
  pageAt(path: string): string | undefined;
  /** The path below the base that links to a page lead to. */
  pathOf(page: string): string | undefined;
  /** The file of a page in its space's folder: what its links are relative to. */
  fileOfPage(page: string): string | undefined;
  /** The id of the file that an address below the base means. */
  fileAt(path: string): string | undefined;
  /** A page's body; with `text`, what it would be if the page said that. undefined where there is no such page. */
  page(id: string, text?: string): Promise<ReadPage | undefined>;
}

/** Makes a reader; `basePath` is what links between pages begin with. */
export function spaceReader(source: SpaceSource, { basePath }: { basePath: string }): SpaceReader {
  return new Reader(source, basePath);
}

/** The style sheet of a site without a profile: its colours, and the look of everything that a page may hold. */
export function readerStyles(): string {
  return themeCss({}) + loadTemplates().file('site.css');
}

class Reader implements SpaceReader {
  readonly #source: SpaceSource;
  readonly #world: World;
  readonly #space: PlacedSpace | undefined;
  readonly #highlighter: Highlighter = createHighlighter();
  readonly #pages = new Map<string, string>();
  readonly #files = new Map<string, string>();

  constructor(source: SpaceSource, basePath: string) {
    this.#source = { ...source, pages: source.pages.map(unconditional) };
    const { id, title } = source;
    this.#world = makeWorld(
      { source: { spaces: [this.#source], specs: [] }, profile: profileOfSpace({ id, title }) },
      { urls: urlStyle(basePath) },
    );
    this.#space = this.#world.model.spaces[0];
    for (const page of this.#documents()) {
      this.#note(page.place.path.replace(/\/$/, ''), page);
      if (page.source.kind === 'document') this.#note(page.source.page.path, page);
    }
    for (const asset of this.#space?.assets.values() ?? [])
      if (asset.source.id !== undefined) this.#files.set(asset.file, asset.source.id);
  }

  get pages(): readonly PageNode[] {
    return this.#source.pages;
  }

  async text(id: string): Promise<string | undefined> {
    const page = this.#space?.byId.get(id);
    return page?.source.kind === 'document' ? this.#source.readPage(page.source.page) : undefined;
  }

  pageAt(path: string): string | undefined {
    return this.#pages.get(path);
  }

  pathOf(page: string): string | undefined {
    return this.#space?.byId.get(page)?.place.path.replace(/\/$/, '');
  }

  fileOfPage(page: string): string | undefined {
    return this.#space?.byId.get(page)?.file;
  }

  fileAt(path: string): string | undefined {
    return this.#files.get(path);
  }

  async page(id: string, text?: string): Promise<ReadPage | undefined> {
    const page = this.#space?.byId.get(id);
    if (page?.source.kind !== 'document') return undefined;
    const source = text ?? (await this.#source.readPage(page.source.page));
    const context = bodyContext(page, this.#world, {
      parse: parseWithSatteri,
      highlighter: this.#highlighter,
      recording: newRecording(),
    });
    const { html, outline } = await renderBody(source.slice(splitFrontMatter(source).bodyStart), context);
    return { html, outline };
  }

  #documents(): readonly SitePage[] {
    return this.#space?.pages ?? [];
  }

  #note(path: string, { source }: SitePage): void {
    if (source.kind === 'document' && !this.#pages.has(path)) this.#pages.set(path, source.page.id);
  }
}

/** A page that is shown to everybody. */
function unconditional<Node extends PageNode>(node: Node): Node {
  const { condition: _condition, ...rest } = node as Node & { condition?: string };
  return ('pages' in node ? { ...rest, pages: node.pages.map(unconditional) } : rest) as Node;
}

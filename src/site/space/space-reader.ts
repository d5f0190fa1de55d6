import { splitFrontMatter, type PageNode } from '../../content/index.ts';
import { parseWithSatteri } from '../../content/tree/parse.ts';
import type { OutlineEntry } from '../body/context.ts';
import { renderBody } from '../render/render-body.ts';
import { bodyContext, newRecording, makeWorld, worldAt, type World } from '../export/world.ts';
import { createHighlighter, type Highlighter } from '../html/highlight.ts';
import type { PlacedSpace } from '../model/site-model.ts';
import { urlStyle, type UrlStyle } from '../model/urls.ts';
import { loadTemplates } from '../page/templates.ts';
import { profileOfSpace } from '../profile/profile.ts';
import { themeCss } from '../profile/theme-css.ts';
import type { SpaceSource } from '../source.ts';

/** A page as on a site, without the site around it. */
export interface ReadPage {
  readonly html: string;
  readonly outline: readonly OutlineEntry[];
}

/** The pages of one state of a space, rendered as on a site, for somebody who edits the space, so conditions hide nothing. */
export interface SpaceReader {
  /** The tree of pages, with everything about each page except its text. */
  readonly pages: readonly PageNode[];
  /** The whole text of a page; undefined for a node without text. */
  text(id: string): Promise<string | undefined>;
  /** The id of the page at a path below the base; the empty path is the first page. */
  pageAt(path: string): string | undefined;
  /** The path of a page below the base, for links to the page. */
  pathOf(page: string): string | undefined;
  /** The file of a page in its space's folder, to which the page's links are relative. */
  fileOfPage(page: string): string | undefined;
  /** The id of the file at an address below the base. */
  fileAt(path: string): string | undefined;
  /** A page's body, or with `text`, the body that this text would have. undefined for an unknown page. */
  page(id: string, text?: string): Promise<ReadPage | undefined>;
}

export interface SpaceReaderOptions {
  /** The beginning of links between pages. */
  readonly basePath: string;
  /** Another reader. If its space has the same shape, the pages need not be placed anew. */
  readonly like?: SpaceReader | undefined;
}

/** Makes a reader. The time grows with the number of pages, unless the reader is `like` another one. */
export function spaceReader(source: SpaceSource, { basePath, like }: SpaceReaderOptions): SpaceReader {
  const urls = urlStyle(basePath, 'path');
  const known = like instanceof Reader ? like.places : undefined;
  const isLike = known !== undefined && source.shape !== undefined && known.shape === source.shape;
  return new Reader(source, isLike ? { ...known, world: worldAt(known.world, urls) } : place(source, urls));
}

/** The style sheet of a site without a profile: its colours, and the look of everything that a page may contain. */
export function readerStyles(): string {
  return themeCss({}) + loadTemplates().file('site.css');
}

/** The paths of everything in a space, which do not depend on the texts of its pages. */
interface Places {
  readonly shape: string | undefined;
  readonly world: World;
  /** The ids of pages, by path below the base. */
  readonly pages: ReadonlyMap<string, string>;
  /** The ids of files, by path below the base. */
  readonly files: ReadonlyMap<string, string>;
}

function place(source: SpaceSource, urls: UrlStyle): Places {
  const { id, title, shape } = source;
  const world = makeWorld(
    {
      source: { spaces: [{ ...source, pages: source.pages.map(unconditional) }], specs: [] },
      profile: profileOfSpace({ id, title }),
    },
    { urls },
  );
  const space = world.model.spaces[0];
  const pages = new Map<string, string>();
  const note = (path: string, page: string): void => {
    if (!pages.has(path)) pages.set(path, page);
  };
  for (const page of space?.pages ?? []) {
    if (page.source.kind !== 'document') continue;
    note(page.place.path.replace(/\/$/, ''), page.source.page.id);
    note(page.source.page.path, page.source.page.id);
  }
  const files = new Map<string, string>();
  for (const asset of space?.assets.values() ?? [])
    if (asset.source.id !== undefined) files.set(asset.file, asset.source.id);
  return { shape, world, pages, files };
}

class Reader implements SpaceReader {
  readonly places: Places;
  readonly #source: SpaceSource;
  readonly #space: PlacedSpace | undefined;
  readonly #highlighter: Highlighter = createHighlighter();

  constructor(source: SpaceSource, places: Places) {
    this.#source = source;
    this.places = places;
    this.#space = places.world.model.spaces[0];
  }

  get pages(): readonly PageNode[] {
    return this.#source.pages;
  }

  async text(id: string): Promise<string | undefined> {
    const page = this.#space?.byId.get(id);
    return page?.source.kind === 'document' ? this.#source.readPage(page.source.page) : undefined;
  }

  pageAt(path: string): string | undefined {
    return this.places.pages.get(path);
  }

  pathOf(page: string): string | undefined {
    return this.#space?.byId.get(page)?.place.path.replace(/\/$/, '');
  }

  fileOfPage(page: string): string | undefined {
    return this.#space?.byId.get(page)?.file;
  }

  fileAt(path: string): string | undefined {
    return this.places.files.get(path);
  }

  async page(id: string, text?: string): Promise<ReadPage | undefined> {
    const page = this.#space?.byId.get(id);
    if (page?.source.kind !== 'document') return undefined;
    const source = text ?? (await this.#source.readPage(page.source.page));
    const context = bodyContext(page, this.places.world, {
      parse: parseWithSatteri,
      highlighter: this.#highlighter,
      recording: newRecording(),
    });
    const { html, outline } = await renderBody(source.slice(splitFrontMatter(source).bodyStart), context);
    return { html, outline };
  }
}

/** A page without its condition, so that everybody sees it. */
function unconditional<Node extends PageNode>(node: Node): Node {
  const { condition: _condition, ...rest } = node as Node & { condition?: string };
  return ('pages' in node ? { ...rest, pages: node.pages.map(unconditional) } : rest) as Node;
}

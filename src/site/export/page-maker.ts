import { splitFrontMatter } from '../../content/index.ts';
import { renderBody } from '../render/render-body.ts';
import type { UpdateEntry } from '../body/context.ts';
import { createHighlighter, type Highlighter } from '../html/highlight.ts';
import { parseWithSatteri, type MarkdownParser } from '../../content/tree/parse.ts';
import { resolveLink } from '../model/resolve-link.ts';
import type { SitePage } from '../model/site-model.ts';
import { hrefTo, placeOf } from '../model/urls.ts';
import { pageMarkdown } from '../output/page-markdown.ts';
import { isSearchable } from '../output/site-lists.ts';
import { pageView } from '../page/build-view.ts';
import { coverLoads } from '../page/cover.ts';
import type { Templates } from '../page/templates.ts';
import type { ViewContext } from '../page/view-context.ts';
import { evaluateExpression } from '../../content/expression.ts';
import { entryOf, type SearchEntry } from '../search/build-index.ts';
import type { SiteWarning } from '../source.ts';
import { withMovedLinks, type MovedLinks } from './anchors.ts';
import { answersDigest } from './answers.ts';
import { searchPageOf } from './site-search.ts';
import { bodyKeyOf, factsOf, packBody, storeBody, type StoredBody } from './stored-body.ts';
import { bodyContext, namesFor, newRecording, type Fragment, type World } from './world.ts';

/** A page's body, with what it depended on. */
export interface MadeBody extends PackedPage {
  readonly stored: StoredBody;
}

/** A page's body in the form for other threads and the cache. */
export interface PackedPage {
  readonly packed: Uint8Array<ArrayBuffer>;
  /** Characters of its markdown. */
  readonly length: number;
  readonly bodyKey: string;
  readonly questions: readonly string[];
  readonly answers: string;
  readonly assets: readonly string[];
  readonly warnings: readonly SiteWarning[];
  readonly updates: readonly UpdateEntry[];
  /** What the page and its cover load from other hosts. */
  readonly loads: readonly string[];
  readonly fragments: readonly Fragment[];
  /** The ids in the body that links may lead to, separated by blanks. */
  readonly ids: string;
  /** The page's entry for the search index; undefined when the index is kept, or the page is not searched. */
  readonly entry: SearchEntry | undefined;
}

/** The two files of a page. */
export interface PageFiles {
  readonly html: string;
  readonly markdown: string;
}

/** Makes pages of one state of a site. A maker keeps nothing from one page for the next, so several makers may share the work. */
export class PageMaker {
  readonly #world: World;
  readonly #view: ViewContext;
  readonly #templates: Templates;
  readonly #parse: MarkdownParser;
  readonly #highlighter: Highlighter = createHighlighter();
  readonly #markdownHead: string;
  readonly #indexes: boolean;

  constructor(
    world: World,
    {
      view,
      templates,
      parse = parseWithSatteri,
      indexes = false,
    }: {
      view: ViewContext;
      templates: Templates;
      parse?: MarkdownParser | undefined;
      /** Whether to make the page's entry for the search index. */
      indexes?: boolean | undefined;
    },
  ) {
    this.#world = world;
    this.#view = view;
    this.#templates = templates;
    this.#parse = parse;
    this.#indexes = indexes;
    const llms = hrefTo(world.model.urls, placeOf(''), 'llms.txt');
    this.#markdownHead = `> The index of all pages: [llms.txt](${llms})\n\n`;
  }

  /** Renders a page's text. `codes` is code that was coloured before. */
  async body(page: SitePage, source: string, codes?: ReadonlyMap<string, string>): Promise<MadeBody> {
    const world = this.#world;
    const split = page.source.kind === 'generated' ? undefined : splitFrontMatter(source);
    const start = split?.bodyStart ?? 0;
    const firstLine = start === 0 ? 1 : source.slice(0, start).split('\n').length;
    const recording = newRecording();
    const context = bodyContext(page, world, {
      parse: this.#parse,
      highlighter: this.#highlighter,
      recording,
      codes,
    });
    const text = source.slice(start);
    const body = await renderBody(text, context, firstLine);
    const names = namesFor(page, world);
    const markdown = pageMarkdown(text, {
      file: page.file,
      evaluate: (expression) => evaluateExpression(expression, names),
      include: context.include,
      spec: context.spec,
      resolve: (written, from) =>
        resolveLink({ model: world.model, space: page.space, from: page.place, file: from }, written),
    }).trim();
    const hasTitle = page.title.trim() === '' || /^#\s/m.test(markdown.slice(0, 400));
    const stored = storeBody(body, `${hasTitle ? '' : `# ${page.title}\n\n`}${markdown}\n`);
    const questions = [...recording.questions];
    return {
      stored,
      packed: packBody(stored),
      length: stored.markdown.length,
      bodyKey: bodyKeyOf(stored),
      questions,
      answers: answersDigest(page, questions, world),
      assets: [...recording.assets.keys()],
      warnings: recording.warnings,
      updates: body.updates,
      fragments: [...recording.fragments.values()],
      ids: idsIn(body.html),
      loads: [...new Set([...body.loads, ...coverLoads(page, world.model)])],
      entry:
        this.#indexes && isSearchable(page)
          ? entryOf(searchPageOf(page, world.model, body.sections))
          : undefined,
    };
  }

  /** Puts the site around a body, and changes links to renamed parts. */
  files(page: SitePage, stored: StoredBody, moved: MovedLinks = []): PageFiles {
    const html = withMovedLinks(stored.html, moved);
    return {
      html: this.#templates.page(pageView(page, { ...factsOf(stored), html, sections: [] }, this.#view)),
      markdown: `${this.#markdownHead}${stored.markdown}`,
    };
  }
}

/** The targets of links in a body: ids, and the names of tabs. */
function idsIn(html: string): string {
  return [...new Set([...html.matchAll(/ (?:id|data-tab)="([^"]+)"/g)].map(([, id]) => id))].join(' ');
}

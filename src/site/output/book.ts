import { escapeHtml } from '../html/print.ts';
import type { PlacedSpace, SiteModel, SitePage } from '../model/site-model.ts';
import { hrefTo, placeOf } from '../model/urls.ts';
import { metaPolicyFor } from '../page/csp.ts';
import { isRightToLeft } from '../profile/language.ts';

/** The file of the book. */
export const bookFile = 'book.html';

export interface BookOptions {
  /** The address of the site, for links that leave the book; without an address, such links become plain text. */
  readonly address?: string;
}

export interface BookParts {
  /** A page's body as HTML, and the sources that the body loads from other hosts. */
  readonly bodyOf: (page: SitePage) => { readonly html: string; readonly loads: readonly string[] };
  /** Addresses of the style sheets. */
  readonly styles: readonly string[];
}

/**
 * All pages of a site's spaces as one page, in reading order, for printing. Links between pages lead to places in the book, and the
 * levels of the headings are the levels of the outline.
 */
export function bookOf(model: SiteModel, parts: BookParts, options: BookOptions = {}): string {
  return new Book(model, parts, options).print();
}

interface Entry {
  readonly level: number;
  readonly id: string;
  readonly title: string;
}

class Book {
  readonly #model: SiteModel;
  readonly #parts: BookParts;
  readonly #address: string | undefined;
  readonly #spaces: readonly PlacedSpace[];
  /** Each page's id in the book, by its address. */
  readonly #ids = new Map<string, string>();
  readonly #contents: Entry[] = [];
  readonly #loads = new Set<string>();

  constructor(model: SiteModel, parts: BookParts, { address }: BookOptions) {
    this.#model = model;
    this.#parts = parts;
    this.#address = address;
    const listed = model.spaces.filter(({ listed: isListed }) => isListed);
    this.#spaces = listed.length > 0 ? listed : model.spaces;
    for (const page of this.#pages()) this.#ids.set(this.#addressOf(page), `p${this.#ids.size + 1}`);
  }

  print(): string {
    const text = this.#spaces.map((space) => this.#space(space)).join('\n');
    const { title } = this.#model;
    const language = this.#spaces[0]?.language ?? 'en';
    const styles = this.#parts.styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`);
    return `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}" class="light">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(metaPolicyFor([...this.#loads]))}">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
${styles.join('\n')}
</head>
<body class="book">
<header class="book-cover"><p>${escapeHtml(title)}</p></header>
<nav class="book-contents"><ul>
${this.#contents.map(({ level, id, title: each }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(each)}</a></li>`).join('\n')}
</ul></nav>
<main>
${text}
</main>
</body>
</html>
`;
  }

  *#pages(): Generator<SitePage> {
    for (const space of this.#spaces) for (const page of space.pages) if (!page.hidden) yield page;
  }

  #addressOf(page: SitePage): string {
    return hrefTo(this.#model.urls, placeOf(''), page.place);
  }

  #space(space: PlacedSpace): string {
    const isPart = this.#spaces.length > 1;
    const begin = isPart
      ? [this.#heading({ level: 1, id: `s${this.#spaces.indexOf(space) + 1}`, title: this.#nameOf(space) })]
      : [];
    const open: string[] = [];
    const pages = space.pages
      .filter((page) => !page.hidden)
      .map((page) => this.#page(page, { below: isPart ? 1 : 0, open }));
    return `<section class="book-part" lang="${escapeHtml(space.language)}">${[...begin, ...pages].join('\n')}</section>`;
  }

  #nameOf(space: PlacedSpace): string {
    const { section } = space;
    if (!section) return space.title;
    return section.spaces.length > 1 ? `${section.title}: ${space.title}` : section.title;
  }

  /** A page, after the titles of the groups that begin with it. */
  #page(page: SitePage, { below, open }: { below: number; open: string[] }): string {
    const groups = page.ancestors.flatMap((ancestor, depth) => {
      const key = ancestor.kind === 'group' ? ancestor.key : ancestor.page.key;
      const isNew = open[depth] !== key;
      open[depth] = key;
      if (!isNew || ancestor.kind !== 'group') return [];
      const entry = { level: below + depth + 1, id: `g${this.#contents.length}`, title: ancestor.title };
      return [this.#heading(entry)];
    });
    open.length = page.ancestors.length;
    const level = below + page.ancestors.length + 1;
    const id = this.#ids.get(this.#addressOf(page)) ?? '';
    const { html, loads } = this.#parts.bodyOf(page);
    for (const load of loads) this.#loads.add(load);
    const description =
      page.description === undefined ? '' : `<p class="description">${escapeHtml(page.description)}</p>\n`;
    return `${groups.join('\n')}<article class="${level - below === 1 && groups.length === 0 ? 'book-chapter' : 'book-page'}">
${this.#heading({ level, id, title: page.title })}
${description}<div class="content">
${this.#body(html, id, level)}
</div>
</article>`;
  }

  #heading({ level, id, title }: Entry): string {
    this.#contents.push({ level, id, title });
    const tag = `h${Math.min(6, level)}`;
    return `<${tag} class="book-heading level-${level}" id="${id}">${escapeHtml(title)}</${tag}>`;
  }

  /** Fits a body into the book: its headings go below the heading of its page, and its ids become unique in the book. */
  #body(html: string, page: string, level: number): string {
    return html.replace(tags, (tag) => {
      const heading = /^<\/?h([1-6])(?=[\s>])/.exec(tag);
      const name = heading
        ? tag.replace(/h[1-6]/, `h${Math.min(6, level + Math.max(1, Number(heading[1]) - 1))}`)
        : tag;
      if (name.startsWith('</')) return name;
      return name
        .replace(/ (id|for)="([^"]+)"/g, ` $1="${page}-$2"`)
        .replace(/ (aria-[a-z]+|headers)="([^"]+)"/g, (whole, attribute: string, ids: string) =>
          /^(?:aria-(?:controls|labelledby|describedby|owns)|headers)$/.test(attribute)
            ? ` ${attribute}="${ids.replace(/\S+/g, `${page}-$&`)}"`
            : whole,
        )
        .replace(/url\(#/g, `url(#${page}-`)
        .replace(/ loading="lazy"/, '')
        .replace(/ href="([^"]*)"/, (_, href: string) => this.#link(href, page))
        .replace(/^<details(?![^>]* open)/, '<details open');
    });
  }

  /** The target of a link inside the book. `href` is escaped for HTML, and so is the result. */
  #link(href: string, page: string): string {
    const [path = '', fragment] = href.split('#');
    if (path === '') return ` href="#${page}-${fragment ?? ''}"`;
    const target = this.#ids.get(path);
    if (target !== undefined) return ` href="#${fragment === undefined ? target : `${target}-${fragment}`}"`;
    if (!path.startsWith('/')) return ` href="${href}"`;
    return this.#address === undefined ? '' : ` href="${this.#address.replace(/\/$/, '')}${href}"`;
  }
}

/** Tags, with attributes whose values may have any character. */
const tags = /<\/?[a-zA-Z](?:"[^"]*"|[^">])*>/g;

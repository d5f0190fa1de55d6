import { withEmoji } from '../../content/index.ts';
import { escapeHtml } from '../html/print.ts';
import { icon } from '../icons/icons.ts';
import { resolveLink, resolveRef } from '../model/resolve-link.ts';
import type { NavEntry, SiteModel, SitePage } from '../model/site-model.ts';
import { hrefTo } from '../model/urls.ts';

/**
 * Up to this many entries, each page has the whole tree, so that branches open without loading a page. A larger tree would repeat
 * the whole site on each page, so a page then has only the reader's branch, with one link for each other group. The reader's
 * script fetches the other branches.
 */
const largestNavigation = 300;

/** Pieces of HTML, with the indexes of the pieces that differ from page to page. */
interface Printed {
  readonly parts: string[];
  /** The index of the piece that marks the current page, by the page's key. */
  readonly places: Map<string, number>;
  /** The index of the piece that opens a branch, by the key of the page above the branch. */
  readonly branches: Map<string, number>;
}

/**
 * A space's navigation as HTML for its pages. Pages share the pieces: all pages of a small space, and in a large space the pages
 * below one parent. The current page and the open branches are filled in for each page.
 */
export class NavigationPrinter {
  readonly #model: SiteModel;
  readonly #printed = new Map<string, Printed>();

  constructor(model: SiteModel) {
    this.#model = model;
  }

  print(page: SitePage): string {
    const above = page.ancestors.map((each) => (each.kind === 'page' ? each.page.key : each.key));
    const open = new Set([...above, page.key]);
    const folder = this.#model.urls.kind === 'file' ? page.place.file.replace(/[^/]*$/, '') : '';
    const isWhole = sizeOf(page.space.navigation) <= largestNavigation;
    const hasChildren = childrenOf(page.space.navigation, page.key) > 0;
    const shared = isWhole ? '' : hasChildren ? page.key : (above.at(-1) ?? '');
    const key = `${page.space.siteSpaceId}\0${folder}\0${shared}`;
    let printed = this.#printed.get(key);
    if (!printed) {
      printed = new Tree(this.#model, page, isWhole ? undefined : open).print();
      // Pages are printed in order, so older trees are soon no longer needed.
      if (this.#printed.size > 64) this.#printed.clear();
      this.#printed.set(key, printed);
    }
    const parts = [...printed.parts];
    const place = printed.places.get(page.key);
    if (place !== undefined) parts[place] = ' aria-current="page"';
    for (const each of open) {
      const branch = printed.branches.get(each);
      if (branch !== undefined) parts[branch] = ' open';
    }
    return parts.join('');
  }
}

/** Prints one tree; `open` names the branches to include, where not all of them are. */
class Tree {
  readonly #model: SiteModel;
  readonly #from: SitePage;
  readonly #open: ReadonlySet<string> | undefined;
  readonly #collapse: boolean;
  readonly #printed: Printed = { parts: [], places: new Map(), branches: new Map() };

  constructor(model: SiteModel, from: SitePage, open: ReadonlySet<string> | undefined) {
    this.#model = model;
    this.#from = from;
    this.#open = open;
    this.#collapse = open !== undefined && countShown(from.space.navigation, open) > largestNavigation;
  }

  print(): Printed {
    this.#list(this.#from.space.navigation, '<ul class="nav-top">');
    return this.#printed;
  }

  #list(entries: readonly NavEntry[], start = '<ul>'): void {
    this.#printed.parts.push(start);
    for (const entry of entries) {
      if (entry.kind === 'link') this.#link(entry);
      else if (entry.kind === 'group') this.#group(entry);
      else this.#page(entry);
    }
    this.#printed.parts.push('</ul>');
  }

  #group(entry: Extract<NavEntry, { kind: 'group' }>): void {
    const { parts } = this.#printed;
    const first = firstPage(entry.children);
    const title = `${titleMark(entry)}${escapeHtml(entry.title)}`;
    if (this.#collapse && this.#open?.has(entry.key) !== true && first) {
      parts.push(`<li class="nav-group closed parent"><a href="${this.#href(first)}">${title}</a></li>\n`);
      return;
    }
    parts.push(`<li class="nav-group"><span class="nav-heading">${title}</span>`);
    this.#list(entry.children);
    parts.push('</li>\n');
  }

  #page({ page, children }: Extract<NavEntry, { kind: 'page' }>): void {
    const { parts, places, branches } = this.#printed;
    const title = escapeHtml(page.linkTitle ?? page.title);
    parts.push(`<li${children.length > 0 ? ' class="parent"' : ''}><a href="${this.#href(page)}"`);
    places.set(page.key, parts.length);
    parts.push('', `>${titleMark(page)}${title}</a>`);
    if (children.length > 0 && this.#open?.has(page.key) !== false) {
      parts.push('<details class="branch"');
      branches.set(page.key, parts.length);
      parts.push('', `><summary aria-label="${title}"></summary>`);
      this.#list(children);
      parts.push('</details>');
    }
    parts.push('</li>\n');
  }

  #href(page: SitePage): string {
    return escapeHtml(hrefTo(this.#model.urls, this.#from.place, page.place));
  }

  #link({ node }: Extract<NavEntry, { kind: 'link' }>): void {
    const { place, space } = this.#from;
    // A path into another space is relative to the table of contents, which is beside the first page.
    const file = space.home?.file ?? '';
    const target =
      resolveRef(this.#model, place, node.target, space) ??
      resolveLink({ model: this.#model, space, from: place, file }, node.href ?? '');
    if (!target || target.kind === 'broken') return;
    const outside = target.kind === 'external' ? ' class="outside" rel="noopener noreferrer"' : '';
    this.#printed.parts.push(
      `<li><a href="${escapeHtml(target.url)}"${outside}>${titleMark(node)}${escapeHtml(withEmoji(node.title))}</a></li>\n`,
    );
  }
}

/** The mark before a title: an emoji or an icon. */
export function titleMark({
  icon: name,
  emoji,
}: {
  readonly icon?: string | undefined;
  readonly emoji?: string | undefined;
}): string {
  if (emoji !== undefined && emoji !== '')
    return `<span class="emoji" aria-hidden="true">${escapeHtml(emoji)}</span>`;
  return name === undefined ? '' : (icon(name)?.html ?? '');
}

const sizes = new WeakMap<readonly NavEntry[], number>();

/** How many entries a navigation has, those of closed branches included. */
function sizeOf(navigation: readonly NavEntry[]): number {
  let size = sizes.get(navigation);
  if (size === undefined) {
    const count = (entries: readonly NavEntry[]): number =>
      entries.reduce((sum, entry) => sum + 1 + (entry.kind === 'link' ? 0 : count(entry.children)), 0);
    sizes.set(navigation, (size = count(navigation)));
  }
  return size;
}

function countShown(entries: readonly NavEntry[], open: ReadonlySet<string>): number {
  let count = 0;
  for (const entry of entries) {
    count += 1;
    if (entry.kind === 'group') count += countShown(entry.children, open);
    else if (entry.kind === 'page' && open.has(entry.page.key)) count += countShown(entry.children, open);
  }
  return count;
}

function firstPage(entries: readonly NavEntry[]): SitePage | undefined {
  for (const entry of entries) {
    if (entry.kind === 'page') return entry.page;
    if (entry.kind === 'group') {
      const page = firstPage(entry.children);
      if (page) return page;
    }
  }
  return undefined;
}

const childCounts = new WeakMap<readonly NavEntry[], Map<string, number>>();

function childrenOf(navigation: readonly NavEntry[], key: string): number {
  let counts = childCounts.get(navigation);
  if (!counts) {
    counts = new Map();
    const visit = (entries: readonly NavEntry[], into: Map<string, number>): void => {
      for (const entry of entries) {
        if (entry.kind === 'link') continue;
        if (entry.kind === 'page') into.set(entry.page.key, entry.children.length);
        visit(entry.children, into);
      }
    };
    visit(navigation, counts);
    childCounts.set(navigation, counts);
  }
  return counts.get(key) ?? 0;
}

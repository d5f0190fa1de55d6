import { withEmoji } from '../body/shortcodes.ts';
import { escapeHtml } from '../html/print.ts';
import { icon } from '../icons/icons.ts';
import { resolveRef } from '../model/resolve-link.ts';
import type { NavEntry, PlacedSpace, SiteModel, SitePage } from '../model/site-model.ts';
import { hrefTo } from '../model/urls.ts';

/** Entries beyond which groups that the reader is not in show as one link: else each page would repeat the whole site. */
const largestNavigation = 300;

/**
 * A space's navigation as HTML, seen from its pages. What is open depends on the page, so pages below one parent share one
 * piece of HTML, with the mark of the current page put in for each.
 */
export class NavigationPrinter {
  readonly #model: SiteModel;
  readonly #printed = new Map<
    string,
    { readonly parts: readonly string[]; readonly places: ReadonlyMap<string, number> }
  >();

  constructor(model: SiteModel) {
    this.#model = model;
  }

  print(page: SitePage): string {
    const open = new Set([
      ...page.ancestors.map((each) => (each.kind === 'page' ? each.page.key : each.key)),
      page.key,
    ]);
    const folder = this.#model.urls.kind === 'file' ? page.place.file.replace(/[^/]*$/, '') : '';
    const parent = page.ancestors.at(-1);
    const hasChildren = childrenOf(page.space.navigation, page.key) > 0;
    const key = `${page.space.siteSpaceId}\0${folder}\0${hasChildren ? page.key : parent?.kind === 'page' ? parent.page.key : (parent?.key ?? '')}`;
    let printed = this.#printed.get(key);
    if (!printed) {
      printed = this.#build(page.space, page, open);
      // Pages are printed in order, so that an older one is soon needed no more.
      if (this.#printed.size > 64) this.#printed.clear();
      this.#printed.set(key, printed);
    }
    const place = printed.places.get(page.key);
    if (place === undefined) return printed.parts.join('');
    const parts = [...printed.parts];
    parts[place] = ' aria-current="page"';
    return parts.join('');
  }

  #build(
    space: PlacedSpace,
    from: SitePage,
    open: ReadonlySet<string>,
  ): { parts: string[]; places: Map<string, number> } {
    const parts: string[] = [];
    const places = new Map<string, number>();
    const total = countShown(space.navigation, open);
    const collapse = total > largestNavigation;
    const href = (page: SitePage): string => escapeHtml(hrefTo(this.#model.urls, from.place, page.place));
    const list = (entries: readonly NavEntry[], top: boolean): void => {
      parts.push(top ? '<ul class="nav-top">' : '<ul>');
      for (const entry of entries) {
        if (entry.kind === 'link') this.#link(entry, space, from, parts);
        else if (entry.kind === 'group') {
          const first = firstPage(entry.children);
          if (collapse && !open.has(entry.key) && first) {
            parts.push(
              `<li class="nav-group closed"><a href="${href(first)}">${mark(entry)}${escapeHtml(entry.title)}</a></li>\n`,
            );
            continue;
          }
          parts.push(
            `<li class="nav-group"><span class="nav-heading">${mark(entry)}${escapeHtml(entry.title)}</span>`,
          );
          list(entry.children, false);
          parts.push('</li>\n');
        } else {
          const { page, children } = entry;
          const isOpen = open.has(page.key) && children.length > 0;
          parts.push(
            `<li${children.length > 0 ? ` class="${isOpen ? 'parent open' : 'parent'}"` : ''}><a href="${href(page)}"`,
          );
          places.set(page.key, parts.length);
          parts.push('');
          parts.push(`>${mark(page)}${escapeHtml(page.linkTitle ?? page.title)}</a>`);
          if (isOpen) list(children, false);
          parts.push('</li>\n');
        }
      }
      parts.push('</ul>');
    };
    list(space.navigation, true);
    return { parts, places };
  }

  #link(
    entry: Extract<NavEntry, { kind: 'link' }>,
    space: PlacedSpace,
    from: SitePage,
    parts: string[],
  ): void {
    const { node } = entry;
    const target =
      resolveRef(this.#model, from.place, node.target, space) ??
      resolveRef(this.#model, from.place, { kind: 'url', url: node.href ?? '' }, space);
    if (!target || target.kind === 'broken') return;
    const outside = target.kind === 'external' ? ' class="outside" rel="noopener noreferrer"' : '';
    parts.push(
      `<li><a href="${escapeHtml(target.url)}"${outside}>${mark(node)}${escapeHtml(withEmoji(node.title))}</a></li>\n`,
    );
  }
}

/** The mark before a title: its emoji, or its icon. */
export function mark({
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

import { escapeHtml } from '../html/print.ts';
import type { NavEntry, SiteModel, SitePage } from '../model/site-model.ts';
import { hrefTo, type Place, searchPlace } from '../model/urls.ts';
import { sectionTitle } from '../model/section-title.ts';
import type { UiTexts } from '../profile/texts.ts';

/**
 * The content of the page for unknown addresses: links to the start and to the list of all pages, and, where scripts run, a search
 * field and the pages with names like the address.
 */
export function notFoundHtml(
  model: SiteModel,
  texts: UiTexts,
  {
    from,
    home = model.home,
    search,
  }: { readonly from: Place; readonly home?: SitePage | undefined; readonly search: boolean },
): string {
  const link = (target: Place, style: string, words: string): string =>
    `<a class="button ${style}" href="${escapeHtml(hrefTo(model.urls, from, target))}">${escapeHtml(words)}</a>`;
  const words = escapeHtml(texts.search);
  const field = `<form class="find" role="search"><input type="search" aria-label="${words}" placeholder="${escapeHtml(texts.searchPlaceholder)}" maxlength="200"><button type="submit" class="button secondary">${words}</button></form>\n<ul class="near-pages"></ul>\n`;
  return `<p>${escapeHtml(texts.notFoundText)}</p>
${search ? field : ''}<p>${home ? link(home.place, 'primary', texts.goHome) : ''} ${link(searchPlace, 'secondary', texts.searchAllPages)}</p>`;
}

/** All listed pages of the site, for readers whose browser runs no scripts. With scripts, search covers the list. */
export function pageListHtml(model: SiteModel, from: Place, texts: UiTexts): string {
  const list = (entries: readonly NavEntry[]): string => {
    const items = entries.flatMap((entry) => {
      if (entry.kind === 'link') return [];
      const inner = entry.children.length > 0 ? list(entry.children) : '';
      if (entry.kind === 'group') return [`<li><span>${escapeHtml(entry.title)}</span>${inner}</li>`];
      return [
        `<li><a href="${escapeHtml(hrefTo(model.urls, from, entry.page.place))}">${escapeHtml(entry.page.title)}</a>${inner}</li>`,
      ];
    });
    return items.length === 0 ? '' : `<ul>${items.join('\n')}</ul>`;
  };
  const button = `<p><button type="button" class="button primary" data-search-for="">${escapeHtml(texts.search)}</button></p>`;
  const parts = model.spaces
    .filter((space) => space.listed && space.navigation.length > 0)
    .map((space) => `<h2>${escapeHtml(sectionTitle(space))}</h2>\n${list(space.navigation)}`);
  return `${button}\n<div class="all-pages">${parts.join('\n')}</div>`;
}

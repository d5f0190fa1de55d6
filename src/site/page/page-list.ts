import { escapeHtml } from '../html/print.ts';
import type { NavEntry, SiteModel } from '../model/site-model.ts';
import { hrefTo, type Place } from '../model/urls.ts';
import { sectionTitle } from '../output/site-lists.ts';
import type { UiTexts } from '../profile/texts.ts';

/** All listed pages of the site, for readers whose browser runs no scripts; search lies over it when it does. */
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

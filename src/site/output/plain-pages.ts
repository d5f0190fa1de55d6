import { notFoundPlace, offlinePlace, searchPlace } from '../model/urls.ts';
import { plainView } from '../page/build-view.ts';
import type { ViewContext } from '../page/view-context.ts';
import { notFoundHtml, pageListHtml } from '../page/page-list.ts';
import type { Templates } from '../page/templates.ts';
import { uiTexts } from '../profile/texts.ts';

/** Pages of the site that belong to no space: search, the page for unknown addresses, the page for readers without a network. */
export function plainPages(
  view: ViewContext,
  templates: Templates,
): { readonly file: string; readonly text: string }[] {
  const { model } = view;
  const { texts } = plainView({ kind: 'search', place: searchPlace, title: '', bodyHtml: '' }, view);
  const printed = (page: Parameters<typeof plainView>[0]): { file: string; text: string } => ({
    file: page.place.file,
    text: templates.page(plainView(page, view)),
  });
  const { offlineTitle, offlineText } = uiTexts(model.home?.space.language).texts;
  return [
    printed({
      kind: 'search',
      place: searchPlace,
      title: texts.search,
      bodyHtml: pageListHtml(model, searchPlace, texts),
    }),
    printed({
      kind: 'not-found',
      place: notFoundPlace,
      title: texts.notFoundTitle,
      bodyHtml: notFoundHtml(model, texts, { from: notFoundPlace, search: view.search }),
    }),
    ...(view.additions.offline === 'visited'
      ? [
          printed({
            kind: 'not-found',
            place: offlinePlace,
            title: offlineTitle,
            bodyHtml: `<p>${offlineText}</p>\n<ul class="kept-pages"></ul>`,
          }),
        ]
      : []),
  ];
}

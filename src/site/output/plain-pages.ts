import type { PlacedSpace } from '../model/site-model.ts';
import { notFoundPlace, offlinePlace, searchPlace, type Place } from '../model/urls.ts';
import { plainView, type PlainPage } from '../page/build-view.ts';
import type { ViewContext } from '../page/view-context.ts';
import { notFoundHtml, pageListHtml } from '../page/page-list.ts';
import type { Templates } from '../page/templates.ts';
import { uiTexts } from '../profile/texts.ts';
import { ownNotFoundPages } from './not-found.ts';

/** Pages of the site that belong to no space: search, the page for unknown addresses, the page for readers without a network. */
export function plainPages(
  view: ViewContext,
  templates: Templates,
): { readonly file: string; readonly text: string }[] {
  const { model } = view;
  const { texts } = plainView({ kind: 'search', place: searchPlace, title: '', bodyHtml: '' }, view);
  const printed = (page: PlainPage): { file: string; text: string } => ({
    file: page.place.file,
    text: templates.page(plainView(page, view)),
  });
  const notFound = (place: Place, space: PlacedSpace | undefined): { file: string; text: string } => {
    const { texts } = plainView({ kind: 'not-found', place, space, title: '', bodyHtml: '' }, view);
    const bodyHtml = notFoundHtml(model, texts, { from: place, home: space?.home, search: view.search });
    return printed({ kind: 'not-found', place, space, title: texts.notFoundTitle, bodyHtml });
  };
  const { offlineTitle, offlineText } = uiTexts(model.home?.space.language).texts;
  return [
    printed({
      kind: 'search',
      place: searchPlace,
      title: texts.search,
      bodyHtml: pageListHtml(model, searchPlace, texts),
    }),
    notFound(notFoundPlace, undefined),
    ...ownNotFoundPages(model).map(({ place, space }) => notFound(place, space)),
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

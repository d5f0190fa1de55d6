import type { PlacedSpace, SiteModel } from '../model/site-model.ts';
import { notFoundPlace, placeOf, type Place } from '../model/urls.ts';

/** A page for unknown addresses of a part of the site whose language is not that of the parts around it. */
export interface OwnNotFound {
  /** The part of the site, as the beginning of its paths: `fr/`. */
  readonly prefix: string;
  readonly place: Place;
  readonly space: PlacedSpace;
}

/** A beginning of paths that means the same in the files of all hosts. */
const plainPrefix = /^[\p{L}\p{M}\p{N}_~.-]+(?:\/[\p{L}\p{M}\p{N}_~.-]+)*\/$/u;

/** The pages for unknown addresses beside that of the whole site, the longest beginnings of paths first. */
export function ownNotFoundPages({ spaces, pages, home }: SiteModel): OwnNotFound[] {
  const files = new Set(pages.map(({ place }) => place.file));
  const found: OwnNotFound[] = [];
  for (const space of [...spaces].sort((a, b) => a.prefix.length - b.prefix.length)) {
    const { prefix, language } = space;
    const around = found.findLast((each) => prefix.startsWith(each.prefix))?.space ?? home?.space;
    if (around === undefined || around.language === language) continue;
    const place = placeOf(prefix + notFoundPlace.path);
    // Where the part has a page of that name, the page of the part around it is shown.
    if (space.home === undefined || !plainPrefix.test(prefix) || files.has(place.file)) continue;
    found.push({ prefix, place, space });
  }
  return found.reverse();
}

import type { PageLayout } from '../../content/index.ts';
import { policySourceOf } from '../body/loads.ts';
import type { LinkTarget } from '../model/link-target.ts';
import { resolveImage, resolveRef, sourceOfPage } from '../model/resolve-link.ts';
import type { SiteModel, SitePage } from '../model/site-model.ts';
import { sizeHtml, type PageView } from './page-view.ts';

/** The cover pictures of a page, for light and dark, on this site or elsewhere. */
export function coverTargets(page: SitePage, model: SiteModel): readonly (LinkTarget | undefined)[] {
  const cover = page.source.kind === 'document' ? page.source.page.cover : undefined;
  return [cover?.ref, cover?.refDark].map((ref) => {
    const written = ref?.url ?? ref?.file;
    if (written === undefined) return undefined;
    const known = resolveRef(model, page.place, ref, page.space);
    return known === undefined || known.kind === 'external'
      ? resolveImage(sourceOfPage(page, model), written)
      : known;
  });
}

/** The cover pictures that are on this site. */
export function coverFiles(
  page: SitePage,
  model: SiteModel,
): readonly (Extract<LinkTarget, { kind: 'file' }> | undefined)[] {
  return coverTargets(page, model).map((target) => (target?.kind === 'file' ? target : undefined));
}

/** What the cover pictures of a page load from other hosts. */
export function coverLoads(page: SitePage, model: SiteModel): string[] {
  if (!model.showsElsewhere || !showsCover(page)) return [];
  return coverTargets(page, model).flatMap((target) =>
    target?.kind === 'external' ? (policySourceOf('img-src', target.url) ?? []) : [],
  );
}

function showsCover({ source }: SitePage): boolean {
  return source.kind === 'document' && source.page.layout?.cover !== false;
}

/** A page's cover, if the page's layout shows one. */
export function coverOf(page: SitePage, model: SiteModel, layout: PageLayout): PageView['page']['cover'] {
  const [light, dark] = coverTargets(page, model).map((target) =>
    target?.kind === 'file' ||
    (target?.kind === 'external' &&
      model.showsElsewhere &&
      policySourceOf('img-src', target.url) !== undefined)
      ? target
      : undefined,
  );
  if (page.source.kind !== 'document' || light === undefined) return undefined;
  const yPos = page.source.page.cover?.yPos ?? 0;
  const position = Math.min(100, Math.max(0, Math.round((50 + yPos / 4) / 10) * 10));
  const size = ['hero', 'background'].find((each) => each === layout.coverSize) ?? 'full';
  const mask = layout['coverMask'] === 'radial' ? 'radial' : 'none';
  return {
    light: light.url,
    dark: dark?.url,
    lightSizeHtml: sizeHtml(light.kind === 'file' ? light.dimensions : undefined),
    darkSizeHtml: sizeHtml(dark?.kind === 'file' ? dark.dimensions : undefined),
    size,
    mask,
    position,
  };
}

/** The address of a page's cover for link previews, if the cover is on this site. */
export function coverImage(page: SitePage, model: SiteModel): string | undefined {
  if (model.urls.baseUrl === undefined || !showsCover(page)) return undefined;
  const cover = coverOf(page, model, {});
  return cover?.light.startsWith('/') === true ? new URL(cover.light, model.urls.baseUrl).href : undefined;
}

/** Whether a page has its own picture for link previews. */
export function hasCoverImage(page: SitePage, model: SiteModel): boolean {
  return coverImage(page, model) !== undefined;
}

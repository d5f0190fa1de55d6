import { dateText } from '../blocks/updates.ts';
import { tagLabel } from '../body/tag-label.ts';
import { printHtml } from '../html/print.ts';
import type { PageLayout } from '../../content/index.ts';
import { resolveImage, sourceOfPage } from '../model/resolve-link.ts';
import {
  feedFile,
  placeInSequence,
  type PlacedSpace,
  type SiteModel,
  type SitePage,
} from '../model/site-model.ts';
import { absoluteUrl, hrefTo, markdownPlace, searchPlace, type Place } from '../model/urls.ts';
import { isRightToLeft, ownLanguage } from '../profile/language.ts';
import type { Customization } from '../profile/profile.ts';
import { uiTexts } from '../profile/texts.ts';
import type { RenderedBody } from '../render/render-body.ts';
import { cardFile, cardOf } from './card.ts';
import { coverImage, coverLoads, coverOf } from './cover.ts';
import { metaPolicyFor } from './csp.ts';
import { titleMark } from './navigation.ts';
import type { AdjacentPageView, PageView } from './page-view.ts';
import { announcementOf, footerView, safeUrl, shownLinkViews, themedImage } from './profile-views.ts';
import { alternatesOf, notCurrent, sectionViews, variantsOf } from './section-views.ts';
import type { ReaderPlace, ViewContext } from './view-context.ts';

export const searchFolder = '_search/';

/** The view of a page of content. */
export function pageView(page: SitePage, body: RenderedBody, context: ViewContext): PageView {
  const { model, navigation, additions } = context;
  const { space } = page;
  const layout = layoutOf(page);
  const base = frameView({ place: page.place, space, page }, context);
  return {
    ...base,
    assets: { ...base.assets, tryIt: tryItOf(page, body, context) },
    csp: metaPolicyFor([...body.loads, ...coverLoads(page, model)], additions.allowance),
    kind: 'page',
    head: headView(page, body, context),
    navigationHtml: navigation.print(page),
    showNavigation: layout.tableOfContents !== false && space.navigation.length > 0,
    breadcrumbs: page.ancestors.map((ancestor) =>
      ancestor.kind === 'page'
        ? { title: ancestor.page.title, href: hrefTo(model.urls, page.place, ancestor.page.place) }
        : { title: ancestor.title, href: undefined },
    ),
    page: contentView(page, body, model),
    outline: layout.outline === false ? [] : outlineOf(body),
    ...neighboursOf(page, model),
  };
}

function layoutOf({ source }: SitePage): PageLayout {
  return source.kind === 'document' ? (source.page.layout ?? {}) : {};
}

/** The facts about a page for browsers, robots and other sites. */
function headView(page: SitePage, body: RenderedBody, context: ViewContext): PageView['head'] {
  const { model } = context;
  const { space, place } = page;
  return {
    title: page === model.home ? model.title : `${page.title} | ${model.title}`,
    description: page.description ?? body.summary,
    robots: robotsOf(page, model),
    canonical: canonicalOf(page, model),
    alternates: alternatesOf(page, model),
    markdown: markdownHref(page, model),
    feed: body.updates.length > 0 && !page.hidden ? hrefTo(model.urls, place, feedFile(space)) : undefined,
    image: previewOf(page, context),
    structuredData: false,
  };
}

/** The page's own content: its text, and the elements around the text. */
function contentView(page: SitePage, body: RenderedBody, model: SiteModel): PageView['page'] {
  const { customization, language } = page.space;
  const layout = layoutOf(page);
  return {
    title: page.title,
    mark: titleMark(page),
    showTitle: layout.title !== false,
    description: layout.description === false ? undefined : page.description,
    tagsHtml: layout['tags'] === false ? '' : tagsHtml(page),
    cover: layout.cover === false ? undefined : coverOf(page, model, layout),
    wide: layout.width === 'wide',
    ownLanguage: ownLanguage({ file: page.file, html: body.html }, language),
    bodyHtml: body.html,
    updatedAt: layout.metadata === false ? undefined : updatedAtOf(page),
    editHref: editHref(page, customization),
    markdownHref: markdownHref(page, model),
    printable: customization.pdf?.enabled !== false,
    feedback: customization.feedback?.enabled === true,
  };
}

/** The labels of a page's tags, the primary ones first. */
function tagsHtml({ source, space }: SitePage): string {
  const written = source.kind === 'document' ? (source.page.tags ?? []) : [];
  const tags = written.flatMap((each) => {
    const { tag, primary } =
      typeof each === 'object' && each !== null ? (each as Record<string, unknown>) : {};
    const name = typeof each === 'string' ? each : tag;
    return typeof name === 'string' && name !== '' ? [{ name, isPrimary: primary === true }] : [];
  });
  return printHtml(
    tags
      .sort((one, other) => Number(other.isPrimary) - Number(one.isPrimary))
      .map(({ name }) =>
        tagLabel(
          name,
          space.source.tags?.find((known) => known.tag === name),
        ),
      ),
  );
}

function robotsOf(page: SitePage, model: SiteModel): string | undefined {
  if (!model.indexable || page.noRobotsIndex) return 'noindex, nofollow';
  return page.noIndex ? 'noindex' : undefined;
}

function updatedAtOf({ space, source }: SitePage): PageView['page']['updatedAt'] {
  const iso = source.kind === 'document' ? space.source.updatedAtOf?.(source.page) : undefined;
  return iso === undefined ? undefined : { iso, text: dateText(iso, uiTexts(space.language).language) };
}

/** A page's headings, where they help readers. A single heading helps only on a long page. */
function outlineOf({ outline, html }: RenderedBody): PageView['outline'] {
  const shown = outline.filter((entry) => entry.level <= 3 && entry.title !== '');
  return shown.length > 1 || (shown.length === 1 && html.length > 4000) ? shown : [];
}

function neighboursOf(page: SitePage, model: SiteModel): Pick<PageView, 'previous' | 'next'> {
  const { sequence, customization } = page.space;
  const areShown = layoutOf(page).pagination !== false && customization.pagination?.enabled !== false;
  const at = areShown ? placeInSequence(page) : -1;
  const view = (other: SitePage | undefined): AdjacentPageView | undefined =>
    other && { title: other.linkTitle ?? other.title, href: hrefTo(model.urls, page.place, other.place) };
  return at === -1
    ? { previous: undefined, next: undefined }
    : { previous: view(sequence[at - 1]), next: view(sequence[at + 1]) };
}

/** A page that belongs to no space. */
export interface PlainPage {
  readonly kind: 'not-found' | 'search';
  readonly place: Place;
  /** The space whose language and look the page has; that of the start page by default. */
  readonly space?: PlacedSpace | undefined;
  readonly title: string;
  readonly bodyHtml: string;
}

/** The view of a page without content of a space: search, and the page for unknown addresses. */
export function plainView(
  { kind, place, space: given, title, bodyHtml }: PlainPage,
  context: ViewContext,
): PageView {
  const space = given ?? context.model.home?.space;
  const base = frameView({ place, space, page: undefined }, context);
  return {
    ...base,
    // The page belongs to no section.
    sections: base.sections.map(notCurrent),
    kind,
    head: {
      title: `${title} | ${context.model.title}`,
      description: '',
      robots: 'noindex',
      canonical: undefined,
      alternates: [],
      markdown: undefined,
      feed: undefined,
      image: undefined,
      structuredData: false,
    },
    navigationHtml: '',
    showNavigation: false,
    breadcrumbs: [],
    page: {
      title,
      mark: '',
      showTitle: true,
      tagsHtml: '',
      description: undefined,
      cover: undefined,
      wide: false,
      ownLanguage: undefined,
      bodyHtml,
      updatedAt: undefined,
      editHref: undefined,
      markdownHref: undefined,
      printable: false,
      feedback: false,
    },
    outline: [],
    previous: undefined,
    next: undefined,
  };
}

/** The file of a page's markdown. */
export function markdownFile(page: SitePage): string {
  return markdownPlace(page.place).file;
}

/** The address of a page's markdown, if the site offers it. */
function markdownHref(page: SitePage, model: SiteModel): string | undefined {
  if (page.space.customization.pageActions?.markdown === false) return undefined;
  return hrefTo(model.urls, page.place, markdownPlace(page.place));
}

/** The extra files of a page with a form for trying requests. */
function tryItOf(
  { place }: SitePage,
  { features }: RenderedBody,
  { model, siteFiles: { tryIt } }: ViewContext,
): PageView['assets']['tryIt'] {
  if (tryIt === undefined || !features.includes('try-it')) return undefined;
  return {
    script: hrefTo(model.urls, place, tryIt.script),
    style: hrefTo(model.urls, place, tryIt.style),
  };
}

type Frame = Omit<
  PageView,
  | 'kind'
  | 'head'
  | 'navigationHtml'
  | 'showNavigation'
  | 'breadcrumbs'
  | 'page'
  | 'outline'
  | 'previous'
  | 'next'
>;

/** The frame around the content of every page. */
function frameView(
  { place, space, page }: { place: Place; space: PlacedSpace | undefined; page: SitePage | undefined },
  context: ViewContext,
): Frame {
  const { model, siteFiles, additions } = context;
  const customization = space?.customization ?? model.customization;
  const { texts, language } = uiTexts(space?.language ?? customization.internationalization?.locale);
  const contentLanguage = space?.language ?? language;
  const here: ReaderPlace = { context, place, space, language, contentLanguage };
  const href = (file: string): string => hrefTo(model.urls, place, file);
  const theme = customization.themes?.default;
  const variants = variantsOf(page, here);
  return {
    texts,
    language: contentLanguage,
    direction: isRightToLeft(contentLanguage) ? 'rtl' : 'ltr',
    themeClass: theme === 'dark' || theme === 'light' ? theme : '',
    bodyClasses: [
      page ? 'content-page' : 'search-page',
      ...classesOfStyle(customization),
      model.sections.length > 1 ? 'has-sections' : 'no-sections',
      ...(variants.length > 1 ? ['has-variants'] : []),
    ].join(' '),
    csp: metaPolicyFor([], additions.allowance),
    scripts: additions.scripts,
    offline:
      siteFiles.offline === undefined
        ? undefined
        : { script: href(siteFiles.offline), worker: href('sw.js'), base: model.urls.basePath },
    assets: assetsOf(customization, here),
    wordsJson: JSON.stringify({ copied: texts.copied, thanks: texts.thanks }),
    searchJson: JSON.stringify({
      base: href(searchFolder),
      words: { none: texts.searchNoResults },
      language: contentLanguage,
      ...(space ? { space: space.prefix } : {}),
    }),
    root: model.urls.kind === 'file' ? href('x').replace(/x$/, '') : '',
    site: siteView(customization, here),
    announcement: announcementOf(customization, here),
    headerLinks: shownLinkViews(customization.header?.links, here),
    sections: sectionViews(here),
    variants,
    footer: footerView(customization, here),
  };
}

function classesOfStyle({ header, styling }: Customization): string[] {
  const { links, sidebar } = styling ?? {};
  return [
    `header-${header?.preset ?? 'default'}`,
    `links-${links ?? 'default'}`,
    `sidebar-${sidebar?.background ?? 'default'}`,
    `list-${sidebar?.list ?? 'default'}`,
  ];
}

/** The site's own files that every page loads. */
function assetsOf(customization: Customization, { context, place }: ReaderPlace): Frame['assets'] {
  const { model, siteFiles } = context;
  const href = (file: string): string => hrefTo(model.urls, place, file);
  return {
    css: href(siteFiles.css),
    theme: href(siteFiles.theme(customization)),
    head: href(siteFiles.head),
    reader: href(siteFiles.reader),
    search: href(siteFiles.search),
    searchIndex: model.urls.kind === 'file' ? href(`${searchFolder}index.js`) : undefined,
    tryIt: undefined,
    starter: siteFiles.starter === undefined ? undefined : href(siteFiles.starter),
  };
}

function siteView(customization: Customization, here: ReaderPlace): Frame['site'] {
  const { model, search, siteFiles } = here.context;
  const href = (target: Place | string): string => hrefTo(model.urls, here.place, target);
  const ownIcon = themedImage(customization.favicon?.icon, here);
  return {
    title: model.title,
    home: href(model.home?.place ?? ''),
    logo: themedImage(customization.header?.logo, here),
    favicon: ownIcon ?? {
      light: href(siteFiles.icon),
      dark: undefined,
      lightSizeHtml: '',
      darkSizeHtml: '',
    },
    hasOwnIcon: ownIcon !== undefined,
    searchHref: href(searchPlace),
    searchOffered: search,
    searchProminent: customization.styling?.search === 'prominent',
    themeSwitch: customization.themes?.toggeable !== false,
    trademark: customization.trademark?.enabled !== false,
  };
}

/** The canonical address of a page: the one that its writer names, else its own. */
function canonicalOf(page: SitePage, model: SiteModel): string | undefined {
  const links = page.source.kind === 'document' ? page.source.page.metaLinks : undefined;
  const written = links?.['canonical'];
  if (typeof written === 'string') {
    const target = resolveImage(sourceOfPage(page, model), written);
    if (target.kind === 'external') return target.url;
    if (target.kind === 'page' && model.urls.baseUrl !== undefined)
      return new URL(target.url, model.urls.baseUrl).href;
  }
  return absoluteUrl(model.urls, page.place);
}

/**
 * The picture for link previews on other sites, which need a full address: the cover, a card, or the profile's picture for all
 * pages.
 */
function previewOf(page: SitePage, { model, profileImages, additions }: ViewContext): string | undefined {
  const cover = coverImage(page, model);
  if (cover !== undefined) return cover;
  const file = additions.cards
    ? cardFile(cardOf(page, model.title))
    : profileImages.get(page.space.customization.socialPreview?.url ?? '')?.file;
  return file === undefined ? undefined : absoluteUrl(model.urls, file);
}

function editHref(page: SitePage, customization: Customization): string | undefined {
  const { editUrl } = page.space.source;
  if (customization.git?.showEditLink !== true || page.source.kind !== 'document' || editUrl === undefined)
    return undefined;
  const file = page.file.split('/').map(encodeURIComponent).join('/');
  return safeUrl(
    editUrl.includes('{path}') ? editUrl.replace('{path}', file) : `${editUrl.replace(/\/$/, '')}/${file}`,
  );
}

import { createHash } from 'node:crypto';
import type { RenderedBody } from '../render/render-body.ts';
import { dateText } from '../blocks/updates.ts';
import { icon } from '../icons/icons.ts';
import { resolveImage, resolveRef, sourceOfPage } from '../model/resolve-link.ts';
import {
  placeInSequence,
  type PlacedSpace,
  type SectionEntry,
  type SectionMember,
  type SectionPlace,
  type SiteModel,
  type SitePage,
} from '../model/site-model.ts';
import { absoluteUrl, hrefTo, placeOf, type Place } from '../model/urls.ts';
import { evaluateExpression, type Names } from '../../content/expression.ts';
import type { Customization, ProfileLink, ThemedUrl } from '../profile/profile.ts';
import type { PlacedImage } from '../profile/profile-images.ts';
import { isRightToLeft, turnedLanguage } from '../profile/language.ts';
import { uiTexts } from '../profile/texts.ts';
import type { Additions } from './additions.ts';
import { cardFile, cardOf } from './card.ts';
import { coverImage, coverLoads, coverOf } from './cover.ts';
import { metaPolicyFor } from './csp.ts';
import { mark, type NavigationPrinter } from './navigation.ts';
import {
  sizeHtml,
  type ImageView,
  type LinkView,
  type PageView,
  type SectionView,
  type VariantView,
} from './page-view.ts';

/** What building views needs beside the model. */
export interface ViewContext {
  readonly model: SiteModel;
  readonly navigation: NavigationPrinter;
  readonly visitor: Names;
  /** Images of the profile that are on this site, by the address that the profile names. */
  readonly profileImages: ReadonlyMap<string, PlacedImage>;
  readonly liveReload: boolean;
  /** Whether there is an index to search in. */
  readonly search: boolean;
  /** What the publisher adds to all pages. */
  readonly additions: Additions;
  /** Names of the site's own files, with a version in them so that they can be cached for ever. */
  readonly siteFiles: SiteFileNames;
}

export interface SiteFileNames {
  readonly icon: string;
  readonly css: string;
  readonly theme: (customization: Customization) => string;
  readonly head: string;
  readonly reader: string;
  readonly search: string;
  readonly liveReload: string;
  /** For pages with forms to try requests. */
  readonly tryIt: { readonly script: string; readonly style: string } | undefined;
  readonly starter: string | undefined;
  readonly offline: string | undefined;
}

export const searchFolder = '_search/';
export const siteFolder = '_site/';

/** The place of the page that offers search without a keyboard shortcut and lists all pages. */
export const searchPlace = placeOf('search');
export const notFoundPlace = placeOf('404');
/** What the worker shows for a page that was not kept. */
export const offlinePlace = placeOf('offline');

/** The view of a page of content. */
export function pageView(page: SitePage, body: RenderedBody, context: ViewContext): PageView {
  const { model } = context;
  const { space } = page;
  const { customization } = space;
  const layout = page.source.kind === 'document' ? (page.source.page.layout ?? {}) : {};
  const base = frameView({ place: page.place, space, page }, context);
  const { texts, language } = uiTexts(space.language);
  const description = page.description ?? (body.summary === '' ? undefined : body.summary);
  const cover = layout.cover === false ? undefined : coverOf(page, model, layout);
  const sequence =
    layout.pagination === false || customization.pagination?.enabled === false ? [] : space.sequence;
  const at = sequence.length === 0 ? -1 : placeInSequence(page);
  const neighbour = (other: SitePage | undefined): { title: string; href: string } | undefined =>
    at === -1 || !other
      ? undefined
      : { title: other.linkTitle ?? other.title, href: hrefTo(model.urls, page.place, other.place) };
  const robots =
    !model.indexable || page.noRobotsIndex ? 'noindex, nofollow' : page.noIndex ? 'noindex' : undefined;
  const markdown = customization.pageActions?.markdown === false ? undefined : markdownFile(page);
  const updatedAt =
    page.source.kind === 'document' && layout.metadata !== false
      ? space.source.updatedAtOf?.(page.source.page)
      : undefined;
  const visibleOutline =
    layout.outline === false ? [] : body.outline.filter((entry) => entry.level <= 3 && entry.title !== '');
  const canonical =
    page.source.kind === 'document' ? canonicalOf(page, model) : absoluteUrl(model.urls, page.place);
  return {
    ...base,
    assets: { ...base.assets, tryIt: tryItOf(page, body, context) },
    csp: metaPolicyFor([...body.loads, ...coverLoads(page, model)], context.additions.allowance),
    kind: 'page',
    head: {
      title: page === model.home ? model.title : `${page.title} | ${model.title}`,
      description: description ?? '',
      robots,
      canonical,
      alternates: alternatesOf(page, model),
      markdown: markdown === undefined ? undefined : hrefTo(model.urls, page.place, markdown),
      feed:
        body.updates.length > 0 && !page.hidden
          ? hrefTo(model.urls, page.place, `${space.prefix}feed.xml`)
          : undefined,
      image: previewOf(page, context),
      structuredData: false,
    },
    navigationHtml: context.navigation.print(page),
    showNavigation: layout.tableOfContents !== false && space.navigation.length > 0,
    breadcrumbs: page.ancestors.map((ancestor) =>
      ancestor.kind === 'page'
        ? { title: ancestor.page.title, href: hrefTo(model.urls, page.place, ancestor.page.place) }
        : { title: ancestor.title, href: undefined },
    ),
    page: {
      title: page.title,
      mark: mark(page),
      showTitle: layout.title !== false,
      description: layout.description === false ? undefined : page.description,
      cover,
      wide: layout.width === 'wide',
      turned: turnedLanguage(body.html, space.language),
      bodyHtml: body.html,
      updatedAt:
        updatedAt === undefined ? undefined : { iso: updatedAt, text: dateText(updatedAt, language) },
      editHref: editHref(page, customization),
      markdownHref: markdown === undefined ? undefined : hrefTo(model.urls, page.place, markdown),
      printable: customization.pdf?.enabled !== false,
      feedback: customization.feedback?.enabled === true,
    },
    outline:
      visibleOutline.length > 1 || (visibleOutline.length === 1 && body.html.length > 4000)
        ? visibleOutline
        : [],
    previous: neighbour(sequence[at - 1]),
    next: neighbour(sequence[at + 1]),
    texts,
  };
}

/** The view of a page that is not a page of content: search, and the one for addresses that lead nowhere. */
export function plainView(
  {
    kind,
    place,
    title,
    bodyHtml,
  }: { kind: 'not-found' | 'search'; place: Place; title: string; bodyHtml: string },
  context: ViewContext,
): PageView {
  const space = context.model.home?.space;
  const base = frameView({ place, space, page: undefined }, context);
  return {
    ...base,
    // It lies in no section.
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
      description: undefined,
      cover: undefined,
      wide: false,
      turned: undefined,
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

function notCurrent(section: SectionView): SectionView {
  return { ...section, current: false, sections: section.sections.map(notCurrent) };
}

/** Where a page's markdown lies: beside the page. */
export function markdownFile(page: SitePage): string {
  return page.place.file.replace(/\.html$/, '.md');
}

/** What a page with a form to try requests loads beside the rest. */
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

function frameView(
  { place, space, page }: { place: Place; space: PlacedSpace | undefined; page: SitePage | undefined },
  context: ViewContext,
): Frame {
  const { model, siteFiles } = context;
  const customization = space?.customization ?? model.customization;
  const { texts, language } = uiTexts(space?.language ?? customization.internationalization?.locale);
  const contentLanguage = space?.language ?? language;
  const href = (file: string): string => hrefTo(model.urls, place, file);
  const styling = customization.styling ?? {};
  const theme = customization.themes?.default;
  const links = (customization.header?.links ?? []).filter((link) => shows(link, space, context));
  const variants = variantsOf(page, space, place, model, contentLanguage);
  return {
    texts,
    language: contentLanguage,
    direction: isRightToLeft(contentLanguage) ? 'rtl' : 'ltr',
    themeClass: theme === 'dark' || theme === 'light' ? theme : '',
    bodyClasses: [
      page ? 'content-page' : 'search-page',
      `header-${customization.header?.preset ?? 'default'}`,
      `links-${styling.links ?? 'default'}`,
      `sidebar-${styling.sidebar?.background ?? 'default'}`,
      `list-${styling.sidebar?.list ?? 'default'}`,
      model.sections.length > 1 ? 'has-sections' : 'no-sections',
      ...(variants.length > 1 ? ['has-variants'] : []),
    ].join(' '),
    csp: metaPolicyFor([], context.additions.allowance),
    scripts: context.additions.scripts,
    offline:
      siteFiles.offline === undefined
        ? undefined
        : { script: href(siteFiles.offline), worker: href('sw.js'), base: model.urls.basePath },
    assets: {
      css: href(siteFiles.css),
      theme: href(siteFiles.theme(customization)),
      head: href(siteFiles.head),
      reader: href(siteFiles.reader),
      search: href(siteFiles.search),
      searchIndex: model.urls.kind === 'file' ? href(`${searchFolder}index.js`) : undefined,
      tryIt: undefined,
      liveReload: context.liveReload ? href(siteFiles.liveReload) : undefined,
      starter: siteFiles.starter === undefined ? undefined : href(siteFiles.starter),
    },
    wordsJson: JSON.stringify({ copied: texts.copied, thanks: texts.thanks }),
    searchJson: JSON.stringify({
      base: href(searchFolder),
      words: { none: texts.searchNoResults },
      language: contentLanguage,
      ...(space ? { space: space.prefix } : {}),
    }),
    root: model.urls.kind === 'file' ? href('x').replace(/x$/, '') : '',
    site: {
      title: model.title,
      home: model.home ? hrefTo(model.urls, place, model.home.place) : href(''),
      logo: themedImage(customization.header?.logo, place, context),
      favicon: themedImage(customization.favicon?.icon, place, context) ?? {
        light: href(siteFiles.icon),
        dark: undefined,
        lightSizeHtml: '',
        darkSizeHtml: '',
      },
      hasOwnIcon: themedImage(customization.favicon?.icon, place, context) !== undefined,
      searchHref: hrefTo(model.urls, place, searchPlace),
      searchOffered: context.search,
      searchProminent: styling.search === 'prominent',
      themeSwitch: customization.themes?.toggeable !== false,
      trademark: customization.trademark?.enabled !== false,
    },
    announcement: announcementOf(customization, place, space, model),
    headerLinks: links
      .map((link) => linkView(link, place, space, context, language))
      .filter((link) => link !== undefined),
    sections: model.sections.map((entry) => sectionEntryView(entry, place, space, model, contentLanguage)),
    variants,
    footer: {
      logo: themedImage(customization.footer?.logo, place, context),
      groups: (customization.footer?.groups ?? []).map((group) => ({
        title: localized(group, language),
        links: (group.links ?? [])
          .map((link) => linkView(link, place, space, context, language))
          .filter((link) => link !== undefined),
      })),
      social: (customization.socialAccounts ?? [])
        .filter((account) => account.display?.footer !== false)
        .flatMap((account) => socialView(account.platform, account.handle)),
      copyright: customization.footer?.copyright,
      privacy: safeUrl(customization.privacyPolicy?.url),
    },
  };
}

function sectionEntryView(
  entry: SectionEntry,
  place: Place,
  current: PlacedSpace | undefined,
  model: SiteModel,
  language: string,
): SectionView {
  const member = (each: SectionMember): SectionView =>
    each.kind === 'section'
      ? sectionView(each.section, place, current, model, language)
      : outwardView(each, language);
  if (entry.kind !== 'group') return member(entry);
  const sections = entry.sections.map(member);
  return {
    title: localized(entry, language),
    href: undefined,
    icon: entry.icon === undefined ? '' : (icon(entry.icon)?.html ?? ''),
    description: '',
    current: sections.some((section) => section.current),
    external: false,
    sections,
  };
}

function outwardView(link: Extract<SectionMember, { kind: 'link' }>, language: string): SectionView {
  return {
    title: localized(link, language),
    href: link.url,
    icon: link.icon === undefined ? '' : (icon(link.icon)?.html ?? ''),
    description: link.description ?? '',
    current: false,
    external: true,
    sections: [],
  };
}

/** A section leads to its variant in the reader's language, else to its default one. */
function sectionView(
  section: SectionPlace,
  place: Place,
  current: PlacedSpace | undefined,
  model: SiteModel,
  language: string,
): SectionView {
  const listed = section.spaces.filter((space) => space.listed);
  const space =
    listed.find((each) => each.isDefault && each.language === language) ??
    listed.find((each) => each.language === language) ??
    listed.find((each) => each.isDefault) ??
    section.spaces[0];
  return {
    title: localized(section, language),
    href: space?.home ? hrefTo(model.urls, place, space.home.place) : hrefTo(model.urls, place, ''),
    icon: section.icon === undefined ? '' : (icon(section.icon)?.html ?? ''),
    description: section.description ?? '',
    current: current?.section === section,
    external: false,
    sections: [],
  };
}

/** The other variants of a page: the same page there when they have it, else their first page. */
function variantsOf(
  page: SitePage | undefined,
  space: PlacedSpace | undefined,
  place: Place,
  model: SiteModel,
  language: string,
): VariantView[] {
  if (!space) return [];
  const siblings = space.section ? space.section.spaces : model.spaces.filter((each) => !each.section);
  return siblings
    .filter((each) => each.listed || each === space)
    .map((each) => {
      const target = (page && counterpart(page, each)) ?? each.home;
      return {
        title: each.title,
        href: target ? hrefTo(model.urls, place, target.place) : hrefTo(model.urls, place, ''),
        current: each === space,
        language: each.language || language,
      };
    });
}

/** The page of another variant that stands for this one: the same path below the space. */
function counterpart(page: SitePage, other: PlacedSpace): SitePage | undefined {
  if (page === page.space.home) return other.home;
  const path = page.place.path.slice(page.space.prefix.length);
  return other.byPath.get(path) ?? other.byFile.get(page.file);
}

function alternatesOf(page: SitePage, model: SiteModel): { language: string; href: string }[] {
  const siblings = page.space.section?.spaces ?? model.spaces.filter((space) => !space.section);
  const languages = new Map<string, string>();
  for (const space of siblings) {
    const other = space === page.space ? page : counterpart(page, space);
    const href = other && absoluteUrl(model.urls, other.place);
    if (href !== undefined && !languages.has(space.language)) languages.set(space.language, href);
  }
  if (languages.size < 2) return [];
  const fallback = siblings.find((space) => space.isDefault);
  const first = fallback && languages.get(fallback.language);
  return [
    ...[...languages].map(([language, href]) => ({ language, href })),
    ...(first === undefined ? [] : [{ language: 'x-default', href: first }]),
  ];
}

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

function announcementOf(
  customization: Customization,
  place: Place,
  space: PlacedSpace | undefined,
  model: SiteModel,
): PageView['announcement'] {
  const { announcement } = customization;
  if (announcement?.enabled !== true || !announcement.message) return undefined;
  const style = ['info', 'warning', 'danger', 'success'].includes(announcement.style ?? '')
    ? (announcement.style as string)
    : 'info';
  const target = resolveRef(model, place, announcement.link?.to, space);
  return {
    message: announcement.message,
    style,
    link:
      announcement.link && target && target.kind !== 'broken'
        ? {
            title: announcement.link.title,
            href: target.url,
            external: target.kind === 'external',
            style: 'link',
            links: [],
          }
        : undefined,
    key: createHash('sha256').update(announcement.message).digest('hex').slice(0, 12),
    closable: style !== 'danger',
  };
}

function shows(link: ProfileLink, space: PlacedSpace | undefined, context: ViewContext): boolean {
  if (link.condition === undefined) return true;
  const result = evaluateExpression(link.condition, {
    ...context.visitor,
    space: { vars: space?.source.variables ?? {} },
  });
  return result.ok && Boolean(result.value);
}

function linkView(
  link: ProfileLink,
  place: Place,
  space: PlacedSpace | undefined,
  context: ViewContext,
  language: string,
): LinkView | undefined {
  const links = (link.links ?? [])
    .filter((inner) => shows(inner, space, context))
    .map((inner) => linkView(inner, place, space, context, language))
    .filter((inner) => inner !== undefined);
  const target = resolveRef(context.model, place, link.to, space);
  if ((!target || target.kind === 'broken') && links.length === 0) return undefined;
  const style =
    link.style === 'button-primary'
      ? 'button primary'
      : link.style === 'button-secondary'
        ? 'button secondary'
        : 'link';
  return {
    title: localized(link, language),
    href: target && target.kind !== 'broken' ? target.url : '',
    external: target?.kind === 'external',
    style,
    links,
  };
}

function localized(
  item: { readonly title: string; readonly localizedTitle?: Readonly<Record<string, string>> },
  language: string,
): string {
  const table = item.localizedTitle ?? {};
  const short = language.split('-')[0] ?? language;
  return (
    (Object.hasOwn(table, language) ? table[language] : undefined) ??
    (Object.hasOwn(table, short) ? table[short] : undefined) ??
    item.title
  );
}

/** Images of the profile are shown when they are on this site; those of other hosts are left out. */
function themedImage(
  themed: ThemedUrl | undefined,
  place: Place,
  context: ViewContext,
): ImageView | undefined {
  const find = (url: string | undefined): PlacedImage | undefined =>
    url === undefined ? undefined : context.profileImages.get(url);
  const light = find(themed?.light) ?? find(themed?.dark);
  if (light === undefined) return undefined;
  const dark = find(themed?.dark);
  const other = dark?.file === light.file ? undefined : dark;
  return {
    light: hrefTo(context.model.urls, place, light.file),
    dark: other && hrefTo(context.model.urls, place, other.file),
    lightSizeHtml: sizeHtml(light.dimensions),
    darkSizeHtml: sizeHtml(other?.dimensions),
  };
}

/** The picture for links elsewhere, which want a whole address: the cover, a card, or the profile's for all pages. */
function previewOf(page: SitePage, { model, profileImages, additions }: ViewContext): string | undefined {
  const cover = coverImage(page, model);
  if (cover !== undefined) return cover;
  const file = additions.cards
    ? cardFile(cardOf(page, model.title))
    : profileImages.get(page.space.customization.socialPreview?.url ?? '')?.file;
  return file === undefined ? undefined : absoluteUrl(model.urls, file);
}

const platforms: Readonly<Record<string, readonly [string, string, string]>> = {
  bluesky: ['Bluesky', 'https://bsky.app/profile/', 'bluesky'],
  discord: ['Discord', 'https://discord.gg/', 'discord'],
  facebook: ['Facebook', 'https://www.facebook.com/', 'facebook'],
  github: ['GitHub', 'https://github.com/', 'github'],
  instagram: ['Instagram', 'https://www.instagram.com/', 'instagram'],
  linkedin: ['LinkedIn', 'https://www.linkedin.com/', 'linkedin'],
  mastodon: ['Mastodon', 'https://', 'mastodon'],
  reddit: ['Reddit', 'https://www.reddit.com/', 'reddit'],
  slack: ['Slack', 'https://', 'slack'],
  tiktok: ['TikTok', 'https://www.tiktok.com/@', 'tiktok'],
  twitter: ['X', 'https://x.com/', 'x-twitter'],
  youtube: ['YouTube', 'https://www.youtube.com/', 'youtube'],
};

function socialView(platform: string, handle: string): { title: string; href: string; icon: string }[] {
  const known = Object.hasOwn(platforms, platform) ? platforms[platform] : undefined;
  if (!known) return [];
  const href = /^https:\/\//.test(handle)
    ? safeUrl(handle)
    : safeUrl(`${known[1]}${handle.replace(/^@/, '')}`);
  return href === undefined ? [] : [{ title: known[0], href, icon: icon(known[2])?.html ?? known[0] }];
}

function safeUrl(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  try {
    const parsed = new URL(url);
    return parsed.protocol === 'https:' || parsed.protocol === 'http:' ? parsed.href : undefined;
  } catch {
    return undefined;
  }
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

import { icon } from '../icons/icons.ts';
import type {
  PlacedSpace,
  SectionEntry,
  SectionMember,
  SectionPlace,
  SiteModel,
  SitePage,
} from '../model/site-model.ts';
import { absoluteUrl, hrefTo } from '../model/urls.ts';
import { localizedTitle } from '../profile/localized-title.ts';
import type { PageView, SectionView, VariantView } from './page-view.ts';
import type { ReaderPlace } from './view-context.ts';

/** The bar of sections. */
export function sectionViews(here: ReaderPlace): SectionView[] {
  return here.context.model.sections.map((entry) => entryView(entry, here));
}

function entryView(entry: SectionEntry, here: ReaderPlace): SectionView {
  if (entry.kind !== 'group') return memberView(entry, here);
  const sections = entry.sections.map((member) => memberView(member, here));
  return {
    title: localizedTitle(entry, here.contentLanguage),
    href: undefined,
    icon: iconHtml(entry.icon),
    description: '',
    current: sections.some((section) => section.current),
    external: false,
    sections,
  };
}

function memberView(member: SectionMember, here: ReaderPlace): SectionView {
  return member.kind === 'section'
    ? sectionView(member.section, here)
    : outwardView(member, here.contentLanguage);
}

function outwardView(link: Extract<SectionMember, { kind: 'link' }>, language: string): SectionView {
  return {
    title: localizedTitle(link, language),
    href: link.url,
    icon: iconHtml(link.icon),
    description: link.description ?? '',
    current: false,
    external: true,
    sections: [],
  };
}

/** A section of the bar. It leads to the variant in the reader's language, else to the default variant. */
function sectionView(
  section: SectionPlace,
  { context, place, space, contentLanguage }: ReaderPlace,
): SectionView {
  const listed = section.spaces.filter((each) => each.listed);
  const target =
    listed.find((each) => each.isDefault && each.language === contentLanguage) ??
    listed.find((each) => each.language === contentLanguage) ??
    listed.find((each) => each.isDefault) ??
    section.spaces[0];
  return {
    title: localizedTitle(section, contentLanguage),
    href: hrefTo(context.model.urls, place, target?.home?.place ?? ''),
    icon: iconHtml(section.icon),
    description: section.description ?? '',
    current: space?.section === section,
    external: false,
    sections: [],
  };
}

function iconHtml(name: string | undefined): string {
  return name === undefined ? '' : (icon(name)?.html ?? '');
}

/** A section for a page that belongs to no section. */
export function notCurrent(section: SectionView): SectionView {
  return { ...section, current: false, sections: section.sections.map(notCurrent) };
}

/** The other variants of a page: the same page where a variant has it, else the variant's first page. */
export function variantsOf(
  page: SitePage | undefined,
  { context: { model }, place, space, contentLanguage }: ReaderPlace,
): VariantView[] {
  if (!space) return [];
  return siblingsOf(space, model)
    .filter((each) => each.listed || each === space)
    .map((each) => {
      const target = (page && counterpart(page, each)) ?? each.home;
      return {
        title: each.title,
        href: hrefTo(model.urls, place, target?.place ?? ''),
        current: each === space,
        language: each.language || contentLanguage,
      };
    });
}

/** The addresses of a page in each of its languages, if there are several. */
export function alternatesOf(page: SitePage, model: SiteModel): PageView['head']['alternates'] {
  const siblings = siblingsOf(page.space, model);
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

/** A space and its variants. */
function siblingsOf({ section }: PlacedSpace, model: SiteModel): readonly PlacedSpace[] {
  return section ? section.spaces : model.spaces.filter((each) => !each.section);
}

/** The page of another variant with the same path below the space. */
function counterpart(page: SitePage, other: PlacedSpace): SitePage | undefined {
  if (page === page.space.home) return other.home;
  const path = page.place.path.slice(page.space.prefix.length);
  return other.byPath.get(path) ?? other.byFile.get(page.file);
}

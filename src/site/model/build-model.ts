import { foldName } from '../../content/index.ts';
import { evaluateExpression, type Names } from '../../content/expression.ts';
import {
  membersOf,
  type Customization,
  type ProfileExternalLink,
  type ProfileSection,
  type ProfileSiteSpace,
  type SiteProfile,
  type SiteStructure,
} from '../profile/profile.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { SiteSource, SiteWarning, SpaceSource } from '../source.ts';
import { PageFiles } from './page-files.ts';
import { placeSpace } from './place-space.ts';
import { resolveRef } from './resolve-link.ts';
import type {
  PlacedAsset,
  PlacedSpace,
  SectionEntry,
  SectionMember,
  SectionPlace,
  SiteModel,
  SitePage,
} from './site-model.ts';
import { ownPlaces, placeOf, type UrlStyle } from './urls.ts';

export interface ModelOptions {
  readonly urls: UrlStyle;
  readonly specs: Pick<ReadonlyMap<string, OpenApiDocument>, 'get'>;
  /** The visitor that conditions ask about; anonymous unless somebody signed in. */
  readonly visitor: Names;
}

/** Places every space and page of a site, by the structure of its profile. Pages that conditions hide are not in the result. */
export function buildModel(source: SiteSource, profile: SiteProfile, options: ModelOptions): SiteModel {
  return new ModelBuilder(source, profile, options).build();
}

class ModelBuilder {
  readonly #profile: SiteProfile;
  readonly #options: ModelOptions;
  readonly #warnings: SiteWarning[] = [];
  readonly #spaces: PlacedSpace[] = [];
  readonly #prefixes = new Set<string>();
  readonly #files = new PageFiles();
  readonly #byId: ReadonlyMap<string, SpaceSource>;
  readonly #source: SiteSource;

  constructor(source: SiteSource, profile: SiteProfile, options: ModelOptions) {
    this.#source = source;
    this.#profile = profile;
    this.#options = options;
    this.#byId = new Map(source.spaces.map((space) => [space.id, space]));
    for (const { path } of ownPlaces) {
      this.#files.take(path);
      this.#files.takeAddress(path);
    }
  }

  build(): SiteModel {
    const { structure } = this.#profile;
    const sections = structure.type === 'sections' ? this.#sections(structure) : [];
    if (structure.type === 'siteSpaces') {
      const usable = structure.structure.filter((each) =>
        this.#shows(each.condition, each.title ?? each.path),
      );
      const fallback = usable.find((each) => each.default === true) ?? usable[0];
      for (const each of usable)
        this.#place(each, each === fallback ? '' : `${each.path}/`, undefined, each === fallback);
    }
    const pages = this.#uniquePlaces();
    const { site, customizations } = this.#profile;
    const model: SiteModel = {
      profile: this.#profile,
      customization: customizations.site,
      title: customizations.site.title ?? site.title,
      urls: this.#options.urls,
      spaces: this.#spaces,
      spacesById: new Map(this.#spaces.map((space) => [space.source.id, space])),
      sections,
      pages,
      home: this.#spaces.find((space) => space.prefix === '')?.home ?? pages[0],
      warnings: this.#warnings,
      showsElsewhere: this.#source.elsewhere?.images !== 'local',
      fetched: this.#fetched(),
      indexable: (site.visibility ?? 'public') === 'public',
    };
    this.#checkLinks(model);
    return model;
  }

  /** Warns of links in header and footer that lead nowhere, because they are not shown. */
  #checkLinks(model: SiteModel): void {
    const { header, footer } = model.customization;
    const links = [...(header?.links ?? []), ...(footer?.groups ?? []).flatMap((group) => group.links ?? [])];
    for (const { title, to, links: inner } of links.flatMap((link) => [link, ...(link.links ?? [])])) {
      if (!to || (inner?.length ?? 0) > 0) continue;
      const target = resolveRef(model, placeOf(''), to, model.home?.space);
      if (target === undefined || target.kind === 'broken')
        this.#warnings.push({
          message: `the link "${title}" of header or footer leads nowhere: it is left out`,
        });
    }
  }

  #sections({ structure }: Extract<SiteStructure, { type: 'sections' }>): SectionEntry[] {
    const live = structure.filter((entry) => entry.draft !== true);
    const all = live
      .flatMap((entry) => (entry.object === 'site-section-group' ? membersOf(entry) : [entry]))
      .filter((entry) => entry.object === 'site-section' && entry.draft !== true);
    const fallback = all.find((entry) => entry.object === 'site-section' && entry.default === true) ?? all[0];
    return live.flatMap((entry): SectionEntry[] => {
      if (entry.object !== 'site-section-group') return this.#member(entry, fallback);
      const sections = membersOf(entry).flatMap((each) => this.#member(each, fallback));
      const { title, localizedTitle = {}, icon } = entry;
      return sections.length === 0 ? [] : [{ kind: 'group', title, localizedTitle, icon, sections }];
    });
  }

  #member(
    entry: ProfileSection | ProfileExternalLink,
    fallback: ProfileSection | ProfileExternalLink | undefined,
  ): SectionMember[] {
    if (entry.draft === true) return [];
    if (entry.object === 'site-section') {
      const section = this.#section(entry, entry === fallback);
      return section ? [{ kind: 'section', section }] : [];
    }
    const { title, localizedTitle = {}, icon, description, url } = entry;
    if (!/^https?:\/\//i.test(url) || !this.#shows(entry.condition, title)) return [];
    return [{ kind: 'link', title, localizedTitle, icon, description, url }];
  }

  #section(section: ProfileSection, isDefault: boolean): SectionPlace | undefined {
    if (!this.#shows(section.condition, section.title)) return undefined;
    const place: SectionPlace = {
      id: section.id,
      title: section.title,
      localizedTitle: section.localizedTitle ?? {},
      icon: section.icon,
      description: section.description,
      path: section.path,
      isDefault,
      spaces: [],
    };
    const usable = section.siteSpaces.filter((each) => this.#shows(each.condition, each.title ?? each.path));
    const fallback = usable.find((each) => each.default === true) ?? usable[0];
    for (const each of usable) {
      const own = each === fallback ? '' : `${each.path}/`;
      const prefix = isDefault && own === '' ? '' : `${section.path}/${own}`;
      const space = this.#place(each, prefix, place, each === fallback);
      if (space) place.spaces.push(space);
    }
    return place.spaces.length > 0 ? place : undefined;
  }

  #place(
    siteSpace: ProfileSiteSpace,
    prefix: string,
    section: SectionPlace | undefined,
    isDefault: boolean,
  ): PlacedSpace | undefined {
    if (siteSpace.draft === true) return undefined;
    const source = this.#byId.get(siteSpace.space.id);
    if (!source) {
      this.#warnings.push({
        space: siteSpace.space.id,
        message: `the site shows the space "${siteSpace.title ?? siteSpace.space.title ?? siteSpace.space.id}", which was not given to the exporter`,
      });
      return undefined;
    }
    // A group may also name a section that is listed outside groups: the first place counts.
    if (this.#prefixes.has(prefix)) {
      if (this.#spaces.some((space) => space.prefix === prefix && space.source.id === source.id))
        return undefined;
      this.#warnings.push({
        space: source.id,
        message: `two spaces want the address "/${prefix}"; the later one is left out`,
      });
      return undefined;
    }
    this.#prefixes.add(prefix);
    const override = this.#profile.customizations.siteSpaces?.[siteSpace.id];
    const customization: Customization = override ?? this.#profile.customizations.site;
    const space = placeSpace({
      source,
      siteSpaceId: siteSpace.id,
      prefix,
      title: siteSpace.title ?? source.title,
      language: this.#languageOf(siteSpace, source),
      customization,
      section,
      listed: siteSpace.hidden !== true,
      isDefault,
      specs: this.#options.specs,
      shows: (condition, what) => this.#shows(condition, what, source),
      warnings: this.#warnings,
      files: this.#files,
      urls: this.#options.urls,
    });
    this.#spaces.push(space);
    return space;
  }

  /**
   * The language of a space: the profile's setting comes first. On a site of several spaces, the site's language is that of most of
   * them.
   */
  #languageOf({ id, space }: ProfileSiteSpace, { language }: SpaceSource): string {
    const { site, siteSpaces } = this.#profile.customizations;
    const ofSite = site.internationalization?.locale;
    const isOneOfMany = this.#byId.size > 1;
    return (
      space.language ??
      siteSpaces?.[id]?.internationalization?.locale ??
      (isOneOfMany ? (language ?? ofSite) : (ofSite ?? language)) ??
      'en'
    );
  }

  #shows(condition: string | undefined, what: string, space?: SpaceSource): boolean {
    if (condition === undefined || condition === '') return true;
    const names = { ...this.#options.visitor, space: { vars: space?.variables ?? {} } };
    const result = evaluateExpression(condition, names);
    if (result.ok) return Boolean(result.value);
    this.#warnings.push({
      ...(space === undefined ? {} : { space: space.id }),
      message: `"${what}" is left out: its condition "${condition}" was not understood (${result.reason})`,
    });
    return false;
  }

  #fetched(): Map<string, PlacedAsset> {
    return new Map(
      (this.#source.elsewhere?.fetched ?? []).map(({ url, version, extension, dimensions, sizes, read }) => {
        const name = `${version.slice(0, 20)}.${extension}`;
        const source = {
          path: url,
          version,
          ...(dimensions === undefined ? {} : { dimensions }),
          ...(sizes === undefined ? {} : { sizes }),
          read,
        };
        return [url, { source, file: `_files/web/${name}`, name }];
      }),
    );
  }

  /** Ensures that each page has its own file, also where names differ only in case. */
  #uniquePlaces(): SitePage[] {
    const pages: SitePage[] = [];
    const taken = new Map<string, SitePage>();
    for (const page of this.#spaces.flatMap((space) => space.pages)) {
      this.#tellOtherAddress(page);
      const folded = page.place.file.normalize('NFC').toLowerCase();
      const other = taken.get(folded);
      if (other)
        this.#warnings.push({
          space: page.space.source.id,
          file: page.file,
          message: `its address "/${page.place.path}" is that of ${other.file}; it is left out`,
        });
      else {
        taken.set(folded, page);
        pages.push(page);
      }
    }
    return pages;
  }

  /** Warns of a page that could not have its address, because a page of the site itself is there. */
  #tellOtherAddress(page: SitePage): void {
    const wanted = page.source.kind === 'document' ? page.space.prefix + page.source.page.path : '';
    if (page.place.path === wanted || !ownPlaces.some(({ path }) => foldName(path) === foldName(wanted)))
      return;
    if (page === page.space.pages[0]) return;
    this.#warnings.push({
      space: page.space.source.id,
      file: page.file,
      message: `its address is "/${page.place.path}", because "/${wanted}" is a page of the site itself`,
    });
  }
}

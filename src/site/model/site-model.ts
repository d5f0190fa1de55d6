import type { DocumentPage, LinkPage } from '../../content/index.ts';
import type { Customization, SiteProfile } from '../profile/profile.ts';
import type { AssetSource, ImageSizeSource, SiteWarning, SpaceSource } from '../source.ts';
import type { Place, UrlStyle } from './urls.ts';

/** A page of the site, placed. */
export interface SitePage {
  /** Unique on the site and stable between runs. */
  readonly key: string;
  readonly space: PlacedSpace;
  readonly place: Place;
  readonly title: string;
  readonly linkTitle: string | undefined;
  readonly description: string | undefined;
  readonly icon: string | undefined;
  readonly emoji: string | undefined;
  /** Left out of navigation and lists, but reachable at its address. */
  readonly hidden: boolean;
  /** Left out of the site's own search and of the texts for assistants. */
  readonly noIndex: boolean;
  /** Robots are asked not to index the page. */
  readonly noRobotsIndex: boolean;
  readonly depth: number;
  /** The pages and groups above, from the top down. */
  readonly ancestors: readonly Ancestor[];
  readonly source: PageText;
  /** The file that the page's links are relative to. */
  readonly file: string;
}

export type PageText =
  | { readonly kind: 'document'; readonly page: DocumentPage }
  /** Markdown that we generate: pages that are computed from an OpenAPI document. */
  | { readonly kind: 'generated'; readonly text: string };

export type Ancestor =
  | { readonly kind: 'page'; readonly page: SitePage }
  | { readonly kind: 'group'; readonly title: string; readonly key: string };

/** An entry of a space's navigation. */
export type NavEntry =
  | { readonly kind: 'page'; readonly page: SitePage; readonly children: readonly NavEntry[] }
  | {
      readonly kind: 'group';
      readonly key: string;
      readonly title: string;
      readonly icon: string | undefined;
      readonly emoji: string | undefined;
      readonly children: readonly NavEntry[];
    }
  | { readonly kind: 'link'; readonly node: LinkPage };

/** A space at its place on the site. */
export interface PlacedSpace {
  readonly source: SpaceSource;
  readonly siteSpaceId: string;
  /** `` or `payments/fr/`. */
  readonly prefix: string;
  readonly title: string;
  readonly language: string;
  readonly customization: Customization;
  readonly section: SectionPlace | undefined;
  /** The space's pages in reading order, hidden ones included. */
  readonly pages: readonly SitePage[];
  /** The pages that “previous” and “next” lead through. */
  readonly sequence: readonly SitePage[];
  readonly navigation: readonly NavEntry[];
  readonly home: SitePage | undefined;
  readonly byFile: ReadonlyMap<string, SitePage>;
  readonly byPath: ReadonlyMap<string, SitePage>;
  readonly byId: ReadonlyMap<string, SitePage>;
  readonly assets: ReadonlyMap<string, PlacedAsset>;
  readonly assetsById: ReadonlyMap<string, PlacedAsset>;
  /** Uploads with a unique name, because writers move uploads or the folders around them. */
  readonly assetsByName: ReadonlyMap<string, PlacedAsset>;
  /** Whether menus list the space. */
  readonly listed: boolean;
  readonly isDefault: boolean;
}

export interface PlacedAsset {
  readonly source: AssetSource;
  /** The file's path on the site. */
  readonly file: string;
  readonly name: string;
}

/** The path of a smaller form of a picture on the site. */
export function imageSizeFile({ version, width }: Pick<ImageSizeSource, 'version' | 'width'>): string {
  return `_files/sizes/${version}-${width}.webp`;
}

/** The path of the feed of a space's updates on the site. */
export function feedFile({ prefix }: Pick<PlacedSpace, 'prefix'>): string {
  return `${prefix}feed.xml`;
}

export interface SectionPlace {
  readonly id: string;
  readonly title: string;
  readonly localizedTitle: Readonly<Record<string, string>>;
  readonly icon: string | undefined;
  readonly description: string | undefined;
  readonly path: string;
  readonly isDefault: boolean;
  /** The section's spaces, which are its variants. */
  readonly spaces: PlacedSpace[];
}

/** An entry of the section bar or of one of its menus: a section, or a link to another site. */
export type SectionMember =
  | { readonly kind: 'section'; readonly section: SectionPlace }
  | {
      readonly kind: 'link';
      readonly title: string;
      readonly localizedTitle: Readonly<Record<string, string>>;
      readonly icon: string | undefined;
      readonly description: string | undefined;
      readonly url: string;
    };

/** An entry of the section bar: a member, or a group of members in a menu. */
export type SectionEntry =
  | SectionMember
  | {
      readonly kind: 'group';
      readonly title: string;
      readonly localizedTitle: Readonly<Record<string, string>>;
      readonly icon: string | undefined;
      readonly sections: readonly SectionMember[];
    };

const places = new WeakMap<readonly SitePage[], ReadonlyMap<SitePage, number>>();

/** The index of a page in the sequence of its space; -1 for a page outside the sequence. */
export function placeInSequence(page: SitePage): number {
  const { sequence } = page.space;
  let known = places.get(sequence);
  if (!known) places.set(sequence, (known = new Map(sequence.map((each, at) => [each, at]))));
  return known.get(page) ?? -1;
}

export interface SiteModel {
  readonly profile: SiteProfile;
  readonly customization: Customization;
  readonly title: string;
  readonly urls: UrlStyle;
  readonly spaces: readonly PlacedSpace[];
  readonly spacesById: ReadonlyMap<string, PlacedSpace>;
  readonly sections: readonly SectionEntry[];
  readonly pages: readonly SitePage[];
  readonly home: SitePage | undefined;
  readonly warnings: readonly SiteWarning[];
  /** Whether robots may index the site: only a public site. */
  readonly indexable: boolean;
  /** Whether pages show pictures directly from other hosts. */
  readonly showsElsewhere: boolean;
  /** Pictures of other hosts that were copied to this site, by address. */
  readonly fetched: ReadonlyMap<string, PlacedAsset>;
}

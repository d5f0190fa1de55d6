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
  /** Left out of navigation and lists; reachable at its address. */
  readonly hidden: boolean;
  /** Left out of the site's own search and of what assistants read. */
  readonly noIndex: boolean;
  /** Robots are asked not to index it. */
  readonly noRobotsIndex: boolean;
  readonly depth: number;
  /** From the top down, groups included. */
  readonly ancestors: readonly Ancestor[];
  readonly source: PageText;
  /** The file its links are relative to. */
  readonly file: string;
}

export type PageText =
  | { readonly kind: 'document'; readonly page: DocumentPage }
  /** Markdown that we write: pages that are computed from an OpenAPI document. */
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
  /** Those that previous and next lead through. */
  readonly sequence: readonly SitePage[];
  readonly navigation: readonly NavEntry[];
  readonly home: SitePage | undefined;
  readonly byFile: ReadonlyMap<string, SitePage>;
  readonly byPath: ReadonlyMap<string, SitePage>;
  readonly byId: ReadonlyMap<string, SitePage>;
  readonly assets: ReadonlyMap<string, PlacedAsset>;
  readonly assetsById: ReadonlyMap<string, PlacedAsset>;
  /** Uploads whose name no other one has; writers move them, or what they lie in. */
  readonly assetsByName: ReadonlyMap<string, PlacedAsset>;
  /** Whether menus offer it. */
  readonly listed: boolean;
  readonly isDefault: boolean;
}

export interface PlacedAsset {
  readonly source: AssetSource;
  /** Where it lies in the site. */
  readonly file: string;
  readonly name: string;
}

/** Where a smaller form of a picture lies in the site. */
export function imageSizeFile({ version, width }: Pick<ImageSizeSource, 'version' | 'width'>): string {
  return `_files/sizes/${version}-${width}.webp`;
}

export interface SectionPlace {
  readonly id: string;
  readonly title: string;
  readonly localizedTitle: Readonly<Record<string, string>>;
  readonly icon: string | undefined;
  readonly description: string | undefined;
  readonly path: string;
  readonly isDefault: boolean;
  /** The section's spaces: its variants. */
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

/** What the bar of sections shows: a member, or a group of them behind a menu. */
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

/** Where a page stands in the sequence of its space; -1 when it is not in it. */
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
  /** Whether robots may index anything: public sites only. */
  readonly indexable: boolean;
  /** Whether pictures of other hosts are shown from there. */
  readonly showsElsewhere: boolean;
  /** Pictures of other hosts that lie on this site, by address. */
  readonly fetched: ReadonlyMap<string, PlacedAsset>;
}

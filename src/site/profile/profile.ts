import type { ContentRef } from '../../content/index.ts';

/*
 * The published site's profile as the interface has it (`published-content-site`), read leniently: an absent value
 * gets a default, and an unknown value is left alone.
 */

export interface ThemedColor {
  readonly light: string;
  readonly dark: string;
}

export interface ThemedUrl {
  readonly light: string;
  readonly dark: string;
}

export interface ProfileLink {
  readonly title: string;
  readonly localizedTitle?: Readonly<Record<string, string>>;
  readonly to?: ContentRef | null;
  readonly links?: readonly ProfileLink[];
  readonly style?: string;
  readonly condition?: string;
}

export interface SocialAccount {
  readonly platform: string;
  readonly handle: string;
  readonly display?: { readonly header?: boolean; readonly footer?: boolean };
}

export interface Customization {
  readonly title?: string;
  readonly styling?: {
    readonly theme?: string;
    readonly primaryColor?: ThemedColor;
    readonly tint?: { readonly color: ThemedColor };
    readonly infoColor?: ThemedColor;
    readonly successColor?: ThemedColor;
    readonly warningColor?: ThemedColor;
    readonly dangerColor?: ThemedColor;
    readonly corners?: string;
    readonly depth?: string;
    readonly links?: string;
    readonly font?: string | { readonly fontFamily?: string };
    readonly monospaceFont?: string | { readonly fontFamily?: string };
    readonly background?: string;
    readonly sidebar?: { readonly background?: string; readonly list?: string };
    readonly search?: string;
  };
  readonly internationalization?: { readonly locale?: string };
  readonly favicon?: { readonly icon?: ThemedUrl; readonly emoji?: string };
  readonly header?: {
    readonly preset?: string;
    readonly logo?: ThemedUrl;
    readonly backgroundColor?: ThemedColor;
    readonly linkColor?: ThemedColor;
    readonly links?: readonly ProfileLink[];
  };
  readonly footer?: {
    readonly logo?: ThemedUrl;
    readonly groups?: readonly {
      readonly title: string;
      readonly localizedTitle?: Readonly<Record<string, string>>;
      readonly links?: readonly ProfileLink[];
    }[];
    readonly copyright?: string;
  };
  readonly announcement?: {
    readonly enabled?: boolean;
    readonly message?: string;
    readonly link?: ProfileLink;
    readonly style?: string;
  };
  readonly themes?: { readonly default?: string; readonly toggeable?: boolean };
  readonly pdf?: { readonly enabled?: boolean };
  readonly feedback?: { readonly enabled?: boolean };
  readonly git?: { readonly showEditLink?: boolean };
  readonly pageActions?: { readonly externalAI?: boolean; readonly markdown?: boolean };
  readonly externalLinks?: { readonly target?: string };
  readonly pagination?: { readonly enabled?: boolean };
  readonly trademark?: { readonly enabled?: boolean };
  readonly privacyPolicy?: { readonly url?: string };
  readonly socialPreview?: { readonly url?: string };
  readonly socialAccounts?: readonly SocialAccount[];
}

export interface ProfileSiteSpace {
  readonly object?: 'site-space';
  readonly id: string;
  readonly path: string;
  readonly title?: string;
  readonly localizedTitle?: Readonly<Record<string, string>>;
  readonly default?: boolean;
  readonly condition?: string;
  readonly hidden?: boolean;
  readonly draft?: boolean;
  readonly space: {
    readonly id: string;
    readonly title?: string;
    readonly language?: string;
    readonly visibility?: string;
  };
}

/** An entry of the bar of sections that leads away from the site. */
export interface ProfileExternalLink {
  readonly object: 'site-external-link';
  readonly id: string;
  readonly title: string;
  readonly localizedTitle?: Readonly<Record<string, string>>;
  readonly description?: string;
  readonly icon?: string;
  readonly url: string;
  readonly draft?: boolean;
  readonly condition?: string;
}

export interface ProfileSection {
  readonly object: 'site-section';
  readonly id: string;
  readonly title: string;
  readonly localizedTitle?: Readonly<Record<string, string>>;
  readonly description?: string;
  readonly icon?: string;
  readonly path: string;
  readonly default?: boolean;
  readonly draft?: boolean;
  readonly condition?: string;
  readonly siteSpaces: readonly ProfileSiteSpace[];
}

export interface ProfileSectionGroup {
  readonly object: 'site-section-group';
  readonly id: string;
  readonly title: string;
  readonly localizedTitle?: Readonly<Record<string, string>>;
  readonly icon?: string;
  readonly draft?: boolean;
  /** The interface's name. Newer profiles write `children`, which may also be links and groups. */
  readonly sections?: readonly ProfileSection[];
  readonly children?: readonly ProfileEntry[];
}

/** An entry of the bar of sections. */
export type ProfileEntry = ProfileSection | ProfileSectionGroup | ProfileExternalLink;

export type SiteStructure =
  | { readonly type: 'sections'; readonly structure: readonly ProfileEntry[] }
  | { readonly type: 'siteSpaces'; readonly structure: readonly ProfileSiteSpace[] };

/** The members of a group, including the members of nested groups. */
export function membersOf({
  sections,
  children,
}: ProfileSectionGroup): readonly (ProfileSection | ProfileExternalLink)[] {
  return (children ?? sections ?? []).flatMap((entry) =>
    entry.object === 'site-section-group' ? membersOf(entry) : [entry],
  );
}

/** All site spaces of a structure, in its order. */
export function siteSpacesIn(structure: SiteStructure): readonly ProfileSiteSpace[] {
  if (structure.type === 'siteSpaces') return structure.structure;
  return structure.structure
    .flatMap((entry) => (entry.object === 'site-section-group' ? membersOf(entry) : [entry]))
    .flatMap((entry) => (entry.object === 'site-section' ? entry.siteSpaces : []));
}

export interface SiteProfile {
  readonly site: {
    readonly id?: string;
    readonly title: string;
    readonly visibility?: string;
    readonly published?: boolean;
  };
  readonly structure: SiteStructure;
  readonly customizations: {
    readonly site: Customization;
    readonly siteSpaces?: Readonly<Record<string, Customization>>;
  };
}

/** A profile for a single space, with the default look. */
export function profileOfSpace(space: { id: string; title: string; visibility?: string }): SiteProfile {
  return {
    site: {
      title: space.title,
      ...(space.visibility === undefined ? {} : { visibility: space.visibility }),
    },
    structure: {
      type: 'siteSpaces',
      structure: [
        {
          object: 'site-space',
          id: space.id,
          path: 'docs',
          default: true,
          title: space.title,
          space: { id: space.id },
        },
      ],
    },
    customizations: { site: {} },
  };
}

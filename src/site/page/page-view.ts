import type { ImageSize } from '../../content/index.ts';
import type { OutlineEntry } from '../body/context.ts';
import type { ScriptView } from './analytics.ts';
import type { PageLanguage } from '../profile/language.ts';
import type { UiTexts } from '../profile/texts.ts';

/** A link that is ready to print. */
export interface LinkView {
  readonly title: string;
  readonly href: string;
  readonly external: boolean;
  /** `link`, `button-primary`, `button-secondary`. */
  readonly style: string;
  readonly links: readonly LinkView[];
}

export interface ImageView {
  readonly light: string;
  readonly dark: string | undefined;
  /** Width and height as attributes, if known. */
  readonly lightSizeHtml: string;
  readonly darkSizeHtml: string;
}

/** A picture's size as attributes, so that nothing moves when the picture has loaded. */
export function sizeHtml(size: ImageSize | undefined): string {
  return size ? ` width="${size.width}" height="${size.height}"` : '';
}

export interface SectionView {
  readonly title: string;
  readonly href: string | undefined;
  /** The HTML of the icon, or empty. */
  readonly icon: string;
  readonly description: string;
  readonly current: boolean;
  /** Leads away from the site. */
  readonly external: boolean;
  readonly sections: readonly SectionView[];
}

export interface VariantView {
  readonly title: string;
  readonly href: string;
  readonly current: boolean;
  readonly language: string;
}

export interface AdjacentPageView {
  readonly title: string;
  readonly href: string;
}

/** Everything that `templates/site/page.eta` and its parts receive. Fields that end in `Html` are printed unchanged. */
export interface PageView {
  readonly texts: UiTexts;
  /** Language of the content, for `<html lang>`. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly themeClass: string;
  /** A class for each setting of the look: `sidebar-filled`, `links-accent`, … */
  readonly bodyClasses: string;
  readonly kind: 'page' | 'not-found' | 'search';
  readonly csp: string;
  readonly assets: {
    readonly css: string;
    readonly theme: string;
    readonly head: string;
    readonly reader: string;
    readonly search: string;
    readonly searchIndex: string | undefined;
    /** For a page with a form to try requests. */
    readonly tryIt: { readonly script: string; readonly style: string } | undefined;
    /** The script that configures {@link PageView.scripts}. */
    readonly starter: string | undefined;
  };
  /** Scripts of other hosts, which the publisher asked for. */
  readonly scripts: readonly ScriptView[];
  /** The script that registers the offline worker, the worker's address, and the path that the worker controls. */
  readonly offline: { readonly script: string; readonly worker: string; readonly base: string } | undefined;
  readonly wordsJson: string;
  readonly searchJson: string;
  readonly root: string;
  readonly site: {
    readonly title: string;
    readonly home: string;
    readonly logo: ImageView | undefined;
    readonly favicon: ImageView;
    /** Whether the icon is the site's own, and may appear beside the title. */
    readonly hasOwnIcon: boolean;
    readonly searchHref: string;
    /** False on a site without a search index. */
    readonly searchOffered: boolean;
    readonly searchProminent: boolean;
    readonly themeSwitch: boolean;
    readonly trademark: boolean;
  };
  readonly head: {
    readonly title: string;
    readonly description: string;
    readonly robots: string | undefined;
    readonly canonical: string | undefined;
    readonly alternates: readonly { readonly language: string; readonly href: string }[];
    readonly markdown: string | undefined;
    readonly feed: string | undefined;
    readonly image: string | undefined;
    readonly structuredData: boolean;
  };
  readonly announcement:
    | {
        readonly message: string;
        readonly link: LinkView | undefined;
        readonly style: string;
        readonly key: string;
        readonly closable: boolean;
      }
    | undefined;
  readonly headerLinks: readonly LinkView[];
  readonly sections: readonly SectionView[];
  readonly variants: readonly VariantView[];
  readonly navigationHtml: string;
  readonly showNavigation: boolean;
  readonly breadcrumbs: readonly { readonly title: string; readonly href: string | undefined }[];
  readonly page: {
    readonly title: string;
    readonly mark: string;
    readonly showTitle: boolean;
    readonly description: string | undefined;
    /** The labels of the page's tags, each an element. */
    readonly tagsHtml: string;
    readonly cover:
      | (ImageView & {
          /** `full`, `hero` or `background`. */
          readonly size: string;
          /** `none` or `radial`. */
          readonly mask: string;
          readonly position: number;
        })
      | undefined;
    readonly wide: boolean;
    /** The language of a page that is not in its space's language. */
    readonly ownLanguage: PageLanguage | undefined;
    readonly bodyHtml: string;
    readonly updatedAt: { readonly iso: string; readonly text: string } | undefined;
    readonly editHref: string | undefined;
    readonly markdownHref: string | undefined;
    readonly printable: boolean;
    readonly feedback: boolean;
  };
  readonly outline: readonly OutlineEntry[];
  readonly previous: AdjacentPageView | undefined;
  readonly next: AdjacentPageView | undefined;
  readonly footer: {
    readonly logo: ImageView | undefined;
    readonly groups: readonly { readonly title: string; readonly links: readonly LinkView[] }[];
    readonly social: readonly { readonly title: string; readonly href: string; readonly icon: string }[];
    readonly copyright: string | undefined;
    readonly privacy: string | undefined;
  };
}

import type { Names } from '../../content/expression.ts';
import type { PlacedSpace, SiteModel } from '../model/site-model.ts';
import type { Place } from '../model/urls.ts';
import type { PlacedImage } from '../profile/profile-images.ts';
import type { Customization } from '../profile/profile.ts';
import type { Additions } from './additions.ts';
import type { NavigationPrinter } from './navigation.ts';

/** What building views needs besides the model. */
export interface ViewContext {
  readonly model: SiteModel;
  readonly navigation: NavigationPrinter;
  readonly visitor: Names;
  /** Images of the profile that are on this site, by their address in the profile. */
  readonly profileImages: ReadonlyMap<string, PlacedImage>;
  /** Whether there is a search index. */
  readonly search: boolean;
  /** What the publisher adds to all pages. */
  readonly additions: Additions;
  /** Names of the site's own files. Each contains a version, so that browsers may cache the file for ever. */
  readonly siteFiles: SiteFileNames;
}

export interface SiteFileNames {
  readonly icon: string;
  readonly css: string;
  readonly theme: (customization: Customization) => string;
  readonly head: string;
  readonly reader: string;
  readonly search: string;
  /** The files for pages with forms for trying requests. */
  readonly tryIt: { readonly script: string; readonly style: string } | undefined;
  readonly starter: string | undefined;
  readonly offline: string | undefined;
}

/** The page that a reader is on: links start there, and names are in its languages. */
export interface ReaderPlace {
  readonly context: ViewContext;
  readonly place: Place;
  /** Undefined on a site without pages. */
  readonly space: PlacedSpace | undefined;
  /** The language of the interface's words, and of the profile's titles. */
  readonly language: string;
  /** The language of the pages. */
  readonly contentLanguage: string;
}

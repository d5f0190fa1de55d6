import type { Names } from '../../content/expression.ts';
import type { PlacedSpace, SiteModel } from '../model/site-model.ts';
import type { Place } from '../model/urls.ts';
import type { PlacedImage } from '../profile/profile-images.ts';
import type { Customization } from '../profile/profile.ts';
import type { Additions } from './additions.ts';
import type { NavigationPrinter } from './navigation.ts';

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

/** Where a reader stands: links lead from there, and names are in these languages. */
export interface Standpoint {
  readonly context: ViewContext;
  readonly place: Place;
  /** Undefined on a site without pages. */
  readonly space: PlacedSpace | undefined;
  /** Of the interface's words, and of what the profile names beside them. */
  readonly language: string;
  /** Of the pages. */
  readonly contentLanguage: string;
}

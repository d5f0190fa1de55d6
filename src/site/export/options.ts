import type { Clock } from '../../clock/port.ts';
import type { ExportCache } from '../writer/cache.ts';
import type { SiteFiles } from '../writer/site-files.ts';
import type { SiteWarning } from '../source.ts';
import type { MarkdownParser } from '../../content/tree/parse.ts';
import type { BookOptions } from '../output/book.ts';
import type { Offline } from '../page/additions.ts';
import type { DrawCard } from '../page/card.ts';
import type { Analytics } from '../page/analytics.ts';
import type { ProfileImages } from '../profile/profile-images.ts';
import type { UrlStyle } from '../model/urls.ts';
import type { Names } from '../../content/expression.ts';

export interface ExportOptions {
  readonly files: SiteFiles;
  readonly clock: Clock;
  /** Without a cache, every page is rendered. */
  readonly cache?: ExportCache;
  /** `https://host/path/` or `/path/`. */
  readonly baseUrl?: string;
  /** `clean` for hosts, `file` for a site that opens from a folder, `path` for a server that knows the pages. */
  readonly urls?: UrlStyle['kind'];
  /** A folder whose templates, styles and scripts replace ours. */
  readonly templates?: string;
  /** Styles that are added to ours, as CSS. */
  readonly styles?: string;
  /** The user's own files, copied unchanged. A file whose path the site itself uses is left out. */
  readonly statics?: readonly { readonly path: string; readonly read: () => Uint8Array }[];
  /** Counts visits by a service of the publisher's choice. */
  readonly analytics?: Analytics;
  /** Keeps the site on readers' devices for use without a network, or stops doing so. Needs a host. */
  readonly offline?: Offline;
  /** Also writes all pages as one page for printing: `book.html`. */
  readonly book?: BookOptions;
  /**
   * Draws a picture for each page without a cover, for link previews on other sites. Needs a {@link baseUrl} that is an address.
   */
  readonly cards?: DrawCard;
  /** Allows exporting content that is not public. */
  readonly allowPrivate?: boolean;
  readonly parse?: MarkdownParser;
  /** What a visitor's conditions see; nobody signed in by default. */
  readonly visitor?: Names;
  /** Bytes of images that the profile names (logos, favicon), by address. Other images are left out. */
  readonly profileImages?: ProfileImages;
  /** Told how many pages will be rendered, before the first of them; not called if there are none. */
  readonly beforeRender?: (pages: number) => void;
  /** Threads that help with many pages: a script that only calls `serveRendering`, and how many of them. */
  readonly threads?: { readonly script: string; readonly count: number };
  /** Lists in the report what pages show from other hosts. */
  readonly namesElsewhere?: boolean;
  /** When false, no search index is made, and pages offer no search. */
  readonly search?: boolean;
  /** Told the key of each page whose body was rendered, so that a caller that exports twice counts each page once. */
  readonly onRendered?: (key: string) => void;
  readonly progress?: (progress: { readonly done: number; readonly total: number }) => void;
  readonly signal?: AbortSignal;
}

export interface ExportReport {
  /** All pages of the site, with those that are made of OpenAPI documents. */
  readonly pages: number;
  /** The pages among them whose body was rendered; the bodies of the others came from the cache. */
  readonly rendered: number;
  /** Paths that were written because their bytes changed. */
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly warnings: readonly SiteWarning[];
  /** Addresses of pictures that pages show from other hosts, if {@link ExportOptions.namesElsewhere}. */
  readonly elsewhere?: readonly string[];
  /**
   * Addresses of OpenAPI documents that blocks name and that the site lacks or got from there, if {@link
   * ExportOptions.namesElsewhere}.
   */
  readonly specsElsewhere?: readonly string[];
  readonly timingsMs: Readonly<Record<'read' | 'model' | 'render' | 'search' | 'lists' | 'total', number>>;
}

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
import type { Names } from '../../content/expression.ts';

export interface ExportOptions {
  readonly files: SiteFiles;
  readonly clock: Clock;
  /** Absent: every page is rendered. */
  readonly cache?: ExportCache;
  /** `https://host/path/` or `/path/`. */
  readonly baseUrl?: string;
  /** `clean` for hosts, `file` for a site that opens from a folder. */
  readonly urls?: 'clean' | 'file';
  /** A folder whose templates, styles and scripts stand in for ours. */
  readonly templates?: string;
  /** Styles that are added to ours, as CSS. */
  readonly styles?: string;
  /** Files of the user's own that are copied as they are; one that the site has itself stays out. */
  readonly statics?: readonly { readonly path: string; readonly read: () => Uint8Array }[];
  /** Counts visits by a service of the publisher's choice. */
  readonly analytics?: Analytics;
  /** Keeps the site for readers without a network, or no longer. It takes a host. */
  readonly offline?: Offline;
  /** Writes all pages as one, too, for paper: `book.html`. */
  readonly book?: BookOptions;
  /** Draws a picture for each page without a cover, for links elsewhere. It takes a {@link baseUrl} that is an address. */
  readonly cards?: DrawCard;
  /** Says yes to exporting what is not public. */
  readonly allowPrivate?: boolean;
  readonly parse?: MarkdownParser;
  /** What a visitor's conditions see; nobody signed in by default. */
  readonly visitor?: Names;
  /** Puts in the script that reloads the page after each export. */
  readonly liveReload?: boolean;
  /** Bytes of images that the profile names (logos, favicon), by address. Others are left out. */
  readonly profileImages?: ProfileImages;
  /** Threads that help with many pages: a script that only calls `serveRendering`, and how many of them. */
  readonly threads?: { readonly script: string; readonly count: number };
  /** Says in the report what pages show of other hosts. */
  readonly namesElsewhere?: boolean;
  /** Makes no search index when false; pages then offer no search. */
  readonly search?: boolean;
  readonly progress?: (progress: { readonly done: number; readonly total: number }) => void;
  readonly signal?: AbortSignal;
}

export interface ExportReport {
  readonly pages: number;
  /** Pages whose body was rendered; the others came from the cache. */
  readonly rendered: number;
  /** Paths that were written because their bytes are new. */
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly warnings: readonly SiteWarning[];
  /** Addresses of pictures that pages show from other hosts, when that was asked for. */
  readonly elsewhere?: readonly string[];
  /** Addresses of OpenAPI documents that blocks name and that the site does not have, or has from there, when that was asked for. */
  readonly specsElsewhere?: readonly string[];
  readonly timingsMs: Readonly<Record<'read' | 'model' | 'render' | 'search' | 'lists' | 'total', number>>;
}

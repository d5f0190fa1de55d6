import type { DocumentPage, PageNode } from '../content/index.ts';
import type { SiteProfile } from './profile/profile.ts';

/*
 * What a site is made from, as values and readers. A local folder, the mirror's refs and the embedded service's store each
 * make these; the exporter does not know which.
 */

export type Awaitable<T> = T | Promise<T>;

export interface SiteSource {
  readonly spaces: readonly SpaceSource[];
  /** OpenAPI documents by slug. */
  readonly specs: readonly SpecSource[];
  /** What becomes of things on other hosts; absent means that their pictures are shown, and nothing was brought in. */
  readonly elsewhere?: Elsewhere;
}

/** What pages may load from other hosts. */
export interface Elsewhere {
  /** `shown`: pictures come from their host. `local`: they become links. */
  readonly images: 'shown' | 'local';
  /** Hosts whose frames and videos are shown, as `www.youtube.com` or `*.example.com`; others become cards. */
  readonly frames: readonly string[];
  /** Whether readers may send requests of their own to the servers that OpenAPI documents name. */
  readonly tryIt?: boolean;
  /** Pictures that were brought in, and lie on the site. */
  readonly fetched: readonly FetchedImage[];
}

export interface FetchedImage {
  readonly url: string;
  /** Changes when, and only when, the bytes do. */
  readonly version: string;
  readonly extension: string;
  readonly dimensions?: { readonly width: number; readonly height: number };
  /** Smaller forms of it, in WebP, the smallest first. */
  readonly sizes?: readonly ImageSizeSource[];
  readonly read: () => Awaitable<Uint8Array>;
}

/** A smaller form of a picture. */
export interface ImageSizeSource {
  readonly width: number;
  /** Names its bytes. */
  readonly version: string;
  readonly read: () => Awaitable<Uint8Array>;
}

export interface SpecSource {
  readonly slug: string;
  /** The document's text, YAML or JSON. */
  readonly text: string;
  /** Where it lies in the checkout; it is then found by this path, too, and read when something asks for it. */
  readonly file?: string;
  /** The address that it was fetched from. */
  readonly address?: string;
}

export interface SpaceSource {
  readonly id: string;
  readonly title: string;
  readonly emoji?: string;
  /** Where its folder lies among those of the other spaces, `` for the one around them all; links between spaces go by it. */
  readonly folder?: string;
  /** The language of its texts, as they themselves show it; what a profile says counts more. */
  readonly language?: string;
  /** Absent means public. */
  readonly visibility?: string;
  readonly pages: readonly PageNode[];
  /** Something that changes when any of {@link pages} does. */
  readonly pagesVersion?: string;
  /** The same for two states of a space that differ in nothing but the texts of their pages. */
  readonly shape?: string;
  /** The whole text of a page, front matter included. */
  readonly readPage: (page: DocumentPage) => Awaitable<string>;
  /** Something that changes when, and only when, the page's text may have changed; spares reading it. */
  readonly versionOf?: (page: DocumentPage) => string | undefined;
  /** When a page was last changed, ISO 8601. */
  readonly updatedAtOf?: (page: DocumentPage) => string | undefined;
  readonly assets: readonly AssetSource[];
  readonly includes: readonly IncludeSource[];
  readonly variables: Readonly<Record<string, unknown>>;
  readonly redirects: readonly RedirectSource[];
  /** Paths of markdown files that are no pages, for the table of contents does not list them. */
  readonly unlisted?: readonly string[];
  readonly tags?: readonly TagSource[];
  /** Where a page can be edited, with `{path}` for its file, or with the file added behind: `https://host/org/repo/edit/main/docs`. */
  readonly editUrl?: string;
}

export interface AssetSource {
  /** Path in the space's folder (`.gitbook/assets/x.png`). */
  readonly path: string;
  /** The service's file id, when known. */
  readonly id?: string;
  /** Something that changes when, and only when, the bytes may have changed; spares reading them. */
  readonly version?: string;
  readonly dimensions?: { readonly width: number; readonly height: number };
  readonly size?: number;
  /** Smaller forms of a picture, in WebP, the smallest first. */
  readonly sizes?: readonly ImageSizeSource[];
  readonly read: () => Awaitable<Uint8Array>;
}

export interface IncludeSource {
  readonly path: string;
  readonly text: string;
}

export interface RedirectSource {
  /** Path inside the space, without a leading slash. */
  readonly from: string;
  /** A page's path or file, or a URL. */
  readonly to: string;
}

export interface TagSource {
  readonly tag: string;
  readonly label?: string;
  readonly icon?: string;
  readonly emoji?: string;
  readonly color?: string;
}

/** Something a person should look at, with the file (and line) it is in. */
export interface SiteWarning {
  readonly space?: string;
  readonly file?: string;
  readonly line?: number;
  readonly message: string;
}

export interface SiteInput {
  readonly source: SiteSource;
  readonly profile: SiteProfile;
}

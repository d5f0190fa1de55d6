import type { DocumentPage, PageNode } from '../content/index.ts';
import type { SiteProfile } from './profile/profile.ts';

/*
 * The inputs of a site, as values and readers. A local folder, the mirror's refs and the embedded service's store each provide
 * them; the exporter does not know which one.
 */

export type Awaitable<T> = T | Promise<T>;

export interface SiteSource {
  readonly spaces: readonly SpaceSource[];
  /** OpenAPI documents by slug. */
  readonly specs: readonly SpecSource[];
  /** What pages load from other hosts. By default, pages show pictures of other hosts, and none were fetched. */
  readonly elsewhere?: Elsewhere;
}

/** What pages may load from other hosts. */
export interface Elsewhere {
  /** `shown`: browsers load pictures from their host. `local`: such pictures become links. */
  readonly images: 'shown' | 'local';
  /** Hosts whose frames and videos are shown, as `www.youtube.com` or `*.example.com`; frames of other hosts become cards. */
  readonly frames: readonly string[];
  /** Whether readers may send requests to the servers that OpenAPI documents name. */
  readonly tryIt?: boolean;
  /** Pictures that were fetched and are now on the site. */
  readonly fetched: readonly FetchedImage[];
}

export interface FetchedImage {
  readonly url: string;
  /** Changes with the bytes, and only then. */
  readonly version: string;
  readonly extension: string;
  readonly dimensions?: { readonly width: number; readonly height: number };
  /** Smaller forms of the picture, in WebP, the smallest first. */
  readonly sizes?: readonly ImageSizeSource[];
  readonly read: () => Awaitable<Uint8Array>;
}

/** A smaller form of a picture. */
export interface ImageSizeSource {
  readonly width: number;
  /** A digest of the bytes. */
  readonly version: string;
  readonly read: () => Awaitable<Uint8Array>;
}

export interface SpecSource {
  readonly slug: string;
  /** The document's text, YAML or JSON. */
  readonly text: string;
  /** The path in the checkout. A document with a path is also found by this path, and is read on demand. */
  readonly file?: string;
  /** The address that the document was fetched from. */
  readonly address?: string;
}

export interface SpaceSource {
  readonly id: string;
  readonly title: string;
  readonly emoji?: string;
  /** The folder's path among the folders of all spaces, `` for the folder around all of them. Links between spaces use it. */
  readonly folder?: string;
  /** The path of the folder around all spaces, as links that leave it and come back name it (`docs`, `handbook/docs`). */
  readonly around?: string;
  /** The language of the texts, as detected. The language in a profile counts more. */
  readonly language?: string;
  /** The visibility; public by default. */
  readonly visibility?: string;
  readonly pages: readonly PageNode[];
  /** A value that changes with any of {@link pages}. */
  readonly pagesVersion?: string;
  /** A value that is equal for two states of a space that differ only in the texts of their pages. */
  readonly shape?: string;
  /** The whole text of a page, front matter included. */
  readonly readPage: (page: DocumentPage) => Awaitable<string>;
  /** A value that changes when, and only when, the page's text may have changed, which saves reading the text. */
  readonly versionOf?: (page: DocumentPage) => string | undefined;
  /** When a page was last changed, ISO 8601. */
  readonly updatedAtOf?: (page: DocumentPage) => string | undefined;
  readonly assets: readonly AssetSource[];
  readonly includes: readonly IncludeSource[];
  readonly variables: Readonly<Record<string, unknown>>;
  readonly redirects: readonly RedirectSource[];
  /** Paths of markdown files that are not pages, because the table of contents does not list them. */
  readonly unlisted?: readonly string[];
  /**
   * Paths of markdown files that are not pages, because without a table of contents, names that begin with a dot, `node_modules` and
   * `AGENTS.md` are left out.
   */
  readonly hidden?: readonly string[];
  /** Paths of symbolic links, which are not followed. */
  readonly symbolicLinks?: readonly string[];
  readonly tags?: readonly TagSource[];
  /**
   * The address for editing a page, with `{path}` for its file; without `{path}`, the file is appended:
   * `https://host/org/repo/edit/main/docs`.
   */
  readonly editUrl?: string;
}

export interface AssetSource {
  /** Path in the space's folder (`.gitbook/assets/x.png`). */
  readonly path: string;
  /** The service's file id, when known. */
  readonly id?: string;
  /** A value that changes when, and only when, the bytes may have changed, which saves reading them. */
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
  /** The line of `.gitbook.yaml`, where the redirect comes from there. */
  readonly line?: number;
}

export interface TagSource {
  readonly tag: string;
  readonly label?: string;
  readonly icon?: string;
  readonly emoji?: string;
  readonly color?: string;
}

/** A problem that a person should look at, with its file and line. */
export interface SiteWarning {
  readonly space?: string;
  readonly file?: string;
  readonly line?: number;
  readonly message: string;
  /** The OpenAPI document that is missing, if that is what the warning is about. */
  readonly document?: MissingDocument;
}

/** An OpenAPI document that a block names and that the site lacks. */
export interface MissingDocument {
  /** The name in the block. */
  readonly name: string;
  /** The address or path that the block gives for it. */
  readonly address?: string;
  /** The file with the block, as a path in the checkout. */
  readonly file: string;
}

export interface SiteInput {
  readonly source: SiteSource;
  readonly profile: SiteProfile;
}

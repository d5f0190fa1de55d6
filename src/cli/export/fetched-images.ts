import { createHash } from 'node:crypto';
import { imageSize, type ImageSize } from '../../content/index.ts';
import type { HttpTransport } from '../../http/port.ts';
import type { FetchedImage, SiteFiles, SiteWarning } from '../../site/index.ts';
import { indexName, readIndex } from './kept-index.ts';
import type { PictureSizes } from './picture-sizes.ts';
import { imageAt } from './profile-images.ts';

/** How many requests are sent at a time. */
const atOnce = 6;
/** The largest picture that we fetch, if we can shrink pictures. */
const largestShrunk = 30 * 1024 * 1024;
const canShrink = /^(?:png|jpe?g|webp)$/;

interface Kept {
  readonly version: string;
  readonly extension: string;
  readonly dimensions?: ImageSize;
}

/** Pictures that exports fetched from other hosts. They are kept beside the export's cache, and fetched only once. */
export class FetchedImages {
  readonly #files: SiteFiles;
  /** Shrinks pictures that are wider than any screen. */
  readonly #sizes: Pick<PictureSizes, 'fitting'> | undefined;
  readonly #kept: Map<string, Kept>;
  readonly #failed = new Map<string, string>();

  constructor(files: SiteFiles, sizes?: Pick<PictureSizes, 'fitting'>) {
    this.#sizes = sizes;
    this.#files = files;
    this.#kept = readIndex(files, isValid);
  }

  /** All fetched pictures, in an order that does not depend on when they were fetched. */
  all(): FetchedImage[] {
    return [...this.#kept]
      .filter(([, { version, extension }]) => this.#files.has(`${version}.${extension}`))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([url, { version, extension, dimensions }]) => ({
        url,
        version,
        extension,
        ...(dimensions === undefined ? {} : { dimensions }),
        read: () => this.#files.read(`${version}.${extension}`) ?? new Uint8Array(),
      }));
  }

  /** Fetches missing pictures; returns whether it got any. */
  async bringIn(urls: readonly string[], transport: () => Promise<HttpTransport>): Promise<boolean> {
    const wanted = urls.filter((url) => !this.#kept.has(url) && !this.#failed.has(url));
    if (wanted.length === 0) return false;
    const before = this.#kept.size;
    const connection = await transport();
    try {
      const waiting = [...wanted];
      const work = async (): Promise<void> => {
        for (let url = waiting.shift(); url !== undefined; url = waiting.shift())
          await this.#one(url, connection);
      };
      await Promise.all(Array.from({ length: atOnce }, work));
    } finally {
      await connection.close();
    }
    this.#files.write(indexName, JSON.stringify(Object.fromEntries([...this.#kept].sort())));
    return this.#kept.size > before;
  }

  /** Warnings about pictures that could not be fetched, which pages show from their host. */
  get warnings(): SiteWarning[] {
    return [...this.#failed]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([url, reason]) => ({ message: `the picture ${url} stays on its host: ${reason}` }));
  }

  async #one(url: string, connection: HttpTransport): Promise<void> {
    const found = await imageAt(connection, url, this.#sizes === undefined ? undefined : largestShrunk);
    if (typeof found === 'string') {
      this.#failed.set(url, found);
      return;
    }
    const bytes =
      (canShrink.test(found.extension) ? await this.#sizes?.fitting(found.bytes) : undefined) ?? found.bytes;
    const version = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
    this.#files.write(`${version}.${found.extension}`, bytes);
    const dimensions = imageSize(bytes);
    this.#kept.set(url, {
      version,
      extension: found.extension,
      ...(dimensions === undefined ? {} : { dimensions }),
    });
  }
}

function isValid({ version, extension, dimensions }: Kept): boolean {
  return (
    /^[0-9a-f]{32}$/.test(version) &&
    /^[a-z]{2,5}$/.test(extension) &&
    (dimensions === undefined || (Number.isInteger(dimensions.width) && Number.isInteger(dimensions.height)))
  );
}

import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { default as Sharp } from 'sharp';
import { packageRoot } from '../../base/index.ts';
import type { AssetSource, FetchedImage, ImageSizeSource, SiteFiles, SiteInput } from '../../site/index.ts';

/** The smaller widths of a large picture: for a phone, for the fine screen of a phone or laptop, for a large screen. */
const widths = [640, 1280, 1920];
/** Smaller pictures stay as they are, because the saving is not worth a file. */
const fewestPixels = 900;
const fewestBytes = 40_000;
/** A picture of another host is shrunk to this width if it is wider than any screen. */
const widest = 2560;
/** How many pictures are made at a time. The library has its own threads. */
const atOnce = 2;
const quality = 82;
/** To be changed when the same picture would give other files. */
const madeBy = 'webp-82-1';
const indexName = 'index.json';
const endings = /\.(?:png|jpe?g|webp)$/i;

/** The sizes made of a picture, by the picture's key; empty if no size would be smaller. */
type Index = Record<string, readonly { readonly width: number; readonly version: string }[]>;

/** A loader of the package sharp, which people install beside Tidemark; undefined if it is missing. */
export function findSharp(): (() => typeof Sharp) | undefined {
  const require = createRequire(join(packageRoot(), 'package.json'));
  try {
    const path = require.resolve('sharp');
    return () => require(path) as typeof Sharp;
  } catch {
    return undefined;
  }
}

/** Smaller forms of large pictures, made once and kept beside the export's cache. */
export class PictureSizes {
  readonly #load: () => typeof Sharp;
  readonly #files: SiteFiles;
  readonly #index: Index;
  #isChanged = false;

  constructor(load: () => typeof Sharp, files: SiteFiles) {
    this.#load = load;
    this.#files = files;
    this.#index = indexIn(files);
  }

  /** Adds the sizes of the site's own pictures and of fetched ones. */
  async added({ source, profile }: SiteInput, signal?: AbortSignal): Promise<SiteInput> {
    const found = new Map<object, readonly ImageSizeSource[]>();
    const waiting: { readonly picture: AssetSource | FetchedImage; readonly name: string }[] = [
      ...source.spaces.flatMap(({ id, assets }) =>
        assets
          .filter(({ path, size }) => endings.test(path) && (size === undefined || size >= fewestBytes))
          .map((picture) => ({ picture, name: `${id}/${picture.path}` })),
      ),
      ...(source.elsewhere?.fetched ?? [])
        .filter(({ extension }) => endings.test(`.${extension}`))
        .map((picture) => ({ picture, name: picture.url })),
    ].filter(({ picture }) => (picture.dimensions?.width ?? 0) >= fewestPixels);
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        signal?.throwIfAborted();
        const sizes = await this.#sizesOf(next.picture, next.name);
        if (sizes.length > 0) found.set(next.picture, sizes);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    if (this.#isChanged) this.#files.write(indexName, JSON.stringify(this.#index));
    this.#isChanged = false;
    const withSizes = <Picture extends AssetSource | FetchedImage>(picture: Picture): Picture => {
      const sizes = found.get(picture);
      return sizes === undefined ? picture : { ...picture, sizes };
    };
    const { elsewhere } = source;
    return {
      profile,
      source: {
        ...source,
        spaces: source.spaces.map((space) => ({ ...space, assets: space.assets.map(withSizes) })),
        ...(elsewhere === undefined
          ? {}
          : { elsewhere: { ...elsewhere, fetched: elsewhere.fetched.map(withSizes) } }),
      },
    };
  }

  /** Shrinks a picture of another host that is far too wide, in the same format; undefined for other pictures. */
  async fitting(bytes: Uint8Array): Promise<Uint8Array | undefined> {
    try {
      const { width = 0, pages = 1, orientation = 1 } = await this.#load()(bytes).metadata();
      if (width <= widest || pages > 1 || orientation > 4) return undefined;
      const smaller = await this.#load()(bytes).rotate().resize({ width: widest }).toBuffer();
      return smaller.length < bytes.length ? smaller : undefined;
    } catch {
      return undefined;
    }
  }

  async #sizesOf(picture: AssetSource | FetchedImage, name: string): Promise<readonly ImageSizeSource[]> {
    const bytes = picture.version === undefined ? await picture.read() : undefined;
    const state = bytes ? digestOf(bytes) : `${name}\n${picture.version ?? ''}`;
    const key = `${madeBy}:${createHash('sha256').update(state).digest('base64url').slice(0, 22)}`;
    let made = this.#index[key];
    if (!made?.every(({ version }) => this.#files.has(`${version}.webp`))) {
      made = await this.#make(bytes ?? (await picture.read()), picture.dimensions?.width ?? 0);
      this.#index[key] = made;
      this.#isChanged = true;
    }
    return made.map(({ width, version }) => ({
      width,
      version,
      read: () => this.#files.read(`${version}.webp`) ?? new Uint8Array(),
    }));
  }

  /** Makes the sizes that have fewer bytes than the picture; none for an animated or rotated picture. */
  async #make(bytes: Uint8Array, natural: number): Promise<{ width: number; version: string }[]> {
    const made: { width: number; version: string }[] = [];
    try {
      const { pages = 1, orientation = 1 } = await this.#load()(bytes).metadata();
      if (pages > 1 || orientation > 4) return made;
      for (const width of widths.filter((each) => each < natural)) {
        const smaller = await this.#load()(bytes).rotate().resize({ width }).webp({ quality }).toBuffer();
        if (smaller.length >= bytes.length * 0.9) continue;
        const version = digestOf(smaller);
        this.#files.write(`${version}.webp`, smaller);
        made.push({ width, version });
      }
    } catch {
      // An unreadable picture is shown unchanged, because browsers may be able to read it.
    }
    return made;
  }
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 20);
}

/** The valid content of an index; a damaged index is dropped. */
function indexIn(files: SiteFiles): Index {
  const bytes = files.read(indexName);
  try {
    const read = JSON.parse(bytes === undefined ? '{}' : Buffer.from(bytes).toString('utf8')) as Index;
    return Object.fromEntries(
      Object.entries(read).filter(
        ([key, made]) =>
          key.startsWith(`${madeBy}:`) &&
          made.every(({ width, version }) => Number.isInteger(width) && /^[0-9a-f]{20}$/.test(version)),
      ),
    );
  } catch {
    return {};
  }
}

import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { default as Sharp } from 'sharp';
import { packageRoot } from '../../base/index.ts';
import type { AssetSource, FetchedImage, ImageSizeSource, SiteFiles, SiteInput } from '../../site/index.ts';

/** Widths that a large picture is made in, beside its own: a phone, a phone's or a laptop's fine screen, a large one. */
const widths = [640, 1280, 1920];
/** Pictures below these stay as they are: what could be saved is not worth a file. */
const fewestPixels = 900;
const fewestBytes = 40_000;
/** A picture of another host is brought to this width when it is wider than any screen shows. */
const widest = 2560;
/** So many are made at a time: what makes them has threads of its own. */
const atOnce = 2;
const quality = 82;
/** Changes when the same picture would become other files. */
const madeBy = 'webp-82-1';
const indexName = 'index.json';
const endings = /\.(?:png|jpe?g|webp)$/i;

/** What was made of a picture, by what names the picture: no size at all where none would be smaller. */
type Index = Record<string, readonly { readonly width: number; readonly version: string }[]>;

/** What loads the package sharp, which people install beside Tidemark; undefined where it is not there. */
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

  /** The site with the sizes of its own pictures and of those that were brought in. */
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

  /** A picture of another host that is far too large, in the same format; undefined for one that is not. */
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

  /** The widths in which a picture is smaller than it is; none for one that moves, or that lies on its side. */
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
      // What cannot be read is shown as it is; browsers may know more.
    }
    return made;
  }
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 20);
}

/** What an index says that can be trusted; a damaged one is begun anew. */
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

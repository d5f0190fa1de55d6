import type { DocumentPage, PageNode } from '../../content/index.ts';
import type {
  AssetSource,
  Elsewhere,
  FetchedImage,
  ImageSizeSource,
  SiteInput,
  SpaceSource,
} from '../source.ts';

type Plain<T> = {
  readonly [Key in keyof T as NonNullable<T[Key]> extends (...args: never) => unknown ? never : Key]: T[Key];
};

/** A site's content without functions, so that it can be sent to a thread. */
export interface PortableInput {
  readonly profile: SiteInput['profile'];
  readonly specs: SiteInput['source']['specs'];
  readonly elsewhere: PortableElsewhere | undefined;
  readonly spaces: readonly PortableSpace[];
}

type PortablePicture<Picture extends FetchedImage | AssetSource> = Omit<Plain<Picture>, 'sizes'> & {
  readonly sizes?: readonly Plain<ImageSizeSource>[];
};

interface PortableElsewhere extends Omit<Elsewhere, 'fetched'> {
  readonly fetched: readonly PortablePicture<FetchedImage>[];
}

interface PortableSpace extends Omit<Plain<SpaceSource>, 'assets'> {
  readonly assets: readonly PortablePicture<AssetSource>[];
  readonly updated: ReadonlyMap<string, string>;
}

/** Removes the parts that cannot be sent. */
export function portableInput({ source, profile }: SiteInput): PortableInput {
  return {
    profile,
    specs: source.specs,
    elsewhere: source.elsewhere && {
      ...source.elsewhere,
      fetched: source.elsewhere.fetched.map(portablePicture),
    },
    spaces: source.spaces.map(({ readPage: _read, versionOf: _version, updatedAtOf, assets, ...rest }) => ({
      ...rest,
      assets: assets.map(portablePicture),
      updated: updatedAtOf ? datesOf(rest.pages, updatedAtOf) : new Map<string, string>(),
    })),
  };
}

function portablePicture<Picture extends FetchedImage | AssetSource>({
  read: _bytes,
  sizes,
  ...picture
}: Picture): PortablePicture<Picture> {
  return {
    ...picture,
    ...(sizes === undefined ? {} : { sizes: sizes.map(({ width, version }) => ({ width, version })) }),
  };
}

/** The content in the receiving thread. The texts of pages come with the tasks, so reading one here is a mistake. */
export function unpackInput({ profile, specs, elsewhere, spaces }: PortableInput): SiteInput {
  const away = (): never => {
    throw new Error('texts and files are read by the thread that has them');
  };
  const arrived = <Picture extends { readonly sizes?: readonly Plain<ImageSizeSource>[] }>({
    sizes,
    ...picture
  }: Picture) => ({
    ...picture,
    ...(sizes === undefined ? {} : { sizes: sizes.map((each) => ({ ...each, read: away })) }),
    read: away,
  });
  return {
    profile,
    source: {
      specs,
      ...(elsewhere === undefined
        ? {}
        : {
            elsewhere: {
              ...elsewhere,
              fetched: elsewhere.fetched.map((image) => arrived(image)),
            },
          }),
      spaces: spaces.map(({ assets, updated, ...rest }) => ({
        ...rest,
        readPage: away,
        updatedAtOf: (page) => updated.get(page.id),
        assets: assets.map((asset) => arrived(asset)),
      })),
    },
  };
}

function datesOf(
  pages: readonly PageNode[],
  updatedAtOf: (page: DocumentPage) => string | undefined,
): Map<string, string> {
  const dates = new Map<string, string>();
  const visit = (nodes: readonly PageNode[]): void => {
    for (const node of nodes) {
      if (node.type === 'document') {
        const date = updatedAtOf(node);
        if (date !== undefined) dates.set(node.id, date);
      }
      if ('pages' in node) visit(node.pages ?? []);
    }
  };
  visit(pages);
  return dates;
}

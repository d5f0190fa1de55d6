import {
  addressOf,
  decodePercent,
  foldName,
  folderOf,
  joinPath,
  unescapeTarget,
  whyNotFollowed,
  type ContentRef,
} from '../../content/index.ts';
import type { SpaceSource } from '../source.ts';
import type { LinkTarget } from './link-target.ts';
import { imageSizeFile } from './site-model.ts';
import type { PlacedAsset, PlacedSpace, SiteModel, SitePage } from './site-model.ts';
import { hrefTo, type Place } from './urls.ts';

/** Addresses of the hosted editor that name a space and a page's path in it. */
const spaceAddress =
  /^https?:\/\/app\.gitbook\.com\/(?:o\/[^/]+\/)?s\/([^/?#]+)(?:\/([^?#]*))?(?:\?[^#]*)?(#.*)?$/;

/** Where a link was written, and where it is shown. */
export interface LinkSource {
  readonly model: SiteModel;
  readonly space: PlacedSpace;
  /** The place of the page that shows the link. */
  readonly from: Place;
  /** The file that the link was written in. */
  readonly file: string;
}

/** The source of a page's own links: they are written in the page's file and shown at its place. */
export function sourceOfPage({ space, place, file }: SitePage, model: SiteModel): LinkSource {
  return { model, space, from: place, file };
}

/** Finds where a written link leads, seen from a file of a space. */
export function resolveLink(source: LinkSource, written: string): LinkTarget {
  const { model, space, from, file } = source;
  const target = written.trim();
  if (target === '') return brokenTarget(written, 'it has no target');
  if (target.startsWith('#')) return resolveAnchor(space, from, file, target);
  const address = spaceAddress.exec(target);
  if (address) return resolveSpaceAddress(model, from, address, written);
  if (/^[a-z][a-z0-9+.-]*:/i.test(target) || target.startsWith('//')) {
    const url = addressOf(target);
    if (/^(?:https?:\/\/|mailto:|tel:)/i.test(url) && !hasControl(url)) return { kind: 'external', url };
    return brokenTarget(written, 'links of this kind are not followed');
  }
  if (target === 'broken-reference' || /^\/?broken\//.test(target))
    return brokenTarget(written, 'it was broken when it was exported');
  return resolvePath(source, written);
}

/** Finds an image, which may also be on another host. */
export function resolveImage(source: LinkSource, written: string): LinkTarget {
  const target = resolveLink(source, written);
  const fetched = target.kind === 'external' ? source.model.fetched.get(target.url) : undefined;
  return fetched ? fileTarget(source.model, source.from, fetched) : target;
}

/** The target of a reference of the interface (header and footer links, covers). */
export function resolveRef(
  model: SiteModel,
  from: Place,
  ref: ContentRef | null | undefined,
  current?: PlacedSpace,
): LinkTarget | undefined {
  if (!ref) return undefined;
  const space = ref.space === undefined ? current : model.spacesById.get(ref.space);
  switch (ref.kind) {
    case 'url':
      return urlTarget(ref);
    case 'space':
      return space?.home ? pageTarget(model, from, space.home, '') : undefined;
    case 'page':
    case 'anchor': {
      const page = space && pageNamed(space, ref);
      const anchor = ref.anchor === undefined ? '' : `#${encodeURIComponent(ref.anchor)}`;
      return page ? pageTarget(model, from, page, anchor) : undefined;
    }
    case 'file': {
      const asset = space && assetNamed(space, ref);
      return asset ? fileTarget(model, from, asset) : undefined;
    }
    default:
      return undefined;
  }
}

function urlTarget({ url: written = '' }: ContentRef): LinkTarget | undefined {
  const url = addressOf(written);
  return /^(?:https?:\/\/|mailto:|tel:)/i.test(url) && !hasControl(url)
    ? { kind: 'external', url }
    : undefined;
}

/** The page that a reference names by its id or file; the first page of the space for a reference without a page. */
function pageNamed({ home, byId, byFile }: PlacedSpace, { page }: ContentRef): SitePage | undefined {
  return page === undefined ? home : (byId.get(page) ?? byFile.get(page));
}

function assetNamed({ assetsById, assets }: PlacedSpace, { file = '' }: ContentRef): PlacedAsset | undefined {
  return assetsById.get(file) ?? assets.get(file);
}

/** A page as a target of links. */
function pageTarget(model: SiteModel, from: Place, page: SitePage, suffix: string): LinkTarget {
  return {
    kind: 'page',
    url: hrefTo(model.urls, from, page.place) + suffix,
    key: page.key,
    title: page.title,
    ...(page.icon === undefined ? {} : { icon: page.icon }),
    ...(page.emoji === undefined ? {} : { emoji: page.emoji }),
    ...(page.description === undefined ? {} : { description: page.description }),
  };
}

function resolveAnchor(space: PlacedSpace, from: Place, file: string, target: string): LinkTarget {
  const page = space.byFile.get(file);
  const anchor = `#${encodeURIComponent(decodePercent(target.slice(1)))}`;
  if (page && page.place.file === from.file)
    return { kind: 'page', url: anchor, key: page.key, title: page.title };
  return { kind: 'page', url: anchor, title: target.slice(1) };
}

function resolveSpaceAddress(
  model: SiteModel,
  from: Place,
  address: RegExpExecArray,
  written: string,
): LinkTarget {
  const space = model.spacesById.get(address[1] ?? '');
  if (!space) return { kind: 'external', url: written };
  const path = decodePercent((address[2] ?? '').replace(/\/+$/, ''));
  const page =
    path === ''
      ? space.home
      : (space.byPath.get(path) ?? space.byFile.get(`${path}.md`) ?? space.byFile.get(`${path}/README.md`));
  if (!page) return brokenTarget(written, `the space "${space.title}" has no page "${path}"`);
  return pageTarget(model, from, page, address[3] ?? '');
}

function resolvePath({ model, space, from, file }: LinkSource, written: string): LinkTarget {
  const hash = written.indexOf('#');
  const suffix = hash === -1 ? '' : `#${encodeURIComponent(decodePercent(written.slice(hash + 1)))}`;
  const bare = (hash === -1 ? written : written.slice(0, hash)).replace(/\?.*$/, '').trim();
  const folder = folderOf(file);
  const candidates = new Set([
    bare,
    decodePercent(bare),
    unescapeTarget(bare),
    unescapeTarget(decodePercent(bare)),
  ]);
  for (const candidate of candidates) {
    const path = pathInSpace(space.source, folder, candidate);
    if (path === null) continue;
    const page = findPage(space, path);
    if (page) return pageTarget(model, from, page, suffix);
    const asset = findAsset(space, path);
    if (asset) return fileTarget(model, from, asset);
  }
  for (const candidate of candidates) {
    const found =
      inOtherSpace(model, space, { from, folder, suffix }, candidate) ??
      byName(model, space, from, candidate);
    if (found) return found;
  }
  return brokenTarget(written, whyMissing(space.source, folder, candidates));
}

/** Says whether a missing target is a file that the table of contents lacks, lies behind a symbolic link, or exists nowhere. */
function whyMissing(source: SpaceSource, folder: string, candidates: Iterable<string>): string {
  const { unlisted = [], hidden = [], symbolicLinks = [] } = source;
  for (const candidate of unlisted.length + hidden.length + symbolicLinks.length === 0 ? [] : candidates) {
    const path = pathInSpace(source, folder, candidate);
    if (path === null) continue;
    if (unlisted.includes(path))
      return `${path} is not a page of the site, because the table of contents does not list it`;
    if (hidden.includes(path)) return `${path} is not a page of the site, because of its name`;
    const link = symbolicLinks.find((one) => path === one || path.startsWith(`${one}/`));
    if (link !== undefined) return whyNotFollowed(link);
  }
  return 'there is no such page or file';
}

/**
 * The path in a space's folder that a path written in a file of `folder` means; null for one that leads out of the space. A path may
 * leave the space's folder and come back by the folder's name.
 */
export function pathInSpace(source: SpaceSource, folder: string, written: string): string | null {
  if (written.startsWith('/')) return joinPath('', written.replace(/^\/+/, ''));
  const straight = joinPath(folder, written);
  if (straight !== null) return straight;
  const top = joined(source.around, source.folder);
  const path = top === '' ? null : joinPath(joined(top, folder), written);
  return path !== null && isInFolder(path, top) ? path.slice(top.length + 1) : null;
}

function joined(...folders: readonly (string | undefined)[]): string {
  return folders.filter((part) => part !== undefined && part !== '').join('/');
}

function findAsset(space: PlacedSpace, path: string): PlacedAsset | undefined {
  return (
    space.assets.get(path) ??
    space.assets.get(path.normalize('NFC')) ??
    space.assets.get(path.normalize('NFD'))
  );
}

/** Resolves a link into the folder of another space of the site, as in repositories of several spaces. */
function inOtherSpace(
  model: SiteModel,
  space: PlacedSpace,
  { from, folder, suffix }: { from: Place; folder: string; suffix: string },
  candidate: string,
): LinkTarget | undefined {
  const own = space.source.folder;
  if (own === undefined || candidate.startsWith('/') || model.spaces.length < 2) return undefined;
  const path = joinPath(joined(space.source.around, own, folder), candidate);
  if (path === null) return undefined;
  const around = model.spaces
    .flatMap((other) =>
      other === space || other.source.folder === undefined
        ? []
        : [{ other, top: joined(other.source.around, other.source.folder) }],
    )
    .filter(({ top }) => isInFolder(path, top))
    .sort((one, other) => other.top.length - one.top.length);
  for (const { other, top } of around) {
    const inner = path.slice(top === '' ? 0 : top.length + 1);
    const page = findPage(other, inner);
    if (page) return pageTarget(model, from, page, suffix);
    const asset = findAsset(other, inner);
    if (asset) return { ...fileTarget(model, from, asset), space: other.siteSpaceId };
  }
  return undefined;
}

function isInFolder(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

/** Finds an upload by its name, because its path may have changed. */
function byName(
  model: SiteModel,
  space: PlacedSpace,
  from: Place,
  candidate: string,
): LinkTarget | undefined {
  const name = candidate.split('/').at(-1) ?? '';
  if (!/\.[a-z0-9]{1,5}$/i.test(name) || /\.(?:md|markdown)$/i.test(name)) return undefined;
  const asset = space.assetsByName.get(name) ?? space.assetsByName.get(foldName(name));
  return asset && fileTarget(model, from, asset);
}

function findPage(space: PlacedSpace, path: string): SitePage | undefined {
  const bare = path.replace(/\/+$/, '');
  return (
    space.byFile.get(bare === '' ? 'README.md' : bare) ??
    space.byFile.get(`${bare}/README.md`.replace(/^\//, '')) ??
    space.byFile.get(`${bare}.md`) ??
    space.byPath.get(bare.replace(/\.md$/, '')) ??
    (bare === '' ? space.home : undefined)
  );
}

function fileTarget(
  model: SiteModel,
  from: Place,
  asset: PlacedAsset,
): Extract<LinkTarget, { kind: 'file' }> {
  return {
    kind: 'file',
    url: hrefTo(model.urls, from, asset.file),
    path: asset.source.path,
    name: asset.name,
    ...(asset.source.size === undefined ? {} : { size: asset.source.size }),
    ...(asset.source.dimensions === undefined ? {} : { dimensions: asset.source.dimensions }),
    ...(asset.source.sizes === undefined
      ? {}
      : {
          sizes: asset.source.sizes.map((size) => ({
            width: size.width,
            url: hrefTo(model.urls, from, imageSizeFile(size)),
          })),
        }),
  };
}

function brokenTarget(written: string, reason: string): LinkTarget {
  return { kind: 'broken', written, reason };
}

function hasControl(value: string): boolean {
  return /[\u0000-\u0020"<>\\^`{|}\u007f]/.test(value) && /[\u0000-\u001f\u007f]/.test(value);
}

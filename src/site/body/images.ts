import { classesOf, element, isElement, propertyOf, type BodyElement, type BodyNode } from '../html/nodes.ts';
import type { LinkTarget } from '../model/link-target.ts';
import { policySourceOf } from './loads.ts';
import type { BlockScope } from './state.ts';

/** Shows images of this site, and of other hosts where the site allows those. */
export function decorateImage(node: BodyElement, scope: BlockScope): BodyNode[] {
  const src = propertyOf(node, 'src') ?? '';
  const image = imageOf(src, node, scope);
  return image === undefined ? [] : [image];
}

/** The size of a picture that its author wrote, in pixels. */
interface Size {
  readonly width: number | undefined;
  readonly height: number | undefined;
}

/** The picture; undefined for one that only counts readers. */
function imageOf(
  src: string,
  node: BodyElement,
  scope: BlockScope,
  extraClass?: string,
): BodyNode | undefined {
  const alt = (propertyOf(node, 'alt') ?? '').trim();
  const size = { width: number(propertyOf(node, 'width')), height: number(propertyOf(node, 'height')) };
  if (/^(?:https?:)?\/\//i.test(src) && isTracker(src, size)) return undefined;
  const target = scope.context.resolveImage(src, scope.file);
  if (target.kind === 'file') return ownImage(target, node, { alt, size, extraClass });
  if (target.kind === 'broken') {
    scope.warn(`the image "${src}" is not there: ${target.reason}`, { about: src });
    return element(
      'span',
      { class: 'missing-image', role: 'img', 'aria-label': alt || scope.context.texts.image },
      alt || scope.context.texts.image,
    );
  }
  const load = target.kind === 'external' ? policySourceOf('img-src', target.url) : undefined;
  if (load === undefined || scope.context.elsewhere?.images !== 'shown')
    return element(
      'a',
      { href: target.url, class: 'remote-image', rel: 'noopener noreferrer' },
      alt || `${scope.context.texts.image}: ${hostOf(target.url)}`,
    );
  scope.state.loads.add(load);
  return element('img', {
    src: target.url,
    alt,
    ...size,
    loading: 'lazy',
    decoding: 'async',
    referrerpolicy: 'no-referrer',
    class: imageClasses(node, extraClass),
    title: propertyOf(node, 'title') || undefined,
  });
}

/** A picture of this site, with its size, so that nothing on the page moves when it has loaded. */
function ownImage(
  target: Extract<LinkTarget, { kind: 'file' }>,
  node: BodyElement,
  { alt, size, extraClass }: { alt: string; size: Size; extraClass: string | undefined },
): BodyNode {
  const { width, height } = size;
  const natural = target.dimensions;
  return element('img', {
    src: target.url,
    ...imageSources(target, propertyOf(node, 'dataSize') === 'line' ? 0 : (width ?? widestText)),
    alt,
    width: width ?? natural?.width,
    height:
      height ??
      (natural ? Math.round(((width ?? natural.width) / natural.width) * natural.height) : undefined),
    loading: 'lazy',
    decoding: 'async',
    class: imageClasses(node, extraClass),
    title: propertyOf(node, 'title') || undefined,
  });
}

/** The largest width of a picture in a page's text, in CSS pixels. */
const widestText = 768;

/** The sizes of a picture that a browser may choose from, for the width at which the page shows it; none for a small picture. */
export function imageSources(
  {
    url,
    sizes = [],
    dimensions,
  }: Pick<Extract<LinkTarget, { kind: 'file' }>, 'url' | 'sizes' | 'dimensions'>,
  shown: number,
): { readonly srcset?: string; readonly sizes?: string } {
  // Fine screens have up to three device pixels for each CSS pixel.
  const useful = sizes.filter((_, at) => at === 0 || (sizes[at - 1]?.width ?? 0) < 3 * shown);
  if (useful.length === 0 || dimensions === undefined || shown === 0) return {};
  const own = { url, width: dimensions.width };
  const isEnough = (useful.at(-1)?.width ?? 0) >= 3 * shown;
  const all = isEnough ? useful : [...useful, own];
  return {
    srcset: all.map((each) => `${each.url.replaceAll(',', '%2C')} ${each.width}w`).join(', '),
    sizes: `(min-width: ${shown + 48}px) ${shown}px, 100vw`,
  };
}

function imageClasses(node: BodyElement, extraClass: string | undefined): readonly string[] | undefined {
  const classes = [
    ...(propertyOf(node, 'dataSize') === 'line' ? ['inline-image'] : []),
    ...(classesOf(node).includes('gitbook-drawing') ? ['drawing'] : []),
    ...shareOfWidth(propertyOf(node, 'width')),
    ...(extraClass === undefined ? [] : [extraClass]),
  ];
  return classes.length === 0 ? undefined : classes;
}

/** The class for a width in percent. The style sheet has steps of five. */
function shareOfWidth(written: string | undefined): string[] {
  const percent = Number(/^\s*(\d+(?:\.\d+)?)%\s*$/.exec(written ?? '')?.[1] ?? NaN);
  const step = Math.round(percent / 5) * 5;
  return percent > 0 && step < 100 ? [`share-${Math.max(5, step)}`] : [];
}

/** Hosts whose invisible pictures count readers. */
const trackers =
  /(?:^|\.)(?:static\.scarf\.sh|google-analytics\.com|googletagmanager\.com|doubleclick\.net|px\.ads\.linkedin\.com|pixel\.wp\.com|bat\.bing\.com|ct\.pinterest\.com|analytics\.twitter\.com|t\.co|sb\.scorecardresearch\.com|pixel\.quantserve\.com|mc\.yandex\.ru|adservice\.google\.com)$|^(?:www\.)?facebook\.com\/tr$/;

function isTracker(url: string, { width, height }: Size): boolean {
  if (width === 1 && height === 1) return true;
  try {
    const { hostname, pathname } = new URL(url, 'https://localhost');
    return trackers.test(hostname) || trackers.test(hostname + pathname.replace(/\/$/, ''));
  } catch {
    return false;
  }
}

/** A picture with a dark version becomes two images. The page shows the one for its theme, which readers may switch. */
export function decoratePicture(node: BodyElement, scope: BlockScope): BodyNode[] {
  const image = node.children.find((child) => isElement(child, 'img'));
  if (!isElement(image))
    return node.children.filter((child) => child.type !== 'element' || child.tagName === 'a');
  const source = propertyOf(node, 'data-dark');
  if (source === undefined) return [image];
  const dark = imageOf(
    source,
    { ...image, properties: { ...image.properties, src: source } },
    scope,
    'only-dark',
  );
  if (!isElement(dark, 'img')) return [image];
  const light: BodyElement = {
    ...image,
    properties: { ...image.properties, class: [...classesOf(image), 'only-light'].join(' ') },
  };
  return [light, dark];
}

/** Stores a picture's dark source on the picture itself, before its children are processed. */
export function rememberDarkSource(node: BodyElement): void {
  for (const child of node.children) {
    if (!isElement(child, 'source') || !/prefers-color-scheme:\s*dark/.test(propertyOf(child, 'media') ?? ''))
      continue;
    const source = propertyOf(child, 'srcSet')?.trim();
    if (source !== undefined && source !== '') node.properties['data-dark'] = source;
  }
}

function number(value: string | undefined): number | undefined {
  const parsed = value === undefined ? NaN : Number.parseInt(value, 10);
  return Number.isFinite(parsed) && parsed > 0 && parsed < 10_000 && !value?.includes('%')
    ? parsed
    : undefined;
}

function hostOf(url: string): string {
  try {
    return new URL(url).hostname;
  } catch {
    return url;
  }
}

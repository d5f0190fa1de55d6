import { classesOf, element, isElement, propertyOf, type BodyElement, type BodyNode } from '../html/nodes.ts';
import type { BlockScope } from './state.ts';

/** Images: of this site only. One of another host becomes a link to it, so that reading a page tells nobody. */
export function decorateImage(node: BodyElement, scope: BlockScope): BodyNode[] {
  const src = propertyOf(node, 'src') ?? '';
  return [imageOf(src, node, scope)];
}

function imageOf(src: string, node: BodyElement, scope: BlockScope, extraClass?: string): BodyNode {
  const alt = (propertyOf(node, 'alt') ?? '').trim();
  const target = scope.context.resolveImage(src, scope.file);
  if (target.kind === 'file') {
    const inline = propertyOf(node, 'dataSize') === 'line';
    const drawing = classesOf(node).includes('gitbook-drawing');
    const classes = [
      ...(inline ? ['inline-image'] : []),
      ...(drawing ? ['drawing'] : []),
      ...(extraClass === undefined ? [] : [extraClass]),
    ];
    const width = number(propertyOf(node, 'width'));
    const height = number(propertyOf(node, 'height'));
    const natural = target.dimensions;
    return element('img', {
      src: target.url,
      alt,
      width: width ?? natural?.width,
      height:
        height ??
        (natural ? Math.round(((width ?? natural.width) / natural.width) * natural.height) : undefined),
      loading: 'lazy',
      decoding: 'async',
      class: classes.length === 0 ? undefined : classes,
      title: propertyOf(node, 'title') || undefined,
    });
  }
  if (target.kind === 'broken') {
    scope.warn(`the image "${src}" is not there: ${target.reason}`);
    return element(
      'span',
      { class: 'missing-image', role: 'img', 'aria-label': alt || scope.context.texts.image },
      alt || scope.context.texts.image,
    );
  }
  return element(
    'a',
    { href: target.url, class: 'remote-image', rel: 'noopener noreferrer' },
    alt || `${scope.context.texts.image}: ${hostOf(target.url)}`,
  );
}

/** A picture with a dark form becomes two images; the page's theme, which readers may switch, shows one. */
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

/** Notes a picture's dark source on the picture itself, before its children are done. */
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

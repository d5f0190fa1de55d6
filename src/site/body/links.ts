import { decodePercent } from '../../content/index.ts';
import {
  classesOf,
  element,
  isElement,
  propertyOf,
  text,
  textOf,
  type BodyElement,
  type BodyNode,
} from '../html/nodes.ts';
import { icon, iconOrDot } from '../icons/icons.ts';
import type { LinkTarget } from '../model/link-target.ts';
import { anchorSpan, isAnchor } from './anchors.ts';
import { safeId, type BlockScope } from './state.ts';

/** Handles links to pages of the site, buttons, mentions, and old anchors without a target. */
export function decorateLink(node: BodyElement, scope: BlockScope): BodyNode[] {
  const name = propertyOf(node, 'id') ?? propertyOf(node, 'name');
  const place = name !== undefined && safeId.test(name) ? [anchorSpan(name, scope.state)] : [];
  const isEmpty = textOf(node.children).trim() === '' && !hasMedia(node.children);
  if (isEmpty && !(isMention(node) && propertyOf(node, 'href') !== undefined)) return place;
  return [...place, ...withWords(node, scope)];
}

function isMention(node: BodyElement): boolean {
  return propertyOf(node, 'title') === 'mention' || propertyOf(node, 'dataMention') !== undefined;
}

/** Handles a link with content. */
function withWords(node: BodyElement, scope: BlockScope): BodyNode[] {
  const href = propertyOf(node, 'href');
  // The editor links words to their note, but the note's number follows them anyway.
  if (href?.startsWith('#user-content-fn') === true) return node.children;
  if (href === undefined)
    return classesOf(node).includes('button')
      ? [element('span', { class: buttonClass(node, true) }, buttonIcon(node), node.children)]
      : node.children;
  const target = scope.context.resolve(href, scope.file);
  if (target.kind === 'broken') {
    scope.warn(`the link to "${href}" leads nowhere: ${target.reason}`, { about: href });
    const words = isMention(node) && textOf(node.children).trim() === '' ? [text(href)] : node.children;
    return [element('span', { class: 'broken-link', title: target.written }, words)];
  }
  if (target.kind === 'file' && target.dimensions) scope.state.linkedPictures.set(target.url, target);
  return [linkElement(node, { target, href }, scope)];
}

/** The class of a link whose words are its address, so that paper does not have the address twice. */
export const addressLink = 'address-link';

/** An address as people write it: without the scheme, a slash at the end and percent signs. */
function sayable(address: string): string {
  return decodePercent(address.trim())
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '');
}

/** The element of a link with a target. A mention gets the title of its page, and a button its icon. */
function linkElement(
  node: BodyElement,
  { target, href }: { target: Exclude<LinkTarget, { kind: 'broken' }>; href: string },
  scope: BlockScope,
): BodyElement {
  const title = propertyOf(node, 'title');
  const mention = isMention(node);
  const children = mention ? mentionOf(target, node, href) : node.children;
  const isButton = classesOf(node).includes('button');
  const isAddress = target.kind === 'external' && sayable(textOf(children)) === sayable(target.url);
  return element(
    'a',
    {
      ...linkAttributes(target, scope),
      title: mention || title === '' ? undefined : title,
      class: isButton ? buttonClass(node, false) : mention ? 'mention' : isAddress ? addressLink : undefined,
    },
    isButton ? buttonIcon(node) : null,
    withoutLinks(children),
  );
}

/** Replaces links inside a link by their words and pictures, because links cannot be nested. */
function withoutLinks(nodes: readonly BodyNode[]): BodyNode[] {
  return nodes.flatMap((node): BodyNode[] => {
    if (!isElement(node) || isAnchor(node)) return [node];
    const children = withoutLinks(node.children);
    if (node.tagName !== 'a') return [{ ...node, children }];
    if (textOf(children).trim() === '' && !hasMedia(children)) return [];
    const { id } = node.properties;
    return id === undefined ? children : [element('span', { id: String(id) }, children)];
  });
}

/** The attributes of a link: its address and, for other hosts, `rel` and `target`. */
export function linkAttributes(
  target: Exclude<LinkTarget, { kind: 'broken' }>,
  scope: BlockScope,
): Record<string, string | undefined> {
  if (target.kind === 'external')
    return {
      href: target.url,
      rel: 'noopener noreferrer',
      target: scope.context.externalTarget === 'blank' ? '_blank' : undefined,
    };
  return { href: target.url };
}

function buttonClass(node: BodyElement, current: boolean): string {
  return `button ${classesOf(node).includes('primary') ? 'primary' : 'secondary'}${current ? ' current' : ''}`;
}

function buttonIcon(node: BodyElement): BodyNode[] {
  const name = propertyOf(node, 'dataIcon');
  const drawn = name === undefined ? undefined : icon(name);
  return drawn ? [drawn, text(' ')] : [];
}

/**
 * The text of a mention: the page's title unless the writer gave another. A mention of anything else shows its words or its target.
 */
function mentionOf(
  target: Exclude<LinkTarget, { kind: 'broken' }>,
  node: BodyElement,
  href: string,
): BodyNode[] {
  const words = textOf(node.children).trim();
  if (target.kind !== 'page')
    return words === '' ? [text(target.kind === 'file' ? target.name : target.url)] : node.children;
  const path = href.split('#')[0] ?? '';
  const file = path.split('/').filter(Boolean).at(-1) ?? path;
  const generated =
    words === '' || words === file || words === href || words === '.' || words.endsWith('.md');
  const mark = target.emoji ?? undefined;
  return [
    ...(target.icon !== undefined
      ? [iconOrDot(target.icon), text(' ')]
      : mark !== undefined
        ? [text(`${mark} `)]
        : []),
    text(generated ? target.title : words),
  ];
}

function hasMedia(nodes: readonly BodyNode[]): boolean {
  return nodes.some(
    (node) =>
      node.type === 'trusted' ||
      (node.type === 'element' && (node.tagName === 'img' || hasMedia(node.children))),
  );
}

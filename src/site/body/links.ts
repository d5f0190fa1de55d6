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
import { safeId, type BlockScope } from './state.ts';

/** Links: to pages by their place on the site, buttons, mentions, and old anchors without a target. */
export function decorateLink(node: BodyElement, scope: BlockScope): BodyNode[] {
  const href = propertyOf(node, 'href');
  const anchor = propertyOf(node, 'id') ?? propertyOf(node, 'name');
  if (textOf(node.children).trim() === '' && !hasMedia(node.children)) {
    if (anchor === undefined || !safeId.test(anchor)) return [];
    return [element('span', { 'data-anchor': anchor, class: 'anchor', id: undefined })];
  }
  // The editor links noted words to the note, whose number follows them anyway.
  if (href?.startsWith('#user-content-fn') === true) return node.children;
  if (href === undefined)
    return classesOf(node).includes('button')
      ? [element('span', { class: buttonClass(node, true) }, buttonIcon(node), node.children)]
      : node.children;
  const target = scope.context.resolve(href, scope.file);
  if (target.kind === 'broken') {
    scope.warn(`the link to "${href}" leads nowhere: ${target.reason}`);
    return [element('span', { class: 'broken-link', title: target.written }, node.children)];
  }
  if (target.kind === 'file' && target.dimensions) scope.state.linkedPictures.set(target.url, target);
  return [linkElement(node, { target, href }, scope)];
}

/** A link that leads somewhere: a mention has the title of its page, and a button its icon. */
function linkElement(
  node: BodyElement,
  { target, href }: { target: Exclude<LinkTarget, { kind: 'broken' }>; href: string },
  scope: BlockScope,
): BodyElement {
  const title = propertyOf(node, 'title');
  const mention = title === 'mention' || propertyOf(node, 'dataMention') !== undefined;
  const children = mention && target.kind === 'page' ? mentionOf(target, node, href) : node.children;
  const isButton = classesOf(node).includes('button');
  return element(
    'a',
    {
      ...linkAttributes(target, scope),
      title: mention || title === '' ? undefined : title,
      class: isButton ? buttonClass(node, false) : mention ? 'mention' : undefined,
    },
    isButton ? buttonIcon(node) : null,
    withoutLinks(children),
  );
}

/** A link has no other link in it: of an inner one, its words and pictures stay. */
function withoutLinks(nodes: readonly BodyNode[]): BodyNode[] {
  return nodes.flatMap((node): BodyNode[] => {
    if (!isElement(node)) return [node];
    const children = withoutLinks(node.children);
    if (node.tagName !== 'a') return [{ ...node, children }];
    if (textOf(children).trim() === '' && !hasMedia(children)) return [];
    const { id } = node.properties;
    return id === undefined ? children : [element('span', { id: String(id) }, children)];
  });
}

/** The attributes of a link that leads to a target: address, and manners towards other hosts. */
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

/** A mention shows the page's own title unless its writer gave it another. */
function mentionOf(
  target: Extract<LinkTarget, { kind: 'page' }>,
  node: BodyElement,
  href: string,
): BodyNode[] {
  const words = textOf(node.children).trim();
  const path = href.split('#')[0] ?? '';
  const file = path.split('/').filter(Boolean).at(-1) ?? path;
  const generated = words === file || words === href || words === '.' || words.endsWith('.md');
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

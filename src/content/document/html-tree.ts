import type { Element, ElementContent, Root } from 'hast';
import { raw } from 'hast-util-raw';
import { slotElement, type DirtyNode } from '../tree/html-nodes.ts';

/** Joins the elements made from markdown and the writer's own HTML into one tree. */
export function joinHtml(nodes: readonly DirtyNode[]): ElementContent[] {
  if (!hasRaw(nodes)) return nodes as ElementContent[];
  const root = raw({ type: 'root', children: nodes } as unknown as Root, { passThrough: [] });
  return root.type === 'root' ? (root.children as ElementContent[]) : [root as ElementContent];
}

function hasRaw(nodes: readonly DirtyNode[]): boolean {
  return nodes.some((node) => node.type === 'raw' || (node.type === 'element' && hasRaw(node.children)));
}

/** An attribute's text as written; undefined when the element lacks the attribute. */
export function attributeOf(node: Element, name: string): string | undefined {
  const value = node.properties[name];
  if (value === undefined || value === null || value === false) return undefined;
  if (value === true) return '';
  return Array.isArray(value) ? value.join(' ') : String(value);
}

export function classesOf(node: Element): readonly string[] {
  return (attributeOf(node, 'className') ?? '').split(/\s+/u).filter((name) => name !== '');
}

declare const named: unique symbol;
/**
 * An element that has one of the asked names. The brand is for the compiler: when `isElement` says no, the node is still an
 * element.
 */
export type NamedElement = Element & { readonly [named]: true };

export function isElement(
  node: ElementContent | undefined,
  ...names: readonly string[]
): node is NamedElement {
  return node?.type === 'element' && (names.length === 0 || names.includes(node.tagName));
}

export function isBlank(node: ElementContent): boolean {
  return node.type === 'comment' || (node.type === 'text' && /^[ \t\r\n\f]*$/u.test(node.value));
}

/** The children, without blanks and comments. */
export function childrenWithContent(node: Element): ElementContent[] {
  return node.children.filter((child) => !isBlank(child));
}

export function wordsOf(nodes: readonly ElementContent[]): string {
  return nodes
    .map((node) =>
      node.type === 'text' ? node.value : node.type === 'element' ? wordsOf(node.children) : '',
    )
    .join('');
}

/** Elements that begin a block of their own. */
const blockElements = new Set(
  (
    'p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote hr table thead tbody tfoot tr td th caption figure figcaption div ' +
    'section article main header footer aside nav center address details summary pre iframe video audio embed object ' +
    'form fieldset legend'
  ).split(' '),
);

/** Elements whose content is dropped. */
export const droppedElements: ReadonlySet<string> = new Set(
  'script style template noscript svg title textarea head base link meta source track param col colgroup'.split(
    ' ',
  ),
);

/** Whether a node cannot be part of a paragraph. `isBlockSlot` answers for slots. */
export function isBlockNode(node: ElementContent, isBlockSlot: (slot: Element) => boolean): boolean {
  if (node.type !== 'element') return false;
  if (node.tagName === slotElement) return isBlockSlot(node);
  if (blockElements.has(node.tagName) || isDrawing(node)) return true;
  return node.children.some((child) => isBlockNode(child, isBlockSlot));
}

export function isDrawing(node: ElementContent): node is NamedElement {
  return isElement(node, 'img') && classesOf(node).includes('gitbook-drawing');
}

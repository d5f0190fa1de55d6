import type { Element, ElementContent, Properties, Text } from 'hast';

/** HTML that our own code made (highlighted code, icons, formulas); printed unchanged. */
export interface TrustedHtml {
  readonly type: 'trusted';
  /** May be filled in later, when its maker has been loaded. */
  html: string;
  /** The words in it, for search and descriptions. */
  readonly text: string;
}

/** A node of a finished body: cleaned user content and our own markup. */
export type BodyNode = BodyElement | Text | TrustedHtml;

export interface BodyElement {
  type: 'element';
  tagName: string;
  properties: Properties;
  children: BodyNode[];
}

export type AttributeValue = string | number | boolean | null | undefined | readonly string[];

/** What an element of our own markup may be given as a child; nothing stands for `null` and `undefined`. */
export type Child = BodyNode | string | null | undefined | readonly (BodyNode | string)[];

/** Builds an element of our own markup. Attribute names are HTML's; `false`, `null` and `undefined` leave one out. */
export function element(
  tagName: string,
  attributes: Readonly<Record<string, AttributeValue>> = {},
  ...children: readonly Child[]
): BodyElement {
  const properties: Properties = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    properties[name] = Array.isArray(value)
      ? (value as readonly string[]).join(' ')
      : (value as string | number | true);
  }
  return { type: 'element', tagName, properties, children: flatten(children) };
}

/** A text node. */
export function text(value: string): Text {
  return { type: 'text', value };
}

/** Marks HTML that our own code made as safe to print. Never call this function with anything that came from content. */
export function trusted(html: string, words = ''): TrustedHtml {
  return { type: 'trusted', html, text: words };
}

/** The words of nodes, in order, with nothing added between them; for text nodes in `instead`, the words there. */
export function textOf(
  nodes: readonly BodyNode[] | readonly ElementContent[],
  instead?: WeakMap<BodyNode, string>,
): string {
  let words = '';
  for (const node of nodes) {
    if (node.type === 'text') words += instead?.get(node) ?? node.value;
    else if (node.type === 'element') words += textOf((node as Element).children, instead);
    else if (node.type === 'trusted') words += node.text;
  }
  return words;
}

/** The class names of an element, whether stored as a list or as text. */
export function classesOf(node: BodyElement | Element): string[] {
  const value = node.properties['className'] ?? node.properties['class'];
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'string' ? value.split(/\s+/).filter(Boolean) : [];
}

/** A property as a string, or undefined. */
export function propertyOf(node: BodyElement | Element, name: string): string | undefined {
  const value = node.properties[name];
  if (value === undefined || value === null || value === false) return undefined;
  return Array.isArray(value) ? value.join(' ') : value === true ? '' : String(value);
}

/** Says whether a node is an element with that name. */
export function isElement(node: BodyNode | undefined, tagName?: string): node is BodyElement {
  return node?.type === 'element' && (tagName === undefined || node.tagName === tagName);
}

/** Whether an element is the number of a note after a word, and so not part of the text. */
export function isNoteNumber(node: BodyElement): boolean {
  return node.tagName === 'sup' && node.properties['class'] === 'note-ref';
}

function flatten(
  children: readonly (BodyNode | string | null | undefined | readonly (BodyNode | string)[])[],
): BodyNode[] {
  const nodes: BodyNode[] = [];
  for (const child of children) {
    if (child === null || child === undefined) continue;
    if (typeof child === 'string') nodes.push(text(child));
    else if (Array.isArray(child)) nodes.push(...flatten(child as (BodyNode | string)[]));
    else nodes.push(child as BodyNode);
  }
  return nodes;
}

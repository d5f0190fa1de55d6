import { defaultTreeAdapter as tree, html } from 'parse5';
import type { DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

export function textNode(value: string): DefaultTreeAdapterTypes.TextNode {
  return tree.createTextNode(value);
}

export function element(
  tagName: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly Node[],
): Element {
  const made = tree.createElement(
    tagName,
    html.NS.HTML,
    Object.entries(attributes).map(([name, value]) => ({ name, value })),
  );
  setChildren(made, children);
  return made;
}

export function childrenOf(parent: DefaultTreeAdapterTypes.ParentNode): Node[] {
  return [...parent.childNodes];
}

export function setChildren(parent: Element, children: readonly Node[]): void {
  for (const child of childrenOf(parent)) tree.detachNode(child);
  for (const child of children) {
    tree.detachNode(child);
    tree.appendChild(parent, child);
  }
}

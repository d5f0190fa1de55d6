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

/** All elements below a node, in the order of the document. */
export function* elementsIn(parent: DefaultTreeAdapterTypes.ParentNode): Generator<Element> {
  for (const child of parent.childNodes)
    if (tree.isElementNode(child)) {
      yield child;
      yield* elementsIn(child);
    }
}

export function attributeOf(element: Element, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value;
}

/** Sets an attribute; undefined removes it. */
export function setAttribute(element: Element, name: string, value: string | undefined): void {
  const known = element.attrs.find((attribute) => attribute.name === name);
  if (value === undefined) element.attrs = element.attrs.filter((attribute) => attribute !== known);
  else if (known === undefined) element.attrs.push({ name, value });
  else known.value = value;
}

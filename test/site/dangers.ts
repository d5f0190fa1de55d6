import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;

const activeElements =
  /^(?:script|style|iframe|object|embed|form|base|meta|link|template|noscript|textarea|title|xmp|audio|video|source|animate|set|use|foreignobject|body|html|frame|frameset|marquee|tm-slot)$/;

/** Describes what could act in a piece of HTML, with another parser than the one that cleaned it. */
export function dangersIn(html: string): string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    if ('tagName' in node) {
      if (activeElements.test(node.tagName)) found.push(`<${node.tagName}>`);
      for (const { name, value } of node.attrs) {
        if (
          /^on/i.test(name) ||
          ['style', 'srcdoc', 'formaction', 'action', 'ping', 'background', 'name'].includes(name)
        )
          found.push(`${name}="${value}"`);
        if (
          ['href', 'src', 'srcset', 'xlink:href', 'data', 'poster'].includes(name) &&
          /^[\s\p{C}]*(?!https?:|mailto:|tel:)[a-z][\w+.-]*:/iu.test(value)
        )
          found.push(`${name}="${value}"`);
        if (name === 'src' && /^(?:[a-z]+:)?\/\//i.test(value)) found.push(`loads ${value}`);
      }
    }
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parseFragment(html));
  return found;
}

import { isElement, isNoteNumber, textOf, type BodyNode } from '../html/nodes.ts';
import type { SearchSection } from './context.ts';

const headings = new Set(['h2', 'h3', 'h4', 'h5', 'h6']);
/** Elements that are interface rather than content. */
const skipped = new Set(['button', 'nav', 'svg']);
const spaced = new Set([
  'p',
  'li',
  'td',
  'th',
  'tr',
  'div',
  'section',
  'figure',
  'summary',
  'dt',
  'dd',
  'pre',
  'br',
  'ul',
  'ol',
  'table',
  'details',
  'blockquote',
]);

/** Splits a body at its headings into the parts that search finds. */
export function searchSectionsOf(nodes: readonly BodyNode[], title: string): SearchSection[] {
  const sections: { id: string; title: string; words: string[] }[] = [{ id: '', title, words: [] }];
  const visit = (node: BodyNode): void => {
    if (node.type === 'text') sections.at(-1)?.words.push(node.value);
    else if (node.type === 'trusted') sections.at(-1)?.words.push(node.text);
    else if (isElement(node)) {
      if (
        skipped.has(node.tagName) ||
        isNoteNumber(node) ||
        node.properties['hidden'] === true ||
        node.properties['data-search'] === 'off'
      )
        return;
      const id = node.properties['id'];
      if (headings.has(node.tagName) && typeof id === 'string')
        sections.push({
          id,
          title: textOf(node.children.filter((child) => !isAnchor(child) && !isNumber(child))).trim(),
          words: [],
        });
      else {
        for (const child of node.children) visit(child);
        if (spaced.has(node.tagName)) sections.at(-1)?.words.push(' ');
      }
    }
  };
  for (const node of nodes) visit(node);
  return sections.map(({ id, title: name, words }) => ({
    id,
    title: name,
    text: words.join('').replace(/\s+/g, ' ').trim(),
  }));
}

function isNumber(node: BodyNode): boolean {
  return isElement(node) && isNoteNumber(node);
}

function isAnchor(node: BodyNode): boolean {
  return isElement(node, 'a') && node.properties['class'] === 'heading-anchor';
}

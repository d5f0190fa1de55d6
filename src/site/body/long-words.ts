import { element, isElement, text, type BodyNode } from '../html/nodes.ts';

/** A word that may be too long for a column. */
const longWord = /[^\s\u00ad\u200b]{16,}/gu;

/** The places where a reader would break a long name: after punctuation, and before a capital that begins a part. */
const breakPlace = /(?<=[/._:@=&?,+#|-])(?=[\p{L}\p{N}])|(?<=\p{Ll})(?=\p{Lu})/u;

/** A word longer than a narrow column, in a script that has blanks between words. */
const uncut = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]{20,}/u;

/** Whether one of the text nodes has a word that may have to break anywhere. Each node is checked separately. */
export function hasLongWord(nodes: readonly BodyNode[]): boolean {
  return nodes.some((node) =>
    node.type === 'text' ? uncut.test(node.value) : isElement(node) && hasLongWord(node.children),
  );
}

/** Allows long names in narrow places to break between their parts. Ordinary words stay whole, and copied text is unchanged. */
export function withBreaks(nodes: readonly BodyNode[]): BodyNode[] {
  return nodes.flatMap((node): BodyNode[] => {
    if (node.type === 'text') return brokenWord(node.value);
    // The element is changed in place, because formulas and diagrams refer to the element that they fill later.
    if (isElement(node) && node.tagName !== 'pre') node.children = withBreaks(node.children);
    return [node];
  });
}

function brokenWord(value: string): BodyNode[] {
  const nodes: BodyNode[] = [];
  let end = 0;
  for (const { 0: word, index } of value.matchAll(longWord)) {
    const parts = word.split(breakPlace);
    if (parts.length === 1) continue;
    let start = end;
    end = index;
    for (const part of parts) {
      end += part.length;
      nodes.push(text(value.slice(start, end)), element('wbr', {}));
      start = end;
    }
    nodes.pop();
  }
  if (nodes.length === 0) return [text(value)];
  return [...nodes, text(value.slice(end))];
}

import { element, isElement, text, type BodyNode } from '../html/nodes.ts';

/** A word that may be too long for a column. */
const longWord = /[^\s\u00ad\u200b]{16,}/gu;

/** The places in a long name where a reader would break it: behind its signs, and before a capital that begins a part. */
const breakPlace = /(?<=[/._:@=&?,+#|-])(?=[\p{L}\p{N}])|(?<=\p{Ll})(?=\p{Lu})/u;

/** A word that is longer than a narrow column, in a script that has blanks between words. */
const uncut = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]{20,}/u;

/** Whether a text, each part of its own, has a word that may have to be cut anywhere. */
export function hasUncutWord(nodes: readonly BodyNode[]): boolean {
  return nodes.some((node) =>
    node.type === 'text' ? uncut.test(node.value) : isElement(node) && hasUncutWord(node.children),
  );
}

/** Lets long names in narrow places break between their parts; words of a text stay whole, and copied text stays the same. */
export function withBreaks(nodes: readonly BodyNode[]): BodyNode[] {
  return nodes.flatMap((node): BodyNode[] => {
    if (node.type === 'text') return broken(node.value);
    // In its place: what is filled later (a formula, a diagram) is known by its element.
    if (isElement(node) && node.tagName !== 'pre') node.children = withBreaks(node.children);
    return [node];
  });
}

function broken(value: string): BodyNode[] {
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

import { hintBox, type HintStyle } from '../blocks/hint.ts';
import { element, isElement, text, textOf, type BodyElement, type BodyNode } from '../html/nodes.ts';
import type { BlockScope } from '../body/state.ts';

const styles: Readonly<Record<string, HintStyle>> = {
  NOTE: 'info',
  INFO: 'info',
  TIP: 'success',
  IMPORTANT: 'info',
  WARNING: 'warning',
  CAUTION: 'danger',
  DANGER: 'danger',
};

const mark = /^\s*\[!([A-Za-z]+)\][ \t]*/;

/** A quote that begins with `[!NOTE]` or its like becomes a hint, as on code hosts. Words after the mark are the hint's title. */
export function decorateQuote(node: BodyElement, { context }: BlockScope): BodyNode[] {
  const plain = (): BodyNode[] => {
    node.properties = {};
    return [node];
  };
  const at = node.children.findIndex((child) => child.type !== 'text' || child.value.trim() !== '');
  const first = node.children[at];
  if (!isElement(first, 'p') || first.children[0]?.type !== 'text') return plain();
  const [, name = ''] = mark.exec(first.children[0].value) ?? [];
  const style = Object.hasOwn(styles, name.toUpperCase()) ? styles[name.toUpperCase()] : undefined;
  if (style === undefined) return plain();
  const { title, rest } = splitAtLine([
    text(first.children[0].value.replace(mark, '')),
    ...first.children.slice(1),
  ]);
  const children = [
    ...(textOf(title).trim() === '' ? [] : [element('p', {}, element('strong', {}, title))]),
    ...(textOf(rest).trim() === '' && !rest.some((each) => isElement(each)) ? [] : [element('p', {}, rest)]),
    ...node.children.slice(at + 1),
  ];
  return [hintBox(style, { children, texts: context.texts })];
}

/** The first line of a paragraph, and the rest. */
function splitAtLine(nodes: readonly BodyNode[]): { title: BodyNode[]; rest: BodyNode[] } {
  for (const [index, node] of nodes.entries()) {
    if (isElement(node, 'br')) return { title: nodes.slice(0, index), rest: nodes.slice(index + 1) };
    const end = node.type === 'text' ? node.value.indexOf('\n') : -1;
    if (node.type !== 'text' || end === -1) continue;
    return {
      title: [...nodes.slice(0, index), text(node.value.slice(0, end))],
      rest: [text(node.value.slice(end + 1)), ...nodes.slice(index + 1)],
    };
  }
  return { title: [...nodes], rest: [] };
}

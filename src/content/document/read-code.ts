import type { Element, ElementContent } from 'hast';
import { aBlock, codeLine } from './blocks.ts';
import { attributeOf, classesOf, isElement, wordsOf } from './html-tree.ts';
import { aMark, aText, withMark } from './inlines.ts';
import { annotation } from './read-inlines.ts';
import type { ReadingPart } from './reading-part.ts';
import type { Block, Inline, InlineNode, Mark, NodeData } from './values.ts';

/** Reads `<pre><code>`: code with marks, which a fence cannot have. A line that is bold as a whole is highlighted. */
export function readCodeElement(node: Element, part: ReadingPart): Block {
  const code = node.children.find((child) => isElement(child, 'code'));
  const content = isElement(code) ? code.children : node.children;
  const lines: CodePiece[][] = [[]];
  walk(content, [], { lines, part });
  if (lines.length > 1 && lines.at(-1)?.length === 0) lines.pop();
  return aBlock(
    'code',
    lines.map((pieces) => lineOf(pieces)),
    codeData(node, isElement(code) ? code : undefined),
  );
}

type CodePiece = { readonly text: string; readonly marks: readonly Mark[] } | Inline;

interface Walk {
  readonly lines: CodePiece[][];
  readonly part: ReadingPart;
}

const codeMarks: Readonly<Record<string, Mark>> = {
  strong: aMark('bold'),
  b: aMark('bold'),
  em: aMark('italic'),
  i: aMark('italic'),
  del: aMark('strikethrough'),
  s: aMark('strikethrough'),
};

function walk(nodes: readonly ElementContent[], marks: readonly Mark[], { lines, part }: Walk): void {
  for (const node of nodes) {
    if (node.type === 'text') {
      const [first = '', ...rest] = node.value.split('\n');
      if (first !== '') lines.at(-1)?.push({ text: first, marks });
      for (const line of rest) lines.push(line === '' ? [] : [{ text: line, marks }]);
    } else if (node.type === 'element') {
      const inline = codeInline(node, part);
      if (inline !== undefined) lines.at(-1)?.push(inline);
      else if (node.tagName === 'br') lines.push([]);
      else {
        const mark = Object.hasOwn(codeMarks, node.tagName) ? codeMarks[node.tagName] : undefined;
        walk(node.children, mark === undefined ? marks : withMark(marks, mark), { lines, part });
      }
    }
  }
}

function codeInline(node: Element, part: ReadingPart): Inline | undefined {
  if (isElement(node, 'code') && classesOf(node).includes('expression'))
    return {
      object: 'inline',
      type: 'expression',
      isVoid: true,
      data: { expression: wordsOf(node.children) },
    };
  const note = /^#user-content-fn-(.+)$/u.exec(attributeOf(node, 'href') ?? '')?.[1];
  const body = note === undefined ? undefined : part.footnote(note.toLowerCase());
  return body === undefined ? undefined : annotation([aText(wordsOf(node.children))], body);
}

function lineOf(pieces: readonly CodePiece[]): Block {
  const strong =
    pieces.length > 0 &&
    pieces.every((piece) => !('object' in piece) && piece.marks.some(({ type }) => type === 'bold'));
  const nodes: InlineNode[] = [];
  for (const piece of pieces) {
    if ('object' in piece) nodes.push(piece);
    else {
      const marks = strong ? piece.marks.filter(({ type }) => type !== 'bold') : piece.marks;
      const last = nodes.at(-1);
      const leaf = { object: 'leaf', text: piece.text, marks } as const;
      if (last?.object === 'text')
        nodes[nodes.length - 1] = { object: 'text', leaves: mergeLeaf(last.leaves, leaf) };
      else nodes.push({ object: 'text', leaves: [leaf] });
    }
  }
  return codeLine(nodes.length === 0 ? [aText('')] : nodes, strong);
}

type Leaves = readonly { readonly object: 'leaf'; readonly text: string; readonly marks: readonly Mark[] }[];

function mergeLeaf(leaves: Leaves, leaf: Leaves[number]): Leaves {
  const last = leaves.at(-1);
  const same =
    last !== undefined &&
    last.marks.length === leaf.marks.length &&
    last.marks.every(({ type }) => leaf.marks.some((mark) => mark.type === type));
  return same ? [...leaves.slice(0, -1), { ...leaf, text: last.text + leaf.text }] : [...leaves, leaf];
}

function codeData(pre: Element, code: Element | undefined): NodeData {
  const syntax = [...classesOf(pre), ...(code === undefined ? [] : classesOf(code))]
    .map((name) => /^lang(?:uage)?-(.+)$/u.exec(name)?.[1])
    .find((name) => name !== undefined);
  const title = attributeOf(pre, 'dataTitle');
  const overflow = attributeOf(pre, 'dataOverflow');
  const flag = (name: string, field: string): NodeData => {
    const value = attributeOf(pre, name);
    return value === undefined ? {} : { [field]: value !== 'false' };
  };
  return {
    ...(syntax === undefined ? {} : { syntax }),
    ...(title === undefined ? {} : { title }),
    ...(overflow === 'wrap' || overflow === 'scroll' ? { overflow } : {}),
    ...flag('dataLineNumbers', 'lineNumbers'),
    ...flag('dataExpandable', 'expandable'),
    ...flag('dataFullWidth', 'fullWidth'),
  };
}

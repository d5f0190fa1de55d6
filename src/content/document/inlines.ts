import { textIn } from './fields.ts';
import { markKinds, type MarkKind } from './kinds.ts';
import type { Block, Inline, InlineNode, Leaf, Mark, TextNode } from './values.ts';

/*
 * A text with marks can be written in many ways. Whatever we read or write goes through one normal form: neighbours with the
 * same marks are one leaf, blanks are single, no text begins or ends with a blank, and a blank has only the marks that both of
 * its neighbours have.
 */

export type InlinePiece =
  { readonly leaf: { readonly text: string; readonly marks: readonly Mark[] } } | { readonly inline: Inline };

export function aMark(type: MarkKind, data?: Mark['data']): Mark {
  return data === undefined ? { object: 'mark', type } : { object: 'mark', type, data };
}

export function aText(text: string, marks: readonly Mark[] = []): TextNode {
  return { object: 'text', leaves: [{ object: 'leaf', text, marks }] };
}

export function aParagraph(nodes: readonly InlineNode[], data?: Block['data']): Block {
  return {
    object: 'block',
    type: 'paragraph',
    ...(data === undefined ? {} : { data }),
    nodes: nodes.length === 0 ? [aText('')] : nodes,
  };
}

/** Adds a mark to a list, in the order in which marks are nested. The new mark replaces one of the same kind. */
export function withMark(marks: readonly Mark[], mark: Mark): readonly Mark[] {
  return [...marks.filter(({ type }) => type !== mark.type), mark].sort(
    (one, other) => markKinds.indexOf(one.type) - markKinds.indexOf(other.type),
  );
}

export function sameMark(one: Mark, other: Mark): boolean {
  return (
    one.type === other.type &&
    one.data?.text === other.data?.text &&
    one.data?.background === other.data?.background
  );
}

export function hasMark(marks: readonly Mark[], mark: Mark): boolean {
  return marks.some((each) => sameMark(each, mark));
}

function commonMarks(lists: readonly (readonly Mark[])[]): readonly Mark[] {
  const [first = [], ...rest] = lists;
  return first.filter((mark) => rest.every((marks) => hasMark(marks, mark)));
}

export function isCode(marks: readonly Mark[]): boolean {
  return marks.some(({ type }) => type === 'code');
}

/** Turns a document's inline nodes into pieces. */
export function piecesOf(nodes: readonly InlineNode[]): InlinePiece[] {
  return nodes.flatMap((node): InlinePiece[] =>
    node.object === 'text'
      ? node.leaves.map(({ text, marks }) => ({ leaf: { text, marks: sortMarks(marks) } }))
      : [{ inline: node }],
  );
}

function sortMarks(marks: readonly Mark[]): readonly Mark[] {
  return marks.reduce<readonly Mark[]>((sorted, mark) => withMark(sorted, mark), []);
}

/** Turns pieces into nodes in the normal form. */
export function normalInlines(pieces: readonly InlinePiece[]): InlineNode[] {
  const merged = mergePieces(trimBlanks(pieces.map(singleBlanks)));
  const nodes: InlineNode[] = [];
  let leaves: Leaf[] = [];
  const flush = (): void => {
    if (leaves.length > 0) nodes.push({ object: 'text', leaves });
    leaves = [];
  };
  for (const piece of mergePieces(freeBlanks(merged))) {
    if ('leaf' in piece) leaves.push({ object: 'leaf', ...piece.leaf });
    else {
      flush();
      nodes.push(piece.inline);
    }
  }
  flush();
  return nodes;
}

function singleBlanks(piece: InlinePiece): InlinePiece {
  if (!('leaf' in piece)) return piece;
  const { text, marks } = piece.leaf;
  // A code span keeps its blanks, but has no line breaks.
  if (isCode(marks)) return { leaf: { text: text.replace(/[\r\n]+/gu, ' '), marks } };
  return { leaf: { text: text.replace(/[ \t\r\f]+/gu, ' ').replace(/ ?\n ?/gu, '\n'), marks } };
}

/** Removes blanks at the beginning, at the end, and where two blanks meet. */
function trimBlanks(pieces: readonly InlinePiece[]): InlinePiece[] {
  const out: InlinePiece[] = [];
  let before: '' | ' ' | '\n' = '\n';
  for (const piece of pieces) {
    if (!('leaf' in piece)) {
      out.push(piece);
      before = '';
      continue;
    }
    const { marks } = piece.leaf;
    let { text } = piece.leaf;
    if (!isCode(marks)) {
      if (before !== '') text = text.replace(/^ +/u, '');
      if (before === ' ' && text.startsWith('\n')) dropLastBlank(out);
      if (out.length === 0) text = text.replace(/^[ \n]+/u, '');
    }
    if (text === '') continue;
    out.push({ leaf: { text, marks } });
    const last = text.at(-1);
    before = isCode(marks) ? '' : last === ' ' || last === '\n' ? last : '';
  }
  for (let last = out.at(-1); last !== undefined; last = out.at(-1)) {
    if (!('leaf' in last) || isCode(last.leaf.marks)) break;
    const text = last.leaf.text.replace(/[ \n]+$/u, '');
    if (text === last.leaf.text) break;
    out.pop();
    if (text !== '') out.push({ leaf: { text, marks: last.leaf.marks } });
  }
  return out;
}

function dropLastBlank(out: InlinePiece[]): void {
  const last = out.at(-1);
  if (last === undefined || !('leaf' in last)) return;
  out.pop();
  const text = last.leaf.text.replace(/ $/u, '');
  if (text !== '') out.push({ leaf: { text, marks: last.leaf.marks } });
}

function mergePieces(pieces: readonly InlinePiece[]): InlinePiece[] {
  const out: InlinePiece[] = [];
  for (const piece of pieces) {
    const last = out.at(-1);
    if (
      'leaf' in piece &&
      last !== undefined &&
      'leaf' in last &&
      equalMarks(piece.leaf.marks, last.leaf.marks)
    )
      out[out.length - 1] = { leaf: { text: last.leaf.text + piece.leaf.text, marks: piece.leaf.marks } };
    else out.push(piece);
  }
  return out;
}

function equalMarks(one: readonly Mark[], other: readonly Mark[]): boolean {
  return one.length === other.length && one.every((mark) => hasMark(other, mark));
}

/** Reduces the marks of blanks at the edge of a leaf to those that the neighbouring leaf has too. */
function freeBlanks(pieces: readonly InlinePiece[]): InlinePiece[] {
  return pieces.flatMap((piece, index): InlinePiece[] => {
    if (!('leaf' in piece) || isCode(piece.leaf.marks) || piece.leaf.marks.length === 0) return [piece];
    const { text, marks } = piece.leaf;
    const [, before = '', core = '', after = ''] = /^([ \n]*)([\s\S]*?)([ \n]*)$/u.exec(text) ?? [];
    const left = commonMarks([marks, edgeMarks(pieces[index - 1], 'last')]);
    const right = commonMarks([marks, edgeMarks(pieces[index + 1], 'first')]);
    if (core === '') return [{ leaf: { text, marks: commonMarks([left, right]) } }];
    return [
      ...(before === '' ? [] : [{ leaf: { text: before, marks: left } }]),
      { leaf: { text: core, marks } },
      ...(after === '' ? [] : [{ leaf: { text: after, marks: right } }]),
    ];
  });
}

function edgeMarks(piece: InlinePiece | undefined, edge: 'first' | 'last'): readonly Mark[] {
  if (piece === undefined) return [];
  if ('leaf' in piece) return piece.leaf.marks.filter(({ type }) => type !== 'code');
  const inner = piecesOf(piece.inline.nodes ?? []);
  return edgeMarks(edge === 'first' ? inner[0] : inner.at(-1), edge);
}

/** The marks that all text of an inline has, which can be written around the inline. */
export function marksAround(inline: Inline): readonly Mark[] {
  const inner = piecesOf(inline.nodes ?? []);
  if (inner.length === 0) return [];
  return commonMarks(
    inner.map((piece) => ('leaf' in piece ? piece.leaf.marks : marksAround(piece.inline))),
  ).filter(({ type }) => type !== 'code');
}

/** The plain words of inlines. */
export function textOfInlines(nodes: readonly InlineNode[]): string {
  return nodes
    .map((node) => {
      if (node.object === 'text') return node.leaves.map(({ text }) => text).join('');
      if (node.type === 'button') return textIn(node.data?.['label']);
      return textOfInlines(node.nodes ?? []);
    })
    .join('');
}

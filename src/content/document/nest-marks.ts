import { hasMark, marksAround, sameMark, type InlinePiece } from './inlines.ts';
import type { Inline, Mark } from './values.ts';

/** Makes output of texts, inlines and the marks around them. The writers of markdown and of HTML are such sinks. */
export interface InlineSink<Out> {
  readonly text: (text: string) => Out[];
  readonly code: (text: string) => Out[];
  /** `outer` are the marks that are written around the inline already. */
  readonly inline: (inline: Inline, outer: readonly Mark[]) => Out[];
  readonly mark: (mark: Mark, inner: readonly InlinePiece[], content: readonly Out[]) => Out[];
}

interface Item {
  readonly piece: InlinePiece;
  readonly marks: readonly Mark[];
}

/** Turns leaves with lists of marks into nested marks. Each mark spans as many leaves as it can. */
export function nestMarks<Out>(
  pieces: readonly InlinePiece[],
  sink: InlineSink<Out>,
  outer: readonly Mark[] = [],
): Out[] {
  const items = pieces.map((piece): Item => {
    const own = 'leaf' in piece ? piece.leaf.marks : marksAround(piece.inline);
    return { piece, marks: own.filter((mark) => mark.type !== 'code' && !hasMark(outer, mark)) };
  });
  return nest(items, sink, outer);
}

function nest<Out>(items: readonly Item[], sink: InlineSink<Out>, outer: readonly Mark[]): Out[] {
  const out: Out[] = [];
  for (let index = 0; index < items.length;) {
    const item = items[index] as Item;
    const longest = longestMark(items, index);
    if (longest === undefined) {
      out.push(...bare(item.piece, sink, outer));
      index += 1;
      continue;
    }
    const { mark, end } = longest;
    const inner = items
      .slice(index, end)
      .map(({ piece, marks }) => ({ piece, marks: marks.filter((each) => !sameMark(each, mark)) }));
    out.push(
      ...sink.mark(
        mark,
        inner.map(({ piece }) => piece),
        nest(inner, sink, [...outer, mark]),
      ),
    );
    index = end;
  }
  return out;
}

function bare<Out>(piece: InlinePiece, sink: InlineSink<Out>, outer: readonly Mark[]): Out[] {
  if (!('leaf' in piece)) return sink.inline(piece.inline, outer);
  return piece.leaf.marks.some(({ type }) => type === 'code')
    ? sink.code(piece.leaf.text)
    : sink.text(piece.leaf.text);
}

/** The mark of an item that spans the most items from here on. */
function longestMark(items: readonly Item[], from: number): { mark: Mark; end: number } | undefined {
  let best: { mark: Mark; end: number } | undefined;
  for (const mark of items[from]?.marks ?? []) {
    let end = from + 1;
    while (end < items.length && hasMark((items[end] as Item).marks, mark)) end += 1;
    if (best === undefined || end > best.end) best = { mark, end };
  }
  return best;
}

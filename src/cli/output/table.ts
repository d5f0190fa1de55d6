import { escapeForTerminal } from '../../base/index.ts';
import type { Style } from './style.ts';

let segmenter: Intl.Segmenter | undefined;

/** Splits text into graphemes. The segmenter is created for the first text beyond ASCII, because it loads tables of all scripts. */
function segments(text: string): Iterable<{ readonly segment: string }> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

const printableAscii = /^[ -~]*$/;
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

/** The columns that text takes on a terminal. */
export function widthOf(text: string): number {
  if (printableAscii.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segments(text)) width += wide.test(segment) ? 2 : 1;
  return width;
}

/** Cuts text to `columns`, with an ellipsis for the removed part. */
export function truncate(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const { segment } of segments(text)) {
    const next = width + (wide.test(segment) ? 2 : 1);
    if (next > columns - 1) break;
    kept += segment;
    width = next;
  }
  return `${kept}…`;
}

/**
 * Lines of a table: columns as wide as their widest cell, the last column cut so that a line fits `columns`. Cells are made
 * safe for the terminal; `paint` colours a padded cell.
 */
export function table(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  {
    columns,
    style,
    paint,
  }: { columns: number; style: Style; paint?: (cell: string, column: number, row: number) => string },
): string[] {
  const safe = rows.map((row) => row.map(escapeForTerminal));
  const widths = header.map((title, index) =>
    Math.max(widthOf(title), ...safe.map((row) => widthOf(row[index] ?? ''))),
  );
  const total = widths.reduce((sum, width) => sum + width, 0) + 2 * (widths.length - 1);
  if (total > columns) shrink(widths, total - columns);
  const pad = (cell: string, index: number): string => {
    const text = truncate(cell, widths[index] ?? 0);
    return index === header.length - 1 ? text : text + ' '.repeat((widths[index] ?? 0) - widthOf(text));
  };
  const lines = [style.dim(header.map((title, index) => pad(title, index)).join('  '))];
  for (const [place, row] of safe.entries()) {
    lines.push(
      header
        .map((_, index) => (paint ?? plain)(pad(row[index] ?? '', index), index, place))
        .join('  ')
        .trimEnd(),
    );
  }
  return lines;
}

const plain = (cell: string): string => cell;

/** Shrinks the widest columns by `excess` in total, to no less than eight each. */
function shrink(widths: number[], excess: number): void {
  for (let left = excess; left > 0; left--) {
    const widest = widths.indexOf(Math.max(...widths));
    if ((widths[widest] ?? 0) <= 8) return;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
}

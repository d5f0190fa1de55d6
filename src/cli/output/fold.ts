import type { Output } from '../world.ts';
import { widthOf } from './table.ts';

/** On a narrower terminal, the terminal itself breaks the lines. */
const narrowest = 40;
const colours = /\u001b\[[\d;]*m/gu;

/** The columns that lines for people have to fit: those of a terminal. What goes to a file or a program is never broken. */
export function foldingWidth({ isTTY, columns }: Pick<Output, 'isTTY' | 'columns'>): number {
  return isTTY && columns >= narrowest ? columns : Infinity;
}

/**
 * Breaks lines at spaces so that each fits `columns`; a word that is longer has a line of its own. The further lines of one begin below its
 * text: after its first spaces, and after a mark of one character. Colours take no columns.
 */
export function foldLines(lines: readonly string[], columns: number, indent?: number): string[] {
  return lines.flatMap((line) => foldLine(line, columns, indent));
}

function foldLine(line: string, columns: number, indent: number | undefined): string[] {
  if (visibleWidth(line) <= columns) return [line];
  const [lead = ''] = /^ *(?:\S )?/u.exec(line.replace(colours, '')) ?? [];
  const begins = ' '.repeat(indent ?? Math.max(2, lead.length));
  const folded: string[] = [];
  let current = '';
  let isEmpty = true;
  for (const word of line.split(' ')) {
    const longer = isEmpty ? `${current}${word}` : `${current} ${word}`;
    if (isEmpty || visibleWidth(longer) <= columns || current.trim() === '') {
      current = longer;
      isEmpty = false;
      continue;
    }
    folded.push(current);
    current = `${begins}${word}`;
  }
  return [...folded, current];
}

function visibleWidth(text: string): number {
  return widthOf(text.replace(colours, ''));
}

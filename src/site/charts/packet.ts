import { textAfterKeyword, withoutComment, type Line } from './lines.ts';
import { drawCentered } from './shapes.ts';
import { Sheet, widthOf, wrapWords, type Chart } from './sheet.ts';

interface Field {
  readonly name: string;
  /** The numbers of the first and the last bit. */
  readonly from: number;
  readonly to: number;
}

/** A part of a field that is in one row. */
interface Part extends Field {
  readonly words: readonly string[];
  /** Whether the words are so long that they stand upright. */
  readonly isTurned: boolean;
}

const bitsInRow = 32;
const mostRows = 64;
const bitWidth = 22;
const size = 13;

/** `packet`: the fields of a packet, bit by bit, in rows of 32. */
export function drawPacket([first, ...lines]: readonly Line[]): Chart {
  let title = '';
  const fields: Field[] = [];
  for (const line of lines) {
    const named = textAfterKeyword('title', line);
    const field = /^(?:(\d+)(?:\s*-\s*(\d+))?|\+\s*(\d+))\s*:\s*(?:"([^"]*)"|'([^']*)')$/.exec(
      withoutComment(line.text),
    );
    if (named !== undefined) title = named;
    else if (field) {
      const next = (fields.at(-1)?.to ?? -1) + 1;
      const from = field[3] === undefined ? Number(field[1]) : next;
      const to = field[3] === undefined ? Number(field[2] ?? from) : from + Number(field[3]) - 1;
      // A packet has no gaps, and no field comes twice.
      if (from !== next || to < from || to >= bitsInRow * mostRows) return { unread: line.text };
      fields.push({ name: field[4] ?? field[5] ?? '', from, to });
    } else return { unread: line.text };
  }
  const last = fields.at(-1);
  if (!last) return { unread: first?.text ?? '' };
  const sheet = new Sheet();
  let y = 0;
  for (let row = 0; row * bitsInRow <= last.to; row += 1) y = drawRow(sheet, partsOf(fields, row), y);
  return sheet.print(title);
}

function partsOf(fields: readonly Field[], row: number): Part[] {
  const [start, end] = [row * bitsInRow, (row + 1) * bitsInRow - 1];
  return fields
    .filter(({ from, to }) => from <= end && to >= start)
    .map((field) => {
      const [from, to] = [Math.max(field.from, start), Math.min(field.to, end)];
      const most = (to - from + 1) * bitWidth - 6;
      const words = wrapWords(field.name, most, size);
      const isTurned = words.length > 2 || words.some((line) => widthOf(line, size) > most);
      return { name: field.name, from, to, words, isTurned };
    });
}

/** Draws a row with the numbers of its bits; returns the y coordinate of the next row. */
function drawRow(sheet: Sheet, parts: readonly Part[], y: number): number {
  const height = Math.max(
    36,
    ...parts.map(({ name, words, isTurned }) => (isTurned ? widthOf(name, 12) + 10 : words.length * 20 + 12)),
  );
  const top = y + 18;
  for (const { name, from, to, words, isTurned } of parts) {
    const x = (from % bitsInRow) * bitWidth;
    const box = { x, y: top, width: (to - from + 1) * bitWidth, height };
    sheet.box(x, top, box, { rx: 0 });
    if (isTurned)
      sheet.text(name, x + box.width / 2, top + height / 2, { anchor: 'middle', size: 12, turned: -90 });
    else drawCentered(sheet, words, box, { size });
    const look = { size: 11, soft: true } as const;
    if (to === from) sheet.text(String(from), x + box.width / 2, y + 9, { ...look, anchor: 'middle' });
    else {
      sheet.text(String(from), x + 3, y + 9, look);
      sheet.text(String(to), x + box.width - 3, y + 9, { ...look, anchor: 'end' });
    }
  }
  return top + height + 8;
}

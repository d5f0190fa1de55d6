import { textAfterKeyword, type Line } from './lines.ts';
import { rowColor, Sheet, wrapWords, type Chart } from './sheet.ts';

interface Point {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

const side = 400;
const left = 34;

/** `quadrantChart`: points between two axes, over four named fields. */
export function drawQuadrants([, ...lines]: readonly Line[]): Chart {
  let title = '';
  const axes: Record<'x' | 'y', readonly string[]> = { x: [], y: [] };
  const fields = ['', '', '', ''];
  const points: Point[] = [];
  for (const line of lines) {
    const named = textAfterKeyword('title', line);
    const axis = /^([xy])-axis\s+(.+)$/.exec(line.text);
    const field = /^quadrant-([1-4])\s+(.+)$/.exec(line.text);
    const point =
      /^(.+?)\s*(?::::\s*[\w-]+\s*)?:\s*\[\s*(0(?:\.\d+)?|1(?:\.0*)?|\.\d+)\s*,\s*(0(?:\.\d+)?|1(?:\.0*)?|\.\d+)\s*\]/.exec(
        line.text,
      );
    if (named !== undefined) title = named;
    else if (axis) axes[axis[1] as 'x' | 'y'] = (axis[2] ?? '').split('-->').map(unquoted);
    else if (field) fields[Number(field[1]) - 1] = unquoted(field[2] ?? '');
    else if (point) points.push({ name: unquoted(point[1] ?? ''), x: Number(point[2]), y: Number(point[3]) });
    else if (textAfterKeyword('classDef', line) === undefined) return { unread: line.text };
  }
  const sheet = new Sheet();
  drawFields(sheet, fields);
  drawAxes(sheet, axes);
  for (const [at, { name, x, y }] of points.entries()) {
    const [cx, cy] = [left + x * side, (1 - y) * side];
    sheet.shape('circle', { cx, cy, r: 5, fill: rowColor(at) });
    sheet.text(name, cx, cy + (y < 0.06 ? -14 : 14), { anchor: 'middle', size: 12 });
  }
  return sheet.print(title);
}

function unquoted(words: string): string {
  return words.trim().replace(/^"(.*)"$/, '$1');
}

function drawFields(sheet: Sheet, fields: readonly string[]): void {
  const half = side / 2;
  for (const [at, name] of fields.entries()) {
    const x = left + (at === 0 || at === 3 ? half : 0);
    const y = at < 2 ? 0 : half;
    const fill = at % 2 === 0 ? 'var(--_node-fill)' : 'var(--_group-fill)';
    sheet.box(x, y, { width: half, height: half }, { rx: 0, fill, stroke: 'var(--_inner-stroke)' });
    if (name !== '')
      sheet.lines(wrapWords(name, half - 20), x + half / 2, y + 18, { anchor: 'middle', soft: true });
  }
}

function drawAxes(sheet: Sheet, { x, y }: Readonly<Record<'x' | 'y', readonly string[]>>): void {
  const place = (at: number, of: number): number => (of === 1 ? side / 2 : side / 4 + (at * side) / 2);
  for (const [at, name] of x.entries())
    sheet.text(name, left + place(at, x.length), side + 18, { anchor: 'middle', size: 13 });
  for (const [at, name] of y.entries())
    sheet.text(name, 12, side - place(at, y.length), { anchor: 'middle', size: 13, turned: -90 });
}

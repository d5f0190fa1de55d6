import { textAfterKeyword, withoutComment, type Line } from './lines.ts';
import { drawCentered, tinted, type Box } from './shapes.ts';
import { lineHeight, rowColor, Sheet, widthOf, wrapWords, type Chart } from './sheet.ts';

interface Part {
  readonly name: string;
  readonly indent: number;
  /** The part's own number; for a part with parts below it, their sum. */
  value: number;
  readonly parts: Part[];
}

const whole = { x: 0, y: 0, width: 700, height: 420 };
const headHeight = 26;
const gap = 3;

/** `treemap`: parts of a whole as rectangles inside rectangles, each as large as its number. */
export function drawTreemap([first, ...lines]: readonly Line[]): Chart {
  let title = '';
  const root: Part = { name: '', indent: -1, value: 0, parts: [] };
  const way = [root];
  for (const line of lines) {
    const text = withoutComment(line.text);
    const named = textAfterKeyword('title', line);
    const part =
      /^(?:"([^"]*)"|'([^']*)')(?:\s*[:,]\s*(\d[\d_,]*(?:\.\d+)?|\.\d+))?(?:\s*:::\s*[\w-]+)?$/.exec(text);
    if (part) {
      while ((way.at(-1) as Part).indent >= line.indent) way.pop();
      const around = way.at(-1) as Part;
      const value = Number((part[3] ?? '0').replace(/[_,]/g, ''));
      const own: Part = { name: part[1] ?? part[2] ?? '', indent: line.indent, value, parts: [] };
      around.parts.push(own);
      way.push(own);
    } else if (named !== undefined) title = named;
    else if (textAfterKeyword('classDef', line) === undefined) return { unread: line.text };
  }
  if (sum(root) <= 0) return { unread: first?.text ?? '' };
  const sheet = new Sheet();
  const unnamed: string[] = [];
  for (const [at, [part, box]] of placed(root.parts, whole).entries())
    drawPart(sheet, part, box, { color: rowColor(at), path: '', unnamed });
  drawUnnamed(sheet, unnamed);
  return sheet.print(title);
}

function sum(part: Part): number {
  if (part.parts.length > 0) part.value = part.parts.reduce((total, each) => total + sum(each), 0);
  return part.value;
}

/** Places parts in a box in rows that are as near to squares as the numbers allow. */
function placed(parts: readonly Part[], box: Box): (readonly [Part, Box])[] {
  const found = new Map<Part, Box>();
  const rest = parts.filter(({ value }) => value > 0).sort((one, other) => other.value - one.value);
  let { x, y, width, height } = box;
  while (rest.length > 0) {
    const area = (width * height) / rest.reduce((total, { value }) => total + value, 0);
    const side = Math.min(width, height);
    let count = 1;
    while (
      count < rest.length &&
      worst(rest.slice(0, count + 1), side, area) <= worst(rest.slice(0, count), side, area)
    )
      count += 1;
    const row = rest.splice(0, count);
    const total = row.reduce((all, { value }) => all + value, 0);
    const depth = side === 0 ? 0 : (total * area) / side;
    let along = 0;
    for (const part of row) {
      const length = (part.value / total) * side;
      found.set(
        part,
        width >= height
          ? { x, y: y + along, width: depth, height: length }
          : { x: x + along, y, width: length, height: depth },
      );
      along += length;
    }
    if (width >= height) [x, width] = [x + depth, Math.max(0, width - depth)];
    else [y, height] = [y + depth, Math.max(0, height - depth)];
  }
  // The parts keep the order of the source, and so their colors.
  return parts.map((part) => [part, found.get(part) ?? { x, y, width: 0, height: 0 }]);
}

/** How far the flattest part of a row is from a square. */
function worst(row: readonly Part[], side: number, area: number): number {
  const total = row.reduce((all, { value }) => all + value, 0) * area;
  const values = row.map(({ value }) => value * area);
  return Math.max(
    (side * side * Math.max(...values)) / total ** 2,
    total ** 2 / (side * side * Math.min(...values)),
  );
}

interface Look {
  readonly color: string;
  /** The names of the parts around this one. */
  readonly path: string;
  /** The parts whose words have no place in their rectangle. */
  readonly unnamed: string[];
}

function drawPart(
  sheet: Sheet,
  { name, value, parts }: Part,
  box: Box,
  { color, path, unnamed }: Look,
): void {
  const number = value.toLocaleString('en-US');
  const inner = { x: box.x + gap / 2, y: box.y + gap / 2, width: box.width - gap, height: box.height - gap };
  const isShown = inner.width > 1 && inner.height > 1;
  if (isShown) {
    const look = tinted(color, parts.length === 0 ? 0.28 : 0.1);
    sheet.shape('rect', { ...inner, rx: 4, ...look, 'stroke-opacity': 0.5 });
  }
  if (parts.length === 0) {
    if (!isShown || !drawWords(sheet, name, number, inner)) unnamed.push(`${path}${name}: ${number}`);
    return;
  }
  const head = `${name} · ${number}`;
  const words = [head, name].find((each) => widthOf(each, 13) + 16 <= inner.width);
  const hasHead = words !== undefined && inner.height > headHeight * 1.6;
  if (hasHead) sheet.text(words, inner.x + 8, inner.y + 14, { size: 13, bold: true });
  else unnamed.push(`${path}${head}`);
  const top = hasHead ? headHeight : gap;
  const below = {
    x: inner.x + gap,
    y: inner.y + top,
    width: inner.width - 2 * gap,
    height: inner.height - top - gap,
  };
  const room = below.width > 0 && below.height > 0 ? below : { ...inner, width: 0, height: 0 };
  for (const [part, place] of placed(parts, room))
    drawPart(sheet, part, place, { color, path: `${path}${name} › `, unnamed });
}

/** Draws a part's name and number in the largest size that they fit in; false if they do not. */
function drawWords(sheet: Sheet, name: string, number: string, box: Box): boolean {
  for (const size of [14, 12, 10]) {
    const lines = wrapWords(name, box.width - 8, size);
    const widest = Math.max(...[...lines, number].map((line) => widthOf(line, size)));
    const height = (lines.length + 1) * lineHeight;
    if (widest > box.width - 6 || height > box.height) continue;
    drawCentered(sheet, lines, { ...box, height: box.height - lineHeight }, { size });
    const y = box.y + (box.height + lines.length * lineHeight) / 2;
    sheet.text(number, box.x + box.width / 2, y, { anchor: 'middle', size: Math.min(size, 12), soft: true });
    return true;
  }
  return false;
}

/** Names the parts that are too small for words, below the drawing. */
function drawUnnamed(sheet: Sheet, unnamed: readonly string[]): void {
  sheet.cover(whole.width, whole.height);
  for (const [at, line] of wrapWords(unnamed.join('  ·  '), whole.width, 12).entries())
    if (line !== '') sheet.text(line, 0, whole.height + 20 + at * 18, { size: 12, soft: true });
}

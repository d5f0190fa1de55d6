import { nodeWords, treeOf, type Branch, type Line } from './lines.ts';
import { drawArrow, drawCentered } from './shapes.ts';
import { lineHeight, rowColor, Sheet, widthOf, wrapWords, type Chart } from './sheet.ts';

/** A cause below a main cause. */
interface Cause {
  readonly lines: readonly string[];
  /** How many causes are between it and the main cause. */
  readonly depth: number;
}

interface Bone {
  readonly name: readonly string[];
  readonly causes: readonly Cause[];
  readonly width: number;
  readonly height: number;
  readonly color: string;
}

const widestCause = 170;
const slant = 0.35;
const step = 20;
const deeper = 14;

/** `ishikawa`: a problem at the head of a fish, and its causes at the bones. */
export function drawFishbone([first, ...lines]: readonly Line[]): Chart {
  const [head, ...more] = treeOf(lines);
  // Causes may also stand as far left as the problem, which is the first line.
  const causes = [...(head?.branches ?? []), ...more];
  if (!head || causes.length === 0) return { unread: first?.text ?? '' };
  const bones = causes.map(boneOf);
  const sheet = new Sheet();
  const isAbove = (at: number): boolean => at % 2 === 0;
  const tallest = Math.max(...bones.filter((_, at) => isAbove(at)).map(({ height }) => height));
  const spine = tallest + 46;
  let x = 0;
  for (let pair = Math.ceil(bones.length / 2) - 1; pair >= 0; pair -= 1) {
    const both = bones.slice(2 * pair, 2 * pair + 2);
    const reach = Math.max(...both.map(({ height, width }) => width + height * slant));
    x += reach + 24;
    for (const [at, bone] of both.entries()) drawBone(sheet, bone, { x, y: spine, up: isAbove(at) ? -1 : 1 });
  }
  const words = wrapWords(nodeWords(head.text), 180);
  const width = Math.max(...words.map((line) => widthOf(line))) * 1.1 + 24;
  const height = words.length * lineHeight + 20;
  const box = { x: x + 40, y: spine - height / 2, width, height };
  drawArrow(
    sheet,
    [
      { x: 0, y: spine },
      { x: box.x, y: spine },
    ],
    { width: 3 },
  );
  sheet.box(box.x, box.y, box);
  drawCentered(sheet, words, box, { bold: true });
  return sheet.print();
}

function boneOf(branch: Branch, at: number): Bone {
  const causes = causesOf(branch.branches, 0);
  const name = wrapWords(nodeWords(branch.text), widestCause);
  const widest = causes.map(
    ({ lines, depth }) => Math.max(...lines.map((line) => widthOf(line, 12))) + 16 + depth * deeper,
  );
  const rows = causes.reduce((count, { lines }) => count + lines.length, 0);
  const width = Math.max(60, ...widest, Math.max(...name.map((line) => widthOf(line))) * 0.6);
  return { name, causes, width, height: Math.max(60, rows * step + 30), color: rowColor(at) };
}

function causesOf(branches: readonly Branch[], depth: number): Cause[] {
  return branches.flatMap(({ text, branches: inner }) => [
    { lines: wrapWords(nodeWords(text), widestCause, 12), depth },
    ...causesOf(inner, depth + 1),
  ]);
}

/** Draws a bone that meets the spine at a point; `up` is -1 for a bone above it and 1 for a bone below. */
function drawBone(
  sheet: Sheet,
  { name, causes, height, color }: Bone,
  { x, y, up }: { x: number; y: number; up: -1 | 1 },
): void {
  const end = { x: x - height * slant, y: y + up * height };
  drawArrow(sheet, [end, { x, y }], { color, width: 2, heads: [false, false] });
  const lines = name.length * lineHeight;
  const top = up < 0 ? end.y - lines - 2 : end.y + 2;
  const width = Math.max(...name.map((line) => widthOf(line))) * 1.1 + 20;
  const box = { x: end.x - width / 2, y: top - 3, width, height: lines + 6 };
  sheet.box(box.x, box.y, box, { stroke: color });
  drawCentered(sheet, name, box, { bold: true });
  let row = up < 0 ? end.y + 16 : y + 22;
  for (const { lines: words, depth } of causes) {
    const last = row + (words.length - 1) * step;
    const bone = x - Math.abs(last + 7 - y) * slant;
    const furthest = x - Math.max(Math.abs(last + 7 - y), Math.abs(row - y)) * slant;
    const place = furthest - 8 - depth * deeper;
    for (const [at, line] of words.entries())
      sheet.text(line, place, row + at * step, { anchor: 'end', size: 12, soft: depth > 0 });
    const twig = Math.max(...words.map((line) => widthOf(line, 12)));
    const under = { x1: place - twig, y1: last + 8, x2: depth === 0 ? bone : place, y2: last + 8 };
    sheet.shape('line', { ...under, stroke: color, 'stroke-opacity': depth === 0 ? 0.8 : 0.4 });
    row = last + step;
  }
}

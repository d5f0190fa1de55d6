import { nodeLines, nodeWords, type Line } from './lines.ts';
import { lineHeight, pathPoint, rowColor, Sheet, widthOf, wrapWords, type Chart } from './sheet.ts';

interface Idea {
  readonly lines: readonly string[];
  readonly width: number;
  readonly indent: number;
  readonly children: Idea[];
}

const widest = 220;
const gapAcross = 48;
const gapBelow = 12;
const padding = 12;

/** `mindmap`: a tree of ideas from left to right. */
export function drawMindMap([first, ...lines]: readonly Line[]): Chart {
  const ideas = nodeLines(lines).filter(({ text }) => !/^::(?:icon\(|:)/.test(text));
  const [root, ...rest] = ideas.map(ideaOf);
  if (!root) return { unread: first?.text ?? '' };
  const way = [root];
  for (const [at, idea] of rest.entries()) {
    while (way.length > 0 && (way.at(-1)?.indent ?? 0) >= idea.indent) way.pop();
    const parent = way.at(-1);
    // A map has only one root idea.
    if (!parent) return { unread: ideas[at + 1]?.text ?? '' };
    parent.children.push(idea);
    way.push(idea);
  }
  const sheet = new Sheet();
  draw(sheet, root, { x: 0, y: 0, color: undefined });
  return sheet.print();
}

function ideaOf({ indent, text }: Line): Idea {
  const lines = wrapWords(nodeWords(text), widest);
  const width = Math.max(...lines.map((line) => widthOf(line))) + 2 * padding;
  return { lines, width, indent, children: [] };
}

function ownHeight({ lines }: Idea): number {
  return lines.length * lineHeight + padding;
}

/** The height of an idea with all ideas below it. */
function wholeHeight(idea: Idea): number {
  const below = idea.children.map(wholeHeight);
  return Math.max(
    ownHeight(idea),
    below.reduce((sum, height) => sum + height + gapBelow, -gapBelow),
  );
}

/** Draws an idea and all ideas below it; returns the y coordinate of its middle. */
function draw(
  sheet: Sheet,
  idea: Idea,
  { x, y, color }: { x: number; y: number; color: string | undefined },
): number {
  const whole = wholeHeight(idea);
  const middle = y + whole / 2;
  const end = x + idea.width;
  const below = idea.children.reduce((sum, child) => sum + wholeHeight(child) + gapBelow, -gapBelow);
  let at = y + Math.max(0, (whole - below) / 2);
  for (const [number, child] of idea.children.entries()) {
    const stroke = color ?? rowColor(number);
    const other = draw(sheet, child, { x: end + gapAcross, y: at, color: stroke });
    const turn = end + gapAcross / 2;
    const [from, to] = [pathPoint(end, middle), pathPoint(end + gapAcross, other)];
    const curve = `M${from}C${pathPoint(turn, middle)} ${pathPoint(turn, other)} ${to}`;
    sheet.shape('path', { d: curve, fill: 'none', stroke, 'stroke-width': 1.5 });
    at += wholeHeight(child) + gapBelow;
  }
  const height = ownHeight(idea);
  sheet.box(
    x,
    middle - height / 2,
    { width: idea.width, height },
    color === undefined ? {} : { stroke: color },
  );
  const first = middle - ((idea.lines.length - 1) * lineHeight) / 2;
  sheet.lines(idea.lines, x + idea.width / 2, first, { anchor: 'middle', bold: color === undefined });
  return middle;
}

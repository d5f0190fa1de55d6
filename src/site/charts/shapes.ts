import { lineHeight, pathPoint, type Sheet } from './sheet.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle by its upper left corner. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** The look of a shape in a color that words stay readable on, in light and in dark. */
export function tinted(
  color: string,
  strength = 0.16,
): { readonly fill: string; readonly 'fill-opacity': number; readonly stroke: string } {
  return { fill: color, 'fill-opacity': strength, stroke: color };
}

export function centerOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

export interface ArrowLook {
  readonly color?: string;
  readonly isDashed?: boolean;
  readonly width?: number;
  /** Whether there is a head at the first point, and at the last. */
  readonly heads?: readonly [first: boolean, last: boolean];
}

const headLength = 9;
const cornerRadius = 6;

/** Draws a line through points, with round corners, and heads where the look asks for them. */
export function drawArrow(
  sheet: Sheet,
  points: readonly Point[],
  { color = 'var(--_line)', isDashed = false, width = 1.2, heads = [false, true] }: ArrowLook = {},
): void {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2) return;
  const way = [...points];
  if (heads[0]) way[0] = towards(first, points[1] as Point, headLength - 2);
  if (heads[1]) way[way.length - 1] = towards(last, points.at(-2) as Point, headLength - 2);
  sheet.shape('path', {
    d: roundedPath(way),
    fill: 'none',
    stroke: color,
    'stroke-width': width,
    'stroke-dasharray': isDashed ? '5 4' : undefined,
  });
  const fill = color === 'var(--_line)' ? 'var(--_arrow)' : color;
  if (heads[0]) drawHead(sheet, points[1] as Point, first, fill);
  if (heads[1]) drawHead(sheet, points.at(-2) as Point, last, fill);
  for (const { x, y } of points) sheet.cover(x, y);
}

/** The point at a distance from one point on the way to another; at most half-way. */
function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const part = length === 0 ? 0 : Math.min(0.5, distance / length);
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

function roundedPath(points: readonly Point[]): string {
  let path = '';
  for (const [at, point] of points.entries()) {
    const [before, after] = [points[at - 1], points[at + 1]];
    if (!before) path += `M${pathPoint(point.x, point.y)}`;
    else if (!after) path += `L${pathPoint(point.x, point.y)}`;
    else {
      const [start, end] = [towards(point, before, cornerRadius), towards(point, after, cornerRadius)];
      path += `L${pathPoint(start.x, start.y)}Q${pathPoint(point.x, point.y)} ${pathPoint(end.x, end.y)}`;
    }
  }
  return path;
}

function drawHead(sheet: Sheet, from: Point, to: Point, fill: string): void {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const back = { x: to.x - x * headLength, y: to.y - y * headLength };
  const points = [to, { x: back.x - y * 4, y: back.y + x * 4 }, { x: back.x + y * 4, y: back.y - x * 4 }];
  sheet.shape('polygon', { points: points.map((point) => pathPoint(point.x, point.y)).join(' '), fill });
}

/** Draws words around a point, readable on a line that goes through it. */
export function drawLabel(sheet: Sheet, lines: readonly string[], { x, y }: Point, size = 12): void {
  const step = size + 4;
  for (const [at, line] of lines.entries())
    sheet.text(line, x, y + (at - (lines.length - 1) / 2) * step, {
      anchor: 'middle',
      size,
      soft: true,
      hasHalo: true,
    });
}

/** Draws lines of words around the middle of a box. */
export function drawCentered(
  sheet: Sheet,
  lines: readonly string[],
  box: Box,
  look: { size?: number; bold?: boolean } = {},
): void {
  const { x, y } = centerOf(box);
  sheet.lines(lines, x, y - ((lines.length - 1) * lineHeight) / 2, { anchor: 'middle', ...look });
}

type Look = Readonly<Record<string, string | number | undefined>>;

/** A database: a cylinder that stands. */
export function drawCylinder(sheet: Sheet, { x, y, width, height }: Box, look: Look): void {
  const rim = Math.min(10, height / 4);
  const curve = (sweep: number): string => `A${width / 2} ${rim} 0 0 ${sweep} `;
  const [top, bottom, end] = [y + rim, y + height - rim, x + width];
  sheet.shape('path', {
    d: `M${pathPoint(x, top)}${curve(1)}${pathPoint(end, top)}L${pathPoint(end, bottom)}${curve(1)}${pathPoint(x, bottom)}Z`,
    ...look,
  });
  const front = `M${pathPoint(x, top)}${curve(0)}${pathPoint(end, top)}`;
  sheet.shape('path', { d: front, fill: 'none', stroke: look['stroke'] });
  sheet.cover(x, y);
  sheet.cover(end, y + height);
}

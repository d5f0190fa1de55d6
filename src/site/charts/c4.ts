import { c4Plan, type C4Element, type C4Group, type C4Link, type C4Plan } from './c4-plan.ts';
import type { Line } from './lines.ts';
import { layered } from './layers.ts';
import { noPlace, routesBetween } from './routes.ts';
import { drawArrow, drawCylinder, drawLabel, type Box } from './shapes.ts';
import { pathPoint, Sheet, widthOf, wrapWords, type Chart } from './sheet.ts';

const widest = 176;
const step = 16;
const personHeight = 34;

/** The lines of an element: its name, its kind and its description. */
interface Words {
  readonly name: readonly string[];
  readonly kind: readonly string[];
  readonly about: readonly string[];
}

/** `C4…`: people, systems and their parts, in the boundaries around them, with what goes on between them. */
export function drawC4([first, ...lines]: readonly Line[]): Chart {
  const plan = c4Plan(lines, first?.text.startsWith('C4Dynamic') ?? false);
  if ('unread' in plan) return plan;
  if (plan.elements.length === 0) return { unread: first?.text ?? '' };
  const places = placesOf(plan);
  const sheet = new Sheet();
  for (const group of plan.groups) {
    const box = places.get(group.id);
    if (box) drawBoundary(sheet, box, group);
  }
  const labels = plan.links.map(labelOf);
  const frames = plan.groups.flatMap(({ id }) => places.get(id) ?? []);
  const routes = routesBetween(
    {
      boxes: plan.elements.flatMap(({ id }) => places.get(id) ?? []),
      frames,
      words: plan.groups.flatMap((group) => headPlace(group, places.get(group.id))),
    },
    plan.links.map(({ from, to }, at) => ({
      from: places.get(from) ?? noPlace,
      to: places.get(to) ?? noPlace,
      width: Math.max(0, ...(labels[at] ?? []).map((line) => widthOf(line, 12))),
      height: (labels[at]?.length ?? 0) * step,
    })),
  );
  for (const [at, { points }] of routes.entries())
    drawArrow(sheet, points, { heads: plan.links[at]?.heads ?? [false, true] });
  for (const element of plan.elements) {
    const box = places.get(element.id);
    if (box) drawElement(sheet, element, box, wordsOf(element));
  }
  for (const [at, { label }] of routes.entries()) drawLabel(sheet, labels[at] ?? [], label);
  return sheet.print(plan.title);
}

function placesOf({ elements, groups, links, order }: C4Plan): Map<string, Box> {
  const items = [
    ...elements.map((element) => ({ ...element, isGroup: false, ...sizeOf(element, wordsOf(element)) })),
    ...groups.map((group) => ({ ...group, isGroup: true, ...headSize(group) })),
  ].sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
  const above = links.flatMap(({ from, to, way }) =>
    way === 'beside' ? [] : [way === 'up' ? { above: to, below: from } : { above: from, below: to }],
  );
  return layered(items, above);
}

function headSize(group: C4Group): Pick<Box, 'width' | 'height'> {
  const head = headOf(group);
  return {
    width: Math.max(...head.map(({ text }) => widthOf(text, 13) * 1.12)) + 30,
    height: head.length * 15,
  };
}

/** The place of a boundary's words. */
function headPlace(group: C4Group, place: Box | undefined): Box[] {
  return place ? [{ x: place.x + 8, y: place.y + 4, ...headSize(group) }] : [];
}

function labelOf({ label, technology }: C4Link): string[] {
  const lines = wrapWords(label, 130, 12).filter((line) => line !== '');
  return technology === '' ? lines : [...lines, ...wrapWords(`[${technology}]`, 130, 12)];
}

function wordsOf({ name, kind, technology, about }: C4Element): Words {
  return {
    name: wrapWords(name, widest, 14),
    kind: wrapWords(technology === '' ? `[${kind}]` : `[${kind}: ${technology}]`, widest, 11),
    about: about === '' ? [] : wrapWords(about, widest, 12),
  };
}

/** The words above a boundary: its name, and its kind. */
function headOf({ name, kind }: C4Group): { readonly text: string; readonly isName: boolean }[] {
  return [
    ...wrapWords(name, 220, 13).map((text) => ({ text, isName: true })),
    ...(kind === '' ? [] : wrapWords(`[${kind}]`, 220, 11).map((text) => ({ text, isName: false }))),
  ];
}

function sizeOf({ shape, isPerson }: C4Element, { name, kind, about }: Words): Pick<Box, 'width' | 'height'> {
  const lines = [
    ...name.map((line) => widthOf(line, 14) * 1.12),
    ...kind.map((line) => widthOf(line, 11)),
    ...about.map((line) => widthOf(line, 12)),
  ];
  const aside = shape === 'queue' ? 50 : 28;
  const above = (isPerson ? personHeight : 0) + (shape === 'database' ? 16 : 0);
  const height =
    name.length * 18 + (kind.length + about.length) * step + (about.length > 0 ? 6 : 0) + 24 + above;
  return { width: Math.max(120, ...lines) + aside, height };
}

function drawBoundary(sheet: Sheet, box: Box, group: C4Group): void {
  sheet.box(box.x, box.y, box, { fill: 'none', stroke: 'var(--_line)', 'stroke-dasharray': '7 4', rx: 8 });
  for (const [at, { text, isName }] of headOf(group).entries()) {
    const look = isName ? { bold: true, size: 13 } : { soft: true, size: 11 };
    sheet.text(text, box.x + 12, box.y + 16 + at * 15, { ...look, hasHalo: true });
  }
}

function drawElement(
  sheet: Sheet,
  { shape, isExternal, isPerson }: C4Element,
  box: Box,
  { name, kind, about }: Words,
): void {
  const { x, y, width, height } = box;
  const look = isExternal
    ? { fill: 'var(--_group-hdr)', stroke: 'var(--_line)' }
    : { fill: 'var(--_node-fill)', stroke: 'var(--_node-stroke)' };
  // Links may pass behind an element, whose color lets them through.
  if (shape === 'database') drawCylinder(sheet, box, look);
  else if (shape === 'queue') drawQueue(sheet, box, look);
  else sheet.box(x, y, box, { rx: isPerson ? 16 : 4, ...look });
  const middle = x + width / 2;
  const words = name.length * 18 + (kind.length + about.length) * step + (about.length > 0 ? 6 : 0);
  let line =
    y + (height - words) / 2 + 9 + (isPerson ? personHeight / 2 : 0) + (shape === 'database' ? 5 : 0);
  if (isPerson) drawPerson(sheet, middle, line - 9 - personHeight / 2, look.stroke);
  const write = (
    lines: readonly string[],
    size: number,
    down: number,
    more: { bold?: boolean; soft?: boolean } = {},
  ): void => {
    for (const each of lines) {
      sheet.text(each, middle, line, { anchor: 'middle', size, ...more });
      line += down;
    }
  };
  write(name, 14, 18, { bold: true });
  write(kind, 11, step, { soft: true });
  if (about.length > 0) line += 6;
  write(about, 12, step);
}

/** A head and shoulders. */
function drawPerson(sheet: Sheet, x: number, y: number, stroke: string): void {
  const look = {
    fill: 'none',
    stroke: stroke === 'var(--_line)' ? stroke : 'var(--_arrow)',
    'stroke-width': 1.5,
  };
  sheet.shape('circle', { cx: x, cy: y - 6, r: 5.5, ...look });
  sheet.shape('path', {
    d: `M${pathPoint(x - 11, y + 12)}c0 -13 22 -13 22 0`,
    'stroke-linecap': 'round',
    ...look,
  });
}

/** Draws a queue: a cylinder on its side. */
function drawQueue(sheet: Sheet, { x, y, width, height }: Box, look: Readonly<Record<string, string>>): void {
  const [rim, half] = [10, height / 2];
  const curve = (sweep: number): string => `A${rim} ${half} 0 0 ${sweep} `;
  const [left, right, bottom] = [x + rim, x + width - rim, y + height];
  const d = `M${pathPoint(left, y)}L${pathPoint(right, y)}${curve(1)}${pathPoint(right, bottom)}L${pathPoint(left, bottom)}${curve(1)}${pathPoint(left, y)}Z`;
  sheet.shape('path', { d, ...look });
  const front = `M${pathPoint(right, y)}${curve(0)}${pathPoint(right, bottom)}`;
  sheet.shape('path', { d: front, fill: 'none', stroke: look['stroke'] });
  sheet.cover(x, y);
  sheet.cover(x + width, bottom);
}

import { arranged, type Cell, type Side } from './architecture-grid.ts';
import { iconOutline } from './architecture-icons.ts';
import { textAfterKeyword, unquoted, withoutComment, type Line } from './lines.ts';
import { drawArrow, drawLabel, type Point } from './shapes.ts';
import { Sheet, wrapWords, type Chart } from './sheet.ts';

/** A service, a junction or a group, where it is declared. */
interface Declared {
  readonly kind: 'service' | 'junction' | 'group';
  readonly id: string;
  readonly icon: string;
  readonly words: readonly string[];
  readonly parent: string | undefined;
}

interface End {
  readonly id: string;
  readonly side: Side;
  /** Whether the edge ends at the group around the service. */
  readonly isGroup: boolean;
  readonly hasHead: boolean;
}

interface Edge {
  readonly from: End;
  readonly to: End;
  readonly label: string;
}

const tile = 60;
const stub = 22;
const title = String.raw`\[\s*("[^"]*"|'[^']*'|[^\]]+?)\s*\]`;
const declaredForm = new RegExp(
  `^(group|service|junction)\\s+([\\w-]+)\\s*(?:\\(([^)]*)\\)|("[^"]*"|'[^']*'))?\\s*(?:${title})?(?:\\s+in\\s+([\\w-]+))?$`,
);
const edgeForm = new RegExp(
  `^([\\w-]+)(\\{group\\})?\\s*:\\s*([LRTB])\\s*(<)?(?:--|-\\s*${title}\\s*-)(>)?\\s*([LRTB])\\s*:\\s*([\\w-]+)(\\{group\\})?$`,
);

/** `architecture`: services in their groups, joined from side to side. */
export function drawArchitecture([first, ...lines]: readonly Line[]): Chart {
  let heading = '';
  const declared = new Map<string, Declared>();
  const edges: Edge[] = [];
  for (const line of lines) {
    const text = withoutComment(line.text);
    const named = textAfterKeyword('title', line);
    const thing = declaredOf(text);
    const edge = edgeOf(text);
    const isKnown = (id: string | undefined): boolean =>
      id === undefined || declared.get(id)?.kind === 'group';
    if (named !== undefined) heading = named;
    else if (thing && !declared.has(thing.id) && isKnown(thing.parent)) declared.set(thing.id, thing);
    else if (edge) edges.push(edge);
    else return { unread: line.text };
  }
  const ends = edges.flatMap(({ from, to }) => [from, to]);
  const lost = ends.find(({ id }) => !declared.has(id) || declared.get(id)?.kind === 'group');
  if (lost || declared.size === 0) return { unread: lost?.id ?? first?.text ?? '' };
  return drawn(declared, edges, heading);
}

function declaredOf(text: string): Declared | undefined {
  const [, kind, id = '', icon = '', letters, label, parent] = declaredForm.exec(text) ?? [];
  if (kind === undefined) return undefined;
  const words = label === undefined ? [] : wrapWords(unquoted(label), kind === 'group' ? 260 : 124, 13);
  return { kind: kind as Declared['kind'], id, icon: letters ?? icon.trim(), words, parent };
}

function edgeOf(text: string): Edge | undefined {
  const [, from, fromGroup, fromSide, fromHead, label, toHead, toSide, to = '', toGroup] =
    edgeForm.exec(text) ?? [];
  if (from === undefined) return undefined;
  return {
    from: {
      id: from,
      side: fromSide as Side,
      isGroup: fromGroup !== undefined,
      hasHead: fromHead !== undefined,
    },
    to: { id: to, side: toSide as Side, isGroup: toGroup !== undefined, hasHead: toHead !== undefined },
    label: label === undefined ? '' : unquoted(label),
  };
}

function drawn(declared: ReadonlyMap<string, Declared>, edges: readonly Edge[], heading: string): Chart {
  const cells = [...declared.values()].map((thing) => ({
    ...sizeOf(thing),
    id: thing.id,
    parent: thing.parent,
    isGroup: thing.kind === 'group',
  }));
  const links = edges.map(({ from, to }) => ({
    from: from.id,
    to: to.id,
    fromSide: from.side,
    toSide: to.side,
  }));
  const places = arranged(cells, links);
  const sheet = new Sheet();
  for (const thing of declared.values()) {
    const place = places.get(thing.id);
    if (thing.kind === 'group' && place) drawGroup(sheet, thing, place);
  }
  for (const edge of edges) drawEdge(sheet, edge, { declared, places });
  for (const thing of declared.values()) {
    const place = places.get(thing.id);
    if (!place || thing.kind === 'group') continue;
    if (thing.kind === 'junction')
      sheet.shape('circle', {
        cx: place.x + place.width / 2,
        cy: place.y + place.height / 2,
        r: 4,
        fill: 'var(--_arrow)',
      });
    else drawService(sheet, thing, place);
  }
  return sheet.print(heading);
}

function sizeOf({ kind, words }: Declared): { width: number; height: number; middle: number } {
  if (kind === 'junction') return { width: 24, height: 24, middle: 12 };
  const height = tile + (words.length === 0 ? 0 : words.length * 18 + 8);
  return { width: 130, height, middle: tile / 2 };
}

function drawGroup(sheet: Sheet, { icon, words }: Declared, place: Cell): void {
  sheet.box(place.x, place.y, place, {
    rx: 10,
    fill: 'var(--_group-fill)',
    stroke: 'var(--_line)',
    'stroke-dasharray': '6 4',
  });
  if (icon !== '') drawIcon(sheet, icon, { x: place.x + 12, y: place.y + 10 }, 22);
  const x = place.x + (icon === '' ? 14 : 42);
  for (const [at, line] of words.entries())
    sheet.text(line, x, place.y + 21 + at * 18, { bold: true, size: 13 });
}

function drawService(sheet: Sheet, { icon, words }: Declared, { x, y, width }: Cell): void {
  const middle = x + width / 2;
  sheet.box(middle - tile / 2, y, { width: tile, height: tile }, { rx: 10 });
  if (/^["']/.test(icon)) {
    const letters = wrapWords(unquoted(icon), tile - 8, 11);
    for (const [at, line] of letters.entries())
      sheet.text(line, middle, y + tile / 2 + (at - (letters.length - 1) / 2) * 14, {
        anchor: 'middle',
        size: 11,
      });
  } else drawIcon(sheet, icon, { x: middle - 18, y: y + 12 }, 36);
  for (const [at, line] of words.entries())
    sheet.text(line, middle, y + tile + 15 + at * 18, { anchor: 'middle', size: 13, hasHalo: true });
}

function drawIcon(sheet: Sheet, name: string, { x, y }: Point, size: number): void {
  sheet.shape('path', {
    d: iconOutline(name),
    transform: `translate(${x} ${y}) scale(${size / 24})`,
    fill: 'none',
    stroke: 'var(--_arrow)',
    'stroke-width': 1.4,
    'stroke-linejoin': 'round',
    'stroke-linecap': 'round',
  });
}

interface Plan {
  readonly declared: ReadonlyMap<string, Declared>;
  readonly places: ReadonlyMap<string, Cell>;
}

const outward: Readonly<Record<Side, Point>> = {
  L: { x: -1, y: 0 },
  R: { x: 1, y: 0 },
  T: { x: 0, y: -1 },
  B: { x: 0, y: 1 },
};

/** Where an edge begins or ends: the middle of a side of the tile, or a side of the group around it. */
function pointOf({ id, side, isGroup }: End, { declared, places }: Plan): Point {
  const thing = declared.get(id);
  const place = places.get(id);
  const around = isGroup && thing?.parent !== undefined ? places.get(thing.parent) : undefined;
  if (!place || !thing) return { x: 0, y: 0 };
  const middle = place.x + place.width / 2;
  if (thing.kind === 'junction') return { x: middle, y: place.y + place.height / 2 };
  const [left, right] = around ? [around.x, around.x + around.width] : [middle - tile / 2, middle + tile / 2];
  const top = around ? around.y : place.y;
  const bottom = around ? around.y + around.height : place.y + place.height;
  if (side === 'L' || side === 'R') return { x: side === 'L' ? left : right, y: place.y + tile / 2 };
  return { x: middle, y: side === 'T' ? top : bottom };
}

function drawEdge(sheet: Sheet, { from, to, label }: Edge, plan: Plan): void {
  const [start, end] = [pointOf(from, plan), pointOf(to, plan)];
  const way = wayBetween(start, outward[from.side], end, outward[to.side]);
  drawArrow(sheet, way, { heads: [from.hasHead, to.hasHead], width: 1.6 });
  if (label === '') return;
  const middle = Math.floor((way.length - 1) / 2);
  const [one, other] = [way[middle] ?? start, way[middle + 1] ?? end];
  drawLabel(sheet, wrapWords(label, 100, 12), { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
}

/** A way in right angles that leaves and arrives in given directions. */
function wayBetween(start: Point, out: Point, end: Point, into: Point): Point[] {
  const isStraight = out.x === 0 ? start.x === end.x : start.y === end.y;
  if (isStraight && out.x === -into.x && out.y === -into.y) return [start, end];
  const first = { x: start.x + out.x * stub, y: start.y + out.y * stub };
  const last = { x: end.x + into.x * stub, y: end.y + into.y * stub };
  if ((out.x === 0) !== (into.x === 0)) {
    const corner = out.x === 0 ? { x: start.x, y: end.y } : { x: end.x, y: start.y };
    const isAhead =
      (corner.x - start.x) * out.x + (corner.y - start.y) * out.y > 0 &&
      (corner.x - end.x) * into.x + (corner.y - end.y) * into.y > 0;
    if (isAhead) return [start, corner, end];
    const turn = out.x === 0 ? { x: last.x, y: first.y } : { x: first.x, y: last.y };
    return [start, first, turn, last, end];
  }
  if (out.x === 0) {
    const y =
      out.y === into.y
        ? out.y > 0
          ? Math.max(first.y, last.y)
          : Math.min(first.y, last.y)
        : (first.y + last.y) / 2;
    return [start, { x: start.x, y }, { x: end.x, y }, end];
  }
  const x =
    out.x === into.x
      ? out.x > 0
        ? Math.max(first.x, last.x)
        : Math.min(first.x, last.x)
      : (first.x + last.x) / 2;
  return [start, { x, y: start.y }, { x, y: end.y }, end];
}

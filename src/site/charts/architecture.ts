import { arranged, type Cell, type Side } from './architecture-grid.ts';
import { iconOutline } from './architecture-icons.ts';
import { textAfterKeyword, unquoted, withoutComment, type Line } from './lines.ts';
import { noPlace, routesBetween, routeSides } from './routes.ts';
import { centerOf, drawArrow, drawLabel, type Point } from './shapes.ts';
import { Sheet, widthOf, wrapWords, type Chart } from './sheet.ts';

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
    else if (!/^align\s+(?:row|column)\s/.test(text)) return { unread: line.text };
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
  drawEdges(sheet, edges, { declared, places });
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
  if (kind === 'junction') return { width: 20, height: 20, middle: 10 };
  const height = tile + (words.length === 0 ? 0 : words.length * 20 + 10);
  return { width: 140, height, middle: tile / 2 };
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

const sides: Readonly<Record<Side, number>> = {
  L: routeSides.left,
  R: routeSides.right,
  T: routeSides.top,
  B: routeSides.bottom,
};

/** What edges go round: the tile of a service with its words. */
function bodyOf({ kind }: Declared, { x, y, width, height }: Cell): Cell {
  return kind === 'junction'
    ? { x, y, width, height }
    : { x: x + (width - tile) / 2, y, width: tile, height };
}

/** The box that an edge begins or ends at: the tile of a service, or the group around it as far as it is beside the tile. */
function boxOf({ id, side, isGroup }: End, { declared, places }: Plan): Cell {
  const [thing, place] = [declared.get(id), places.get(id)];
  if (!thing || !place) return noPlace;
  const body = bodyOf(thing, place);
  const box = side === 'B' || thing.kind === 'junction' ? body : { ...body, height: tile };
  const group = isGroup && thing.parent !== undefined ? places.get(thing.parent) : undefined;
  if (!group) return box;
  return side === 'L' || side === 'R'
    ? { ...box, x: group.x, width: group.width }
    : { ...box, y: group.y, height: group.height };
}

function drawEdges(sheet: Sheet, edges: readonly Edge[], plan: Plan): void {
  const things = [...plan.declared.values()].map((thing) => ({
    thing,
    place: plan.places.get(thing.id) ?? noPlace,
  }));
  const groups = things.filter(({ thing }) => thing.kind === 'group');
  const labels = edges.map(({ label }) => (label === '' ? [] : wrapWords(label, 100, 12)));
  const routes = routesBetween(
    {
      boxes: things
        .filter(({ thing }) => thing.kind !== 'group')
        .map(({ thing, place }) => bodyOf(thing, place)),
      frames: groups.map(({ place }) => place),
      words: groups.map(({ thing, place }) => ({
        ...place,
        width: 200,
        height: 20 + thing.words.length * 18,
      })),
    },
    edges.map(({ from, to }, at) => ({
      from: boxOf(from, plan),
      to: boxOf(to, plan),
      fromSide: sides[from.side],
      toSide: sides[to.side],
      width: Math.max(0, ...(labels[at] ?? []).map((line) => widthOf(line, 12))),
      height: (labels[at]?.length ?? 0) * 16,
    })),
  );
  for (const [at, { points }] of routes.entries()) {
    const [from, to] = [edges[at]?.from, edges[at]?.to];
    const way = [...jointOf(from, plan), ...points, ...jointOf(to, plan)];
    drawArrow(sheet, way, { heads: [from?.hasHead ?? false, to?.hasHead ?? false], width: 1.6 });
  }
  for (const [at, { label }] of routes.entries()) drawLabel(sheet, labels[at] ?? [], label);
}

/** The middle of a junction, where all its edges meet. */
function jointOf(end: End | undefined, { declared, places }: Plan): Point[] {
  const place = end && declared.get(end.id)?.kind === 'junction' ? places.get(end.id) : undefined;
  return place ? [centerOf(place)] : [];
}

import { boxesOf, memberOf } from './nested.ts';
import { routeStep } from './routes.ts';
import type { Box, Point } from './shapes.ts';

/** The side of a service: left, right, top or bottom. */
export type Side = 'L' | 'R' | 'T' | 'B';

export type Cell = Box;

/** Something with a size of its own, or a group, whose size comes from what is in it. */
export interface GridItem {
  readonly id: string;
  readonly parent: string | undefined;
  readonly isGroup: boolean;
  readonly width: number;
  readonly height: number;
  /** How far below its top the middle of its tile is. */
  readonly middle: number;
}

/** Says on which side of one item another one is. */
export interface SideLink {
  readonly from: string;
  readonly to: string;
  readonly fromSide: Side;
  readonly toSide: Side;
}

interface Placed {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly inner: readonly Placed[];
  /** The point, relative to the item, that is lined up with the same points of its neighbours. */
  readonly anchor: Point;
  /** The place inside the group around it. */
  x: number;
  y: number;
}

// All lengths are whole steps of routes.
const gap = { x: 70, y: 60 };
const padding = { side: 30, top: 50, bottom: 30 };
/** How many items that nothing joins are in a row. */
const inRow = 4;

/** Places items on grids, a grid for each group, so that each is on the side of its neighbours that the links say. */
export function arranged(items: readonly GridItem[], links: readonly SideLink[]): Map<string, Cell> {
  const parents = new Map(items.map(({ id, parent }) => [id, parent]));
  /** Whether a link leads from a member of a group to something outside. */
  const leavesGroup = (id: string, group: string): boolean =>
    links.some(({ from, to }) => {
      const [one, other] = [memberOf(from, group, parents), memberOf(to, group, parents)];
      return (one === id && other === undefined) || (other === id && one === undefined);
    });
  const arrange = (group: string | undefined): Placed[] => {
    const members = items.filter(({ parent }) => parent === group);
    const placed = members.map((item) =>
      item.isGroup
        ? groupOf(item, arrange(item.id), (id) => leavesGroup(id, item.id))
        : { ...item, inner: [], anchor: { x: item.width / 2, y: item.middle }, x: 0, y: 0 },
    );
    const own = links.flatMap((link) => {
      const [from, to] = [memberOf(link.from, group, parents), memberOf(link.to, group, parents)];
      return from === undefined || to === undefined || from === to ? [] : [{ ...link, from, to }];
    });
    spread(
      placed,
      gridOf(
        members.map(({ id }) => id),
        own,
      ),
    );
    return placed;
  };
  return boxesOf(arrange(undefined));
}

function groupOf({ id }: GridItem, inner: Placed[], leaves: (id: string) => boolean): Placed {
  const right = Math.max(100, ...inner.map(({ x, width }) => x + width));
  const bottom = Math.max(20, ...inner.map(({ y, height }) => y + height));
  for (const each of inner) {
    each.x += padding.side;
    each.y += padding.top;
  }
  const size = { width: right + 2 * padding.side, height: bottom + padding.top + padding.bottom };
  const gates = inner.filter((each) => leaves(each.id));
  const mean = (axis: 'x' | 'y', otherwise: number): number =>
    inSteps(
      gates.length === 0
        ? otherwise
        : gates.reduce((sum, each) => sum + each[axis] + each.anchor[axis], 0) / gates.length,
    );
  return {
    id,
    inner,
    x: 0,
    y: 0,
    ...size,
    anchor: { x: mean('x', size.width / 2), y: mean('y', size.height / 2) },
  };
}

function inSteps(length: number): number {
  return Math.round(length / routeStep) * routeStep;
}

interface Spot {
  readonly column: number;
  readonly row: number;
}

/** The way from one item to another: a step to the side, up or down, or both where the sides make a corner. */
function stepOf({ fromSide, toSide }: SideLink): Spot {
  const steps: Readonly<Record<Side, Spot>> = {
    L: { column: -1, row: 0 },
    R: { column: 1, row: 0 },
    T: { column: 0, row: -1 },
    B: { column: 0, row: 1 },
  };
  const [out, into] = [steps[fromSide], steps[toSide]];
  const isCorner = (out.column === 0) !== (into.column === 0);
  return isCorner ? { column: out.column - into.column, row: out.row - into.row } : out;
}

/** The column and the row of each item. */
function gridOf(ids: readonly string[], links: readonly SideLink[]): Map<string, Spot> {
  const spots = new Map<string, Spot>();
  let [column, row, below] = [0, 0, 0];
  for (const id of ids) {
    if (spots.has(id)) continue;
    const group = joinedTo(id, links);
    const [columns, rows] = [
      [...group.values()].map((spot) => spot.column),
      [...group.values()].map((spot) => spot.row),
    ];
    const [left, top] = [Math.min(...columns), Math.min(...rows)];
    const width = Math.max(...columns) - left + 1;
    if (column > 0 && column + width > inRow) [column, row] = [0, below];
    for (const [each, spot] of group)
      spots.set(each, { column: spot.column - left + column, row: spot.row - top + row });
    column += width;
    below = Math.max(below, row + Math.max(...rows) - top + 1);
  }
  return spots;
}

/** The spots of all items that links lead to from one, around it. */
function joinedTo(id: string, links: readonly SideLink[]): Map<string, Spot> {
  const spots = new Map<string, Spot>([[id, { column: 0, row: 0 }]]);
  const taken = new Set(['0 0']);
  for (const [at, spot] of spots)
    for (const link of links) {
      const isForward = link.from === at;
      const next = isForward ? link.to : link.from;
      if ((!isForward && link.to !== at) || spots.has(next)) continue;
      const step = stepOf(
        isForward ? link : { from: link.to, to: link.from, fromSide: link.toSide, toSide: link.fromSide },
      );
      const { column, row } = freeSpot(
        { column: spot.column + step.column, row: spot.row + step.row },
        step,
        taken,
      );
      taken.add(`${column} ${row}`);
      // A map that grows while we walk through it also visits the new entries.
      spots.set(next, { column, row });
    }
  return spots;
}

/** The spot that is wanted; where it is taken, the nearest one on the line across the step, on both sides in turn. */
function freeSpot(wanted: Spot, step: Spot, taken: ReadonlySet<string>): Spot {
  const across = { column: step.column === 0 ? 1 : 0, row: step.column === 0 ? 0 : 1 };
  for (let count = 0; ; count += 1) {
    const far = count % 2 === 0 ? -count / 2 : (count + 1) / 2;
    const spot = { column: wanted.column + across.column * far, row: wanted.row + across.row * far };
    if (!taken.has(`${spot.column} ${spot.row}`)) return spot;
  }
}

/** Gives each item its place, in line with the others of its column and of its row. */
function spread(items: readonly Placed[], spots: ReadonlyMap<string, Spot>): void {
  const along = (axis: 'x' | 'y', size: 'width' | 'height', line: 'column' | 'row'): void => {
    let start = 0;
    const lineOf = (item: Placed): number => spots.get(item.id)?.[line] ?? 0;
    for (let at = 0; at <= Math.max(-1, ...items.map(lineOf)); at += 1) {
      const members = items.filter((item) => lineOf(item) === at);
      const before = Math.max(0, ...members.map(({ anchor }) => anchor[axis]));
      const after = Math.max(0, ...members.map((item) => item[size] - item.anchor[axis]));
      for (const item of members) item[axis] = start + before - item.anchor[axis];
      start += before + after + (members.length === 0 ? 0 : gap[axis]);
    }
  };
  along('x', 'width', 'column');
  along('y', 'height', 'row');
}

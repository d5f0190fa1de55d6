import type { Box, Point } from './shapes.ts';

/** The place of what has none. */
export const noPlace: Box = { x: 0, y: 0, width: 0, height: 0 };

/** The sides of a box, by their numbers. */
export const routeSides = { right: 0, bottom: 1, left: 2, top: 3 } as const;

/** A link between two boxes, the sides that it has to use, and the size of its words. */
export interface RouteLink {
  readonly from: Box;
  readonly to: Box;
  readonly fromSide?: number;
  readonly toSide?: number;
  readonly width: number;
  readonly height: number;
}

export interface Route {
  readonly points: readonly Point[];
  /** The middle of the link's words. */
  readonly label: Point;
}

/** The distance between the lines that routes run on. Boxes have to begin and end on them. */
export const routeStep = 10;

const margin = 60;
/** What a corner costs, a step beside another route, across another route, and close to a box. */
const costs = { corner: 7, beside: 6, across: 2, close: 3, port: 12 };

const directions = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
] as const;

/** What routes have to go round, and what they may cross. */
export interface RouteField {
  readonly boxes: readonly Box[];
  /** Frames around boxes: a route crosses them, but does not run along them. */
  readonly frames: readonly Box[];
  /** Words that the words of links must not cover. */
  readonly words: readonly Box[];
}

/** Finds ways between boxes in right angles that go round all boxes, and keep away from each other where they can. */
export function routesBetween({ boxes, frames, words }: RouteField, links: readonly RouteLink[]): Route[] {
  const field = new Field(boxes, frames);
  const routes: Point[][] = [];
  for (const link of links) routes.push(field.route(link));
  const taken = [...boxes, ...words];
  return routes.map((points, at) => {
    const { width = 0, height = 0 } = links[at] ?? {};
    const label = placeFor(points, { width, height }, taken);
    if (width > 0) taken.push(around(label, width, height));
    return { points, label };
  });
}

function around({ x, y }: Point, width: number, height: number): Box {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** The place on a way where words are furthest from everything else; near its middle where that is free. */
function placeFor(
  points: readonly Point[],
  { width, height }: { width: number; height: number },
  taken: readonly Box[],
): Point {
  const places: Point[] = [];
  for (const [at, point] of points.entries()) {
    const next = points[at + 1];
    if (!next) break;
    const steps = Math.max(1, Math.round(Math.hypot(next.x - point.x, next.y - point.y) / routeStep));
    for (let step = 0; step < steps; step += 1)
      places.push({
        x: point.x + ((next.x - point.x) * step) / steps,
        y: point.y + ((next.y - point.y) * step) / steps,
      });
  }
  const middle = places.length / 2;
  let best = { place: places[Math.floor(middle)] ?? points[0] ?? { x: 0, y: 0 }, cost: Infinity };
  for (const [at, place] of places.entries()) {
    const own = around(place, width + 8, height + 6);
    const covered = taken.reduce((sum, box) => sum + common(own, box), 0);
    const cost = covered + Math.abs(at - middle) * 2;
    if (cost < best.cost) best = { place, cost };
  }
  return best.place;
}

/** The area that two boxes have in common. */
function common(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, width) * Math.max(0, height);
}

interface Port {
  readonly column: number;
  readonly row: number;
  /** The number of the direction away from the box. */
  readonly out: number;
  readonly cost: number;
}

/** The lines that routes may run on, with what is on them. */
class Field {
  readonly #left: number;
  readonly #top: number;
  readonly #columns: number;
  readonly #rows: number;
  /** 1 for a point close to a box, 2 for a point in it or on its edge. */
  readonly #ground: Uint8Array;
  /** How many routes run through a point, from left to right and from top to bottom. */
  readonly #used: readonly [Uint8Array, Uint8Array];

  constructor(boxes: readonly Box[], frames: readonly Box[]) {
    this.#left = Math.min(...[...boxes, ...frames].map(({ x }) => x)) - margin;
    this.#top = Math.min(...[...boxes, ...frames].map(({ y }) => y)) - margin;
    this.#columns =
      this.#column(Math.max(...[...boxes, ...frames].map(({ x, width }) => x + width)) + margin) + 1;
    this.#rows =
      this.#row(Math.max(...[...boxes, ...frames].map(({ y, height }) => y + height)) + margin) + 1;
    const count = this.#columns * this.#rows;
    this.#ground = new Uint8Array(count);
    this.#used = [new Uint8Array(count), new Uint8Array(count)];
    for (const { x, y, width, height } of frames)
      for (const edge of [
        { x, y, width, height: 0 },
        { x, y: y + height, width, height: 0 },
        { x, y, width: 0, height },
        { x: x + width, y, width: 0, height },
      ])
        this.#mark(edge, 1);
    for (const box of boxes) this.#mark(box, 1);
    for (const box of boxes) this.#mark(box, 0);
  }

  #column(x: number): number {
    return Math.round((x - this.#left) / routeStep);
  }

  #row(y: number): number {
    return Math.round((y - this.#top) / routeStep);
  }

  #mark({ x, y, width, height }: Box, reach: 0 | 1): void {
    for (let row = this.#row(y) - reach; row <= this.#row(y + height) + reach; row += 1)
      for (let column = this.#column(x) - reach; column <= this.#column(x + width) + reach; column += 1)
        this.#ground[row * this.#columns + column] = reach === 0 ? 2 : 1;
  }

  /** The points beside a box where a route may begin or end, the middle of each side first. */
  #ports(box: Box, side: number | undefined): Port[] {
    const ports: Port[] = [];
    const [left, right, top, bottom] = [
      this.#column(box.x),
      this.#column(box.x + box.width),
      this.#row(box.y),
      this.#row(box.y + box.height),
    ];
    const add = (column: number, row: number, out: number): void => {
      if (side !== undefined && side !== out) return;
      const off = out % 2 === 0 ? Math.abs(row - (top + bottom) / 2) : Math.abs(column - (left + right) / 2);
      const used = this.#used[out % 2 === 0 ? 0 : 1][row * this.#columns + column] ?? 0;
      ports.push({ column, row, out, cost: off * 0.6 + used * costs.port + (out % 2 === 0 ? 3 : 0) });
    };
    const across = Math.min(2, Math.floor((right - left) / 2));
    for (let column = left + across; column <= right - across; column += 1) {
      add(column, top - 1, 3);
      add(column, bottom + 1, 1);
    }
    const down = Math.min(2, Math.floor((bottom - top) / 2));
    for (let row = top + down; row <= bottom - down; row += 1) {
      add(left - 1, row, 2);
      add(right + 1, row, 0);
    }
    return ports;
  }

  /** The cheapest way from one box to another. */
  route({ from, to, fromSide, toSide }: RouteLink): Point[] {
    const goals = new Map(
      this.#ports(to, toSide).map((port) => [this.#state(port.column, port.row, (port.out + 2) % 4), port]),
    );
    const states = this.#ground.length * 4;
    const known = new Float64Array(states).fill(Infinity);
    const before = new Int32Array(states).fill(-1);
    const done = new Uint8Array(states);
    const queue = new Queue();
    for (const port of this.#ports(from, fromSide)) {
      const state = this.#state(port.column, port.row, port.out);
      known[state] = port.cost;
      queue.add(state, port.cost + this.#least(state, to));
    }
    let best = { state: -1, cost: Infinity };
    for (let next = queue.take(); next && next.cost < best.cost; next = queue.take()) {
      const { state } = next;
      if (done[state] === 1) continue;
      done[state] = 1;
      const cost = known[state] ?? Infinity;
      const goal = goals.get(state);
      if (goal && cost + goal.cost < best.cost) best = { state, cost: cost + goal.cost };
      for (const [follower, more] of this.#followers(state)) {
        if (done[follower] === 1 || cost + more >= (known[follower] ?? Infinity)) continue;
        known[follower] = cost + more;
        before[follower] = state;
        queue.add(follower, cost + more + this.#least(follower, to));
      }
    }
    const way: number[] = [];
    for (let state = best.state; state >= 0; state = before[state] ?? -1) way.unshift(state);
    return this.#take(way);
  }

  /** What the rest of a way to a box costs at least. */
  #least(state: number, { x, y, width, height }: Box): number {
    const point = Math.floor(state / 4);
    const [column, row] = [point % this.#columns, Math.floor(point / this.#columns)];
    const across = Math.max(0, this.#column(x) - column, column - this.#column(x + width));
    const down = Math.max(0, this.#row(y) - row, row - this.#row(y + height));
    return Math.max(0, across + down - 1);
  }

  #state(column: number, row: number, direction: number): number {
    return (row * this.#columns + column) * 4 + direction;
  }

  #followers(state: number): [state: number, cost: number][] {
    const [point, direction] = [Math.floor(state / 4), state % 4];
    const [column, row] = [point % this.#columns, Math.floor(point / this.#columns)];
    const followers: [number, number][] = [];
    for (const turn of [0, 1, 3]) {
      const next = (direction + turn) % 4;
      const { x, y } = directions[next] ?? directions[0];
      const [toColumn, toRow] = [column + x, row + y];
      if (toColumn < 0 || toRow < 0 || toColumn >= this.#columns || toRow >= this.#rows) continue;
      const target = toRow * this.#columns + toColumn;
      const ground = this.#ground[target] ?? 2;
      if (ground === 2) continue;
      const [along, across] = next % 2 === 0 ? this.#used : [this.#used[1], this.#used[0]];
      const cost =
        1 +
        (turn === 0 ? 0 : costs.corner) +
        ground * costs.close +
        (along[target] ?? 0) * costs.beside +
        (across[target] ?? 0) * costs.across;
      followers.push([this.#state(toColumn, toRow, next), cost]);
    }
    return followers;
  }

  /** Marks a way as used, and gives its corners with its ends at the boxes. */
  #take(way: readonly number[]): Point[] {
    const pointOf = (state: number): Point => {
      const point = Math.floor(state / 4);
      return {
        x: this.#left + (point % this.#columns) * routeStep,
        y: this.#top + Math.floor(point / this.#columns) * routeStep,
      };
    };
    for (const [at, state] of way.entries()) {
      const point = Math.floor(state / 4);
      for (const direction of [state % 4, (way[at + 1] ?? state) % 4]) {
        const used = this.#used[direction % 2 === 0 ? 0 : 1];
        for (const beside of [0, 1, -1])
          // Lines beside a route are taken as well, so that two routes are never too close.
          used[point + (direction % 2 === 0 ? beside * this.#columns : beside)] = 1;
      }
    }
    const [first, last] = [way[0], way.at(-1)];
    if (first === undefined || last === undefined) return [];
    const [out, into] = [directions[first % 4] ?? directions[0], directions[last % 4] ?? directions[0]];
    const [start, end] = [pointOf(first), pointOf(last)];
    const corners = way
      .filter((state, at) => at > 0 && (way[at + 1] ?? state) % 4 !== state % 4)
      .map(pointOf);
    return [
      { x: start.x - out.x * routeStep, y: start.y - out.y * routeStep },
      ...corners,
      { x: end.x + into.x * routeStep, y: end.y + into.y * routeStep },
    ];
  }
}

/** States in the order of their costs: a heap. */
class Queue {
  readonly #heap: { readonly state: number; readonly cost: number }[] = [];

  add(state: number, cost: number): void {
    const heap = this.#heap;
    let at = heap.push({ state, cost }) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if ((heap[above]?.cost ?? 0) <= cost) break;
      this.#swap(at, above);
      at = above;
    }
  }

  take(): { readonly state: number; readonly cost: number } | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (!last || heap.length === 0) return first;
    heap[0] = last;
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const least = (heap[right]?.cost ?? Infinity) < (heap[left]?.cost ?? Infinity) ? right : left;
      if ((heap[least]?.cost ?? Infinity) >= last.cost) break;
      this.#swap(at, least);
      at = least;
    }
    return first;
  }

  #swap(one: number, other: number): void {
    const heap = this.#heap;
    const [a, b] = [heap[one], heap[other]];
    if (a && b) [heap[one], heap[other]] = [b, a];
  }
}

import { boxesOf, memberOf } from './nested.ts';
import { routeStep } from './routes.ts';
import type { Box } from './shapes.ts';

/** Something with a size of its own, or a group: its size comes from what is in it, below words of the size that it names. */
export interface LayerItem {
  readonly id: string;
  readonly group: string | undefined;
  readonly isGroup: boolean;
  readonly width: number;
  readonly height: number;
}

/** Says that one item is above another. */
export interface LayerLink {
  readonly above: string;
  readonly below: string;
}

interface Placed {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly inner: readonly Placed[];
  x: number;
  y: number;
}

/** The distances in a row, between rows that links join, and between others. */
const gap = { x: 60, joined: 90, other: 40 };
const padding = { side: 30, top: 20, bottom: 30 };
const widest = 880;

/** Places items in rows, those at the beginning of links above the others, and the members of a group together. */
export function layered(items: readonly LayerItem[], links: readonly LayerLink[]): Map<string, Box> {
  const groups = new Map(items.map(({ id, group }) => [id, group]));
  const arrange = (group: string | undefined, most: number): Placed[] => {
    const members = items.filter((item) => item.group === group);
    const own = links.flatMap((link) => {
      const [above, below] = [link.above, link.below].map((id) => memberOf(id, group, groups));
      return above === undefined || below === undefined || above === below ? [] : [{ above, below }];
    });
    const placed = members.map((item) =>
      item.isGroup ? groupOf(item, arrange(item.id, most - 2 * padding.side)) : leafOf(item),
    );
    stackRows(placed, own, most);
    return placed;
  };
  return boxesOf(arrange(undefined, widest));
}

/** A length of whole steps, because routes run on lines that are a step apart. */
function inSteps(length: number): number {
  return Math.ceil(length / (2 * routeStep)) * 2 * routeStep;
}

function leafOf({ id, width, height }: LayerItem): Placed {
  return { id, width: inSteps(width), height: inSteps(height), inner: [], x: 0, y: 0 };
}

function groupOf({ id, width, height }: LayerItem, inner: Placed[]): Placed {
  const right = Math.max(...inner.map((each) => each.x + each.width));
  const bottom = Math.max(...inner.map((each) => each.y + each.height));
  const whole = Math.max(inSteps(width), right + 2 * padding.side);
  const top = inSteps(height) + padding.top;
  const shift = Math.floor((whole - right) / 2 / routeStep) * routeStep;
  for (const each of inner) {
    each.x += shift;
    each.y += top;
  }
  return { id, inner, x: 0, y: 0, width: whole, height: bottom + top + padding.bottom };
}

/** The layer of each item: below all items that lead to it. A link back to where its way began has no say. */
function layersOf(items: readonly Placed[], links: readonly LayerLink[]): Map<string, number> {
  const kept: LayerLink[] = [];
  const seen = new Set<string>();
  const open = new Set<string>();
  const follow = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    open.add(id);
    for (const link of links)
      if (link.above === id && !open.has(link.below)) {
        kept.push(link);
        follow(link.below);
      }
    open.delete(id);
  };
  for (const { id } of items) follow(id);
  const layers = new Map(items.map(({ id }) => [id, 0]));
  for (let isSettled = false; !isSettled;) {
    isSettled = true;
    for (const { above, below } of kept) {
      const least = (layers.get(above) ?? 0) + 1;
      if ((layers.get(below) ?? 0) >= least) continue;
      layers.set(below, least);
      isSettled = false;
    }
  }
  return layers;
}

/** Gives the items their places: a layer has as many rows as its width asks for, each in the middle. */
function stackRows(items: readonly Placed[], links: readonly LayerLink[], most: number): void {
  const layers = layersOf(items, links);
  const rows: { readonly items: readonly Placed[]; readonly isJoined: boolean }[] = [];
  const middles = new Map<string, number>();
  for (let layer = 0; layer <= Math.max(0, ...layers.values()); layer += 1) {
    const members = items.filter(({ id }) => layers.get(id) === layer);
    // An item stands below the items that lead to it, as far as others allow.
    const wantedPlace = ({ id }: Placed): number => {
      const above = links.flatMap((link) => (link.below === id ? (middles.get(link.above) ?? []) : []));
      return above.length === 0 ? 0 : above.reduce((sum, x) => sum + x, 0) / above.length;
    };
    const wanted = new Map(members.map((item) => [item, wantedPlace(item)]));
    members.sort((one, other) => (wanted.get(one) ?? 0) - (wanted.get(other) ?? 0));
    for (const [at, row] of rowsOf(members, most).entries()) {
      rows.push({ items: row, isJoined: at === 0 });
      let x = -widthOf(row) / 2;
      for (const item of row) {
        middles.set(item.id, x + item.width / 2);
        x += item.width + gap.x;
      }
    }
  }
  const whole = Math.max(0, ...rows.map((row) => widthOf(row.items)));
  let y = 0;
  for (const [at, { items: row, isJoined }] of rows.entries()) {
    if (at > 0) y += isJoined ? gap.joined : gap.other;
    let x = inSteps((whole - widthOf(row)) / 2);
    const height = Math.max(0, ...row.map((item) => item.height));
    for (const item of row) {
      [item.x, item.y] = [x, y + inSteps((height - item.height) / 2)];
      x += item.width + gap.x;
    }
    y += height;
  }
}

/** Cuts a layer into rows of at most a width. */
function rowsOf(members: readonly Placed[], most: number): Placed[][] {
  const rows: Placed[][] = [];
  for (const item of members) {
    const row = rows.at(-1);
    if (row && widthOf([...row, item]) <= most) row.push(item);
    else rows.push([item]);
  }
  return rows;
}

function widthOf(row: readonly Placed[]): number {
  return row.reduce((sum, { width }) => sum + width + gap.x, -gap.x);
}

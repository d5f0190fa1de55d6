import type { Box } from './shapes.ts';

/** Something at its place inside what is around it, with the things inside it. */
interface Nested extends Box {
  readonly id: string;
  readonly inner: readonly Nested[];
}

/** The places on the whole drawing, by id. */
export function boxesOf(placed: readonly Nested[]): Map<string, Box> {
  const boxes = new Map<string, Box>();
  const settle = (items: readonly Nested[], x: number, y: number): void => {
    for (const each of items) {
      const box = { x: x + each.x, y: y + each.y, width: each.width, height: each.height };
      boxes.set(each.id, box);
      settle(each.inner, box.x, box.y);
    }
  };
  settle(placed, 0, 0);
  return boxes;
}

/** The member of a group that an item is, or is in; undefined: it is in none. `parents` has what is around each item. */
export function memberOf(
  id: string,
  group: string | undefined,
  parents: ReadonlyMap<string, string | undefined>,
): string | undefined {
  let at: string | undefined = id;
  while (at !== undefined && parents.get(at) !== group) at = parents.get(at);
  return at;
}

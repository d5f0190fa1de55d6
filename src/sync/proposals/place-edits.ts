import type { PageKey, PlaceEdit } from './folder-edits.ts';
import { containingFolder, isNewGroup, pathInRoot, parentByFolder } from './page-tree.ts';
import type { DocumentNode, TreeIndex } from './page-tree.ts';
import { renamedGroupMessage, renamedGroups } from './renamed-groups.ts';

/** Finds the pages that changed their place: they have another parent, or broke the order that the other pages kept. */
export function placeEdits(
  { before, after }: { before: TreeIndex; after: TreeIndex },
  { basePaths, realPath }: { basePaths: ReadonlyMap<string, string>; realPath: (path: string) => string },
): PlaceEdit[] {
  const places: PlaceEdit[] = [];
  // Pages whose files were moved to another page's folder come behind the pages of that folder, one behind the other.
  const behind = new Map(after.orders);
  for (const [parent, order] of after.orders) {
    if (isNewGroup(parent, before)) {
      for (const [at, key] of order.entries()) {
        const node = after.documents.get(key);
        if (!node || before.documents.has(key)) continue;
        const earlier = order.slice(0, at).toReversed();
        const isThere = (each: PageKey): boolean => before.documents.has(each);
        const near = earlier.find(isThere) ?? order.slice(at + 1).find(isThere);
        places.push({
          key,
          path: realPath(node.path),
          from: basePaths.get(key) ?? null,
          // If the service has no page of the group, the new page comes to the place of the group.
          parent: before.parents.get(near ?? '') ?? null,
          after: [
            ...earlier,
            ...(near === undefined
              ? siblingsBefore(parent, { before, after })
              : pagesBefore(near, { before, after })),
          ],
        });
      }
      continue;
    }
    const stayed = new Set(longestCommon(before.orders.get(parent) ?? [], order));
    order.forEach((key, at) => {
      const node = after.documents.get(key);
      if (!node) return;
      const path = realPath(node.path);
      const wanted = moveByFolder({ key, node, parent }, realPath, { before, after });
      if (stayed.has(key) && wanted === parent) return;
      const earlier = wanted === parent ? order.slice(0, at) : (behind.get(wanted) ?? []);
      if (wanted !== parent) behind.set(wanted, [...earlier, key]);
      const siblings = earlier.flatMap((each) => inPlaceOf(each, { before, after }));
      places.push({
        key,
        path,
        from: basePaths.get(key) ?? null,
        parent: wanted,
        after: siblings.toReversed(),
        ...(wanted === parent ? { next: order[at + 1] ?? null } : { byFolder: true }),
      });
    });
  }
  return places;
}

/** Says of each group that is new here what becomes of it. `contents`: the path of the table of contents. */
export function newGroupMessages(
  { before, after }: { before: TreeIndex; after: TreeIndex },
  contents: string,
): string[] {
  const renamed = renamedGroups({ before, after });
  return [...after.orders.keys()].flatMap((group) =>
    group !== null && isNewGroup(group, before)
      ? [newGroupMessage(group, { before, after, renamed, contents })]
      : [],
  );
}

function newGroupMessage(
  group: PageKey,
  {
    before,
    after,
    renamed,
    contents,
  }: { before: TreeIndex; after: TreeIndex; renamed: ReadonlyMap<PageKey, PageKey>; contents: string },
): string {
  const title = after.groups.get(group) ?? group.slice('group:'.length);
  const old = before.groups.get(renamed.get(group) ?? '');
  if (old !== undefined) return renamedGroupMessage(contents, { old, now: title });
  const rest =
    after.orders.get(group)?.length === 0
      ? 'make it there, or it stays local'
      : 'its pages keep their places there, and new ones go beside the page next to them';
  return `The group “${title}” is new in ${contents}, and only the service can create groups: ${rest}`;
}

/** The siblings before a page in the service, nearest first, with the new pages that come behind them. */
function pagesBefore(
  key: PageKey,
  { before, after }: { before: TreeIndex; after: TreeIndex },
): readonly PageKey[] {
  const parent = before.parents.get(key) ?? null;
  const [order, now] = [before, after].map(({ orders }) => orders.get(parent) ?? []) as [
    PageKey[],
    PageKey[],
  ];
  return order
    .slice(0, order.indexOf(key))
    .toReversed()
    .flatMap((each) => [...newBehind(each, now, { before, after }).toReversed(), each]);
}

/** The new pages that come directly behind a page in an order. */
function newBehind(
  key: PageKey,
  order: readonly PageKey[],
  { before, after }: { before: TreeIndex; after: TreeIndex },
): PageKey[] {
  if (!order.includes(key)) return [];
  const next = order.slice(order.indexOf(key) + 1);
  const end = next.findIndex((each) => before.documents.has(each) || !after.documents.has(each));
  return end === -1 ? next : next.slice(0, end);
}

/** The siblings before a group, nearest first. */
function siblingsBefore(group: PageKey, trees: { before: TreeIndex; after: TreeIndex }): readonly PageKey[] {
  const order = trees.after.orders.get(null) ?? [];
  const earlier = order.slice(0, order.indexOf(group));
  return earlier.flatMap((each) => inPlaceOf(each, trees)).toReversed();
}

/**
 * What the service has in the place of an entry: in the place of a group that it does not have, the pages of that group that are new.
 * Without them, two pages would both have to come directly behind the same third one, and each cycle would move them again.
 */
function inPlaceOf(
  key: PageKey,
  { before, after }: { before: TreeIndex; after: TreeIndex },
): readonly PageKey[] {
  if (!isNewGroup(key, before)) return [key];
  const order = after.orders.get(key) ?? [];
  return order.some((each) => before.documents.has(each))
    ? []
    : order.filter((each) => after.documents.has(each));
}

/** Finds the parent of a page whose file moved to another folder while SUMMARY.md stayed as it was: the page of that folder. */
function moveByFolder(
  { key, node, parent }: { key: PageKey; node: DocumentNode; parent: PageKey | null },
  realPath: (path: string) => string,
  { before, after }: { before: TreeIndex; after: TreeIndex },
): PageKey | null {
  const path = realPath(node.path);
  if (path === node.path || before.parents.get(key) !== parent) return parent;
  const folderOfPage = (at: string): string => containingFolder(pathInRoot(at, after.root));
  if (folderOfPage(path) === folderOfPage(node.path)) return parent;
  const real: TreeIndex = {
    ...after,
    documents: new Map(
      [...after.documents].map(([each, { path: at, title }]) => [each, { path: realPath(at), title }]),
    ),
  };
  const target = parentByFolder(path, real);
  // A folder without a page says nothing about the place: then SUMMARY.md still decides.
  const hasNoPage = target === null && containingFolder(path) !== '';
  return target === key || hasNoPage ? parent : target;
}

/** A longest sequence of keys that have the same order in both lists. */
function longestCommon(before: readonly string[], after: readonly string[]): string[] {
  const rank = new Map(before.map((key, at) => [key, at]));
  const shared = after.filter((key) => rank.has(key));
  const ends: number[] = [];
  const previous = new Array<number>(shared.length).fill(-1);
  shared.forEach((key, at) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rank.get(shared[ends[middle]!]!)! < rank.get(key)!) low = middle + 1;
      else high = middle;
    }
    previous[at] = low > 0 ? ends[low - 1]! : -1;
    ends[low] = at;
  });
  const kept: string[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at]!) kept.push(shared[at]!);
  return kept.reverse();
}

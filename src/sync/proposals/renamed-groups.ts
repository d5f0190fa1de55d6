import type { PageKey } from '../plan/edits.ts';
import { isNewGroup } from './page-tree.ts';
import type { TreeIndex } from './page-tree.ts';

/**
 * Finds the groups that people gave another title in the table of contents: new groups that have most of the pages of a group that is
 * gone. Returns the key of the old group by the key of the new group. No service can be told about such a change, so a person reads one
 * message about the title, and not two about a new group and a missing group.
 */
export function renamedGroups({
  before,
  after,
}: {
  readonly before: TreeIndex;
  readonly after: TreeIndex;
}): ReadonlyMap<PageKey, PageKey> {
  const renamed = new Map<PageKey, PageKey>();
  for (const now of after.groups.keys()) {
    if (!isNewGroup(now, before)) continue;
    const here = new Set(after.orders.get(now));
    const old = [...before.groups.keys()].find((group) => {
      const pages = before.orders.get(group) ?? [];
      return !after.groups.has(group) && pages.filter((page) => here.has(page)).length * 2 > pages.length;
    });
    if (old !== undefined) renamed.set(now, old);
  }
  return renamed;
}

/** Says that a group has another title here. */
export function renamedGroupMessage(contents: string, { old, now }: { old: string; now: string }): string {
  return `${contents}: the group “${old}” is called “${now}” here, and only the service can rename groups: rename it there, or its new title stays local`;
}

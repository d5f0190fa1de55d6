import type { ContentTable } from '../state/table.ts';
import type { FolderEdits, PageKey } from './folder-edits.ts';

/**
 * Leaves out the edits that need a page which the change request cannot have: a new page that was turned down, is held back or is
 * made by another branch, or a page that was deleted in the service while the branch could not follow. A new page below such a
 * page waits with it, and a page that was moved below it keeps its place. `all` are the edits without those that were turned
 * down; `absent` are the pages that `absentAbove` gives.
 */
export function withoutPagesBelowUnsent(
  edits: FolderEdits,
  { all, absent }: { all: FolderEdits; absent: ReadonlySet<PageKey> },
): FolderEdits {
  const sent = new Set(edits.texts.map(({ key }) => key));
  const fresh = new Set(all.texts.filter(({ from }) => from === null).map(({ key }) => key));
  const orphans = new Map<PageKey, string>();
  const isUnsent = (parent: PageKey): boolean => {
    if (orphans.has(parent)) return fresh.has(parent);
    const isMade = sent.has(parent) && fresh.has(parent);
    return !isMade && (parent.startsWith('new:') || fresh.has(parent) || absent.has(parent));
  };
  // A page below a page that waits has to wait as well: each round finds one more level.
  for (let found = -1; found !== orphans.size;) {
    found = orphans.size;
    for (const { key, parent, path } of edits.places)
      if (parent !== null && isUnsent(parent)) orphans.set(key, path);
  }
  if (orphans.size === 0) return edits;
  const told = [...orphans].map(([key, path]) =>
    fresh.has(key)
      ? `${path} is not sent: the page above it in ${edits.contents} is not in the service and not sent either; list it below another page to send it`
      : `${path} keeps its place: the page above it in ${edits.contents} is not in the service and not sent; list it below another page to move it`,
  );
  return {
    ...edits,
    texts: edits.texts.filter(({ key }) => !(orphans.has(key) && fresh.has(key))),
    places: edits.places.filter(({ key }) => !orphans.has(key)),
    unsaid: [...edits.unsaid, ...told],
  };
}

/** Of the pages that pages are put below, those that the service had and the space does not have by now. */
export async function absentAbove(
  table: Pick<ContentTable, 'get'>,
  { places }: FolderEdits,
): Promise<ReadonlySet<PageKey>> {
  const absent = new Set<PageKey>();
  for (const { parent } of places)
    if (parent !== null && !/^(?:new|group|lost):/u.test(parent) && !(await table.get('page', parent)))
      absent.add(parent);
  return absent;
}

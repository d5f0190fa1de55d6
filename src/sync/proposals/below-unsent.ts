import type { FolderEdits, PageKey } from './folder-edits.ts';

/**
 * Leaves out the edits that need a page which the change request cannot have: a new page that was turned down, is held back or is
 * made by another branch, or a page that was deleted in the service while the branch could not follow. A new page below such a
 * page waits with it, and a page that was moved below it keeps its place. `all` are the edits without those that were turned
 * down; `absent` are the pages among `pagesAbove` that the service does not have.
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
      ? `${path} is not sent: the page above it in SUMMARY.md is not in the service and not sent either; list it below another page to send it`
      : `${path} keeps its place: the page above it in SUMMARY.md is not in the service and not sent; list it below another page to move it`,
  );
  return {
    ...edits,
    texts: edits.texts.filter(({ key }) => !(orphans.has(key) && fresh.has(key))),
    places: edits.places.filter(({ key }) => !orphans.has(key)),
    unsaid: [...edits.unsaid, ...told],
  };
}

/** The pages of the service that pages are put below, by their ids. */
export function pagesAbove({ places }: FolderEdits): ReadonlySet<PageKey> {
  const parents = places.map(({ parent }) => parent).filter((parent) => parent !== null);
  return new Set(parents.filter((parent) => !/^(?:new|group|lost):/u.test(parent)));
}

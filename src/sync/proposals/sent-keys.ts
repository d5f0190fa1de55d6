import type { ProposalRecord } from '../state/proposals.ts';
import type { FolderEdits, PageKey } from './folder-edits.ts';

/** Updates the paths of sent pages. A page whose old path now belongs to another new page is kept by its id from then on. */
export function withPaths(record: ProposalRecord, edits: FolderEdits): ProposalRecord {
  const idOf = idsBehind(edits, record);
  const paths = new Map(edits.texts.map(({ key, path }) => [idOf(key), path]));
  const pages = Object.entries(record.pages).map(([key, page]) => [
    paths.has(key) && idOf(key) !== page.id ? `new:${page.id}` : key,
    { ...page, path: paths.get(page.id) ?? page.path },
  ]);
  return { ...record, pages: Object.fromEntries(pages) as ProposalRecord['pages'] };
}

/**
 * Notes the paths of pages that were moved here, for a service that cannot be told, or that ignores it.
 *
 * @param tellsMoves Whether the service is told moves at all. Else a moved page stays at its path in the mirror, unless another page of the
 * proposal takes that path: then it goes to the path that its writer gave it, and the mirror needs no name of its own for it.
 */
export function withMoves(record: ProposalRecord, edits: FolderEdits, tellsMoves: boolean): ProposalRecord {
  const isTaken = (from: string, key: PageKey): boolean =>
    edits.texts.some((other) => other.key !== key && other.path === from);
  const moved = edits.texts.filter(
    ({ key, from, path }) => from !== null && from !== path && (tellsMoves || isTaken(from, key)),
  );
  const { moved: _before, ...rest } = record;
  return moved.length === 0
    ? rest
    : { ...rest, moved: Object.fromEntries(moved.map(({ key, path }) => [key, path])) };
}

/** Replaces the keys of pages that the proposal made by their ids. */
export function withIdKeys(edits: FolderEdits, record: ProposalRecord): FolderEdits {
  return withKeys(edits, idsBehind(edits, record));
}

/** Gives the id for a key. A new file at the path of a page that has moved is not that page. */
function idsBehind(edits: FolderEdits, record: ProposalRecord): (key: PageKey) => PageKey {
  const here = new Set(edits.texts.map(({ key }) => key));
  return (key) => {
    const id = record.pages[key]?.id;
    return id === undefined || here.has(id) ? key : id;
  };
}

/** The edits with replaced keys. */
export function withKeys(edits: FolderEdits, keyOf: (key: PageKey) => PageKey): FolderEdits {
  return {
    ...edits,
    texts: edits.texts.map((edit) => ({ ...edit, key: keyOf(edit.key) })),
    places: edits.places.map((edit) => ({
      ...edit,
      key: keyOf(edit.key),
      parent: edit.parent === null ? null : keyOf(edit.parent),
      after: edit.after.map(keyOf),
    })),
    deletes: edits.deletes.map((edit) => ({ ...edit, key: keyOf(edit.key) })),
  };
}

/** The key under which a proposal keeps a page: the key from before the page had an id. */
export function keyOfSent({ pages }: Pick<ProposalRecord, 'pages'>, id: string): string {
  return Object.entries(pages).find(([, page]) => page.id === id)?.[0] ?? id;
}

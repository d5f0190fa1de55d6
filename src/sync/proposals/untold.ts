import { entryName, folderOf, normalTarget } from '../../content/index.ts';
import { outOfFolder } from '../mirror/tip.ts';
import type { FolderEdits } from '../plan/edits.ts';

/**
 * Notes the entries of pages whose edits are left out. The table of contents is still sent as a whole, so that without this note, the
 * service's entry for such a page would look like a change of the table that we sent.
 *
 * @param all The edits before some of them were left out.
 */
export function withUntoldPages(edits: FolderEdits, all: FolderEdits): FolderEdits {
  const left = (kind: 'texts' | 'places' | 'deletes'): readonly PageFile[] => {
    const sent = new Set(edits[kind].map(({ key }) => key));
    return all[kind].filter(({ key }) => !sent.has(key));
  };
  const names = entryNames(edits.contents, [...left('texts'), ...left('places'), ...left('deletes')]);
  return names.length === 0 ? edits : { ...edits, untold: [...new Set([...edits.untold, ...names])] };
}

/** Where a page's file is, and where it is in the base. */
export interface PageFile {
  readonly path: string;
  readonly from?: string | null;
}

/** The names of the entries for pages, as `findUntoldEntries` names them. */
export function entryNames(contents: string, pages: readonly PageFile[]): readonly string[] {
  const folder = folderOf(contents) || '.';
  return pages.flatMap(({ path, from = null }) =>
    [path, from].flatMap((each) => {
      const target = each === null ? null : outOfFolder(folder, each);
      return target === null ? [] : [entryName(normalTarget(target))];
    }),
  );
}

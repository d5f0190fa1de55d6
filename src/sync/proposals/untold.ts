import { entryName, folderOf } from '../../content/index.ts';
import { outOfFolder } from '../mirror/tip.ts';
import type { FolderEdits, PageKey } from '../plan/edits.ts';

/**
 * Notes the entries of pages whose edits are left out. The table of contents is still sent as a whole, so that without this note, the
 * service's entry for such a page would look like a change of the table that we sent.
 *
 * @param all The edits before some of them were left out.
 */
export function withUntoldPages(edits: FolderEdits, all: FolderEdits): FolderEdits {
  const left = <Edit extends { readonly key: PageKey }>(
    of: (edits: FolderEdits) => readonly Edit[],
  ): Edit[] => {
    const sent = new Set(of(edits).map(({ key }) => key));
    return of(all).filter(({ key }) => !sent.has(key));
  };
  const pages = [
    ...left(({ texts }) => texts).filter(({ keepsEntry }) => keepsEntry !== true),
    ...left(({ places }) => places).filter(({ byFolder }) => byFolder !== true),
    ...left(({ deletes }) => deletes),
  ];
  const names = entryNames(edits.contents, pages);
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
      return target === null ? [] : [entryName(target)];
    }),
  );
}

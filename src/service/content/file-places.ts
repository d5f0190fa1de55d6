import { folderOf, nameOf } from '../../content/index.ts';
import type { TreeDraft } from './draft.ts';

/*
 * A page remembers the file that it came from for as long as the page's place fits it. These functions forget files whose
 * pages have left their place, so that whoever writes the folder anew derives the new names.
 */

/** After a page went elsewhere or got another slug: its file, and the files below its folder, are no longer right. */
export function forgetMovedFiles(draft: TreeDraft, id: string): void {
  const file = draft.page(id)?.file;
  if (file === undefined) {
    forget(draft, id);
    return;
  }
  const folder = isIndex(file) ? `${folderOf(file)}/` : `${file.replace(/\.[^./]+$/u, '')}/`;
  for (const each of draft.subtree(id)) {
    if (each === id || (folder !== '/' && draft.page(each)?.file?.startsWith(folder) === true))
      forget(draft, each);
  }
}

/*
 * A page with children is a `README.md` in a folder of its own, one without is a file with its name; the first page of a space is
 * `README.md` either way. Where somebody keeps it otherwise, only its first child and its last one are a reason to ask again.
 */

/** After a page got a child that it did not have. */
export function forgetLeafFile(draft: TreeDraft, id: string | null): void {
  const file = fileOf(draft, id);
  if (file !== undefined && !isIndex(file) && draft.childrenOf(id).length === 1) forget(draft, id!);
}

/** After a page lost a child. */
export function forgetFolderFile(draft: TreeDraft, id: string | null): void {
  const file = fileOf(draft, id);
  if (file === undefined || !isIndex(file) || folderOf(file) === '') return;
  if (draft.childrenOf(id).length === 0) forget(draft, id!);
}

function fileOf(draft: TreeDraft, id: string | null): string | undefined {
  return id === null ? undefined : draft.page(id)?.file;
}

function forget(draft: TreeDraft, id: string): void {
  const page = draft.page(id);
  if (page?.file === undefined) return;
  const { file: _, ...rest } = page;
  draft.setPage(rest);
}

function isIndex(file: string): boolean {
  return /^readme\.(?:md|markdown)$/iu.test(nameOf(file));
}

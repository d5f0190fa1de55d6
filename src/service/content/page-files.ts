import { isMarkdownPath, unsafeReason } from '../../content/index.ts';
import type { TreeDraft } from './draft.ts';
import type { StoredFile } from './lists.ts';

/**
 * Which file each page of a space has. A page keeps its file when it moves or gets another slug, until somebody names another file. A file
 * belongs to one page only: a page that loses its file has none until somebody names one.
 */
export class PageFiles {
  /** Whether a page took the place of a file of the space. */
  tookFiles = false;
  readonly #draft: TreeDraft;
  readonly #files: StoredFile[];
  #owners: Map<string, string> | undefined;

  /** `files` are the space's files that are not pages. A file whose path a page takes is removed from this list. */
  constructor(draft: TreeDraft, files: StoredFile[]) {
    this.#draft = draft;
    this.#files = files;
  }

  /** Records a page's file. A path that no folder can have is ignored, since the path is only a hint. */
  set(id: string, path: string | undefined): void {
    const page = this.#draft.page(id);
    if (path === undefined || page?.type !== 'document' || page.file === path || !isPossible(path)) return;
    const owners = (this.#owners ??= this.#ownersNow());
    const owner = owners.get(path);
    const other = owner === undefined ? undefined : this.#draft.page(owner);
    if (other !== undefined && other.id !== id) {
      const { file: _, ...rest } = other;
      this.#draft.setPage(rest);
    }
    if (page.file !== undefined) owners.delete(page.file);
    owners.set(path, id);
    this.#draft.setPage({ ...page, file: path });
    const at = this.#files.findIndex((file) => file.path === path);
    if (at === -1) return;
    this.#files.splice(at, 1);
    this.tookFiles = true;
  }

  #ownersNow(): Map<string, string> {
    const owners = new Map<string, string>();
    for (const id of this.#draft.pages()) {
      const file = this.#draft.page(id)?.file;
      if (file !== undefined && !owners.has(file)) owners.set(file, id);
    }
    return owners;
  }
}

function isPossible(path: string): boolean {
  // No tool reads the service's own storage; a mirror checks such names where it writes files.
  return isMarkdownPath(path) && unsafeReason(path, { mayBeObeyed: true }) === null;
}

import { decodeText, withoutPageId } from '../../content/index.ts';
import type { GitRepository, Oid } from '../../git/port.ts';
import { inFolder } from './tip.ts';

/** What a page's path ends with when another page has the wanted path. */
const freeEnding = /-[0-9a-f]{8}(?=(?:\/README)?\.md$)/u;

/**
 * The notes of a mirrored space, where those about a page that did not get its path say whether the page has the very text of the one at
 * that path. Two change requests made such a page, and only a person can know that one of them is enough.
 */
export async function withSamePages(
  git: GitRepository,
  { notes, tree, folder }: { readonly notes: readonly string[]; readonly tree: Oid; readonly folder: string },
): Promise<readonly string[]> {
  const textAt = async (path: string): Promise<string | null> => {
    const entry = await git.entryAt(tree, inFolder(folder, path));
    return entry && withoutPageId(decodeText(await git.readBlob(entry.oid)) ?? '');
  };
  return Promise.all(
    notes.map(async (note) => {
      const path = note.slice(0, Math.max(0, note.indexOf(': ')));
      if (!freeEnding.test(path)) return note;
      const other = path.replace(freeEnding, '');
      const text = await textAt(path);
      if (text === null || text !== (await textAt(other))) return note;
      return `${path}: it has the very text of ${other}, as two change requests made this page: delete the file and its line in the table of contents, and the next sync proposes that`;
    }),
  );
}

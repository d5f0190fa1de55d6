import { decodeText, folderOf, normalTarget, parseSummary } from '../../content/index.ts';
import { outOfFolder } from '../mirror/tip.ts';

/** Reads a file of one version; null: the version does not have it. */
export type ReadFile = (path: string) => Promise<Uint8Array | null>;

/** Whether the table of contents of a page that moved gives the page another title than before. */
export async function isRetitled(
  { before, after }: { readonly before: ReadFile; readonly after: ReadFile },
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  for (let folder = folderOf(to) || '.'; ; folder = folderOf(folder) || '.') {
    const path = folder === '.' ? 'SUMMARY.md' : `${folder}/SUMMARY.md`;
    const now = await after(path);
    const was = now && (await before(path));
    if (now && was) {
      const old = titleIn(was, outOfFolder(folder, from));
      const title = titleIn(now, outOfFolder(folder, to)) ?? titleIn(now, outOfFolder(folder, from));
      return old !== null && title !== null && old !== title;
    }
    if (now || folder === '.') return false;
  }
}

/** The title that a table of contents gives a page; null: it does not list the page. */
function titleIn(contents: Uint8Array, path: string | null): string | null {
  for (const entry of parseSummary(decodeText(contents) ?? '').entries)
    if (entry.kind === 'item' && normalTarget(entry.target) === path) return entry.title;
  return null;
}

import { decodeText, folderOf, isMarkdownPath, parseSummary } from '../../content/index.ts';
import type { Oid } from '../../git/port.ts';
import { outOfFolder } from '../mirror/tip.ts';
import { ContentsPaths, foldersAbove, readHere, readIn } from '../versions/contents.ts';
import type { ReadFile } from '../versions/contents.ts';
import type { BranchPorts } from '../versions/ports.ts';

/** A page at its path in the older and in the newer version. */
export interface ListedPage {
  readonly from: string;
  readonly to: string;
}

/** The titles that one table of contents gives to paths in its folder, in two versions of the table; null: the older one is missing. */
type TwoTables = { readonly folder: string; readonly old: Titles; readonly now: Titles } | null;
type Titles = ReadonlyMap<string, string>;

/**
 * Tells which pages have another title in their table of contents than before: such a title is an edit of the page (SYNC-8).
 * Each table is read once, however many pages it lists.
 */
export function retitledBetween({
  before,
  after,
}: {
  readonly before: ReadFile;
  readonly after: ReadFile;
}): (page: ListedPage) => Promise<boolean> {
  const known = new Map<string, Promise<TwoTables | 'none'>>();
  const contents = new ContentsPaths(after);
  const read = async (above: string): Promise<TwoTables | 'none'> => {
    const path = await contents.of(above);
    const now = await after(path);
    if (now === null) return 'none';
    const old = await before(path);
    return old && { folder: folderOf(path) || '.', old: titlesIn(old), now: titlesIn(now) };
  };
  const tablesIn = (folder: string): Promise<TwoTables | 'none'> => {
    const tables = known.get(folder) ?? read(folder);
    known.set(folder, tables);
    return tables;
  };
  return async (page) => {
    for (const folder of foldersAbove(page.to)) {
      const tables = await tablesIn(folder);
      if (tables !== 'none') return tables !== null && isRetitled(tables, page);
    }
    return false;
  };
}

function isRetitled({ folder, old, now }: NonNullable<TwoTables>, page: ListedPage): boolean {
  const [from, to] = [outOfFolder(folder, page.from), outOfFolder(folder, page.to)];
  const before = old.get(from ?? '');
  const title = now.get(to ?? '') ?? now.get(from ?? '');
  return before !== undefined && title !== undefined && before !== title;
}

function titlesIn(contents: Uint8Array): Titles {
  const titles = new Map<string, string>();
  for (const entry of parseSummary(decodeText(contents) ?? '').entries) {
    const target = entry.kind === 'item' ? entry.target : null;
    if (entry.kind === 'item' && target !== null && !titles.has(target)) titles.set(target, entry.title);
  }
  return titles;
}

/** Tells which pages have another title in the saved table of contents than in the commit that the branch is on. */
export function retitledHere(
  { git, files }: Pick<BranchPorts, 'git' | 'files'>,
  from: Oid | null,
): (page: ListedPage) => Promise<boolean> {
  return retitledBetween({ before: readIn(git, from), after: readHere(files) });
}

/**
 * Tells which files that nobody edited stay although the new commit lacks them: those of pages that have another title in the saved table
 * of contents. A page that the service moved has its file at another path, and does not stay.
 */
export function keptByTitle(
  ports: Pick<BranchPorts, 'git' | 'files'>,
  { from, moves }: { readonly from: Oid | null; readonly moves: { has(path: string): boolean } },
): (path: string) => Promise<boolean> {
  const isRetitled = retitledHere(ports, from);
  return async (path) => isMarkdownPath(path) && !moves.has(path) && isRetitled({ from: path, to: path });
}

import { decodeAnyEncoding, folderOf, isMarkdownPath, joinPath, parseSummary } from '../../content/index.ts';
import type { SpaceConfig } from '../../content/index.ts';
import type { GitRepository, Oid } from '../../git/port.ts';
import {
  identityIn,
  isSimilarPage,
  hasLostIdentity,
  ratherAnother,
  plainText,
} from '../versions/identity.ts';
import type { FileText } from '../versions/identity.ts';
import { containsLines, linesWithText } from '../compare-texts.ts';
import { inFolder } from '../mirror/tip.ts';
import type { MadePage } from '../state/proposals.ts';
import type { FolderComparison } from './folder-edits.ts';
import type { LocalFile } from './gather.ts';
import { isListedInstead } from './local-keys.ts';
import { findPageTwice } from './unsendable.ts';
import type { SendingRules, Unsendable } from './unsendable.ts';

/**
 * Which new files of a branch are a second file of a page that it has already? Such a file must not become a second page of the service, and
 * only its writer knows which of the two is meant.
 */

/** The files of a folder that differ from the base, and what tells which pages they are. */
export interface ChangedFiles {
  readonly git: Pick<GitRepository, 'entryAt' | 'readBlob'>;
  readonly folder: string;
  readonly base: Oid;
  /** The differing files, by path in the folder; null: deleted. */
  readonly changed: ReadonlyMap<string, LocalFile | null>;
  readonly made: FolderComparison['made'];
  readonly rules: SendingRules;
  /** The mirror's path of a page, in the folder; null: the mirror does not have it. */
  readonly mirrored: (id: string) => Promise<string | null>;
}

/** A second file of a page. */
interface PageTwice {
  /** The page as it was sent from there; null: nobody sent it from there. */
  readonly page: MadePage | null;
  /** null: both files are meant. */
  readonly finding: Unsendable | null;
  /** The page's own file, if the second one took its entry in the table of contents. */
  readonly replaced?: string;
}

/** Second files of pages, by their paths. */
export type PagesTwice = ReadonlyMap<string, PageTwice>;

/**
 * Finds new files that are a page which this clone sent, where the branch has that page from the mirror as well (SYNC-64). A
 * merge in git makes two files of a page that was moved before it had an identity, or of a page that the service could not be told
 * the path of. Also finds new files that took the entry of a page whose file is still there, and that lack something of it (SYNC-74).
 */
export async function pagesTwice(of: ChangedFiles, config: SpaceConfig): Promise<PagesTwice> {
  const { git, folder, base, changed, made, rules } = of;
  const twice = new Map<string, PageTwice>();
  for (const [path, now] of changed) {
    if (now === null || !isMarkdownPath(path)) continue;
    if ((await git.entryAt(base, inFolder(folder, path))) !== null) continue;
    const text = plainText(now.bytes);
    const own = identityIn(now.bytes);
    const copied = own === null ? null : await fileElsewhere(of, own, path);
    // A file that names its page is that page, or a copy of the page if the page is elsewhere: only a copy goes on here.
    if (own !== null && copied === null) continue;
    if (copied !== null && (await tookEntry(of, config, { path, old: copied.path }))) {
      const isWhole = containsLines(text, copied.text);
      const finding = isWhole ? null : findPageTwice(path, copied.path, rules);
      if (finding) twice.set(path, { page: null, finding, replaced: copied.path });
      continue;
    }
    for (const [sentFrom, page] of made) {
      const isThatPage =
        page.id === own
          ? sentFrom === path
          : (copied === null || ratherAnother(text, copied.text, [page]) === page) &&
            isSimilarPage(page.text, text);
      if (!isThatPage) continue;
      const other = await fileElsewhere(of, page.id, path);
      if (other === null || (await isSplitOff(of, other, text))) continue;
      const finding = findPageTwice(path, other.path, rules);
      twice.set(path, { page: { id: page.id, text: page.text }, finding });
    }
  }
  return twice;
}

/** Whether a new file is the part of a page that its writer took out of the page's own file: it has all of that part, and nothing of the rest. */
async function isSplitOff(
  { git, folder, base }: ChangedFiles,
  page: FileText,
  text: string,
): Promise<boolean> {
  const entry = await git.entryAt(base, inFolder(folder, page.path));
  const before = entry && linesWithText(plainText(await git.readBlob(entry.oid)));
  const [kept, own] = [page.text, text].map((each) => new Set(linesWithText(each)));
  const taken = (before ?? []).filter((line) => !kept!.has(line));
  return (
    taken.length > 0 && taken.every((line) => own!.has(line)) && ![...kept!].some((line) => own!.has(line))
  );
}

/** Whether the table of contents lists a file, and no longer the file that it was copied from and that nobody has touched. */
async function tookEntry(
  { git, folder, base, changed }: ChangedFiles,
  { summary }: SpaceConfig,
  { path, old }: { readonly path: string; readonly old: string },
): Promise<boolean> {
  const now = changed.get(summary);
  if (!now || changed.has(old)) return false;
  const earlier = await git.entryAt(base, inFolder(folder, summary));
  if (earlier === null) return false;
  const listed = (bytes: Uint8Array): ReadonlySet<string> => {
    const { entries } = parseSummary(decodeAnyEncoding(bytes));
    const targets = entries.flatMap((entry) => (entry.kind === 'item' ? [entry.target] : []));
    return new Set(targets.map((target) => joinPath(folderOf(summary), target) ?? ''));
  };
  const before = listed(await git.readBlob(earlier.oid));
  return isListedInstead({ before, after: listed(now.bytes) }, { path, old });
}

/** Finds the file that the branch has of a page at the mirror's path, if that is another path than this one; null: there is none. */
async function fileElsewhere(
  { git, folder, base, changed, mirrored }: ChangedFiles,
  id: string,
  path: string,
): Promise<FileText | null> {
  const other = await mirrored(id);
  if (other === null || other === path || changed.get(other) === null) return null;
  const entry = await git.entryAt(base, inFolder(folder, other));
  const before = entry && (await git.readBlob(entry.oid));
  const bytes = changed.get(other)?.bytes ?? before;
  if (!bytes) return null;
  const file = { path: other, text: plainText(bytes), id: identityIn(bytes) };
  const isPage = file.id === id || (before !== null && isPageWithoutIdentity(before, id, file));
  return isPage ? file : null;
}

/** Whether a version was the page with an identity, and the file at the same path is still that page without its identity. */
export function isPageWithoutIdentity(
  before: Uint8Array,
  id: string,
  file: { readonly id: string | null; readonly text: string },
): boolean {
  return identityIn(before) === id && hasLostIdentity(plainText(before), file);
}

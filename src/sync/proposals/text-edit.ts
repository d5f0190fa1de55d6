import { findTitle, folderOf, nameOf, nameOfPage, slugOfName, withoutPageId } from '../../content/index.ts';
import type { PageKey, TextEdit } from '../plan/edits.ts';
import type { FolderSide } from './folder-edits.ts';
import { pathInRoot, isReadme } from './page-tree.ts';
import type { DocumentNode } from './page-tree.ts';
import { saysSame } from './text-edits-alone.ts';

/** A page on both sides of a folder. */
interface ComparedPage {
  readonly key: PageKey;
  readonly path: string;
  /** The page's path in the base; null for a page that the base does not have. */
  readonly from: string | null;
  /** The page's entry in the local table of contents. */
  readonly node: DocumentNode;
  /** The page's entry in the base's table of contents, where the entry's title differs now. */
  readonly before: DocumentNode | undefined;
  readonly base: FolderSide;
  readonly local: FolderSide;
  /** The folder of the space's pages. */
  readonly root: string;
}

/** What a person changed of a page: its text, title, slug or file; null: nothing. */
export function textEditOf(page: ComparedPage): TextEdit | null {
  const { key, path, from, node, base, local, before, root } = page;
  const retitled = before !== undefined && before.title !== node.title ? node.title : null;
  const isMovedOrRetitled = (from !== null && from !== path) || retitled !== null;
  const isSameFile = from !== null && base.files.get(from) === local.files.get(path);
  if (isSameFile && !isMovedOrRetitled) return null;
  const was = from === null ? null : (base.text(from) ?? '');
  const saved = withoutPageId(local.text(path) ?? was ?? '');
  const baseText = was === null ? null : withoutPageId(was);
  const isSame = saysSame(saved, baseText);
  if (isSame && !isMovedOrRetitled) return null;
  const text = isSame ? baseText! : saved;
  const title = titleToSay({ text, baseText }, { retitled, listed: node.title });
  return { key, path, from, text, baseText, title, slug: slugToSay({ from, path }, root) };
}

/** The title of a page, where its text does not give it; null: the text gives it, or nobody changed it. */
function titleToSay(
  { text, baseText }: Pick<TextEdit, 'text' | 'baseText'>,
  { retitled, listed }: { readonly retitled: string | null; readonly listed: string },
): string | null {
  const heading = headingOf(text);
  const wasHeading = baseText === null ? null : headingOf(baseText);
  // A page without a heading has its title elsewhere: sending a title would put a heading into its text.
  if (baseText !== null && heading === null && wasHeading === null) return retitled;
  // The heading is the title; the table of contents gives it only where the heading did not change.
  const title = heading !== null && heading !== wasHeading ? heading : (retitled ?? heading ?? listed);
  return baseText === null || wasHeading === null || title !== wasHeading ? title : null;
}

function headingOf(text: string): string | null {
  return findTitle(text)?.title ?? null;
}

/** The slug that a page's path gives it, where the page is new or its old path gave it another slug. */
function slugToSay({ from, path }: Pick<TextEdit, 'from' | 'path'>, root: string): string | null {
  const slug = slugOfPath(pathInRoot(path, root));
  return from !== null && slugOfPath(pathInRoot(from, root)) === slug ? null : slug;
}

function slugOfPath(path: string): string {
  return isReadme(path) && folderOf(path) !== ''
    ? slugOfName(nameOf(folderOf(path)))
    : slugOfName(nameOfPage(path));
}

/** Whether the edit comes from the table of contents alone: that lists a file that was no page before, or gives a page another title. */
export function isByContents({ from, path, text, baseText, title }: TextEdit, base: FolderSide): boolean {
  if (from === null) return base.files.has(path);
  return title !== null && headingOf(text) === headingOf(baseText ?? '');
}

import { plainHeading, readPageFields, titleOf } from '../../content/index.ts';
import type { FolderEdits, TextEdit } from './edits.ts';
import { isNewPage } from './new-page.ts';

/** The interface allows 100 characters; the mark and the space before it need the rest. */
const longestSubject = 80;

/** The subject of a change request: from the commits that brought its edits, newest first; without any, from the pages that it changes. */
export function subjectFor(edits: FolderEdits, commits: readonly string[]): string {
  const [newest, ...others] = commits;
  return newest === undefined
    ? shorten(describeEdits(edits), longestSubject)
    : subjectOfCommits(newest, others);
}

/** A single commit's subject, or the newest commit's subject and how many more there are. */
function subjectOfCommits(newest: string, others: readonly string[]): string {
  if (others.length === 0) return shorten(newest, longestSubject);
  const more = ` and ${others.length} more`;
  return `${shorten(newest, longestSubject - more.length)}${more}`;
}

/** Lists the changed pages: `Edit Quick start, Install and 3 more; Move Usage`. */
function describeEdits(edits: FolderEdits): string {
  const names = (list: readonly TextEdit[]): string => {
    const titles = list.map(nameOfPage);
    return titles.length <= 2
      ? titles.join(' and ')
      : `${titles.slice(0, 2).join(', ')} and ${titles.length - 2} more`;
  };
  const created = edits.texts.filter(isNewPage);
  const moved = edits.texts.filter((edit) => !isNewPage(edit) && isOnlyMoved(edit));
  const edited = edits.texts.filter((edit) => !isNewPage(edit) && !isOnlyMoved(edit));
  const parts: string[] = [];
  if (created.length > 0) parts.push(`Add ${names(created)}`);
  if (edited.length > 0) parts.push(`Edit ${names(edited)}`);
  if (moved.length > 0) parts.push(`Move ${names(moved)}`);
  if (edits.deletes.length > 0)
    parts.push(
      `Delete ${edits.deletes.length === 1 ? edits.deletes[0]!.path : `${edits.deletes.length} pages`}`,
    );
  if (parts.length === 0 && edits.places.length > 0)
    parts.push(`Move ${edits.places.length === 1 ? edits.places[0]!.path : `${edits.places.length} pages`}`);
  if (parts.length === 0)
    parts.push(`Change ${edits.files.length === 1 ? edits.files[0]!.path : `${edits.files.length} files`}`);
  return parts.join('; ');
}

/** Whether nothing but the file's path has changed. */
function isOnlyMoved({ from, path, text, baseText, title }: TextEdit): boolean {
  return from !== null && from !== path && text === baseText && title === null;
}

/** What a reader calls the page: its title without the marks of markdown; its path where it has no title. */
function nameOfPage({ title, text, path }: TextEdit): string {
  const said = title ?? titleOf(text) ?? readPageFields(text).title ?? '';
  return plainHeading(said).trim() || path;
}

function shorten(text: string, most: number): string {
  const characters = [...text.replace(/\s+/gu, ' ')];
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`;
}

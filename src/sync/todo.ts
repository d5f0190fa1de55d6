import { decodeText, titleOf } from '../content/index.ts';
import type { GitRepository } from '../git/port.ts';
import { isImportableFile } from './proposals/by-import.ts';
import type { FolderEdits, PageKey } from './proposals/folder-edits.ts';
import type { Todo } from './report.ts';
import type { SpaceRecord } from './state/records.ts';
import type { StateStore } from './state/store.ts';

export type { Todo } from './report.ts';

/** What a service accepts of edits. */
export interface WritingAbilities {
  /** Edits go by an import, which can say less than content changes. */
  readonly byImport: boolean;
  /** False: an import makes copies, so that nothing is sent at all. */
  readonly imports: boolean;
}

/** Pages as people know them. */
export interface PageNames {
  /** The page's title. */
  nameOf(key: PageKey): string;
  /** The page's address in the app, or that of its space where the page has none. */
  urlOf(key: PageKey | null): string | null;
  /** The last part of the page's address in the service; null where the service does not give it. */
  slugOf(key: PageKey): string | null;
}

/**
 * The list of what a person has to do, because it differs here and cannot be sent. Pure: the names of pages come as functions.
 *
 * @param unsaid What the last sync could not say, for differences that are not among the edits in this form.
 */
export function todoOf(
  { edits, unsent, unsaid }: { edits: FolderEdits; unsent: FolderEdits; unsaid: readonly string[] },
  takes: WritingAbilities,
  { nameOf, urlOf, slugOf }: PageNames,
): Todo[] {
  if (!takes.byImport) return unsaid.map(asTold);
  const name = (key: PageKey): string => `*${nameOf(key)}*`;
  const list: Todo[] = [];
  const add = (what: Todo['do'], { key, path }: { key: PageKey | null; path: string }, text: string): void =>
    void list.push({ do: what, path, text, url: urlOf(key) });
  if (!takes.imports)
    for (const edit of unsent.texts)
      add(
        'enter',
        edit,
        edit.key.startsWith('new:')
          ? `Make the page ${name(edit.key)}, and paste the text of ${edit.path} into it`
          : `Paste the text of ${edit.path} into ${name(edit.key)}`,
      );
  for (const edit of edits.places) {
    const { key, parent, after } = edit;
    // A new page can be moved once it exists, in a change request or merged.
    if (key.startsWith('new:') && !isUnplaced(edit.path, unsaid)) continue;
    const below = parent === null ? 'to the top level' : `below ${name(parent)}`;
    const behind = after[0] === undefined ? 'as the first one' : `behind ${name(after[0])}`;
    add('move', edit, `Move ${name(key)} ${below}, ${behind}`);
  }
  for (const edit of edits.texts) {
    const { key, slug, title } = edit;
    if (needsAddress(edit, slugOf)) add('address', edit, `Set the address of ${name(key)} to ${slug}`);
    if (needsTitle(edit)) add('title', edit, `Call ${name(key)} “${title}”`);
  }
  for (const edit of edits.deletes) add('delete', edit, `Delete ${name(edit.key)}`);
  for (const { path, isNew } of unsent.files)
    if (path !== edits.contents && (!takes.imports || !isImportableFile(path)))
      add('file', { key: null, path }, `${isNew ? 'Add' : 'Replace'} the file ${path}`);
  return [...list, ...edits.unsaid.map(asTold)];
}

type TextEdit = FolderEdits['texts'][number];

/** Whether the page's address in the service differs from the one that its file's name gives. */
function needsAddress({ key, from, slug }: TextEdit, slugOf: PageNames['slugOf']): boolean {
  return from !== null && slug !== null && slug !== slugOf(key);
}

/** Whether the table of contents gives a page of the service another title than the page's own heading. */
function needsTitle({ key, title, text }: TextEdit): boolean {
  return !key.startsWith('new:') && title !== null && title !== titleOf(text);
}

/** Whether the last sync could not say the page's place. */
function isUnplaced(path: string, unsaid: readonly string[]): boolean {
  return unsaid.some((each) => each.startsWith(`${path} comes `) || each.startsWith(`${path} stays where`));
}

function asTold(text: string): Todo {
  return { do: 'look', path: null, text, url: null };
}

/** The names of pages as people know them: titles from the mirror or the edits, and addresses in the app. */
export async function pageNames(
  { git, state, space }: { git: GitRepository; state: StateStore; space: SpaceRecord },
  edits: FolderEdits,
): Promise<PageNames> {
  const names = new Map<PageKey, string>();
  const urls = new Map<PageKey, string>();
  const slugs = new Map<PageKey, string>();
  for (const [id, { oid, path, app = '' }] of await state.table(space.id).all('page')) {
    const wanted =
      edits.places.some(({ key, parent, after }) => key === id || parent === id || after[0] === id) ||
      edits.deletes.some(({ key }) => key === id) ||
      edits.texts.some(({ key }) => key === id);
    if (!wanted) continue;
    names.set(id, titleOf(decodeText(await git.readBlob(oid)) ?? '') ?? path);
    if (space.app !== undefined) urls.set(id, space.app + app);
    if (app !== '') slugs.set(id, app.split('/').at(-1)!);
  }
  for (const { key, text, path } of edits.texts)
    if (key.startsWith('new:')) names.set(key, titleOf(text) ?? path);
  return {
    nameOf: (key) => names.get(key) ?? key.replace(/^(?:new|group):/u, ''),
    urlOf: (key) => (key === null ? null : urls.get(key)) ?? space.app ?? null,
    slugOf: (key) => slugs.get(key) ?? null,
  };
}

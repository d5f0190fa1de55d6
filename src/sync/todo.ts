import { decodeText, titleOf } from '../content/index.ts';
import type { GitRepository } from '../git/port.ts';
import { isCarried } from './proposals/by-import.ts';
import type { FolderEdits, PageKey } from './proposals/folder-edits.ts';
import type { StateStore } from './state/store.ts';

/** Something that cannot be sent, as what a person does about it in the service's own editor. */
export interface Todo {
  readonly do: 'move' | 'delete' | 'address' | 'title' | 'file' | 'enter' | 'look';
  /** The file in the repository's folder of the space; null where it is about none in particular. */
  readonly path: string | null;
  /** An instruction in a sentence. */
  readonly text: string;
}

/** What a service takes of edits. */
export interface Takes {
  /** Edits go by an import, which says less than content changes. */
  readonly byImport: boolean;
  /** False: an import makes copies, so that nothing is sent at all. */
  readonly imports: boolean;
}

/**
 * The list for a person, of what differs here and cannot be sent. Pure: names of pages come as a function.
 *
 * @param unsaid What the last sync could not say, for what is not among the edits in this form.
 */
export function todoOf(
  { edits, unsent, unsaid }: { edits: FolderEdits; unsent: FolderEdits; unsaid: readonly string[] },
  takes: Takes,
  nameOf: (key: PageKey) => string,
): Todo[] {
  if (!takes.byImport) return unsaid.map(asTold);
  const name = (key: PageKey): string => `*${nameOf(key)}*`;
  const list: Todo[] = [];
  if (!takes.imports)
    for (const { key, path } of unsent.texts) {
      const text = key.startsWith('new:')
        ? `Make the page ${name(key)}, and paste the text of ${path} into it`
        : `Paste the text of ${path} into ${name(key)}`;
      list.push({ do: 'enter', path, text });
    }
  for (const { key, path, parent, after } of edits.places) {
    // A new page gets its place once it is there.
    if (key.startsWith('new:')) continue;
    const below = parent === null ? '' : ` below ${name(parent)}`;
    const behind = after[0] === undefined ? ', as the first one' : `, behind ${name(after[0])}`;
    const text = `Move ${name(key)}${below === '' ? ' to the top level' : below}${behind}`;
    list.push({ do: 'move', path, text });
  }
  for (const { key, path, from, slug, title, text } of edits.texts) {
    if (from !== null && slug !== null)
      list.push({ do: 'address', path, text: `Set the address of ${name(key)} to ${slug}` });
    if (!key.startsWith('new:') && title !== null && title !== titleOf(text))
      list.push({ do: 'title', path, text: `Call ${name(key)} “${title}”` });
  }
  for (const { key, path } of edits.deletes) list.push({ do: 'delete', path, text: `Delete ${name(key)}` });
  for (const { path, isNew } of unsent.files)
    if (path !== edits.contents && (!takes.imports || !isCarried(path)))
      list.push({ do: 'file', path, text: `${isNew ? 'Add' : 'Replace'} the file ${path}` });
  return [...list, ...edits.unsaid.map(asTold)];
}

function asTold(text: string): Todo {
  return { do: 'look', path: null, text };
}

/** Names of pages as people know them: their titles, of the mirror or of the edits. */
export async function pageNames(
  { git, state, space }: { git: GitRepository; state: StateStore; space: string },
  edits: FolderEdits,
): Promise<(key: PageKey) => string> {
  const names = new Map<PageKey, string>();
  for (const [id, { oid, path }] of await state.table(space).all('page')) {
    const wanted =
      edits.places.some(({ key, parent, after }) => key === id || parent === id || after[0] === id) ||
      edits.deletes.some(({ key }) => key === id) ||
      edits.texts.some(({ key }) => key === id);
    if (wanted) names.set(id, titleOf(decodeText(await git.readBlob(oid)) ?? '') ?? path);
  }
  for (const { key, text, path } of edits.texts)
    if (key.startsWith('new:')) names.set(key, titleOf(text) ?? path);
  return (key) => names.get(key) ?? key.replace(/^(?:new|group):/u, '');
}

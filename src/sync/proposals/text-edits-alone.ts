import {
  findTitle,
  isMarkdownPath,
  pageIdOf,
  withoutEmptyBlock,
  withoutPageId,
} from '../../content/index.ts';
import type { FolderComparison, FolderEdits, TextEdit } from './folder-edits.ts';

/**
 * The edits of a folder in which only texts of known pages and bytes of known files differ: no path came or went, and the table
 * of contents is unchanged, so that the tree need not be read. null: something else may differ.
 */
export function onlyTextEdits({ base, local, ids, made }: FolderComparison): FolderEdits | null {
  if (base.files.size !== local.files.size) return null;
  // A page that an open proposal carries counts as known while it is at its path in the base.
  for (const [path, { id }] of made) if (ids.get(path) !== id) return null;
  const texts: TextEdit[] = [];
  const files: FolderEdits['files'][number][] = [];
  const unsaid: string[] = [];
  let known: Set<string> | undefined;
  for (const [path, oid] of local.files) {
    const before = base.files.get(path);
    if (before === undefined) return null;
    if (before === oid) continue;
    const id = ids.get(path);
    if (id === undefined) {
      if (isMarkdownPath(path) || path === '.gitbook.yaml') return null;
      files.push({ path, oid, isNew: false });
      continue;
    }
    const [is, was] = [local.text(path), base.text(path)];
    if (is === null || was === null) return null;
    const carried = pageIdOf(is);
    if (carried !== null && carried !== id && (known ??= new Set(ids.values())).has(carried)) return null;
    const [text, baseText] = [withoutPageId(is), withoutPageId(was)];
    const [heading, wasHeading] = [findTitle(text), findTitle(baseText)];
    // Without a heading on both sides, only the table of contents tells the title.
    if (heading === null || wasHeading === null) return null;
    if (saysSame(text, baseText)) {
      unsaid.push(lostIdentityMessage(path, id));
      continue;
    }
    const title = heading.title === wasHeading.title ? null : heading.title;
    texts.push({ key: id, path, from: path, text, baseText, title, slug: null });
  }
  const nothing = {
    places: [],
    deletes: [],
    unpublished: 0,
    byContents: [],
    contents: 'SUMMARY.md',
    untold: [],
  };
  return { texts, files, unsaid, pages: ids.size, ...nothing };
}

/** Whether the service takes two texts of a page for the same: it keeps no empty front matter. */
export function saysSame(text: string, baseText: string | null): boolean {
  return text === baseText || (baseText !== null && withoutEmptyBlock(text) === withoutEmptyBlock(baseText));
}

/** The report about a page that only lacks its id, which is the mirror's own line and nothing to send (SYNC-56). */
export function lostIdentityMessage(path: string, id: string): string {
  return `${path} has lost the line “id: ${id}” of its front matter: put the line back, so that it stays the same page when it is moved`;
}

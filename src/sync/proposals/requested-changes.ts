import { hash } from 'node:crypto';
import { diffIndices } from 'node-diff3';
import type { FolderEdits, PlaceEdit, TextEdit } from './folder-edits.ts';

/** What single edits ask for, by what they change: two edits of the same thing that ask for the same are the same edit. */
export type RequestedChanges = Readonly<Record<string, string>>;

/**
 * What the edits of a change request ask for. An edit of other lines asks for something else, however it came about: a person who
 * joined it by hand with what others wrote in these lines has decided anew.
 */
export function requestedChangesOf({
  texts,
  places,
  deletes,
  files,
}: Pick<FolderEdits, 'texts' | 'places' | 'deletes' | 'files'>): RequestedChanges {
  const fresh = new Set(texts.filter(({ from }) => from === null).map(({ key }) => key));
  return Object.fromEntries([
    ...texts.map((edit) => [keyOfTextEdit(edit), requestedByText(edit)] as const),
    // A new page and its place are one requested change.
    ...places
      .filter(({ key }) => !fresh.has(key))
      .map((edit) => [`place ${edit.key}`, requestedByPlace(edit)] as const),
    ...deletes.map(({ key }) => [`delete ${key}`, 'gone'] as const),
    ...files.map(({ path, oid }) => [`file ${path}`, oid] as const),
  ]);
}

/** The name of a text edit. A new page is named by its path, because the id that a declined change request gave it is gone. */
export function keyOfTextEdit({ from, path, key }: TextEdit): string {
  return from === null ? nameOfNewPage(path) : `page ${key}`;
}

export function nameOfNewPage(path: string): string {
  return `new ${path}`;
}

/** What others write into the same page elsewhere changes its text on both sides, and not what the edit asks for. */
function requestedByText({ text, baseText, title, slug, from, path }: TextEdit): string {
  const asked = baseText === null ? text : changedLines(baseText, text);
  return digest([asked, title, slug, from === path ? null : path]);
}

/**
 * The lines that differ, each change with the line before it and the line after it. Others who change lines further away leave these as they
 * are; where they changed the very next line, a person has joined the two texts, and has decided anew.
 */
function changedLines(before: string, after: string): readonly (readonly (string | null)[])[] {
  const old = before.split('\n');
  return diffIndices(old, after.split('\n')).flatMap(({ buffer1, buffer1Content, buffer2Content }) => {
    const [start, length] = buffer1;
    return [[old[start - 1] ?? null], buffer1Content, buffer2Content, [old[start + length] ?? null]];
  });
}

/** A place is the one behind a page, and also the one before the next page: others may put pages on either side of it. */
function requestedByPlace({ parent, after, next, byFolder }: PlaceEdit): string {
  if (byFolder === true) return digest([parent]);
  const behind = digest([parent, after[0] ?? null]);
  return next === undefined ? behind : `${behind} ${digest([parent, next])}`;
}

/**
 * Whether two edits of one thing ask for the same. A place is the same as long as the page before it or the page behind it is: what
 * somebody else puts beside it changes one of the two.
 */
export function isSameRequestedChange(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  const [behind, before] = one.split(' ');
  const [otherBehind, otherBefore] = other.split(' ');
  return behind === otherBehind || (before !== undefined && before === otherBefore);
}

function digest(parts: readonly unknown[]): string {
  return hash('sha1', JSON.stringify(parts), 'hex').slice(0, 20);
}

/** A fingerprint of all that the edits ask for: it is the same for the same requested changes, whatever base the edits are compared with. */
export function fingerprintOf(edits: FolderEdits): string {
  const requested = [
    edits.texts.map(({ key, path, text, title, slug, isHeldBack }) => [
      ...[key, path, text, title, slug],
      // What is sent of it is the text that was sent before, and not this one.
      ...(isHeldBack === true ? ['held'] : []),
    ]),
    edits.places.map(({ key, parent, after }) => [key, parent, after]),
    edits.deletes.map(({ key }) => key),
    edits.files.map(({ path, oid }) => [path, oid]),
  ];
  return hash('sha1', JSON.stringify(requested), 'hex');
}

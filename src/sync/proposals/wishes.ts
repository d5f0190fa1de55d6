import { hash } from 'node:crypto';
import { filledLines } from '../compare-texts.ts';
import type { FolderEdits, PlaceEdit, TextEdit } from './folder-edits.ts';

/** What single edits wish, by what they change: two edits of one thing with equal wishes are the same edit. */
export type Wishes = Readonly<Record<string, string>>;

/**
 * The wishes of edits, as a change request carries them. They tell what a person changed and not what came of it, so that they stay the
 * same while others change the page elsewhere.
 */
export function wishesOf({
  texts,
  places,
  deletes,
  files,
}: Pick<FolderEdits, 'texts' | 'places' | 'deletes' | 'files'>): Wishes {
  const fresh = new Set(texts.filter(({ from }) => from === null).map(({ key }) => key));
  return Object.fromEntries([
    ...texts.map((edit) => [nameOfText(edit), wishOfText(edit)] as const),
    // A new page and its place are one wish.
    ...places
      .filter(({ key }) => !fresh.has(key))
      .map((edit) => [`place ${edit.key}`, wishOfPlace(edit)] as const),
    ...deletes.map(({ key }) => [`delete ${key}`, 'gone'] as const),
    ...files.map(({ path, oid }) => [`file ${path}`, oid] as const),
  ]);
}

/** A new page goes by its path: what the change request that was turned down called it is gone. */
export function nameOfText({ from, path, key }: TextEdit): string {
  return from === null ? `new ${path}` : `page ${key}`;
}

function wishOfText({ text, baseText, title, slug, from, path }: TextEdit): string {
  const [gone, come] = [without(baseText ?? '', text), without(text, baseText ?? '')];
  // Lines that only changed places are told apart by the whole text.
  const whole = gone.length + come.length === 0 && text !== baseText ? text : null;
  return digest([gone, come, whole, title, slug, from === path ? null : path]);
}

function wishOfPlace({ parent, after }: PlaceEdit): string {
  return digest([parent, after[0] ?? null]);
}

/** The lines of one text that another has not, as often as it has not. */
function without(text: string, other: string): string[] {
  const counts = new Map<string, number>();
  for (const line of filledLines(other)) counts.set(line, (counts.get(line) ?? 0) + 1);
  return filledLines(text).filter((line) => {
    const left = counts.get(line) ?? 0;
    counts.set(line, left - 1);
    return left <= 0;
  });
}

function digest(parts: readonly unknown[]): string {
  return hash('sha1', JSON.stringify(parts), 'hex').slice(0, 20);
}

/** Equal wishes have equal fingerprints, whatever the base they are told against. */
export function fingerprintOf(edits: FolderEdits): string {
  const wish = [
    edits.texts.map(({ key, path, text, title, slug }) => [key, path, text, title, slug]),
    edits.places.map(({ key, parent, after }) => [key, parent, after]),
    edits.deletes.map(({ key }) => key),
    edits.files.map(({ path, oid }) => [path, oid]),
  ];
  return hash('sha1', JSON.stringify(wish), 'hex');
}

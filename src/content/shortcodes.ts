import { createRequire } from 'node:module';

import { editorEmoji } from './editor-emoji.ts';

/** A letter that joins a name to the word before it; letters of scripts without blanks between words do not. */
const joining = String.raw`(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}])[\p{L}:]`;

/** Behind a digit, a number or a name of one or two characters belongs to a time, a version or an address. */
const number = String.raw`\p{N}(?=:(?:\d+|[^:]{1,2}):)`;

/**
 * One name, or several in a row. The hosted editor writes an emoji as its name wherever it is, so a name may begin behind a number and
 * end in front of a word: `50:moneybag:and more`.
 */
const written = new RegExp(`(?<!${joining}|${number})(?::[a-z0-9_+-]{1,50}:)+(?!:)`, 'gu');

let loaded: Readonly<Record<string, string>> | undefined;

/** The emoji by the names that code hosts use. The table is loaded for the first text that needs it. */
function emojiByName(): Readonly<Record<string, string>> {
  loaded ??= (createRequire(import.meta.url)('gemoji') as { nameToEmoji: Readonly<Record<string, string>> })
    .nameToEmoji;
  return loaded;
}

let read: ReadonlyMap<string, string> | undefined;

/** The emoji by further names that the hosted editor writes. */
function emojiOfEditor(): ReadonlyMap<string, string> {
  if (read) return read;
  const byName = new Map<string, string>();
  let names: string[] = [];
  for (const part of editorEmoji.trim().split(/\s+/)) {
    if (/^[!-~]+$/.test(part)) names.push(part);
    else {
      for (const name of names) byName.set(name, part);
      names = [];
    }
  }
  return (read = byName);
}

/** The emoji of a name; undefined for a name that no emoji has. */
function emojiOf(name: string): string | undefined {
  const names = emojiByName();
  if (Object.hasOwn(names, name)) return names[name];
  const country = /^flag_([a-z]{2})$/.exec(name)?.[1];
  return country === undefined
    ? emojiOfEditor().get(name)
    : // The letters of a country's code, as the letters of flags.
      String.fromCodePoint(...Array.from(country, (letter) => 0x1f1e6 - 97 + letter.charCodeAt(0)));
}

/** Replaces names between colons (`:rocket:`) by their emoji. */
export function withEmoji(text: string): string {
  if (!text.includes(':')) return text;
  return text.replace(written, (row) =>
    row.replace(/:([^:]+):/g, (all, name: string) => emojiOf(name) ?? all),
  );
}

/** The names of the emoji in a text, with blanks between them. */
export function emojiNames(text: string): string {
  const bare = (emoji: string): string => emoji.replaceAll('\ufe0f', '');
  const wanted = bare(text);
  if (!/[^ -~]/u.test(wanted)) return '';
  const found: { at: number; name: string }[] = [];
  for (const [name, emoji] of Object.entries(emojiByName())) {
    const at = wanted.indexOf(bare(emoji));
    if (at >= 0 && !found.some((other) => other.at === at)) found.push({ at, name });
  }
  return found
    .sort((one, other) => one.at - other.at)
    .map(({ name }) => name)
    .join(' ');
}

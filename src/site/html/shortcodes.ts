import { createRequire } from 'node:module';

/** A letter that joins a name to a word, or a digit: scripts without blanks between words have none. */
const joining = String.raw`(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}])[\p{L}\p{N}:]`;

/** One name or several in a row. */
const written = new RegExp(`(?<!${joining})(?::[a-z0-9_+-]{1,50}:)+(?!${joining})`, 'gu');

let names: Readonly<Record<string, string>> | undefined;

/** The text with the emoji that names between colons stand for (`:rocket:`); the table is loaded for the first such name. */
export function withEmoji(text: string): string {
  if (!text.includes(':')) return text;
  return text.replace(written, (row) =>
    row.replace(/:([^:]+):/g, (all, name: string) => {
      names ??= (
        createRequire(import.meta.url)('gemoji') as { nameToEmoji: Readonly<Record<string, string>> }
      ).nameToEmoji;
      return Object.hasOwn(names, name) ? (names[name] ?? all) : all;
    }),
  );
}

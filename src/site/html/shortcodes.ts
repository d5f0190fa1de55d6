import { createRequire } from 'node:module';

/** A letter or digit that would join a name to a word; letters of scripts without blanks between words do not. */
const joining = String.raw`(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}])[\p{L}\p{N}:]`;

/** One name, or several in a row. */
const written = new RegExp(`(?<!${joining})(?::[a-z0-9_+-]{1,50}:)+(?!${joining})`, 'gu');

let names: Readonly<Record<string, string>> | undefined;

/** Replaces names between colons (`:rocket:`) by their emoji. The table is loaded for the first such name. */
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

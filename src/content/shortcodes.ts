import { createRequire } from 'node:module';

/** A letter or digit that would join a name to a word; letters of scripts without blanks between words do not. */
const joining = String.raw`(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}])[\p{L}\p{N}:]`;

/** One name, or several in a row. */
const written = new RegExp(`(?<!${joining})(?::[a-z0-9_+-]{1,50}:)+(?!${joining})`, 'gu');

let loaded: Readonly<Record<string, string>> | undefined;

/** The emoji by their names. The table is loaded for the first text that needs it. */
function emojiByName(): Readonly<Record<string, string>> {
  loaded ??= (createRequire(import.meta.url)('gemoji') as { nameToEmoji: Readonly<Record<string, string>> })
    .nameToEmoji;
  return loaded;
}

/** Replaces names between colons (`:rocket:`) by their emoji. */
export function withEmoji(text: string): string {
  if (!text.includes(':')) return text;
  return text.replace(written, (row) =>
    row.replace(/:([^:]+):/g, (all, name: string) => {
      const names = emojiByName();
      return Object.hasOwn(names, name) ? (names[name] ?? all) : all;
    }),
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

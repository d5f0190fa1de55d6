/** Each emoji recommended for interchange has a character that is drawn as an emoji, or the selector that asks for that. */
const sign = /[\p{Emoji_Presentation}\ufe0f]/u;

/**
 * Patterns that find emoji by their sequences. They need the `v` flag, which the compiler's target does not allow in literals.
 * A pattern is built for the first text that has an emoji, because building takes longer than most commands run.
 */
function lazily(pattern: string, flags: string): () => RegExp {
  let made: RegExp | undefined;
  return () => (made ??= new RegExp(pattern, flags));
}

const leading = lazily('^(\\p{RGI_Emoji}) (?=\\S)', 'v');
const all = lazily('\\p{RGI_Emoji}', 'gv');

/** The emoji that begins a text, before a space and more text; undefined for a text that begins otherwise. */
export function leadingEmoji(text: string): string | undefined {
  return sign.test(text) ? leading().exec(text)?.[1] : undefined;
}

/** Replaces each emoji of a text. */
export function replaceEmoji(text: string, replacement: string): string {
  return sign.test(text) ? text.replace(all(), replacement) : text;
}

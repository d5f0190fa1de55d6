/** Every emoji that is recommended for interchange has a character that is drawn as one, or the sign that asks for it. */
const sign = /[\p{Emoji_Presentation}\ufe0f]/u;

/**
 * Parts of text that are emoji, by sequences; they need the `v` flag, which the compiler's target does not have in literals.
 * Made for the first text that has one: the tables take longer to build than most commands to run.
 */
function lazily(pattern: string, flags: string): () => RegExp {
  let made: RegExp | undefined;
  return () => (made ??= new RegExp(pattern, flags));
}

const leading = lazily('^(\\p{RGI_Emoji}) (?=\\S)', 'v');
const all = lazily('\\p{RGI_Emoji}', 'gv');

/** The emoji that leads a text before a space and more; undefined when none does. */
export function leadingEmoji(text: string): string | undefined {
  return sign.test(text) ? leading().exec(text)?.[1] : undefined;
}

/** The text with `replacement` in the place of each emoji. */
export function replaceEmoji(text: string, replacement: string): string {
  return sign.test(text) ? text.replace(all(), replacement) : text;
}

import { anchorOfText, maxAnchorLength, maxHeadingLength } from './anchor-text.ts';
import { replaceEmoji } from './emoji.ts';
import { foldName } from './names.ts';
import { emojiNames, withEmoji } from './shortcodes.ts';
import { slugOfTitle } from './slug.ts';

/** The ids that words make. */
export interface WordIds {
  /** The id that is published; `''` when the words make none. */
  readonly id: string;
  /**
   * Further forms that writers use, in documentation for code hosts as well: letters as they are written or transliterated otherwise,
   * and emoji by their names. Where no other id takes them, they lead to the same place.
   */
  readonly others: readonly string[];
}

const noIds: readonly string[] = [];
const noWords: WordIds = { id: '', others: noIds };

/**
 * The ids of a heading or summary. The service's rule is known for Latin letters and signs. For other letters, and for a heading of
 * which that rule leaves nothing, every form counts.
 *
 * @param written the words as written, with the names of emoji (`:rocket:`).
 * @param shown the words as shown, with the emoji.
 */
export function idsOfWords(written: string, shown = withEmoji(written)): WordIds {
  const text = shown.slice(0, maxHeadingLength);
  // Most headings are ASCII, which needs no tables.
  if (written === shown && !/[^ -~]/u.test(text)) {
    const id = anchorOfText(text);
    return id === '' ? noWords : { id, others: noIds };
  }
  const forms = new Set([anchorOfText(text), ...letterForms(text)]);
  if (written !== shown) {
    const named = written.slice(0, maxHeadingLength);
    forms.add(anchorOfText(named));
    for (const form of letterForms(named)) forms.add(form);
  }
  forms.delete('');
  if (forms.size === 0) forms.add(anchorOfText(emojiNames(text)));
  const [id = '', ...others] = forms;
  return { id, others };
}

/** The ids of a heading, which always has one: without any words, it is a section. */
export function headingIds(written: string, shown = withEmoji(written)): WordIds {
  const ids = idsOfWords(written, shown);
  return ids.id === '' ? { id: 'section', others: ids.others } : ids;
}

/** Counts repeated ids: the second `x` is `x-1`. */
export class RepeatedIds {
  readonly #counts = new Map<string, number>();

  next(id: string): string {
    const count = this.#counts.get(id) ?? 0;
    this.#counts.set(id, count + 1);
    return count === 0 ? id : `${id}-${count}`;
  }
}

const otherLetter = /[^\P{L}a-zA-Z]/u;

/** The forms of a text with letters that are not ASCII: transliterated, and with its letters as they are. */
function* letterForms(text: string): Generator<string> {
  if (!otherLetter.test(text)) return;
  const words = replaceEmoji(text, ' ');
  const slug = slugOfTitle(words);
  if (slug !== 'undefined') yield (/^\d/u.test(slug) ? `id-${slug}` : slug).slice(0, maxAnchorLength);
  yield foldName(words)
    .replace(/[^\p{L}\p{M}\p{N}\s_-]+/gu, '')
    .trim()
    .replace(/\s+/gu, '-');
}

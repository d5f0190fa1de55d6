/*
 * The interface takes titles and subjects of nothing but blanks. A link or heading with such a name could be neither seen nor read out, so
 * the app shows words in its place.
 */

const noTitle = 'Without a title';
const noSubject = 'Without a subject';

const isBlank = (name: string): boolean => !/[^\s\p{Cf}]/u.test(name);

/** A title as the app shows it. */
export function shownTitle(title: string): string {
  return isBlank(title) ? noTitle : title;
}

/** The subject of a change request as the app shows it. */
export function shownSubject(subject: string): string {
  return isBlank(subject) ? noSubject : subject;
}

/** The value of a field in which somebody changes a title that the app shows. */
export function writtenTitle(shown: string): string {
  return shown === noTitle ? '' : shown;
}

/** An answer of the interface in which everything with a title has one that can be shown. Answers without a blank title stay the same value. */
export function withTitles<Value>(answer: Value): Value {
  return titled(answer) as Value;
}

function titled(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(titled);
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  let copy: Record<string, unknown> | undefined;
  for (const [name, inner] of Object.entries(value)) {
    const shown = name === 'title' && typeof inner === 'string' ? shownTitle(inner) : titled(inner);
    if (shown !== inner) (copy ??= { ...value })[name] = shown;
  }
  return copy ?? value;
}

// What the editor does with a text, without a browser: every function here gets a text or an editor's state and returns what comes next.

/**
 * The text that an editor begins with, and where its caret stands. In a page that has only its title, the writer goes on below the title,
 * after an empty line.
 */
export function opening(text) {
  const body = text.replace(/^---\n[^]*?\n---\n+/, '');
  if (!/^# [^\n]*\n*$/.test(body)) return { text, caret: 0 };
  const begun = `${text.trimEnd()}\n\n`;
  return { text: begun, caret: begun.length };
}

/** Places in a text that wait for something; they move with the text around them. */
export class Places {
  #kept = [];

  keep(at) {
    const place = { at };
    this.#kept.push(place);
    return place;
  }

  /** Follows an edit of the text. What somebody writes exactly at a place comes after it. */
  follow(changes) {
    for (const place of this.#kept) place.at = changes.mapPos(place.at, -1);
  }

  /** A place got a text of this length: what the same place, or a later one at the same point, gets next comes after it. */
  fill(place, length) {
    const { at } = place;
    for (const each of this.#kept.slice(this.#kept.indexOf(place))) if (each.at === at) each.at += length;
  }
}

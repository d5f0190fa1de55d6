// What the editor does with a text, without a browser: every function here gets a text or an editor's state and returns what comes next.
import { insertNewlineContinueMarkupCommand } from '@codemirror/lang-markdown';
import { syntaxTree } from '@codemirror/language';
import { ChangeSet } from '@codemirror/state';

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

/**
 * Where a picture goes, and whether it gets a paragraph of its own: the end of the text when nobody has set the caret (`caret` is undefined
 * then), and never before the title or into front matter, because the title or the front matter would become a part of the text there.
 */
export function pictureAt(text, caret) {
  if (caret === undefined) return { at: text.length, isApart: true };
  const [front] = /^(?:---[ \t]*\n(?:[^]*?\n)?---[ \t]*(?:\n+|$))?/.exec(text);
  const [title] = /^(?:# [^\n]*)?/.exec(text.slice(front.length));
  const isAbove = title === '' ? caret < front.length : caret <= front.length;
  return isAbove ? { at: front.length + title.length, isApart: true } : { at: caret, isApart: false };
}

/** The line breaks that set words between two texts apart as a paragraph. */
export function paragraphBreaks(before, after) {
  const [above] = /\n{0,2}$/.exec(before);
  const [below] = /^\n{0,2}/.exec(after);
  return {
    lead: before === '' ? '' : '\n'.repeat(2 - above.length),
    tail: '\n'.repeat(Math.max(0, (after.trim() === '' ? 1 : 2) - below.length)),
  };
}

/** Places in a text that wait for something; they move with the text around them. */
export class Places {
  #kept = [];

  keep(at) {
    const place = { at };
    this.#kept.push(place);
    return place;
  }

  /** Follows an edit of the text. Words that somebody writes exactly at a place come after the place. */
  follow(changes) {
    for (const place of this.#kept) place.at = changes.mapPos(place.at, -1);
  }

  /** Notes that a place got a text of this length. The next text of this place, or of a later place at the same point, comes after it. */
  fill(place, length) {
    const { at } = place;
    for (const each of this.#kept.slice(this.#kept.indexOf(place))) if (each.at === at) each.at += length;
  }
}

const goOn = insertNewlineContinueMarkupCommand({ nonTightLists: false });

/**
 * The key Enter in a list or a quote: it begins the next item or line, and on an empty one it ends the innermost list or quote. An empty line
 * then separates the list or quote from the next words, which markdown would take into the last item otherwise.
 */
export function enter({ state, dispatch }) {
  const left = endOfQuote(state);
  if (left === undefined)
    return goOn({ state, dispatch: (transaction) => dispatch(setApart(state, transaction)) });
  dispatch(setApart(state, left));
  return true;
}

/** Takes the innermost mark off an empty line of a quote; undefined elsewhere. */
function endOfQuote(state) {
  const { main, ranges } = state.selection;
  const line = state.doc.lineAt(main.head);
  const [, outer] = /^([\s>]*)>\s*$/.exec(line.text) ?? [];
  if (ranges.length > 1 || !main.empty || outer === undefined) return undefined;
  const at = line.from + outer.length;
  if (main.head <= at || !isQuote(syntaxTree(state).resolveInner(main.head, -1))) return undefined;
  // After an empty line of the same quote, the language itself ends the quote, and takes the mark off that line as well.
  if (line.number > 1 && state.doc.line(line.number - 1).text.trimEnd() === `${outer}>`) return undefined;
  return state.update({ changes: { from: at, to: line.to }, selection: { anchor: at } });
}

function isQuote(node) {
  if (node === null || /Code|HTML/.test(node.name)) return false;
  return node.name === 'Blockquote' || isQuote(node.parent);
}

/** Puts an empty line between what Enter has ended and the caret, and between the caret and what follows it. */
function setApart(state, transaction) {
  const { newDoc, newSelection, changes } = transaction;
  const { head } = newSelection.main;
  const line = newDoc.lineAt(head);
  const isEmpty = (number) => !/[^\s>]/.test(newDoc.line(number).text);
  // Where Enter goes on, the text has one more line, or the line has a mark.
  if (newSelection.ranges.length > 1 || newDoc.lines > state.doc.lines || !isEmpty(line.number))
    return transaction;
  const marks = line.text.trimEnd();
  const above = line.number === 1 || isEmpty(line.number - 1) ? '' : `${marks}\n`;
  const below = line.number === newDoc.lines || isEmpty(line.number + 1) ? '' : `\n${marks}`;
  const gaps = ChangeSet.of(
    [
      { from: line.from, insert: above },
      { from: line.to, insert: below },
    ],
    newDoc.length,
  );
  return state.update({
    changes: changes.compose(gaps),
    selection: { anchor: head + above.length },
    scrollIntoView: true,
    userEvent: 'input',
  });
}

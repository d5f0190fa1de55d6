/**
 * A text in which a merge left both sides between marks, as the service writes them: `ours` is the space's content, `theirs` the change
 * request's, `base` what both come from.
 */
import { splitFrontMatter } from '../front-matter.ts';
import { findTitle } from '../title.ts';
import type { MarkerLabels } from './lines.ts';

/** The labels at the marks of a merge in the service. */
export const undecidedLabels: MarkerLabels = {
  ours: 'primary content',
  base: 'common ancestor',
  theirs: 'change request',
};

/** A part of such a text: words that are decided, or a place where a person has to choose. */
export type Piece =
  | { readonly kind: 'decided'; readonly text: string }
  | { readonly kind: 'open'; readonly ours: string; readonly base: string; readonly theirs: string };

export type Choice = 'ours' | 'theirs' | 'both';

const marks = {
  ours: new RegExp(`^<{7} ${undecidedLabels.ours}\\r?\\n?$`),
  base: new RegExp(`^\\|{7} ${undecidedLabels.base}\\r?\\n?$`),
  theirs: /^=======\r?\n?$/,
  end: new RegExp(`^>{7} ${undecidedLabels.theirs}\\r?\\n?$`),
};

/** Whether a text waits for a decision. */
export function isUndecided(text: string): boolean {
  return piecesOf(text).some(({ kind }) => kind === 'open');
}

/** The whole text as each side would have it; undefined for a text that waits for no decision. */
export function sidesOf(text: string): { readonly ours: string; readonly theirs: string } | undefined {
  const pieces = piecesOf(text);
  if (!pieces.some(({ kind }) => kind === 'open')) return undefined;
  const side = (choice: 'ours' | 'theirs'): string =>
    pieces.map((piece) => (piece.kind === 'decided' ? piece.text : piece[choice])).join('');
  return { ours: side('ours'), theirs: side('theirs') };
}

/** The pieces of a text; a mark without its companions is text like any other. */
export function piecesOf(text: string): Piece[] {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const pieces: Piece[] = [];
  let decided = '';
  for (let at = 0; at < lines.length; at += 1) {
    const found = marks.ours.test(lines[at]!) ? openPiece(lines, at) : undefined;
    if (found === undefined) {
      decided += lines[at]!;
      continue;
    }
    if (decided !== '') pieces.push({ kind: 'decided', text: decided });
    decided = '';
    pieces.push(found.piece);
    at = found.end;
  }
  return decided === '' ? pieces : [...pieces, { kind: 'decided', text: decided }];
}

function openPiece(lines: readonly string[], start: number): { piece: Piece; end: number } | undefined {
  const sides = { ours: '', base: '', theirs: '' };
  let side: keyof typeof sides = 'ours';
  for (let at = start + 1; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (marks.end.test(line))
      return side === 'theirs' ? { piece: { kind: 'open', ...sides }, end: at } : undefined;
    if (side === 'ours' && marks.base.test(line)) side = 'base';
    else if (side !== 'theirs' && marks.theirs.test(line)) side = 'theirs';
    else sides[side] += line;
  }
  return undefined;
}

/** The text once each place has its choice; undefined while a choice is missing. */
export function decide(
  pieces: readonly Piece[],
  choices: readonly (Choice | undefined)[],
): string | undefined {
  let text = '';
  let place = 0;
  for (const piece of pieces) {
    if (piece.kind === 'decided') {
      text += piece.text;
      continue;
    }
    const choice = choices[place];
    place += 1;
    if (choice === undefined) return undefined;
    if (choice !== 'theirs') text += piece.ours;
    if (choice !== 'ours') text += piece.theirs;
  }
  return text;
}

/**
 * The same page for people who look at it before a decision: a sentence, and each side's whole text in a tab, so that each keeps its
 * structure. What is above the body is the change request's. A text that waits for no decision stays as it is.
 */
export function withBothTexts(text: string): string {
  const sides = sidesOf(text);
  if (sides === undefined) return text;
  const [ours, theirs] = [sides.ours, sides.theirs].map((side) => side.slice(bodyOf(side)));
  const head = sides.theirs.slice(0, bodyOf(sides.theirs));
  return [
    head.trimEnd(),
    '{% hint style="warning" %}\nBoth texts wait for a decision.\n{% endhint %}',
    '{% tabs %}',
    tab('This change request’s text', theirs),
    tab('The space’s text', ours),
    '{% endtabs %}\n',
  ].join('\n\n');
}

/** Where the body of a page begins: below its front matter and its title. */
function bodyOf(text: string): number {
  const { bodyStart } = splitFrontMatter(text);
  const title = findTitle(text);
  return title === null || text.slice(bodyStart, title.lineStart).trim() !== '' ? bodyStart : title.lineEnd;
}

function tab(title: string, body = ''): string {
  return `{% tab title="${title}" %}\n${body.trim() === '' ? 'It says nothing here.' : body.trim()}\n{% endtab %}`;
}

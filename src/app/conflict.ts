/**
 * A text in which a merge left both sides between marks, as the service writes them: `ours` is the space's content, `theirs` the change
 * request's, `base` what both come from.
 */

/** A part of such a text: words that are decided, or a place where a person has to choose. */
export type Piece =
  | { readonly kind: 'decided'; readonly text: string }
  | { readonly kind: 'open'; readonly ours: string; readonly base: string; readonly theirs: string };

export type Choice = 'ours' | 'theirs' | 'both';

const marks = {
  ours: /^<<<<<<< primary content\r?\n?$/,
  base: /^\|\|\|\|\|\|\| common ancestor\r?\n?$/,
  theirs: /^=======\r?\n?$/,
  end: /^>>>>>>> change request\r?\n?$/,
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

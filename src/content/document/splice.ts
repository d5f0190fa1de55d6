import { diffIndices } from 'node-diff3';
import { isEmptyParagraph } from './blocks.ts';
import { markdownOfBlocks, markdownOfDocument } from './print-document.ts';
import { documentOfMarkdown } from './read-document.ts';
import { noReferences, type References } from './references.ts';
import type { Block, JsonDocument } from './values.ts';

/** A part of a text between two blank lines, with the blank lines after it, and the blocks that it is read as. */
interface Piece {
  readonly text: string;
  /** The key of each block. */
  readonly blocks: readonly string[];
}

/** Up to this product of the numbers of blocks, two documents are compared; it bounds the time. */
const mostComparisons = 4_000_000;

/** Definitions up to this length are read again with each piece; it bounds the time. */
const longestDefinitions = 4096;

/**
 * Writes a document as the new text of a page: blocks that stay as they were keep their bytes, and so do comments and definitions, which
 * a document does not have. The other blocks are written in the exporter's style. Where the text would then not be read as the document,
 * all of it is written in that style.
 */
export function splicedMarkdown(
  before: string,
  document: JsonDocument,
  { references = noReferences }: { references?: References } = {},
): string {
  const plain = markdownOfDocument(document, { references });
  const read = (text: string): readonly Block[] => documentOfMarkdown(text, { references }).nodes;
  const { nodes } = document;
  const old = read(before).map(keyOf);
  if (old.length * nodes.length > mostComparisons) return plain;
  const keys = nodes.map(keyOf);
  if (isSame(keys, old)) return before;
  const spliced = joined(
    piecesOf(before, old, (text) => read(text).map(keyOf)),
    {
      places: placesOf(old, keys),
      eol: before.includes('\r\n') ? '\r\n' : '\n',
      count: nodes.length,
      print: (from, to) => markdownOfBlocks(nodes.slice(from, to), references),
    },
  );
  // An empty paragraph says nothing, and is not written.
  const said = (text: string): string[] =>
    read(text)
      .filter((block) => !isEmptyParagraph(block))
      .map(keyOf);
  return isSame(said(spliced), said(plain)) ? spliced : plain;
}

const kindsOfNodes = new Set(['block', 'inline', 'text', 'leaf', 'mark', 'fragment']);

/** A block as a text that is the same for the same content, without what programs add to nodes: keys and computed values. */
function keyOf(block: Block): string {
  return JSON.stringify(block, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const { object } = value as { object?: unknown };
    const isNode = typeof object === 'string' && kindsOfNodes.has(object);
    const entries = Object.entries(value).filter(([name]) => !isNode || (name !== 'key' && name !== 'meta'));
    return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((each, at) => each === others[at]);
}

/** Where each old block is among the new ones; -1 for a block that changed or is gone. */
function placesOf(old: readonly string[], keys: readonly string[]): number[] {
  const places = old.map(() => -1);
  let [from, to] = [0, 0];
  const keep = (end: number): void => {
    while (from < end) places[from++] = to++;
  };
  for (const { buffer1, buffer2 } of diffIndices([...old], [...keys])) {
    keep(buffer1[0]);
    from = buffer1[0] + buffer1[1];
    to = buffer2[0] + buffer2[1];
  }
  keep(old.length);
  return places;
}

/** Cuts a text into the smallest pieces that are read as blocks of the whole text, in its order. */
function piecesOf(text: string, blocks: readonly string[], read: (text: string) => string[]): Piece[] {
  const runs = runsOf(text);
  const definitions = runs.filter(isDefinition).join('');
  const readAlone = (part: string): string[] =>
    part.includes('[') && definitions.length <= longestDefinitions
      ? read(`${part}\n\n${definitions}`)
      : read(part);
  const pieces: Piece[] = [];
  let [at, done] = [0, 0];
  while (at < runs.length) {
    const piece = nextPiece(runs.slice(at), blocks.slice(done), readAlone);
    pieces.push(piece);
    at += piece.runs;
    done += piece.blocks.length;
  }
  return pieces;
}

/** The runs of lines between blank lines; each has the blank lines after it, and the first may be only blank lines. */
function runsOf(text: string): string[] {
  const runs: string[] = [];
  let wasBlank = false;
  for (const line of text.split(/(?<=\n)/u)) {
    const isBlank = line.trim() === '';
    if (runs.length === 0 || (wasBlank && !isBlank)) runs.push(line);
    else runs[runs.length - 1] += line;
    wasBlank = isBlank;
  }
  return runs;
}

/** The first piece of some runs: the fewest runs that are read as the next blocks, or all runs where no number of them is. */
function nextPiece(
  runs: readonly string[],
  blocks: readonly string[],
  read: (text: string) => string[],
): Piece & { readonly runs: number } {
  const first = runs[0] ?? '';
  if (first.trim() === '' || isDefinition(first) || isComment(first))
    return { text: first, blocks: [], runs: 1 };
  // The steps grow, so that the text is read a bounded number of times.
  for (let count = 1; count < runs.length; count += Math.max(1, count >> 1)) {
    const text = runs.slice(0, count).join('');
    const found = read(text);
    if (found.length > 0 && isSame(found, blocks.slice(0, found.length)))
      return { text, blocks: found, runs: count };
  }
  return { text: runs.join(''), blocks, runs: runs.length };
}

/** Whether a run only defines targets of links or notes. */
function isDefinition(run: string): boolean {
  return /^(?: {0,3}\[[^\]\n]+\]:[^\n]*(?:\n|$))+\s*$/u.test(run);
}

function isComment(run: string): boolean {
  return /^ {0,3}<!--(?:(?!-->)[^])*-->\s*$/u.test(run);
}

interface Splicing {
  readonly places: readonly number[];
  readonly eol: string;
  /** The number of new blocks. */
  readonly count: number;
  /** Writes some of the new blocks. */
  readonly print: (from: number, to: number) => string;
}

/** The pieces whose blocks stay, with the new blocks between them. */
function joined(pieces: readonly Piece[], { places, eol, count, print }: Splicing): string {
  let text = '';
  let written = 0;
  const add = (part: string): void => {
    if (part.trim() !== '' && text.trim() !== '' && !/\n[ \t]*\r?\n$/u.test(text))
      text = `${text.trimEnd()}${eol}${eol}`;
    text += part;
  };
  const writeUntil = (end: number): void => {
    if (end > written) add(print(written, end).replace(/\r?\n/gu, eol));
    written = Math.max(written, end);
  };
  let from = 0;
  for (const piece of pieces) {
    const to = from + piece.blocks.length;
    const start = places[from] ?? -1;
    const stays = piece.blocks.every((_, at) => start >= written && places[from + at] === start + at);
    if (stays) {
      if (piece.blocks.length > 0) writeUntil(start);
      add(piece.text);
      if (piece.blocks.length > 0) written = start + piece.blocks.length;
    } else {
      // As many new blocks as old ones come in the place of the piece, so that comments stay between their neighbours.
      const next = places.slice(to).find((place) => place >= written) ?? count;
      writeUntil(Math.min(written + piece.blocks.length, next));
    }
    from = to;
  }
  const endsAsBefore = written === count && text.endsWith(pieces.at(-1)?.text ?? '');
  writeUntil(count);
  return endsAsBefore ? text : `${text.trimEnd()}${eol}`;
}

import { parseSummary, type SummaryEntry } from '../summary.ts';
import type { Versions } from './lines.ts';

/** What people write between the entries of a table of contents, such as comments. An entry takes the words after it along. */

/** The text after an entry, or before the first one, up to the next entry or the end. */
interface Gap {
  /** Null: before the first entry. */
  readonly after: SummaryEntry | null;
  readonly text: string;
  /** Offsets in the whole text: `[start, end)`. */
  readonly start: number;
  readonly end: number;
}

function gapsOf(text: string): readonly Gap[] {
  const entries: readonly (SummaryEntry | null)[] = [null, ...parseSummary(text).entries];
  return entries.map((after, at) => {
    const [start, end] = [after?.end ?? 0, entries[at + 1]?.start ?? text.length];
    return { after, text: text.slice(start, end), start, end };
  });
}

function isWord(line: string): boolean {
  return line.trim() !== '';
}

/** The lines of a table of contents that are not part of an entry. */
export function wordsIn(text: string): ReadonlySet<string> {
  return new Set(
    gapsOf(text).flatMap((gap) =>
      gap.text
        .split('\n')
        .filter(isWord)
        .map((line) => line.trimEnd()),
    ),
  );
}

/**
 * Puts the words into a merged table of contents that one side added since the base, each after the entry that it was after there; and takes
 * out the words that one side took out. No entry changes.
 *
 * @param options.mayLack Theirs may lack words that nobody took out: then only our side takes words out.
 */
export function mergeWords(
  text: string,
  { base, ours, theirs }: Versions<string>,
  { mayLack }: { readonly mayLack: boolean },
): string {
  const before = wordsIn(base);
  const [mine, others] = [wordsIn(ours), wordsIn(theirs)];
  const isGone = (line: string): boolean =>
    before.has(line) && !(mine.has(line) && (mayLack || others.has(line)));
  let result = withoutWords(text, isGone);
  for (const gaps of [ours, theirs].map(gapsOf))
    for (const [at, gap] of gaps.entries()) {
      const lines = gap.text.split('\n').map((line) => line.trimEnd());
      if (lines.every((line) => !isWord(line) || before.has(line))) continue;
      const there = wordsIn(result);
      const added = lines.filter((line) => !isWord(line) || (!before.has(line) && !there.has(line)));
      const block = added
        .join('\n')
        .replace(/\n{3,}/gu, '\n\n')
        .trim();
      const anchors = gaps.slice(0, at + 1).map(({ after }) => after);
      if (block !== '') result = withBlock(result, block, anchors);
    }
  return result;
}

function withoutWords(text: string, isGone: (line: string) => boolean): string {
  let result = text;
  for (const { text: gap, start } of gapsOf(text).toReversed()) {
    let end = start + gap.length;
    for (const line of gap.split(/(?<=\n)/u).toReversed()) {
      end -= line.length;
      if (!isGone(line.trimEnd())) continue;
      const rest = result.slice(end + line.length);
      // A line between two blank lines takes one of them along.
      const isBetween = /\n\r?\n$/u.test(result.slice(0, end));
      const without = result.slice(0, end) + (isBetween ? rest.replace(/^\r?\n/u, '') : rest);
      if (saysSame(text, without)) result = without;
    }
  }
  return result;
}

/** Puts words after the last of these entries that a table of contents has, or else at its end. */
function withBlock(text: string, words: string, anchors: readonly (SummaryEntry | null)[]): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const block = words.replaceAll('\n', eol);
  const gaps = gapsOf(text);
  const names = anchors.map(nameOf);
  const anchor = names.findLast((name) => gaps.some(({ after }) => nameOf(after) === name));
  const found = gaps.find(({ after }) => nameOf(after) === anchor);
  for (const gap of [found, gaps.at(-1)]) {
    if (gap === undefined) continue;
    const own = gap.text.trimEnd();
    const lineEnd = gap.start === 0 || text[gap.start - 1] === '\n' ? '' : eol;
    const first = own === '' ? (gap.start === 0 ? '' : lineEnd + eol) : `${own}${eol}${eol}`;
    const next = gap.end === text.length ? '' : eol;
    const result = `${text.slice(0, gap.start)}${first}${block}${eol}${next}${text.slice(gap.end)}`;
    if (saysSame(text, result)) return result;
  }
  return text;
}

function nameOf(entry: SummaryEntry | null): string {
  switch (entry?.kind) {
    case undefined:
      return '';
    case 'item':
      return `item ${entry.target}`;
    case 'group':
      return `group ${entry.slug}`;
    case 'computed':
      return `computed ${JSON.stringify(entry.computed)}`;
    case 'divider':
      return 'divider';
  }
}

/** Whether two tables of contents have the same entries. */
function saysSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) =>
    parseSummary(text).entries.map(
      (entry) =>
        `${nameOf(entry)} ${'title' in entry ? entry.title : ''} ${'depth' in entry ? entry.depth : ''}`,
    ),
  );
  return first!.join('\n') === second!.join('\n');
}

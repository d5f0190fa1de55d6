import type { Finding } from '../finding.ts';
import type { Level } from '../rules.ts';
import {
  byPath,
  groupDigits,
  leftOut,
  nothingFound,
  plural,
  countByLevel,
  type Reporter,
  escapeControls,
} from './shape.ts';

const colours: Readonly<Record<Level | 'dim' | 'bold' | 'good', [string, string]>> = {
  error: ['\u001b[31m', '\u001b[39m'],
  warning: ['\u001b[33m', '\u001b[39m'],
  note: ['\u001b[36m', '\u001b[39m'],
  dim: ['\u001b[2m', '\u001b[22m'],
  bold: ['\u001b[1m', '\u001b[22m'],
  good: ['\u001b[32m', '\u001b[39m'],
};

/** On narrower terminals, we leave wrapping to the terminal. */
const narrowest = 50;

/** The report for people: grouped by page, each fault with its place, its line, a mark under the target, and a suggestion. */
export const textReport: Reporter = (report, { colour = false, columns = 100 }) => {
  const width = Math.max(narrowest, columns);
  const paint = (kind: keyof typeof colours, text: string): string =>
    colour ? colours[kind][0] + text + colours[kind][1] : text;
  const lines: string[] = [];
  for (const [path, findings] of byPath(report.findings)) {
    const title = findings[0]?.title;
    const name = escapeControls(path);
    lines.push(
      paint('bold', name) +
        (title === null || title === undefined ? '' : paint('dim', `  ${escapeControls(title)}`)),
    );
    for (const finding of findings) lines.push(...findingLines(finding, paint, width));
    lines.push('');
  }
  const counts = countByLevel(report.findings);
  const { pages, links, external } = report.counts;
  const summary =
    counts.total === 0
      ? paint('good', nothingFound(report))
      : [plural(counts.error, 'error'), plural(counts.warning, 'warning'), plural(counts.note, 'note')].join(
          ', ',
        ) + (counts.new === counts.total ? '' : ` (${groupDigits(counts.new)} new)`);
  lines.push(
    `${summary}  ${paint('dim', `${plural(links, 'link')} in ${plural(pages, 'page')}, ${plural(external, 'address', 'addresses')} outside`)}`,
  );
  if (report.fixedSinceBase > 0)
    lines.push(paint('good', `${plural(report.fixedSinceBase, 'known fault')} fixed`));
  const known = leftOut(report);
  if (known !== '') lines.push(paint('dim', known));
  if (report.ignored > 0) lines.push(paint('dim', `${plural(report.ignored, 'finding')} ignored`));
  for (const entry of report.staleIgnores)
    lines.push(paint('warning', `The ignore entry ${escapeControls(entry)} matches nothing: take it out`));
  for (const problem of report.problems)
    lines.push(paint('warning', `Not checked: ${escapeControls(problem)}`));
  return `${lines.join('\n')}\n`;
};

type Paint = (kind: Level | 'dim' | 'good', text: string) => string;

/** The width before a message: two blanks, the place, the level. */
const lead = 20;

function findingLines(finding: Finding, paint: Paint, width: number): string[] {
  const { span, level, rule, message, suggestion, isNew } = finding;
  const place = span === null ? '-' : `${span.line}:${span.column}`;
  const words = [...escapeControls(message).split(' '), '', rule, ...(isNew ? [] : ['(known)'])];
  const [first = '', ...rest] = wrapped(words, width - lead, words.length - (isNew ? 1 : 2), (text) =>
    paint('dim', text),
  );
  const lines = [
    `  ${place.padEnd(8)} ${paint(level, level.padEnd(7))}  ${first}`,
    ...rest.map((line) => ' '.repeat(lead) + line),
    ...frame(finding, paint, width),
  ];
  if (suggestion !== null)
    lines.push(
      `    did you mean ${paint('good', escapeControls(suggestion.target))}?${suggestion.safe ? paint('dim', '  --fix can write it') : ''}`,
    );
  return lines;
}

/** Wraps words into lines of a width; words from `dimFrom` on are painted dim. A word that is too long gets a separate line. */
function wrapped(
  words: readonly string[],
  width: number,
  dimFrom: number,
  dim: (text: string) => string,
): string[] {
  const lines: string[] = [];
  let line = '';
  let length = 0;
  for (const [at, word] of words.entries()) {
    const columns = columnsOf(word);
    if (length > 0 && length + 1 + columns > width) {
      lines.push(line.trimEnd());
      line = '';
      length = 0;
    }
    const separator = length === 0 ? '' : ' ';
    line += separator + (at >= dimFrom ? dim(word) : word);
    length += separator.length + columns;
  }
  return [...lines, line];
}

/** How much of a line is shown at least before the target. */
const someContext = 12;

/** The line of the file with marks under the target, cut on both sides to fit. */
function frame({ span, level, excerpt, excerptStart }: Finding, paint: Paint, width: number): string[] {
  if (span === null || excerpt === '') return [];
  const number = String(span.line);
  const room = width - number.length - 8;
  const at = Math.max(0, span.column - 1 - excerptStart);
  const targetLength = Math.min(Math.max(1, span.endColumn - span.column), excerpt.length - at);
  // The target matters most, then the text before it.
  const fits = columnsOf(escapeControls(excerpt)) <= room;
  const wanted = Math.min(at - someContext, at + targetLength - Math.floor(room * 0.7));
  const from = fits ? 0 : Math.max(0, wanted);
  const before = excerpt.slice(from, at);
  const cutBefore = from > 0 || excerptStart > 0 ? '…' : '';
  const marked = clipped(
    escapeControls(excerpt.slice(at, at + targetLength)),
    room - columnsOf(escapeControls(before)),
  );
  const left = room - columnsOf(escapeControls(before)) - columnsOf(marked);
  const after = escapeControls(excerpt.slice(at + targetLength));
  const tail = marked.endsWith('…') ? '' : clipped(after, left);
  const shownBefore = cutBefore + escapeControls(before);
  const gutter = ' '.repeat(number.length);
  return [
    paint('dim', `    ${number} | `) + shownBefore + marked + tail,
    `    ${gutter} | ${' '.repeat(columnsOf(shownBefore))}${paint(level, '^'.repeat(Math.max(1, columnsOf(marked))))}`,
  ];
}

/** The beginning of a text that fits, with an ellipsis. */
function clipped(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  let result = '';
  let length = 0;
  for (const character of text) {
    length += columnsOf(character);
    if (length > Math.max(1, columns) - 1) break;
    result += character;
  }
  return `${result}…`;
}

/** Columns that a text takes on a terminal: East Asian wide characters and emoji take two, marks none. */
function columnsOf(text: string): number {
  if (/^[ -~]*$/u.test(text)) return text.length;
  let columns = 0;
  for (const character of text) {
    if (/\p{M}|\u200d/u.test(character)) continue;
    columns +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
        character,
      )
        ? 2
        : 1;
  }
  return columns;
}

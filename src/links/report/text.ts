import type { Finding } from '../finding.ts';
import type { Level } from '../rules.ts';
import { byPath, grouped, plural, tally, type Reporter, shown } from './shape.ts';

const colours: Readonly<Record<Level | 'dim' | 'bold' | 'good', [string, string]>> = {
  error: ['\u001b[31m', '\u001b[39m'],
  warning: ['\u001b[33m', '\u001b[39m'],
  note: ['\u001b[36m', '\u001b[39m'],
  dim: ['\u001b[2m', '\u001b[22m'],
  bold: ['\u001b[1m', '\u001b[22m'],
  good: ['\u001b[32m', '\u001b[39m'],
};

/** For people: grouped by page, each fault with its place, its line, a mark under the target, and what may be meant. */
export const textReport: Reporter = (report, { colour = false }) => {
  const paint = (kind: keyof typeof colours, text: string): string =>
    colour ? colours[kind][0] + text + colours[kind][1] : text;
  const lines: string[] = [];
  for (const [path, findings] of byPath(report.findings)) {
    const title = findings[0]?.title;
    const name = shown(path);
    lines.push(
      paint('bold', name) + (title === null || title === undefined ? '' : paint('dim', `  ${shown(title)}`)),
    );
    for (const finding of findings) lines.push(...one(finding, paint));
    lines.push('');
  }
  const counts = tally(report.findings);
  const { pages, links, external } = report.counts;
  const summary =
    counts.total === 0
      ? paint('good', 'No broken links')
      : [plural(counts.error, 'error'), plural(counts.warning, 'warning'), plural(counts.note, 'note')].join(
          ', ',
        ) + (counts.new === counts.total ? '' : ` (${grouped(counts.new)} new)`);
  lines.push(
    `${summary}  ${paint('dim', `${plural(links, 'link')} in ${plural(pages, 'page')}, ${plural(external, 'address', 'addresses')} outside`)}`,
  );
  if (report.fixedSinceBase > 0)
    lines.push(paint('good', `${plural(report.fixedSinceBase, 'known fault')} mended`));
  if (report.ignored > 0) lines.push(paint('dim', `${plural(report.ignored, 'finding')} ignored`));
  for (const entry of report.staleIgnores)
    lines.push(paint('warning', `The ignore entry ${shown(entry)} matches nothing: take it out`));
  for (const problem of report.problems) lines.push(paint('warning', `Not checked: ${shown(problem)}`));
  return `${lines.join('\n')}\n`;
};

function one(finding: Finding, paint: (kind: Level | 'dim' | 'good', text: string) => string): string[] {
  const { span, level, rule, message, suggestion, excerpt, excerptStart, isNew } = finding;
  const place = span === null ? '-' : `${span.line}:${span.column}`;
  const age = isNew ? '' : paint('dim', ' (known)');
  const lines = [
    `  ${place.padEnd(8)} ${paint(level, level.padEnd(7))}  ${shown(message)}  ${paint('dim', rule)}${age}`,
  ];
  if (span !== null && excerpt !== '') {
    const number = String(span.line);
    const before = excerpt.slice(0, Math.max(0, span.column - 1 - excerptStart));
    const marked = excerpt.slice(before.length, before.length + Math.max(1, span.endColumn - span.column));
    const lead = (excerptStart > 0 ? '…' : '') + shown(before);
    const line = `${lead}${shown(excerpt.slice(before.length))}`;
    lines.push(paint('dim', `    ${number} | `) + line);
    lines.push(
      `    ${' '.repeat(number.length)} | ${' '.repeat(columnsOf(lead))}${paint(level, '^'.repeat(Math.max(1, columnsOf(shown(marked)))))}`,
    );
  }
  if (suggestion !== null)
    lines.push(
      `    did you mean ${paint('good', shown(suggestion.target))}?${suggestion.safe ? paint('dim', '  --fix can write it') : ''}`,
    );
  return lines;
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

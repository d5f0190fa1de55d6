import type { Finding, LinkReport } from '../finding.ts';
import {
  byPath,
  leftOut,
  mostImportantFirst,
  nothingFound,
  plural,
  countByLevel,
  type Reporter,
  escapeControls,
} from './shape.ts';

/** GitHub refuses a comment of more than 65,536 characters; the difference is room for a mark. Other hosts allow more. */
const maxCommentCharacters = 65_000;

/** A pull request's comment: a table for each page, folded when there are many, shortened to GitHub's limit. */
export const markdownReport: Reporter = (report) =>
  shortMarkdown(report, (text) => text.length <= maxCommentCharacters);

/**
 * The report as markdown. If the whole text does not fit, the last findings are left out: the new and grave ones come first,
 * and the text says how many are missing.
 */
export function shortMarkdown(report: LinkReport, fits: (text: string) => boolean): string {
  const whole = wholeMarkdown(report, report.findings);
  if (fits(whole)) return whole;
  const wanted = mostImportantFirst(report.findings);
  const shortened = (count: number): string =>
    `${wholeMarkdown(report, wanted.slice(0, count))}\n…and ${plural(wanted.length - count, 'more finding')}, which this report leaves out because the whole would be too long.\n`;
  // Finds the longest text that fits, by halving: `low` findings fit, `high` do not.
  let low = 0;
  let high = wanted.length;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(shortened(middle))) low = middle;
    else high = middle;
  }
  return shortened(low);
}

/** The first line of every report in markdown. */
export const reportHeading = '## Link check';

function wholeMarkdown(report: LinkReport, findings: readonly Finding[]): string {
  const counts = countByLevel(report.findings);
  const lines = [reportHeading, ''];
  if (counts.total === 0)
    lines.push(
      `${nothingFound(report)}: ${plural(report.counts.links, 'link')} in ${plural(report.counts.pages, 'page')} checked.`,
    );
  else
    lines.push(
      `**${plural(counts.error, 'error')}**, ${plural(counts.warning, 'warning')}, ${plural(counts.note, 'note')}` +
        `${counts.new === counts.total ? '' : ` (${counts.new} new)`} in ${plural(report.counts.links, 'link')} of ${plural(report.counts.pages, 'page')}.`,
    );
  const known = leftOut(report);
  if (known !== '') lines.push('', `${known}.`);
  lines.push('');
  const groups = byPath(findings);
  for (const [path, findings] of groups) {
    const fold = groups.size > 5;
    const head = `${code(path)}: ${plural(findings.length, 'finding')}`;
    lines.push(
      ...(fold
        ? ['<details>', `<summary>${html(path)}: ${plural(findings.length, 'finding')}</summary>`, '']
        : [`### ${head}`, '']),
    );
    lines.push('| Line | Level | Link | What is wrong | Did you mean |', '|---:|---|---|---|---|');
    for (const finding of findings) lines.push(row(finding));
    lines.push('', ...(fold ? ['</details>', ''] : []));
  }
  for (const entry of report.staleIgnores)
    lines.push(`- The ignore entry ${code(entry)} matches nothing: take it out.`);
  for (const problem of report.problems) lines.push(`- Not checked: ${code(problem)}`);
  return `${lines.join('\n').trimEnd()}\n`;
}

function row({ span, level, isNew, target, message, suggestion }: Finding): string {
  const cells = [
    span === null ? '' : String(span.line),
    isNew ? level : `${level}, known`,
    code(target),
    code(message),
    suggestion === null ? '' : code(suggestion.target),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Text from strangers as code, so that markup in it has no effect and `|` does not separate cells. */
function code(text: string): string {
  const flat = escapeControls(text).replaceAll('|', '\\|');
  const ticks = Math.max(0, ...(flat.match(/`+/gu) ?? []).map((run) => run.length));
  const fence = '`'.repeat(ticks + 1);
  const pad = ticks > 0 || flat.startsWith(' ') || flat === '' ? ' ' : '';
  return `${fence}${pad}${flat}${pad}${fence}`;
}

function html(text: string): string {
  return escapeControls(text).replace(/[&<>"']/gu, (character) => `&#${character.charCodeAt(0)};`);
}

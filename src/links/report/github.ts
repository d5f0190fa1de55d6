import type { Finding, LinkReport } from '../finding.ts';
import type { Level } from '../rules.ts';
import { shortMarkdown } from './markdown.ts';
import {
  fullPath,
  mostImportantFirst,
  plural,
  messageWithSuggestion,
  type Reporter,
  escapeControls,
  shownLevel,
} from './shape.ts';

/** How many annotations of one level a step may show; GitHub silently drops the rest. */
const maxAnnotations = 10;

/** GitHub drops a step's summary completely when it is over 1 MiB. */
const maxSummaryBytes = 900 * 1024;

const commands: Readonly<Record<Level, string>> = { error: 'error', warning: 'warning', note: 'notice' };

/**
 * Workflow commands for the log: ten annotations at most, the new and grave ones first. If there are more, the last annotation
 * counts the rest.
 */
export const githubReport: Reporter = (report, { pathPrefix = '' }) => {
  const wanted = mostImportantFirst(report.findings);
  const shown = wanted.length > maxAnnotations ? wanted.slice(0, maxAnnotations - 1) : wanted;
  const lines = shown.map((finding) => annotation(finding, pathPrefix));
  const rest = wanted.length - shown.length;
  if (rest > 0) {
    const next = wanted[shown.length];
    const worst = next === undefined ? 'note' : shownLevel(next);
    lines.push(
      `::${commands[worst]} title=${property('Links')}::${message(`And ${plural(rest, 'more finding')}: see the step's summary.`)}`,
    );
  }
  for (const problem of report.problems)
    lines.push(`::warning title=${property('Links')}::${message(`Not checked: ${problem}`)}`);
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
};

function annotation(finding: Finding, prefix: string): string {
  const { span, path, rule, isFile, isNew } = finding;
  const place =
    span === null
      ? []
      : [`line=${span.line}`, `endLine=${span.endLine}`, `col=${span.column}`, `endColumn=${span.endColumn}`];
  const file = isFile ? [`file=${property(fullPath(path, prefix))}`] : [];
  const properties = [...file, ...place, `title=${property(isNew ? rule : `${rule} (known)`)}`];
  const where = isFile ? '' : `${path}: `;
  return `::${commands[shownLevel(finding)]} ${properties.join(',')}::${message(where + messageWithSuggestion(finding))}`;
}

/** Escapes control characters first, then the characters of the log's own syntax. */
function message(text: string): string {
  return escapeControls(text).replaceAll('%', '%25');
}

function property(text: string): string {
  return message(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** The report as a step's summary, shortened to GitHub's limit. Append the summary; do not overwrite the file. */
export function githubSummary(report: LinkReport): string {
  return shortMarkdown(report, (text) => Buffer.byteLength(text) <= maxSummaryBytes);
}

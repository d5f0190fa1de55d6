import type { Finding } from '../finding.ts';
import { byPath, plural, tally, type Reporter, shown } from './shape.ts';

/** For a merge request's comment or a step's summary: a table for each page, folded when there are many. */
export const markdownReport: Reporter = (report) => {
  const counts = tally(report.findings);
  const lines = ['## Link check', ''];
  if (counts.total === 0)
    lines.push(
      `No broken links: ${plural(report.counts.links, 'link')} in ${plural(report.counts.pages, 'page')} checked.`,
    );
  else
    lines.push(
      `**${plural(counts.error, 'error')}**, ${plural(counts.warning, 'warning')}, ${plural(counts.note, 'note')}` +
        `${counts.new === counts.total ? '' : ` (${counts.new} new)`} in ${plural(report.counts.links, 'link')} of ${plural(report.counts.pages, 'page')}.`,
    );
  lines.push('');
  const groups = byPath(report.findings);
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
};

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

/** Text of strangers as code: no markup of theirs is read, `|` divides no cell. */
function code(text: string): string {
  const flat = shown(text).replaceAll('|', '\\|');
  const ticks = Math.max(0, ...(flat.match(/`+/gu) ?? []).map((run) => run.length));
  const fence = '`'.repeat(ticks + 1);
  const pad = ticks > 0 || flat.startsWith(' ') || flat === '' ? ' ' : '';
  return `${fence}${pad}${flat}${pad}${fence}`;
}

function html(text: string): string {
  return shown(text).replace(/[&<>"']/gu, (character) => `&#${character.charCodeAt(0)};`);
}

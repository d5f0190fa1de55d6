import { escapeForTerminal } from '../../base/index.ts';
import type { SpaceStatus, StatusReport } from '../../sync/index.ts';
import { count, editLine, problemLines, proposalLines, unsaidLines } from './cycle.ts';
import type { Style } from './style.ts';
import { table } from './table.ts';

const mostEdits = 10;

/** How long ago a time was, for a person: `3 min ago`. */
export function ago(time: string | null, now: number): string {
  if (time === null) return 'never';
  const seconds = Math.max(0, Math.round((now - Date.parse(time)) / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor(seconds / 86_400)} d ago`;
}

/** The status as lines that fit `columns`. */
export function statusLines(
  report: StatusReport,
  { style, columns, now }: { style: Style; columns: number; now: number },
): string[] {
  const { bold, dim, green, yellow, red } = style;
  const branch =
    report.branch === null ? yellow('the branch does not exist yet') : `on ${bold(safe(report.branch))}`;
  const distance = [
    report.ahead > 0 ? `${report.ahead} ahead of the mirror` : '',
    report.behind > 0 ? `${report.behind} behind` : '',
  ].filter((part) => part !== '');
  const lines = [
    `${branch}${distance.length > 0 ? `, ${distance.join(', ')}` : ''}; last good sync ${bold(ago(report.lastSync, now))}`,
    '',
  ];
  if (report.spaces.length === 0) lines.push('No space is mirrored yet: run `tidemark sync`.');
  else {
    const rows = report.spaces.map((space) => [
      space.path,
      space.title,
      space.revision.slice(0, 8),
      String(space.pages),
      stateOf(space),
      String(space.changeRequests.length || ''),
      ago(space.lastSync, now),
    ]);
    const paint = (cell: string, column: number): string =>
      column === 4 ? (cell.startsWith('up to date') ? green(cell) : yellow(cell)) : cell;
    lines.push(
      ...table(['folder', 'space', 'revision', 'pages', 'state', 'CRs', 'synced'], rows, {
        columns,
        style,
        paint,
      }),
    );
  }
  for (const space of report.spaces.filter(({ edits }) => edits.length > 0)) {
    lines.push('', `${bold(count(space.edits.length, 'edit'))} in ${safe(space.path)} not yet sent:`);
    lines.push(...space.edits.slice(0, mostEdits).map((edit) => `  ${editLine(edit, style)}`));
    if (space.edits.length > mostEdits) lines.push(dim(`  … and ${space.edits.length - mostEdits} more`));
  }
  for (const space of report.spaces.filter(({ unsaid }) => unsaid.length > 0))
    lines.push('', ...unsaidLines(space, style));
  for (const space of report.spaces.filter(({ changeRequests }) => changeRequests.length > 0)) {
    lines.push('', `Change requests of ${bold(safe(space.title))}:`);
    for (const { number, status, subject, outdated } of space.changeRequests) {
      lines.push(
        `  #${number} ${safe(subject) || dim('no subject')}  ${dim(status)}${outdated ? yellow('  outdated') : ''}`,
      );
    }
  }
  for (const proposal of report.proposals) lines.push(...['', ...proposalLines(proposal, style)]);
  if (report.conflicts.length > 0) {
    lines.push(
      '',
      red(bold('Conflicts: both sides changed the same lines; your files are as you left them.')),
    );
    for (const { path, kind } of report.conflicts) lines.push(`  ${safe(path)}  ${dim(kind)}`);
    lines.push('  See them with `git diff docs/main`, resolve them with `git merge docs/main`.');
  }
  for (const problem of report.problems) lines.push(...problemLines(problem, style));
  return lines;
}

function stateOf({ edits, unsaid, behind }: SpaceStatus): string {
  // What stays local is named below the table: beside edits there is no room for it in 80 columns.
  const local = unsaid.length > 0 ? `${unsaid.length} local only` : '';
  const parts = [edits.length > 0 ? `${edits.length} edited` : local, behind === true ? 'behind' : ''].filter(
    (part) => part !== '',
  );
  return parts.length === 0 ? 'up to date' : parts.join(', ');
}

const safe = escapeForTerminal;

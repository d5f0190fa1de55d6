import { escapeForTerminal } from '../../base/index.ts';
import { durationText, type DaemonStatus, type SpaceStatusLine } from '../../daemon/port.ts';
import type { BudgetSnapshot } from '../../queue/index.ts';
import type { StatusReport } from '../../sync/index.ts';
import { countText } from './count-text.ts';
import { foldLines } from './fold.ts';
import type { Style } from './style.ts';
import { truncate } from './table.ts';

const mostListed = 10;

interface Page {
  style: Style;
  columns: number;
  /** The columns at which lines are broken that say what failed and what to do. */
  folds?: number;
  now: number;
}

/**
 * A running daemon's status: whether it works, what is behind, what waits for whom, and since when. What a person has to type next is left to
 * the status of the mirror: the daemon's advice is from its last sync, and may be wrong where the person has gone on since.
 */
export function daemonLines(daemon: DaemonStatus, page: Page): string[] {
  const { style, columns, now } = page;
  const { bold, dim, green, yellow, red } = style;
  const { service, queue } = daemon;
  const state = daemon.ready ? green('in service') : red('not ready');
  const work = queue.running + queue.waiting === 0 ? '' : `: ${workText(daemon)}`;
  const lines = [
    `${bold(`The ${daemon.kind}`)} is ${state}${work}`,
    `  running for ${timeSince(daemon.startedAt, now)}${nextLook(daemon, now)}`,
    ...daemon.reasons.map((reason) => `  ${red(safe(reason))}`),
  ];
  if (daemon.configuration.refused !== null)
    lines.push(`  ${yellow('a new configuration was refused:')} ${safe(daemon.configuration.refused)}`);
  if (service.failingSince !== null) {
    lines.push(`  ${red(`the service has failed for ${timeSince(service.failingSince, now)}`)}`);
    if (service.problem) lines.push(...problemLines('  ', service.problem, page));
  }
  lines.push(...daemon.budgets.map((budget) => `  ${budgetText(budget, style)}`));
  if (daemon.links !== null && daemon.links.broken > 0)
    lines.push(
      `  ${yellow(countText(daemon.links.broken, 'broken link'))} for ${timeSince(daemon.links.since, now)}: see \`tidemark links\``,
    );

  const group = (
    title: string,
    spaces: readonly SpaceStatusLine[],
    note: (space: SpaceStatusLine) => string,
  ) => {
    if (spaces.length === 0) return;
    lines.push('', bold(title));
    for (const space of spaces.slice(0, mostListed)) {
      const start = `  ${space.path}  ${timeSince(space.since, now)}  `;
      lines.push(
        `  ${safe(space.path)}  ${dim(timeSince(space.since, now))}  ${truncate(safe(note(space)), Math.max(20, columns - start.length))}`,
      );
    }
    if (spaces.length > mostListed) lines.push(dim(`  … and ${spaces.length - mostListed} more`));
  };
  lines.push(...behindLines(daemon, page));
  const conflicts = daemon.spaces.filter((space) => space.state === 'conflict');
  group(yellow('Needs action, since'), conflicts, (space) =>
    space.conflicts.length === 0
      ? (space.problem?.message ?? space.advice?.[0]?.about ?? '')
      : `conflict in ${countText(space.conflicts.length, 'page')}: ${space.conflicts.join(', ')}`,
  );
  const waits = daemon.spaces.flatMap(({ path, proposals }) => proposals.map((one) => ({ path, ...one })));
  if (waits.length > 0) {
    lines.push('', bold('Not merged yet, since'));
    for (const { path, number, subject, since: from } of waits.slice(0, mostListed)) {
      const start = `  #${number}  ${path}  ${timeSince(from, now)}  `;
      lines.push(
        `  #${number}  ${safe(path)}  ${dim(timeSince(from, now))}  ${truncate(safe(subject), Math.max(20, columns - start.length))}`,
      );
    }
    if (waits.length > mostListed) lines.push(dim(`  … and ${waits.length - mostListed} more`));
  }
  return lines;
}

/** The spaces that are behind, and why. What to do is said once for spaces that follow each other with the same advice. */
function behindLines({ spaces }: DaemonStatus, page: Page): string[] {
  const { bold, dim, red } = page.style;
  const failing = spaces.filter(({ state }) => state === 'failing');
  if (failing.length === 0) return [];
  const shown = failing.slice(0, mostListed);
  const lines = shown.flatMap(({ path, since, problem }, index) => {
    const lead = `  ${safe(path)}  ${dim(timeSince(since, page.now))}  `;
    if (problem === null) return [lead.trimEnd()];
    const { hint, ...failure } = problem;
    const isLast = shown[index + 1]?.problem?.hint !== hint;
    return problemLines(lead, hint !== undefined && isLast ? problem : failure, page);
  });
  const more = failing.length > mostListed ? [dim(`  … and ${failing.length - mostListed} more`)] : [];
  return ['', bold(red('Behind, since')), ...lines, ...more];
}

/** What failed, with its code, and below it what to do. */
function problemLines(
  lead: string,
  { code, message, hint }: NonNullable<SpaceStatusLine['problem']>,
  { style: { dim }, folds = Infinity }: Page,
): string[] {
  const lines = [`${lead}${safe(message)} ${dim(safe(code))}`];
  if (hint !== undefined) lines.push(`    ${safe(hint)}`);
  return foldLines(lines, folds, 4);
}

/**
 * The status of a mirror with the times of its last good syncs as its daemon knows them: a sync that finds nothing new leaves no trace in
 * the repository. A space that the daemon has not synced yet keeps the time of the repository.
 */
export function withTimesOf(daemon: DaemonStatus, report: StatusReport): StatusReport {
  const goodAt = new Map(daemon.spaces.map(({ id, lastGoodAt }) => [id, lastGoodAt]));
  const spaces = report.spaces.map((space) => ({
    ...space,
    lastSync: goodAt.get(space.id) ?? space.lastSync,
  }));
  const times = [...goodAt.values()].filter((time) => time !== null).sort();
  return { ...report, spaces, lastSync: times.at(-1) ?? report.lastSync };
}

/** The remaining request budget, in a few words. */
export function budgetText(budget: BudgetSnapshot, { bold, yellow }: Style): string {
  if (budget.closedBecause !== null) {
    const why =
      budget.closedBecause === 'refused' ? 'the service asked for a pause' : 'the last requests failed';
    return `requests: ${yellow(`paused for ${durationText(budget.closedForMs)}`)}, because ${why}`;
  }
  const [quota] = budget.quotas;
  if (!quota)
    return budget.learnedPerMinute === null
      ? 'requests: the service states no limit'
      : `requests: about ${Math.round(budget.learnedPerMinute)} a minute, learned from refusals`;
  const of = quota.limit === null ? '' : ` of ${quota.limit}`;
  const reset = quota.resetInMs === null ? '' : `, all again in ${durationText(quota.resetInMs)}`;
  return `requests: ${bold(`${quota.remaining}${of}`)} left${reset}`;
}

function workText({ queue: { running, waiting } }: DaemonStatus): string {
  return `${running} running, ${waiting} waiting`;
}

function nextLook({ nextLookAt }: DaemonStatus, now: number): string {
  if (nextLookAt === null) return '';
  return `; next look in ${durationText(Date.parse(nextLookAt) - now)}`;
}

function timeSince(time: string, now: number): string {
  return durationText(now - Date.parse(time));
}

const safe = escapeForTerminal;

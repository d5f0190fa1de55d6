import type { RefusedPath } from '../../git/port.ts';
import type { BranchReport, ConflictReport } from '../report.ts';

/** What a report says of a branch, from what became of the branch; pure functions. */
export type ReportStart = Omit<BranchReport, 'state'>;

/** The branch does not move, because a person has to join these files first. */
export function leftReport(
  report: ReportStart,
  edited: readonly string[],
  known: readonly ConflictReport[] = [],
): BranchReport {
  const conflicts = edited.map(
    (path): ConflictReport => known.find((each) => each.path === path) ?? { path, kind: 'text' },
  );
  const names = edited.slice(0, 3).join(', ');
  const more = edited.length > 3 ? ` and ${edited.length - 3} more` : '';
  const reason = `${names}${more}: edited here and changed in the service.`;
  return { ...report, state: 'left', reason, conflicts };
}

/** The branch does not move, because the mirror has paths that Tidemark never writes for others. */
export function refusedReport(report: ReportStart, paths: readonly RefusedPath[]): BranchReport {
  const [first] = paths;
  const more = paths.length > 1 ? ` (and ${paths.length - 1} more)` : '';
  return {
    ...report,
    state: 'left',
    reason: `${first?.path ?? ''} is not written: ${first?.why ?? ''}${more}. Check who added it to docs/main before you merge.`,
    conflicts: paths.map(({ path }) => ({ path, kind: 'place' })),
  };
}

/** The branch does not move, because this user may not write some of its files. */
export function notWritableReport(report: ReportStart, paths: readonly string[]): BranchReport {
  return {
    ...report,
    state: 'left',
    reason: 'This user may not write all of its files; see below.',
    notWritable: paths,
  };
}

/** The branch does not move while git is at work; the next cycle goes on. */
export function busyReport(report: ReportStart, work: readonly string[]): BranchReport {
  const reason =
    work.length > 0
      ? `git is at work here (${work.join(', ')}); the next cycle goes on.`
      : 'The branch moved during the cycle; the next cycle goes on.';
  return { ...report, state: 'busy', reason };
}

/** The branch does not move, because a working tree that this sync does not write has it checked out. */
export function elsewhereReport(report: ReportStart): BranchReport {
  return {
    ...report,
    state: 'left',
    reason: 'It is checked out in another working tree: a sync there brings it to the mirror.',
  };
}

/** The branch does not move, because the mirror may have a change request of the branch whose end the service does not show yet. */
export function waitingReport(report: ReportStart): BranchReport {
  const reason =
    'A change request of the branch may be merged, and the service does not show it yet; the next cycle goes on.';
  return { ...report, state: 'busy', reason };
}

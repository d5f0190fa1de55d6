import { AppError } from '../base/index.ts';
import { asksPerson, needsAction } from './report.ts';
import type { CycleReport } from './report.ts';

/** The outcome of a cycle and its exit code, from what the cycle reports; a pure function. */
export function outcomeOf(
  report: Pick<
    CycleReport,
    'spaces' | 'branch' | 'otherBranches' | 'proposals' | 'problems' | 'commits' | 'repairs'
  >,
): Pick<CycleReport, 'outcome' | 'exitCode'> {
  const failed = report.problems.filter((problem) => !asksPerson(problem));
  if (failed.length > 0) {
    const codes = failed.map(({ code }) => new AppError(code, '').exitCode);
    return { outcome: 'incomplete', exitCode: codes.includes(4) ? 4 : 3 };
  }
  if (needsAction({ ...report, conflicts: report.branch.conflicts }))
    return { outcome: 'conflict', exitCode: 5 };
  const still =
    report.commits === 0 &&
    report.repairs.length === 0 &&
    report.otherBranches === undefined &&
    report.spaces.every(({ state }) => state === 'unchanged') &&
    report.proposals.every(({ state }) => state === 'unchanged') &&
    ['up-to-date', 'not-asked', 'detached', 'absent'].includes(report.branch.state);
  return { outcome: still ? 'quiet' : 'changed', exitCode: 0 };
}

import { fromGitHost, type CycleReport, type Problem } from '../sync/index.ts';

/** A report with the problems that sharing the repository had. With problems, a cycle that went well counts as incomplete. */
export function withProblems<
  Report extends Pick<CycleReport, 'problems'> & Partial<Pick<CycleReport, 'outcome'>>,
>(report: Report, problems: readonly Problem[]): Report {
  if (problems.length === 0) return report;
  const wentWell = report.outcome === 'quiet' || report.outcome === 'changed';
  return {
    ...report,
    problems: [...report.problems, ...problems.map((each): Problem => ({ ...each, from: fromGitHost }))],
    ...(wentWell ? { outcome: 'incomplete' as const } : {}),
  };
}

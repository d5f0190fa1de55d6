import type { Finding } from '../finding.ts';
import { countByLevel, type Reporter } from './shape.ts';

/** The version of the JSON report, which increases when a field changes its meaning or is removed. */
const jsonReportVersion = 1;

/** The report for programs. Within a version, fields are only added. */
export const jsonReport: Reporter = (report, { version, now, fixed }) => {
  const { findings, counts, ignored, staleIgnores, fixedSinceBase, differences, service, problems } = report;
  const value = {
    version: jsonReportVersion,
    tool: { name: 'tidemark', version },
    checkedAt: new Date(now).toISOString(),
    complete: problems.length === 0,
    counts: { ...counts, findings: countByLevel(findings), ignored, fixedSinceBase },
    findings: findings.map(({ span, excerpt, excerptStart: _cut, ...finding }) => ({
      ...finding,
      line: span?.line ?? null,
      column: span?.column ?? null,
      endLine: span?.endLine ?? null,
      endColumn: span?.endColumn ?? null,
      excerpt,
    })),
    ...(fixed === undefined ? {} : { fixed: fixed.map(correctionOf) }),
    staleIgnores,
    differences,
    service,
    problems,
  };
  return `${JSON.stringify(value, null, 2)}\n`;
};

/** A corrected link: where it was, what the page said, and what it says now. */
function correctionOf({ path, span, target, suggestion }: Finding): object {
  return {
    path,
    line: span?.line ?? null,
    column: span?.column ?? null,
    from: target,
    to: suggestion?.target ?? null,
  };
}

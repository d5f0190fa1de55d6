import type { Finding, LinkReport } from './finding.ts';
import { externalRules } from './rules.ts';

/** When a check fails: on new faults, on any, or never. */
export type FailOn = 'new' | 'broken' | 'never';

export interface ExitOptions {
  failOn?: FailOn;
  /** The lowest level that counts. */
  level?: 'error' | 'warning';
  /**
   * More faults than this fail the check, old ones included. Given alone or with `broken`, it is the only reason; with `new`, new
   * faults are a reason as well.
   */
  maxBroken?: number;
  /** Whether external addresses count. */
  failOnExternal?: boolean;
}

/** The findings that make a check fail. */
export function failingFindings(report: LinkReport, options: ExitOptions = {}): Finding[] {
  const { failOn = 'new', level = 'error', failOnExternal = false } = options;
  if (failOn === 'never') return [];
  return report.findings.filter((finding) => {
    if (failOn === 'new' && !finding.isNew) return false;
    // The level error makes an external rule count like a dead address.
    if (externalRules.has(finding.rule))
      return failOnExternal && (finding.rule === 'external-dead' || finding.level === 'error');
    return finding.level === 'error' || (level === 'warning' && finding.level === 'warning');
  });
}

/** The exit code: 0 fine, 1 findings, 3 something could not be checked. Findings take precedence over gaps. */
export function exitFor(report: LinkReport, options: ExitOptions = {}): 0 | 1 | 3 {
  if (hasTooMany(report, options)) return 1;
  const forgiven = options.failOnExternal === true ? 0 : report.unansweredAddresses;
  return report.problems.length > forgiven ? 3 : 0;
}

function hasTooMany(report: LinkReport, options: ExitOptions): boolean {
  const { failOn, maxBroken } = options;
  if (maxBroken === undefined || failOn === 'never') return failingFindings(report, options).length > 0;
  if (failOn === 'new' && failingFindings(report, options).length > 0) return true;
  return failingFindings(report, { ...options, failOn: 'broken' }).length > maxBroken;
}

import type { Level } from '../rules.ts';
import { fullPath, messageWithSuggestion, wellFormed, type Reporter } from './shape.ts';

const severities: Readonly<Record<Level, string>> = { error: 'major', warning: 'minor', note: 'info' };

/** GitLab's code quality report. */
export const gitlabReport: Reporter = (report, { pathPrefix = '' }) =>
  `${JSON.stringify(
    report.findings.map((finding) => ({
      description: wellFormed(messageWithSuggestion(finding)),
      check_name: finding.rule,
      fingerprint: finding.fingerprint,
      severity: severities[finding.level],
      location: {
        path: wellFormed(fullPath(finding.path, pathPrefix)),
        lines: { begin: finding.span?.line ?? 1 },
      },
    })),
    null,
    2,
  )}\n`;

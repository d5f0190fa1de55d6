import { checkstyleReport } from './checkstyle.ts';
import type { ReportFormat } from './formats.ts';
import { githubReport } from './github.ts';
import { gitlabReport } from './gitlab.ts';
import { htmlReport } from './html.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import { rdjsonReport } from './rdjson.ts';
import { sarifReport } from './sarif.ts';
import type { Reporter } from './shape.ts';
import { textReport } from './text.ts';

/** What prints a report, by format. */
export const reporters = {
  text: textReport,
  json: jsonReport,
  junit: junitReport,
  sarif: sarifReport,
  github: githubReport,
  gitlab: gitlabReport,
  rdjson: rdjsonReport,
  checkstyle: checkstyleReport,
  markdown: markdownReport,
  html: htmlReport,
} as const satisfies Record<ReportFormat, Reporter>;

export { reportFormats, type ReportFormat } from './formats.ts';

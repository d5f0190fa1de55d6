import type { Level } from '../rules.ts';
import { byPath, fullPath, messageWithSuggestion, xml, type Reporter } from './shape.ts';

const severities: Readonly<Record<Level, string>> = { error: 'error', warning: 'warning', note: 'info' };

/** Prints Checkstyle's XML, which many tools read. */
export const checkstyleReport: Reporter = (report, { pathPrefix = '' }) => {
  let result = '<?xml version="1.0" encoding="UTF-8"?>\n<checkstyle version="8.0">\n';
  for (const [path, findings] of byPath(report.findings)) {
    result += `  <file name="${xml(fullPath(path, pathPrefix))}">\n`;
    for (const finding of findings) {
      const { span, level, rule } = finding;
      result += `    <error line="${span?.line ?? 1}" column="${span?.column ?? 1}" severity="${severities[level]}" message="${xml(messageWithSuggestion(finding))}" source="tidemark.links.${rule}"/>\n`;
    }
    result += '  </file>\n';
  }
  return `${result}</checkstyle>\n`;
};

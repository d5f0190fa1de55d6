import { byPath, fullPath, messageWithSuggestion, xml, type Reporter } from './shape.ts';

/**
 * JUnit XML, with a suite for each page. Both common schemas accept the strict profile; `rich` adds the file and line attributes
 * that some readers use. Warnings and notes are in the output of their suite, since a case can only pass or fail.
 */
export const junitReport: Reporter = (report, { now, pathPrefix = '', junitProfile = 'strict' }) => {
  const timestamp = new Date(now).toISOString().replace(/\..*$/u, '');
  const suites: string[] = [];
  for (const [path, findings] of byPath(report.findings)) {
    const file = fullPath(path, pathPrefix);
    const names = new Map<string, number>();
    const cases = findings
      .filter(({ level }) => level === 'error')
      .map((finding) => {
        const place = finding.span === null ? '' : `${finding.span.line}:${finding.span.column} `;
        const wanted = `${place}${finding.rule} ${finding.target}`;
        const seen = names.get(wanted) ?? 0;
        names.set(wanted, seen + 1);
        const name = seen === 0 ? wanted : `${wanted} (${seen + 1})`;
        const rich = junitProfile === 'rich' ? ` file="${xml(file)}" line="${finding.span?.line ?? 1}"` : '';
        const text = messageWithSuggestion(finding);
        const verdict = finding.isNew
          ? `<failure type="${finding.rule}" message="${xml(text)}">${xml(`${file}:${place}${text}`)}</failure>`
          : '<skipped></skipped>';
        return `    <testcase name="${xml(name)}" classname="${xml(file)}" time="0"${rich}>\n      ${verdict}\n    </testcase>\n`;
      });
    const others = findings.filter(({ level }) => level !== 'error');
    const output = others
      .map(
        (finding) => `${finding.level}: ${file}:${finding.span?.line ?? 1} ${messageWithSuggestion(finding)}`,
      )
      .join('\n');
    const failures = findings.filter(({ level, isNew }) => level === 'error' && isNew).length;
    const skipped = cases.length - failures;
    suites.push(suite({ name: file, id: suites.length, timestamp, cases, failures, skipped, output }));
  }
  if (suites.length === 0) {
    const passed = `    <testcase name="every link" classname="links" time="0"></testcase>\n`;
    suites.push(
      suite({ name: 'links', id: 0, timestamp, cases: [passed], failures: 0, skipped: 0, output: '' }),
    );
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`;
};

interface Suite {
  name: string;
  id: number;
  timestamp: string;
  cases: readonly string[];
  failures: number;
  skipped: number;
  output: string;
}

function suite({ name, id, timestamp, cases, failures, skipped, output }: Suite): string {
  return (
    `  <testsuite name="${xml(name)}" package="links" id="${id}" timestamp="${timestamp}" hostname="localhost" tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}" time="0">\n` +
    `    <properties></properties>\n${cases.join('')}    <system-out>${xml(output)}</system-out>\n    <system-err></system-err>\n  </testsuite>\n`
  );
}

import type { Finding } from '../finding.ts';
import { helpUri, ruleIds, rules } from '../rules.ts';
import { mostImportantFirst, sentence, uriOf, wellFormed, type Reporter } from './shape.ts';

/** The most results that the best-known reader of SARIF takes in a run. */
const maxResults = 25_000;

/** SARIF 2.1.0, for code scanning. A run that could not check everything says so. */
export const sarifReport: Reporter = (report, { version, now, pathPrefix = '' }) => {
  const used = ruleIds.filter((id) => report.findings.some(({ rule }) => rule === id));
  const results = mostImportantFirst(report.findings).slice(0, maxResults);
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Tidemark links',
            version,
            informationUri: 'https://github.com/tidemark-docs/tidemark',
            rules: used.map((id) => {
              const { level, title, help } = rules[id];
              return {
                id,
                shortDescription: { text: title },
                fullDescription: { text: help },
                help: { text: help },
                helpUri: helpUri(id),
                defaultConfiguration: level === 'off' ? { enabled: false } : { level },
                properties: { tags: ['links', 'documentation'] },
              };
            }),
          },
        },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: report.problems.length === 0,
            endTimeUtc: new Date(now).toISOString(),
            toolExecutionNotifications: report.problems.map((problem) => ({
              level: 'warning',
              message: { text: wellFormed(problem) },
            })),
          },
        ],
        results: results.map((finding) => resultOf(finding, used.indexOf(finding.rule), pathPrefix)),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
};

function resultOf(finding: Finding, ruleIndex: number, prefix: string): object {
  const { rule, level, path, span, fingerprint, isNew, suggestion } = finding;
  const artifactLocation = { uri: uriOf(path, prefix), uriBaseId: 'SRCROOT' };
  const region =
    span === null
      ? null
      : { startLine: span.line, startColumn: span.column, endLine: span.endLine, endColumn: span.endColumn };
  return {
    ruleId: rule,
    ruleIndex,
    level,
    message: { text: wellFormed(sentence(finding)) },
    locations: [{ physicalLocation: { artifactLocation, ...(region === null ? {} : { region }) } }],
    partialFingerprints: { 'tidemarkLink/v1': fingerprint },
    baselineState: isNew ? 'new' : 'unchanged',
    ...(suggestion === null || region === null
      ? {}
      : {
          fixes: [
            {
              description: { text: `Write ${wellFormed(suggestion.target)}` },
              artifactChanges: [
                {
                  artifactLocation,
                  replacements: [
                    { deletedRegion: region, insertedContent: { text: wellFormed(suggestion.target) } },
                  ],
                },
              ],
            },
          ],
        }),
  };
}

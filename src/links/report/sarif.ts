import type { Finding } from '../finding.ts';
import { helpUri, ruleIds, rules } from '../rules.ts';
import { lineHashes } from './line-hash.ts';
import {
  mostImportantFirst,
  messageWithSuggestion,
  uriOf,
  wellFormed,
  type Reporter,
  type ReportOptions,
} from './shape.ts';

/** How many results the best-known reader of SARIF accepts in a run. */
const maxResults = 25_000;

/** SARIF 2.1.0, for code scanning. A run that could not check everything says so. */
export const sarifReport: Reporter = (report, { version, now, pathPrefix = '', textOf }) => {
  const used = ruleIds.filter((id) => report.findings.some(({ rule }) => rule === id));
  const results = mostImportantFirst(report.findings).slice(0, maxResults);
  const lineHash = lineHashesOf(textOf);
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
        results: results.map((finding) =>
          resultOf(finding, {
            ruleIndex: used.indexOf(finding.rule),
            prefix: pathPrefix,
            lineHash: lineHash(finding),
          }),
        ),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
};

/** The fingerprint of a finding's line, if the file can be read. */
function lineHashesOf(textOf: ReportOptions['textOf']): (finding: Finding) => string | null {
  const known = new Map<string, string[]>();
  return ({ path, span }) => {
    if (span === null || textOf === undefined) return null;
    let hashes = known.get(path);
    if (hashes === undefined) {
      const text = textOf(path);
      hashes = text === null ? [] : lineHashes(text);
      known.set(path, hashes);
    }
    return hashes[span.line - 1] ?? null;
  };
}

function resultOf(
  { rule, level, path, isFile, span, fingerprint, isNew, suggestion, ...finding }: Finding,
  { ruleIndex, prefix, lineHash }: { ruleIndex: number; prefix: string; lineHash: string | null },
): object {
  const artifactLocation = { uri: uriOf(path, prefix), uriBaseId: 'SRCROOT' };
  const region =
    span === null
      ? null
      : { startLine: span.line, startColumn: span.column, endLine: span.endLine, endColumn: span.endColumn };
  const location = isFile
    ? { physicalLocation: { artifactLocation, ...(region === null ? {} : { region }) } }
    : { logicalLocations: [{ fullyQualifiedName: wellFormed(path), kind: 'resource' }] };
  return {
    ruleId: rule,
    ruleIndex,
    level,
    message: { text: wellFormed(messageWithSuggestion({ ...finding, suggestion })) },
    locations: [location],
    partialFingerprints: {
      'tidemarkLink/v1': fingerprint,
      ...(lineHash === null ? {} : { primaryLocationLineHash: lineHash }),
    },
    baselineState: isNew ? 'new' : 'unchanged',
    // Readers apply a fix without review, so only certain fixes are included, as `--fix` writes them.
    ...(suggestion?.safe === true && region !== null
      ? {
          fixes: [
            {
              description: { text: `Write ${wellFormed(suggestion.target)}` },
              artifactChanges: [
                {
                  artifactLocation,
                  replacements: [
                    { deletedRegion: region, insertedContent: { text: wellFormed(suggestion.written) } },
                  ],
                },
              ],
            },
          ],
        }
      : {}),
  };
}

import type { Finding } from '../finding.ts';
import { helpUri, type Level } from '../rules.ts';
import { fullPath, messageWithSuggestion, shownLevel, wellFormed, type Reporter } from './shape.ts';

const severities: Readonly<Record<Level, string>> = { error: 'ERROR', warning: 'WARNING', note: 'INFO' };

/**
 * Reviewdog's format. Suggestions become one-click fixes, so the report has only the suggestions that `--fix` would write, in the
 * same form. Columns count bytes of UTF-8.
 */
export const rdjsonReport: Reporter = (report, { pathPrefix = '', textOf }) =>
  `${JSON.stringify(
    {
      source: { name: 'tidemark-links', url: 'https://github.com/tidemark-docs/tidemark' },
      severity: 'ERROR',
      diagnostics: report.findings.map((finding) => {
        const range = rangeOf(finding, textOf?.(finding.path) ?? null);
        return {
          message: wellFormed(messageWithSuggestion(finding)),
          ...(finding.isFile
            ? {
                location: {
                  path: wellFormed(fullPath(finding.path, pathPrefix)),
                  ...(range === null ? {} : { range }),
                },
              }
            : {}),
          severity: severities[shownLevel(finding)],
          code: { value: finding.rule, url: helpUri(finding.rule) },
          ...(finding.suggestion?.safe === true && range?.end.column !== undefined
            ? { suggestions: [{ range, text: wellFormed(finding.suggestion.written) }] }
            : {}),
        };
      }),
    },
    null,
    2,
  )}\n`;

interface Position {
  line: number;
  column?: number;
}

interface Range {
  start: Position;
  end: Position;
}

/**
 * The range in bytes. Without the file's text, the excerpt gives the bytes if it begins at the start of the line. Otherwise the
 * range has only the line, to which no suggestion can be applied.
 */
function rangeOf({ span, excerpt, excerptStart }: Finding, text: string | null): Range | null {
  if (span === null) return null;
  const { line, column, endLine, endColumn } = span;
  const lineOf = (start: number, at: number): string | null =>
    text === null ? null : text.slice(start - (at - 1), start);
  const known = excerptStart === 0 && excerpt !== '';
  const before = lineOf(span.start, column) ?? (known ? excerpt.slice(0, column - 1) : null);
  const upToEnd =
    lineOf(span.end, endColumn) ??
    (known && endLine === line && endColumn - 1 <= excerpt.length ? excerpt.slice(0, endColumn - 1) : null);
  if (before === null || upToEnd === null) return { start: { line }, end: { line: endLine } };
  return {
    start: { line, column: Buffer.byteLength(before) + 1 },
    end: { line: endLine, column: Buffer.byteLength(upToEnd) + 1 },
  };
}

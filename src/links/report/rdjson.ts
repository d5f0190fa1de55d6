import type { Finding } from '../finding.ts';
import { helpUri, type Level } from '../rules.ts';
import { fullPath, sentence, wellFormed, type Reporter } from './shape.ts';

const severities: Readonly<Record<Level, string>> = { error: 'ERROR', warning: 'WARNING', note: 'INFO' };

/** Reviewdog's format; suggestions become fixes of one click. Its columns count bytes. */
export const rdjsonReport: Reporter = (report, { pathPrefix = '' }) =>
  `${JSON.stringify(
    {
      source: { name: 'tidemark-links', url: 'https://github.com/tidemark-docs/tidemark' },
      severity: 'ERROR',
      diagnostics: report.findings.map((finding) => {
        const range = rangeOf(finding);
        return {
          message: wellFormed(sentence(finding)),
          location: {
            path: wellFormed(fullPath(finding.path, pathPrefix)),
            ...(range === null ? {} : { range }),
          },
          severity: severities[finding.level],
          code: { value: finding.rule, url: helpUri(finding.rule) },
          ...(finding.suggestion === null || range === null
            ? {}
            : { suggestions: [{ range, text: wellFormed(finding.suggestion.target) }] }),
        };
      }),
    },
    null,
    2,
  )}\n`;

interface Position {
  line: number;
  column: number;
}

/** In bytes of UTF-8, when the whole line before the target is known. */
function rangeOf({
  span,
  excerpt,
  excerptStart,
  target,
}: Finding): { start: Position; end: Position } | null {
  if (span === null) return null;
  const known = excerptStart === 0 && excerpt !== '';
  const before = known ? Buffer.byteLength(excerpt.slice(0, span.column - 1)) : span.column - 1;
  const raw = known ? excerpt.slice(span.column - 1, span.endColumn - 1) : target;
  const length =
    raw.length === span.endColumn - span.column ? Buffer.byteLength(raw) : span.endColumn - span.column;
  return {
    start: { line: span.line, column: before + 1 },
    end: { line: span.endLine, column: span.endLine === span.line ? before + 1 + length : span.endColumn },
  };
}

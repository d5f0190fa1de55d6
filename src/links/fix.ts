import { linksOf, normalTarget, replacement } from '../content/index.ts';
import type { Finding } from './finding.ts';

/** The changes of `--fix` in one file. */
export interface FileFix {
  path: string;
  text: string;
  fixed: readonly Finding[];
}

/**
 * Fixes the findings of one file whose right target is certain, by splices: every other byte stays. Null when there is
 * nothing to fix. A place whose link has changed since the check is left alone.
 */
export function fixFile(path: string, text: string, findings: readonly Finding[]): FileFix | null {
  const byStart = new Map(linksOf(text).map((link) => [link.start, link]));
  const splices: { start: number; end: number; written: string; finding: Finding }[] = [];
  for (const finding of findings) {
    const { suggestion, span } = finding;
    if (finding.path !== path || span === null || suggestion?.safe !== true) continue;
    if (finding.rule === 'broken-redirect') {
      // A line of .gitbook.yaml is changed only if its target is still the one that was found.
      if (text.slice(span.start, span.end) === finding.target)
        splices.push({ start: span.start, end: span.end, written: suggestion.written, finding });
      continue;
    }
    const link = byStart.get(span.start);
    if (link === undefined || (link.target !== finding.target && normalTarget(link.raw) !== finding.target))
      continue;
    splices.push({ ...replacement(text, link, suggestion.target), finding });
  }
  if (splices.length === 0) return null;
  splices.sort((one, other) => one.start - other.start);
  let result = '';
  let at = 0;
  for (const { start, end, written } of splices) {
    result += text.slice(at, start) + written;
    at = end;
  }
  return { path, text: result + text.slice(at), fixed: splices.map(({ finding }) => finding) };
}

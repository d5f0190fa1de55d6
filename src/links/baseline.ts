import { AppError } from '../base/index.ts';
import type { Finding } from './finding.ts';

/** The findings that are known and accepted for now. */
export interface Baseline {
  version: 1;
  findings: readonly { fingerprint: string; rule: string; path: string; target: string }[];
}

/** Prints a baseline file: stable, one finding a line, so that its diffs can be read. */
export function printBaseline(findings: readonly Finding[]): string {
  const rows = findings
    .map(({ fingerprint, rule, path, target }) => ({ fingerprint, rule, path, target }))
    .sort((one, other) =>
      one.path + one.target + one.fingerprint < other.path + other.target + other.fingerprint ? -1 : 1,
    );
  const lines = rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n');
  return `{\n  "version": 1,\n  "findings": [${lines === '' ? '' : `\n${lines}\n  `}]\n}\n`;
}

/**
 * Reads a baseline file.
 *
 * @throws AppError CONFIG_INVALID when the text is not a baseline.
 */
export function parseBaseline(text: string, path: string): Baseline {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw invalid(path, 'it is not JSON', cause);
  }
  const { version, findings } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  if (version !== 1) throw invalid(path, 'its version is not 1');
  if (!Array.isArray(findings)) throw invalid(path, 'it has no list of findings');
  const rows = findings.map((row: unknown) => {
    const { fingerprint, rule = '', path: file = '', target = '' } = (row ?? {}) as Record<string, unknown>;
    if (typeof fingerprint !== 'string') throw invalid(path, 'an entry has no fingerprint');
    return {
      fingerprint,
      rule: String(rule),
      path: String(file),
      target: String(target),
    };
  });
  return { version: 1, findings: rows };
}

function invalid(path: string, reason: string, cause?: unknown): AppError {
  return new AppError('CONFIG_INVALID', `${path} cannot be used as a baseline: ${reason}`, {
    hint: 'Write it anew with tidemark links --baseline FILE --update-baseline.',
    cause,
  });
}

/**
 * The findings of a baseline by their fingerprints, with new fingerprints and paths for a page without an id whose path changed. Such
 * a page is the one page that has at least half of the faults of a page that is gone.
 */
export function carriedBaseline(
  baseline: Baseline,
  findings: readonly Finding[],
  paths: ReadonlySet<string>,
): Map<string, Pick<Finding, 'path'> & { readonly rule: string }> {
  const known = new Map<string, Pick<Finding, 'path'> & { readonly rule: string }>(
    baseline.findings.map((row) => [row.fingerprint, row]),
  );
  const unknown = groupedByPath(findings.filter(({ fingerprint }) => !known.has(fingerprint)));
  for (const [path, rows] of groupedByPath(baseline.findings)) {
    if (paths.has(path)) continue;
    const places = [...unknown]
      .map(([at, here]) => ({ at, matched: matchedBy(rows, here) }))
      .filter(({ matched }) => 2 * matched.length >= rows.length)
      .sort((one, other) => other.matched.length - one.matched.length);
    const [best, second] = places;
    if (best === undefined || second?.matched.length === best.matched.length) continue;
    for (const { row, finding } of best.matched) {
      known.delete(row.fingerprint);
      known.set(finding.fingerprint, finding);
    }
    unknown.delete(best.at);
  }
  return known;
}

interface Fault {
  readonly rule: string;
  readonly path: string;
  readonly target: string;
}

function groupedByPath<F extends Fault>(faults: readonly F[]): Map<string, F[]> {
  const groups = new Map<string, F[]>();
  for (const fault of faults) groups.set(fault.path, [...(groups.get(fault.path) ?? []), fault]);
  return groups;
}

/** The findings that match the rows. Each row matches one finding at most. */
function matchedBy<Row extends Fault>(
  rows: readonly Row[],
  findings: readonly Finding[],
): { row: Row; finding: Finding }[] {
  const left = [...rows];
  return findings.flatMap((finding) => {
    const at = left.findIndex(({ rule, target }) => rule === finding.rule && target === finding.target);
    const [row] = at < 0 ? [] : left.splice(at, 1);
    return row === undefined ? [] : [{ row, finding }];
  });
}

/** Marks the findings that are not in a set of known fingerprints as new. */
export function markNewFindings(findings: readonly Finding[], known: ReadonlySet<string>): Finding[] {
  return findings.map((finding) => ({ ...finding, isNew: !known.has(finding.fingerprint) }));
}

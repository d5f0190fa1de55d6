import { escapeForTerminal } from '../../base/index.ts';
import type { Finding, LinkReport } from '../finding.ts';
import type { HistoryRun } from '../history.ts';
import type { Level } from '../rules.ts';

/** The options of every reporter. */
export interface ReportOptions {
  /** The tool's version. */
  version: string;
  /** Milliseconds since the epoch, of the check. */
  now: number;
  /** The checked folder in its git repository, to put before file paths in the formats of CI. */
  pathPrefix?: string;
  /** JUnit: `rich` adds file and line attributes, which strict readers refuse. */
  junitProfile?: 'strict' | 'rich';
  /** Returns the text of a checked file, for formats that need more than the finding's line; null for an unreadable file. */
  textOf?: (path: string) => string | null;
  /** HTML: the checks before this one and this one itself, oldest first. */
  history?: readonly HistoryRun[];
  /** JSON: the links that were corrected before the check. */
  fixed?: readonly Finding[];
  /** Text: escape sequences for colours. */
  colour?: boolean;
  /** Text: the maximum width; 100 by default. */
  columns?: number;
}

export type Reporter = (report: LinkReport, options: ReportOptions) => string;

/** Text for XML 1.0: removes control characters that XML forbids, and replaces lone surrogates. */
export function xml(text: string): string {
  return wellFormed(text)
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"'\t\n\r]/gu, (character) => `&#${character.charCodeAt(0)};`);
}

/** Replaces each lone half of a surrogate pair by U+FFFD, because no format can represent it. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** Text from strangers, made safe to show: control and bidirectional characters become visible escapes. */
export function escapeControls(text: string): string {
  return wellFormed(escapeForTerminal(text));
}

/** A path as a relative URI reference: raw spaces and `%` are not allowed there. */
export function uriOf(path: string, prefix = ''): string {
  return fullPath(path, prefix)
    .split('/')
    .map((part) =>
      encodeURIComponent(wellFormed(part)).replace(
        /[!'()*]/gu,
        (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/');
}

export function fullPath(path: string, prefix = ''): string {
  const clean = prefix.replace(/^(?:\.?\/)+|\/+$/gu, '');
  return clean === '' || /^[a-z]+:/iu.test(path) ? path : `${clean}/${path}`;
}

/** The message with its suggestion. */
export function messageWithSuggestion({
  message,
  suggestion,
}: Pick<Finding, 'message' | 'suggestion'>): string {
  return suggestion === null ? `${message}.` : `${message}. Did you mean ${suggestion.target}?`;
}

export function byPath(findings: readonly Finding[]): Map<string, Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const group = groups.get(finding.path);
    if (group === undefined) groups.set(finding.path, [finding]);
    else group.push(finding);
  }
  return groups;
}

/** The level that a report shows: a known finding is shown as a note, so that it fails nothing. */
export function shownLevel({ level, isNew }: Finding): Level {
  return isNew ? level : 'note';
}

/** A summary's remark about known findings that the list leaves out; empty when there are none. */
export function leftOut({ knownLeftOut }: LinkReport): string {
  return knownLeftOut === 0 ? '' : `${plural(knownLeftOut, 'known finding')} left out`;
}

/** The headline of a list without findings. */
export function nothingFound(report: LinkReport): string {
  return report.knownLeftOut === 0 ? 'No broken links' : 'No new broken links';
}

const weight: Readonly<Record<Level, number>> = { error: 0, warning: 1, note: 2 };

/** Sorts new findings first, then by level, for short lists. */
export function mostImportantFirst(findings: readonly Finding[]): Finding[] {
  return [...findings].sort(
    (one, other) => Number(other.isNew) - Number(one.isNew) || weight[one.level] - weight[other.level],
  );
}

/** How many findings there are of each level, and how many are new. */
export function countByLevel(findings: readonly Finding[]): Record<Level | 'total' | 'new', number> {
  const counts = { error: 0, warning: 0, note: 0, total: findings.length, new: 0 };
  for (const { level, isNew } of findings) {
    counts[level] += 1;
    if (isNew) counts.new += 1;
  }
  return counts;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${groupDigits(count)} ${count === 1 ? one : many}`;
}

/** `12,345`: our own code, since the first use of a locale takes longer than checking a small folder. */
export function groupDigits(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/gu, ',');
}

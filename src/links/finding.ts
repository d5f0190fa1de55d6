import type { Level, RuleId } from './rules.ts';

/** Another target for a link, and why the writer likely meant it. */
export interface Suggestion {
  /** The new target, without escapes. */
  target: string;
  /** The text that replaces the finding's span when the suggestion is applied, with the escapes that its place needs. */
  written: string;
  reason: 'capitals' | 'dashes' | 'punctuation' | 'moved' | 'similar' | 'archived';
  /** Certain enough for `--fix`. */
  safe: boolean;
}

/** A place in a file. Lines and columns count from 1, columns and offsets in UTF-16 units. */
export interface Span {
  start: number;
  end: number;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

/** One fault of one link. */
export interface Finding {
  rule: RuleId;
  level: Level;
  message: string;
  /** The file with the link, relative to the repository; the service's name for the page when it does not give a file. */
  path: string;
  /** False when `path` is not a file, but an address or a title. */
  isFile: boolean;
  /** Null for a finding that only the service reports, whose place is unknown. */
  span: Span | null;
  /** The target as meant: without escapes. */
  target: string;
  /**
   * The thing that was looked for, which is the same for all links to it: a path of the repository, `path#anchor`, or an address.
   */
  about?: string;
  suggestion: Suggestion | null;
  /** Identifies a fault, wherever it moves in its page. */
  fingerprint: string;
  /** Whether the finding is missing from the base and the baseline; true when neither was given. */
  isNew: boolean;
  /** The page's title, where it has one. */
  title: string | null;
  /** The line with the link, cut to a readable length. */
  excerpt: string;
  /** How many columns of the line were cut before the excerpt. */
  excerptStart: number;
  sources: readonly ('scan' | 'service' | 'external')[];
}

export interface LinkCounts {
  pages: number;
  links: number;
  external: number;
  /** Links whose target cannot be known here (site addresses, expressions), or whose external address could not be checked. */
  unchecked: number;
}

/** A difference between the service's verdict and the scan's, for `--explain`. */
export interface Difference {
  path: string;
  message: string;
}

/** The result of a check. */
export interface LinkReport {
  findings: readonly Finding[];
  counts: LinkCounts;
  /** Whether there was something to compare with: a base, a baseline, or the service's verdict on what is new. */
  compared: boolean;
  /** How many known findings were left out of the list, because only new ones were wanted. */
  knownLeftOut: number;
  /** How many findings the ignore list removed, and its entries that matched nothing. */
  ignored: number;
  staleIgnores: readonly string[];
  /** How many fingerprints of the baseline are gone, so that it can be rewritten. */
  fixedSinceBase: number;
  differences: readonly Difference[];
  /** The service's counts over the spaces that it reports on; null when the service was not asked. */
  service: {
    links: number;
    broken: number;
    /** How many links the change request broke; null without a change request, or when the service does not count that. */
    changeRequestBroken: number | null;
    /** Spaces without a report, for which only the scan decided. */
    withoutReport: readonly string[];
  } | null;
  /** What could not be checked. If there are any problems, the result is incomplete. */
  problems: readonly string[];
  /** How many of the problems are external addresses, which fail a check only on request. */
  unansweredAddresses: number;
}

import type { Level, RuleId } from './rules.ts';

/** Another target for a link, and why it is likely the one that was meant. */
export interface Suggestion {
  /** What the link would mean, without escapes. */
  target: string;
  /** What stands in the file in place of the finding's span when it is taken: with the escapes that its place needs. */
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

/** One thing that is wrong with one link. */
export interface Finding {
  rule: RuleId;
  level: Level;
  message: string;
  /** The file that holds the link, relative to the repository; what the service calls the page when it tells no file. */
  path: string;
  /** False when `path` is not a file, but an address or a title. */
  isFile: boolean;
  /** Null when only the service knows of it: then no place is known. */
  span: Span | null;
  /** The target as meant: without escapes. */
  target: string;
  /** What was looked for, the same for all links to it: a path of the repository, `path#anchor`, or an address. */
  about?: string;
  suggestion: Suggestion | null;
  /** The same for the same fault, wherever it moves in its page. */
  fingerprint: string;
  /** Not in the base or the baseline; true when neither was given. */
  isNew: boolean;
  /** The page's title, where it has one. */
  title: string | null;
  /** The line that holds the link, cut to a bearable length. */
  excerpt: string;
  /** How many columns of the line were cut before the excerpt. */
  excerptStart: number;
  sources: readonly ('scan' | 'service' | 'external')[];
}

export interface LinkCounts {
  pages: number;
  links: number;
  external: number;
  /** Links whose target cannot be known here (site addresses, expressions). */
  unchecked: number;
}

/** A difference between the service's verdict and the scan's, for `--explain`. */
export interface Difference {
  path: string;
  message: string;
}

/** What a check found. */
export interface LinkReport {
  findings: readonly Finding[];
  counts: LinkCounts;
  /** Whether there was something to compare with: a base, a baseline, or the service's word on what is new. */
  compared: boolean;
  /** Known findings that were left out of the list, because new ones alone were asked for. */
  knownLeftOut: number;
  /** Findings that the ignore list took away, and its entries that matched nothing. */
  ignored: number;
  staleIgnores: readonly string[];
  /** Fingerprints of the baseline that are gone: it can be written anew. */
  fixedSinceBase: number;
  differences: readonly Difference[];
  /** What the service counts over the spaces that it reports on; null when it was not asked. */
  service: {
    links: number;
    broken: number;
    /** Broken by the change request that was asked about; null without one, or when the service does not count that. */
    changeRequestBroken: number | null;
    /** Spaces without a report: the scan decided alone there. */
    withoutReport: readonly string[];
  } | null;
  /** What could not be checked; not empty means that the result is incomplete. */
  problems: readonly string[];
  /** How many of the problems are addresses of other hosts, which fail nothing unless asked for. */
  unansweredAddresses: number;
}

import { AppError } from '../base/index.ts';
import type { LinkReport } from './finding.ts';

/** The record of one check. */
export interface HistoryRun {
  /** The time of the check, in ISO 8601. */
  readonly at: string;
  readonly error: number;
  readonly warning: number;
  readonly note: number;
  readonly links: number;
  readonly pages: number;
}

/** How many checks are kept; older ones are dropped. */
const maxRuns = 200;

/** The record of a report for the history. */
export function runOf({ findings, counts }: LinkReport, now: number): HistoryRun {
  const of = (wanted: string): number => findings.filter(({ level }) => level === wanted).length;
  return {
    at: new Date(now).toISOString(),
    error: of('error'),
    warning: of('warning'),
    note: of('note'),
    links: counts.links,
    pages: counts.pages,
  };
}

/** Prints a history file: one check a line, so that its diffs can be read and two branches can be merged. */
export function printHistory(runs: readonly HistoryRun[]): string {
  return runs
    .slice(-maxRuns)
    .map((run) => `${JSON.stringify(run)}\n`)
    .join('');
}

/**
 * Reads a history file, oldest check first.
 *
 * @throws AppError CONFIG_INVALID when the text is not a history.
 */
export function parseHistory(text: string, path: string): HistoryRun[] {
  return text
    .split('\n')
    .map((line, at) => ({ line: line.trim(), number: at + 1 }))
    .filter(({ line }) => line !== '')
    .map(({ line, number }) => readRun(line, `${path}:${number}`))
    .sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}

function readRun(line: string, place: string): HistoryRun {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw invalid(place, 'it is not JSON', cause);
  }
  const row = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const { at } = row;
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) throw invalid(place, 'it does not say when');
  const number = (key: string): number => {
    const count = row[key];
    if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0)
      throw invalid(place, `it has no count of ${key}`);
    return count;
  };
  return {
    at,
    error: number('error'),
    warning: number('warning'),
    note: number('note'),
    links: number('links'),
    pages: number('pages'),
  };
}

function invalid(place: string, reason: string, cause?: unknown): AppError {
  return new AppError('CONFIG_INVALID', `${place} is not a line of a history: ${reason}`, {
    hint: 'Correct or delete the line; tidemark links --history FILE adds one for each check.',
    cause,
  });
}

import type { Finding } from '../finding.ts';
import type { HistoryRun } from '../history.ts';
import type { Level } from '../rules.ts';
import { causesOf } from './causes.ts';
import { sectionsOf } from './sections.ts';
import { groupDigits, plural, escapeControls } from './shape.ts';

/** The pictures above the list of an HTML report, for its template: causes, sections and the trend. */

const levels: readonly Level[] = ['error', 'warning', 'note'];

/** How many causes, places of a cause, sections and checks are shown; the rest is counted. */
const most = { causes: 12, places: 40, sections: 12, runs: 40 };

interface Part {
  readonly level: Level;
  readonly from: string;
  readonly size: string;
}

/** The parts of a bar, level after level, on a scale where `whole` is 100. */
function partsOf(counts: Readonly<Record<Level, number>>, whole: number): Part[] {
  let from = 0;
  return levels
    .filter((level) => counts[level] > 0)
    .map((level) => {
      const size = (100 * counts[level]) / Math.max(1, whole);
      const part = { level, from: from.toFixed(2), size: size.toFixed(2) };
      from += size;
      return part;
    });
}

export interface CausesView {
  readonly causes: readonly {
    readonly title: string;
    readonly advice: string;
    readonly level: Level;
    readonly explains: string;
    readonly places: readonly string[];
    readonly more: string;
  }[];
  readonly more: string;
}

export function causesView(findings: readonly Finding[]): CausesView {
  const causes = causesOf(findings);
  return {
    causes: causes.slice(0, most.causes).map(({ title, advice, level, findings: found, pages }) => ({
      title: escapeControls(title),
      advice: escapeControls(advice),
      level,
      explains: `explains ${plural(found.length, 'finding')} on ${plural(pages, 'page')}`,
      places: found
        .slice(0, most.places)
        .map(({ path, span }) =>
          escapeControls(span === null ? path : `${path}:${span.line}:${span.column}`),
        ),
      more: found.length > most.places ? `and ${groupDigits(found.length - most.places)} more` : '',
    })),
    more: causes.length > most.causes ? `${plural(causes.length - most.causes, 'more cause')}` : '',
  };
}

export interface SectionsView {
  readonly sections: readonly {
    readonly name: string;
    readonly parts: readonly Part[];
    readonly counts: string;
  }[];
  readonly more: string;
}

/** Empty for a single section, which cannot be compared. */
export function sectionsView(findings: readonly Finding[]): SectionsView {
  const sections = sectionsOf(findings);
  if (sections.length < 2) return { sections: [], more: '' };
  const whole = Math.max(...sections.map(({ total }) => total));
  return {
    sections: sections.slice(0, most.sections).map((section) => ({
      name: escapeControls(section.name),
      parts: partsOf(section, whole),
      counts: wordsOf(section),
    })),
    more: sections.length > most.sections ? `${plural(sections.length - most.sections, 'more section')}` : '',
  };
}

function wordsOf(counts: Readonly<Record<Level, number>>): string {
  const said = levels.filter((level) => counts[level] > 0).map((level) => plural(counts[level], level));
  return said.length === 0 ? 'nothing' : said.join(', ');
}

export interface HistoryView {
  /** Empty when fewer than two checks are known. */
  readonly runs: readonly {
    readonly from: string;
    readonly width: string;
    readonly parts: readonly Part[];
  }[];
  readonly rows: readonly { readonly when: string; readonly counts: string }[];
  readonly first: string;
  readonly last: string;
  readonly highest: string;
  readonly words: string;
}

export function historyView(history: readonly HistoryRun[]): HistoryView {
  const runs = history.slice(-most.runs);
  const [first, last, before] = [runs[0], runs.at(-1), runs.at(-2)];
  if (first === undefined || last === undefined || before === undefined)
    return { runs: [], rows: [], first: '', last: '', highest: '', words: '' };
  const highest = Math.max(...runs.map(({ error, warning }) => error + warning));
  const step = 100 / runs.length;
  return {
    runs: runs.map((run, at) => ({
      from: (at * step + step * 0.1).toFixed(2),
      width: (step * 0.8).toFixed(2),
      // Notes are only remarks, so a picture of faults leaves them out.
      parts: partsOf({ ...run, note: 0 }, highest).map((part) => ({
        ...part,
        // SVG counts from the top, but bars grow from the bottom.
        from: (100 - Number(part.from) - Number(part.size)).toFixed(2),
      })),
    })),
    rows: [...runs].reverse().map((run) => ({ when: whenOf(run), counts: wordsOf(run) })),
    first: whenOf(first),
    last: whenOf(last),
    highest: groupDigits(highest),
    words: [
      `${capital(compared(last.error - before.error, 'error'))} and ${compared(last.warning - before.warning, 'warning')} than in the check before.`,
      `Now: ${wordsOf(last)}. In the first of ${plural(runs.length, 'check')}: ${wordsOf(first)}.`,
    ].join(' '),
  };
}

function compared(more: number, what: string): string {
  return more === 0
    ? `no more ${what}s`
    : `${plural(Math.abs(more), `${more > 0 ? 'more' : 'fewer'} ${what}`)}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function whenOf({ at }: HistoryRun): string {
  return escapeControls(at.slice(0, 16).replace('T', ' '));
}

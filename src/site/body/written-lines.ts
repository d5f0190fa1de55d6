import { decodeEntities, decodePercent, linksOf } from '../../content/index.ts';

/**
 * Finds the lines of a text in which links, attributes, expressions and code are written. The tree of a page has no places, because few
 * pages have a warning: this reads a text again for its first one.
 */
export class WrittenLines {
  readonly #source: string;
  readonly #firstLine: number;
  #links: Places | undefined;
  #values: Places | undefined;
  #lines: readonly string[] = [];
  #places: Places | undefined;
  /** How often the line of each thing was asked for. */
  readonly #asked = new Map<string, number>();

  /** `firstLine` is the line of the file where the text begins. */
  constructor(source: string, firstLine: number) {
    this.#source = source;
    this.#firstLine = firstLine;
  }

  /**
   * The line of a link's target, an attribute's value, an expression or some code; undefined if the text does not have it. If
   * the text has it several times, each call returns the next line.
   */
  next(written: string): number | undefined {
    const target = decodePercent(written.trim());
    this.#links ??= linkPlaces(this.#source);
    this.#values ??= valuePlaces(this.#source);
    const places = this.#links.get(target) ?? this.#values.get(written.trim()) ?? this.#linesOf(written);
    const count = this.#asked.get(target) ?? 0;
    this.#asked.set(target, count + 1);
    const line = places[Math.min(count, places.length - 1)];
    return line === undefined ? undefined : this.#firstLine + line - 1;
  }

  /** Where some lines are in the text, whatever marks of quotes, lists and HTML are around them. */
  #linesOf(code: string): number[] {
    if (this.#places === undefined) {
      this.#lines = bareLines(this.#source);
      this.#places = new Map();
      for (const [at, line] of this.#lines.entries()) add(this.#places, line, at + 1);
    }
    const [first = '', ...others] = bareLines(code.trim());
    const begins = first === '' ? [] : (this.#places.get(first) ?? []);
    return begins.filter((line) => others.every((each, offset) => each === this.#lines[line + offset]));
  }
}

/** The lines in which each thing is written, from 1. */
type Places = Map<string, number[]>;

function add(places: Places, written: string, line: number): void {
  const lines = places.get(written);
  if (lines === undefined) places.set(written, [line]);
  else lines.push(line);
}

function linkPlaces(source: string): Places {
  const places: Places = new Map();
  for (const { target, line, isCode } of linksOf(source))
    if (isCode !== true) add(places, decodePercent(target.trim()), line);
  return places;
}

/** What the attributes and the elements of a writer's HTML contain. */
function valuePlaces(source: string): Places {
  const places: Places = new Map();
  let line = 1;
  let from = 0;
  for (const { 1: value, 2: words = '', index } of source.matchAll(/="([^"\n]*)"|>([^<>\n]+)(?=<)/gu)) {
    for (let at = source.indexOf('\n', from); at >= 0 && at < index; at = source.indexOf('\n', at + 1))
      line += 1;
    from = index;
    add(places, decodeEntities(value ?? words).trim(), line);
  }
  return places;
}

function bareLines(text: string): string[] {
  return text.split('\n').map((line) => decodeEntities(line.replace(/^[\s>]+|<[^<>]*>/gu, '')).trim());
}

import { parse as parseYaml } from 'yaml';

import { slugOfTitle } from './slug.ts';
import { decodePercent, isExternalTarget, unescapeTarget } from './targets.ts';
import { unescapeTitle } from './title.ts';

/**
 * SUMMARY.md, the table of contents, as a flat list of its entries. Reads what the exporter writes and what people write
 * by hand: any bullet, any indentation, bullets without a link (their children then belong to the bullet above).
 */

interface Placed {
  /** Offsets of the entry's lines in the text: `[start, end)`, with the last line ending. */
  start: number;
  end: number;
  /** From 1. */
  line: number;
  /** White space and bullet in front of an item, as written. */
  indent: string;
  bullet: string;
  /** The offset of an item's target, brackets included, and its column (from 1). */
  targetStart: number;
  targetEnd: number;
  column: number;
  /** An item's target with its percent signs; absent where they mean nothing. */
  written?: string;
}

/** What an entry says, without its place. Titles include their emoji, as on disk. */
export type SummaryLine =
  | {
      kind: 'item';
      depth: number;
      title: string;
      target: string;
      /** Whether the whole target is a path, so that a `#` or `?` in it belongs to the file's name. */
      isPath?: true;
      linkTitle?: string;
    }
  | { kind: 'computed'; depth: number; computed: Readonly<Record<string, unknown>> }
  | { kind: 'group'; title: string; slug: string }
  /** Ends the groups: the items after the divider are in no group. */
  | { kind: 'divider' };

export type SummaryEntry = SummaryLine & Placed;

export interface SummaryProblem {
  line: number;
  column: number;
  message: string;
}

export interface Summary {
  entries: readonly SummaryEntry[];
  problems: readonly SummaryProblem[];
}

const itemLine = /^([ \t]*)([*+-]|\d{1,9}[.)])([ \t]+)(.*)$/u;
const headingLine = /^(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/u;
const codeMark = /^(?:```|~~~)/u;
const codeEndLine = /^\s*(?:```|~~~)\s*$/u;
const dividerLine = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/u;
const groupAnchor = /[ \t]*<a (?:[^<>]*[ \t])?id="([^"]*)"[^<>]*><\/a>[ \t]*$/u;

interface Line {
  text: string;
  start: number;
  end: number;
  number: number;
}

/**
 * Reads a table of contents. Never fails: text that it cannot understand becomes a problem with its place. `titleIn` reads a title as
 * markdown writes it.
 */
export function parseSummary(text: string, titleIn = unescapeTitle): Summary {
  return new SummaryReader(linesWithPlaces(text), titleIn).read();
}

/** A line with a bullet, and what comes after it. */
interface Item {
  line: Line;
  indent: string;
  /** With the blanks after it. */
  bullet: string;
  rest: string;
  /** Columns of the indentation. */
  width: number;
  /** How many entries the item is nested below. */
  depth: number;
}

class SummaryReader {
  readonly #lines: readonly Line[];
  readonly #titleIn: (markdown: string) => string;
  readonly #entries: SummaryEntry[] = [];
  readonly #problems: SummaryProblem[] = [];
  /** The bullets that the next bullet may be nested below. Only the `listed` bullets became entries. */
  #open: { indent: number; listed: boolean }[] = [];
  #sawHeader = false;
  #inGroup = false;
  /** The divider that ends the groups as soon as an item follows. */
  #divider: SummaryEntry | null = null;

  constructor(lines: readonly Line[], titleIn: (markdown: string) => string) {
    this.#lines = lines;
    this.#titleIn = titleIn;
  }

  read(): Summary {
    let at = 0;
    for (let line = this.#lines[at]; line !== undefined; line = this.#lines[at]) at = this.#take(line, at);
    return { entries: this.#entries, problems: this.#problems };
  }

  /** Takes whatever begins at a line; returns the line to continue at. */
  #take(line: Line, at: number): number {
    const { text } = line;
    if (text.trim() === '') return at + 1;
    if (/^\s*<!--/u.test(text)) return this.#commentEnd(at) + 1;
    if (dividerLine.test(text)) return this.#takeDivider(line, at);
    const heading = headingLine.exec(text);
    if (heading !== null) return this.#takeHeading(line, heading, at);
    const item = itemLine.exec(text);
    if (item !== null) return this.#takeItem(this.#itemOf(line, item), at);
    return codeMark.test(text.trimStart()) ? this.#codeEnd(at) + 1 : at + 1;
  }

  #commentEnd(at: number): number {
    let end = at;
    while (end < this.#lines.length && !(this.#lines[end]?.text ?? '').includes('-->')) end += 1;
    return end;
  }

  /** The line that ends the code that begins at a line; the number after the last line for code without an end. */
  #codeEnd(at: number): number {
    let end = at + 1;
    while (end < this.#lines.length && !codeEndLine.test(this.#lines[end]?.text ?? '')) end += 1;
    return end;
  }

  #takeDivider(line: Line, at: number): number {
    this.#open = [];
    this.#divider = this.#inGroup ? { kind: 'divider', ...placeOf(line) } : null;
    return at + 1;
  }

  /** The first heading is the title of the table of contents. Each further heading is the title of a group. */
  #takeHeading(line: Line, [, marks, title = '']: RegExpExecArray, at: number): number {
    this.#open = [];
    if (marks === '#' && !this.#sawHeader && this.#entries.length === 0) this.#sawHeader = true;
    else {
      this.#entries.push({ ...groupOf(title, this.#titleIn), ...placeOf(line) });
      this.#inGroup = true;
      this.#divider = null;
    }
    return at + 1;
  }

  #itemOf(line: Line, [, indent = '', mark = '', gap = '', rest = '']: RegExpExecArray): Item {
    const width = widthOf(indent);
    this.#open = this.#open.filter((outer) => outer.indent < width);
    const depth = this.#open.filter((outer) => outer.listed).length;
    return { line, indent, bullet: mark + gap, rest, width, depth };
  }

  #takeItem(item: Item, at: number): number {
    if (codeMark.test(item.rest)) return this.#takeComputed(item, at);
    this.#takeLink(item);
    return at + 1;
  }

  /** Takes an entry whose pages the service computes: a code block names the source. */
  #takeComputed(item: Item, at: number): number {
    const { line, indent, bullet, width, depth } = item;
    const last = Math.min(this.#codeEnd(at), this.#lines.length - 1);
    const computed = readComputed(this.#lines.slice(at + 1, last).map(({ text }) => text));
    if (typeof computed === 'string') this.#refuse(item, computed);
    else {
      const end = this.#lines[last]?.end ?? line.end;
      this.#leaveGroup();
      this.#entries.push({ kind: 'computed', depth, computed, ...placeOf(line), end, indent, bullet });
      this.#open.push({ indent: width, listed: true });
    }
    return last + 1;
  }

  #takeLink(item: Item): void {
    const { line, indent, bullet, rest, width, depth } = item;
    const link = readLink(rest);
    this.#open.push({ indent: width, listed: link !== null });
    if (link === null) {
      this.#refuse(item, 'This entry links to nothing, so it does not make a page');
      return;
    }
    const before = indent.length + bullet.length;
    const target = normalTarget(link.target);
    const written = link.target.includes('%') ? normalTarget(link.target, (path) => path) : target;
    this.#leaveGroup();
    this.#entries.push({
      kind: 'item',
      depth,
      title: this.#titleIn(link.text),
      target,
      ...(written === target ? {} : { written }),
      ...(link.title === '' ? {} : { linkTitle: unescapeTitle(link.title) }),
      ...placeOf(line),
      indent,
      bullet,
      targetStart: line.start + before + link.start,
      targetEnd: line.start + before + link.end,
      column: before + link.start + 1,
    });
  }

  #refuse({ line, indent, bullet }: Item, message: string): void {
    const column = indent.length + bullet.length + 1;
    this.#problems.push({ line: line.number, column, message });
  }

  /** Adds the divider, now that an item follows. */
  #leaveGroup(): void {
    if (this.#divider === null) return;
    this.#entries.push(this.#divider);
    this.#divider = null;
    this.#inGroup = false;
  }
}

/** The place of an entry that has neither bullet nor target. */
function placeOf({ start, end, number }: Line): Placed {
  return {
    start,
    end,
    line: number,
    indent: '',
    bullet: '',
    targetStart: start,
    targetEnd: start,
    column: 1,
  };
}

function linesWithPlaces(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  while (start < text.length) {
    const newLine = text.indexOf('\n', start);
    const end = newLine < 0 ? text.length : newLine + 1;
    const content = text.slice(start, newLine < 0 ? end : newLine).replace(/\r$/u, '');
    lines.push({ text: content, start, end, number: lines.length + 1 });
    start = end;
  }
  return lines;
}

/** Columns that white space takes; a tab goes to the next multiple of four. */
function widthOf(indent: string): number {
  let width = 0;
  for (const character of indent) width = character === '\t' ? width - (width % 4) + 4 : width + 1;
  return width;
}

function groupOf(
  markdown: string,
  titleIn: (markdown: string) => string,
): { kind: 'group'; title: string; slug: string } {
  const anchor = groupAnchor.exec(markdown)?.[1];
  // The slug is part of addresses, so it does not depend on how the title is shown.
  const slug = anchor === undefined || anchor === '' ? slugOfTitle(unescapeTitle(markdown)) : anchor;
  return { kind: 'group', title: titleIn(markdown), slug };
}

function readComputed(lines: readonly string[]): Readonly<Record<string, unknown>> | string {
  const indent = Math.min(
    ...lines.filter((line) => line.trim() !== '').map((line) => /^\s*/u.exec(line)?.[0].length ?? 0),
  );
  const source = lines.map((line) => line.slice(Number.isFinite(indent) ? indent : 0)).join('\n');
  if (source.length > 64 * 1024) return 'This computed entry is longer than 64 KiB';
  try {
    const value: unknown = parseYaml(source, { maxAliasCount: 0, schema: 'core', logLevel: 'error' });
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
    return 'This computed entry is not a list of keys';
  } catch (error) {
    return `This computed entry is not valid YAML: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''}`;
  }
}

interface RawLink {
  text: string;
  target: string;
  title: string;
  /** The offset of the target, angle brackets included. */
  start: number;
  end: number;
}

/** The link at the beginning of an entry; tolerates raw spaces in the target. */
function readLink(rest: string): RawLink | null {
  if (!rest.startsWith('[')) return null;
  const textEnd = closingBracket(rest);
  if (textEnd < 0 || rest[textEnd + 1] !== '(') return null;
  const start = textEnd + 2;
  const angled = /^<(?:[^<>\\]|\\.)*>/u.exec(rest.slice(start))?.[0];
  const end = angled === undefined ? plainTargetEnd(rest, start) : start + angled.length;
  if (end < 0) return null;
  const title = /^[ \t]+(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')[ \t]*\)/u.exec(rest.slice(end));
  if (title === null && !/^[ \t]*\)/u.test(rest.slice(end))) return null;
  return {
    text: rest.slice(1, textEnd),
    target: rest.slice(start, end),
    title: title?.[1] ?? title?.[2] ?? '',
    start,
    end,
  };
}

function closingBracket(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '[') depth += 1;
    else if (character === ']') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

function plainTargetEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '(') depth += 1;
    else if (character === ')') {
      if (depth === 0) return text.slice(start, at).replace(/[ \t]+$/u, '').length + start;
      depth -= 1;
    } else if ((character === ' ' || character === '\t') && /^[ \t]+["'][^)]*\)/u.test(text.slice(at)))
      return at;
  }
  return -1;
}

/** A markdown file, named from the folder of the table of contents, as in `/guide/start.md`. Another path with a slash is one of a site. */
const rootedPage = /^\/(?!\/)[^?#]*\.md(?:[?#]|$)/iu;

/** The target as a path from the table of contents' folder (`dir/` is its README.md), or the URL as it is. */
export function normalTarget(raw: string, decode = decodePercent): string {
  const target = unescapeTarget(raw).trim();
  if (isExternalTarget(target) || target.startsWith('#')) return target;
  if (target.startsWith('/') && !rootedPage.test(target)) return target;
  const hash = target.indexOf('#');
  const path = decode(hash < 0 ? target : target.slice(0, hash));
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '.' || part === '') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  if (path === '' || path.endsWith('/') || path === '.') parts.push('README.md');
  return parts.join('/') + (hash < 0 ? '' : target.slice(hash));
}

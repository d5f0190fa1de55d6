import { parse as parseYaml } from 'yaml';

import { slugify } from './slug.ts';
import { decodePercent, isExternalTarget, unescapeTarget } from './targets.ts';
import { unescapeTitle } from './title.ts';

/**
 * SUMMARY.md, the table of contents, as a flat list of what it says. Reads what the exporter writes and what people write
 * by hand: any bullet, any indentation, bullets without a link (their children then belong to the bullet above).
 */

interface Placed {
  /** Offsets of the entry's lines in the text: `[start, end)`, with the last line ending. */
  start: number;
  end: number;
  /** From 1. */
  line: number;
}

/** What an entry says, apart from where it stands. Titles carry their emoji, as on disk. */
export type SummarySaying =
  | { kind: 'item'; depth: number; title: string; target: string; linkTitle?: string }
  | { kind: 'computed'; depth: number; computed: Readonly<Record<string, unknown>> }
  | { kind: 'group'; title: string; slug: string }
  /** Ends the groups: the items after it are in none. */
  | { kind: 'divider' };

export type SummaryEntry = SummarySaying &
  Placed & {
    /** White space and bullet in front of an item, as written. */
    indent: string;
    bullet: string;
    /** Where an item's target stands, brackets included, and its column (from 1). */
    targetStart: number;
    targetEnd: number;
    column: number;
  };

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
const dividerLine = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/u;
const groupAnchor = /[ \t]*<a (?:[^<>]*[ \t])?id="([^"]*)"[^<>]*><\/a>[ \t]*$/u;

interface Line {
  text: string;
  start: number;
  end: number;
  number: number;
}

/** Reads a table of contents. Never fails: what it cannot understand is a problem with its place. */
export function parseSummary(text: string): Summary {
  const lines = linesWithPlaces(text);
  const entries: SummaryEntry[] = [];
  const problems: SummaryProblem[] = [];
  let open: { indent: number; listed: boolean }[] = [];
  let sawHeader = false;
  let inGroup = false;
  let divider: SummaryEntry | null = null;

  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined) break;
    const none = { indent: '', bullet: '', targetStart: line.start, targetEnd: line.start, column: 1 };
    const place = { start: line.start, end: line.end, line: line.number };

    if (line.text.trim() === '') continue;
    if (/^\s*<!--/u.test(line.text)) {
      while (index < lines.length - 1 && !(lines[index]?.text ?? '').includes('-->')) index += 1;
      continue;
    }
    if (dividerLine.test(line.text)) {
      open = [];
      divider = inGroup ? { kind: 'divider', ...place, ...none } : null;
      continue;
    }
    const heading = /^(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/u.exec(line.text);
    if (heading !== null) {
      open = [];
      if (heading[1] === '#' && !sawHeader && entries.length === 0) sawHeader = true;
      else {
        entries.push({ ...groupOf(heading[2] ?? ''), ...place, ...none });
        inGroup = true;
        divider = null;
      }
      continue;
    }
    const item = itemLine.exec(line.text);
    if (item === null) {
      if (!/^\s*(?:```|~~~)/u.test(line.text)) continue;
      while (index < lines.length - 1 && !/^\s*(?:```|~~~)\s*$/u.test(lines[index + 1]?.text ?? ''))
        index += 1;
      index += 1;
      continue;
    }
    const [, indent = '', bullet = '', gap = '', rest = ''] = item;
    const width = widthOf(indent);
    open = open.filter((outer) => outer.indent < width);
    const depth = open.filter((outer) => outer.listed).length;
    const before = indent.length + bullet.length + gap.length;

    if (/^(?:```|~~~)/u.test(rest)) {
      const first = index;
      while (index < lines.length - 1 && !/^\s*(?:```|~~~)\s*$/u.test(lines[index + 1]?.text ?? ''))
        index += 1;
      index = Math.min(index + 1, lines.length - 1);
      const computed = readComputed(lines.slice(first + 1, index).map((inner) => inner.text));
      if (typeof computed === 'string') {
        problems.push({ line: line.number, column: before + 1, message: computed });
        continue;
      }
      leaveGroup();
      const end = lines[index]?.end ?? line.end;
      entries.push({
        kind: 'computed',
        depth,
        computed,
        ...place,
        end,
        ...none,
        indent,
        bullet: bullet + gap,
      });
      open.push({ indent: width, listed: true });
      continue;
    }
    const link = readLink(rest);
    open.push({ indent: width, listed: link !== null });
    if (link === null) {
      problems.push({
        line: line.number,
        column: before + 1,
        message: 'This entry links to nothing, so it does not make a page',
      });
      continue;
    }
    leaveGroup();
    entries.push({
      kind: 'item',
      depth,
      title: unescapeTitle(link.text),
      target: normalTarget(link.target),
      ...(link.title === '' ? {} : { linkTitle: unescapeTitle(link.title) }),
      ...place,
      indent,
      bullet: bullet + gap,
      targetStart: line.start + before + link.start,
      targetEnd: line.start + before + link.end,
      column: before + link.start + 1,
    });

    function leaveGroup(): void {
      if (divider === null) return;
      entries.push(divider);
      divider = null;
      inGroup = false;
    }
  }
  return { entries, problems };
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

function groupOf(markdown: string): { kind: 'group'; title: string; slug: string } {
  const anchor = groupAnchor.exec(markdown)?.[1];
  const title = unescapeTitle(markdown);
  return { kind: 'group', title, slug: anchor === undefined || anchor === '' ? slugify(title) : anchor };
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
  /** Of the target, angle brackets included. */
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

/** The target as a path from the table of contents' folder (`dir/` is its README.md), or the URL as it is. */
export function normalTarget(raw: string): string {
  const target = unescapeTarget(raw).trim();
  if (isExternalTarget(target) || target.startsWith('/') || target.startsWith('#')) return target;
  const hash = target.indexOf('#');
  const path = decodePercent(hash < 0 ? target : target.slice(0, hash));
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '.' || part === '') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  if (path === '' || path.endsWith('/') || path === '.') parts.push('README.md');
  return parts.join('/') + (hash < 0 ? '' : target.slice(hash));
}

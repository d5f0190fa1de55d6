import { createHash } from 'node:crypto';
import { isBranchTag, readTag, type Tag } from './tag.ts';

/*
 * CommonMark does not know `{% … %}`, and swallows such a line into a paragraph, a list item or an HTML block. So tags
 * are taken out before it reads the text: a line of tags becomes HTML comments at the same indentation, which interrupt
 * a paragraph in every CommonMark reader and keep their place in lists and quotes. Formulas are taken out for the same
 * reason (`$$ a_b_c $$` would turn into emphasis). Each mark has a nonce made from the text, so that no text can forge a mark;
 * marks that end up in code are turned back into the original text.
 */

/** What a mark in the prepared text stands for. */
export type Mark =
  | { readonly kind: 'tag'; readonly tag: Tag; readonly line: number }
  | { readonly kind: 'formula'; readonly formula: string; readonly raw: string; readonly line: number }
  | {
      readonly kind: 'inline-formula';
      readonly formula: string;
      readonly raw: string;
      readonly line: number;
    };

export interface PreparedText {
  readonly text: string;
  readonly marks: readonly Mark[];
  readonly nonce: string;
}

const inlineOpen = '\uE000';
const inlineClose = '\uE001';

/** Replaces tags and formulas of a page's text by marks. `firstLine` is the number of its first line in the file. */
export function prepareMarkdown(source: string, firstLine = 1): PreparedText {
  const nonce = createHash('sha256').update(source).digest('hex').slice(0, 12);
  const isPlain =
    !source.includes('{%') && !source.includes('$$') && !/<\/figure>[ \t\r]*\n[^\r\n<]/.test(source);
  if (isPlain) return { text: source, marks: [], nonce };
  return new Preparation(source, firstLine, nonce).run();
}

/** The text of a block mark: a comment of one line. */
export function blockMark(nonce: string, number: number): string {
  return `<!--${nonce}:${number}-->`;
}

/** Finds marks of both kinds in a text. */
export function markPattern(nonce: string): RegExp {
  return new RegExp(`<!--${nonce}:(\\d+)-->|${inlineOpen}${nonce}:(\\d+)${inlineClose}`, 'g');
}

/** Restores the original text where a mark ended up in code or in an attribute. */
export function restoreMarks(value: string, prepared: PreparedText): string {
  if (prepared.marks.length === 0 || !value.includes(prepared.nonce)) return value;
  return value.replace(
    markPattern(prepared.nonce),
    (all, block: string | undefined, inline: string | undefined) => {
      const mark = prepared.marks[Number(block ?? inline)];
      if (!mark) return all;
      return mark.kind === 'tag' ? mark.tag.raw : mark.raw;
    },
  );
}

interface Fence {
  readonly marker: string;
  readonly isQuoted: boolean;
  /** The width of the marks of the list items around the fence, without the marks of a quote. */
  readonly width: number;
}

class Preparation {
  readonly #source: string;
  readonly #lines: readonly string[];
  readonly #firstLine: number;
  readonly #nonce: string;
  readonly #marks: Mark[] = [];
  readonly #out: string[] = [];
  #fence: Fence | undefined;
  /** What ends the raw region (`</pre>`, `-->`) that we are in. */
  #rawEnd: string | undefined;
  #inHtml = false;

  constructor(source: string, firstLine: number, nonce: string) {
    this.#source = source;
    this.#lines = source.split('\n');
    this.#firstLine = firstLine;
    this.#nonce = nonce;
  }

  run(): PreparedText {
    let at = 0;
    while (at < this.#lines.length) at += this.#step(at);
    return { text: this.#out.join('\n'), marks: this.#marks, nonce: this.#nonce };
  }

  /** Handles the line at `at`, and returns how many lines were used up. */
  #step(at: number): number {
    const line = this.#lines[at] ?? '';
    const prefix = containerPrefix(line);
    const rest = line.slice(prefix.length);
    if (this.#fence) {
      const isLeft = leavesFence(line, this.#fence);
      if (isLeft || closesFence(rest, this.#fence)) this.#fence = undefined;
      if (isLeft) return this.#step(at);
      this.#out.push(line);
      return 1;
    }
    if (this.#rawEnd !== undefined) {
      if (rest.toLowerCase().includes(this.#rawEnd)) this.#rawEnd = undefined;
      this.#out.push(line);
      return 1;
    }
    const fence = fenceIn(rest);
    if (fence !== undefined) {
      const inner = prefix.slice(prefix.lastIndexOf('>') + 1);
      const width = /[-*+.)]/.test(inner) ? inner.length : 0;
      this.#fence = { marker: fence, isQuoted: prefix.includes('>'), width };
      this.#out.push(line);
      return 1;
    }
    if (rest === '') {
      this.#inHtml = false;
      this.#out.push(line);
      return 1;
    }
    if (rest.startsWith('{%')) return this.#tagLine(at, prefix, rest);
    if (/^\$\$\s*$/.test(rest)) {
      const used = this.#formula(at, prefix);
      if (used > 0) return used;
    }
    if (!this.#inHtml && this.#isFigureAboveText(rest, at)) {
      this.#out.push(line, continuation(prefix).trimEnd());
      return 1;
    }
    if (/^<[a-zA-Z/!]/.test(rest)) this.#inHtml = true;
    this.#rawEnd = rawRegion(rest);
    const trailing = trailingCloseTags(rest);
    if (trailing !== undefined) {
      this.#out.push(prefix + this.#inlineFormulas(rest.slice(0, trailing).trimEnd(), at));
      return this.#tagLine(at, continuation(prefix), rest.slice(trailing));
    }
    this.#out.push(prefix + this.#inlineFormulas(rest, at));
    return 1;
  }

  /** Whether a picture has text in the next line, as the hosted editor writes it. CommonMark would take that text for HTML, too. */
  #isFigureAboveText(rest: string, at: number): boolean {
    if (!/^<figure>.*<\/figure>\s*$/.test(rest)) return false;
    const next = this.#lines[at + 1]?.trim() ?? '';
    return next !== '' && !next.startsWith('<');
  }

  #tagLine(at: number, prefix: string, rest: string): number {
    // A tag may continue on the next lines; how many is counted from its raw text.
    const start = this.#offsetOf(at) + (this.#lines[at] ?? '').length - rest.length;
    const run = tagRun(this.#source, start);
    const last = run.at(-1);
    if (last === undefined) {
      this.#out.push(prefix + this.#inlineFormulas(rest, at));
      return 1;
    }
    const used = this.#source.slice(start, last.end).split('\n').length;
    const lastLine = at + used - 1;
    const lineEnd = this.#offsetOf(lastLine) + (this.#lines[lastLine] ?? '').length;
    if (this.#inHtml) this.#out.push(continuation(prefix).trimEnd());
    this.#inHtml = false;
    let from = start;
    let before = prefix;
    const put = (line: string): void => {
      this.#out.push(before + line);
      before = continuation(prefix);
    };
    const putText = (end: number): void => {
      const words = this.#source.slice(from, end).trim();
      if (words !== '') put(this.#inlineFormulas(words, lastLine));
    };
    for (const { tag, start: tagStart, end } of [...run, ...tagsInLine(this.#source, run, lineEnd)]) {
      putText(tagStart);
      const number = this.#mark({ kind: 'tag', tag, line: this.#lineOf(at, start, tagStart) });
      put(blockMark(this.#nonce, number));
      from = end;
    }
    putText(lineEnd);
    const fence = fenceIn(this.#source.slice(from, lineEnd).trim());
    if (fence !== undefined) this.#fence = { marker: fence, isQuoted: false, width: 0 };
    return used;
  }

  #formula(at: number, prefix: string): number {
    const body: string[] = [];
    for (let next = at + 1; next < this.#lines.length; next += 1) {
      const line = this.#lines[next] ?? '';
      if (/^[ \t>]*\$\$\s*$/.test(line)) {
        const raw = this.#lines.slice(at, next + 1).join('\n');
        const number = this.#mark({
          kind: 'formula',
          formula: body.join('\n'),
          raw,
          line: this.#firstLine + at,
        });
        this.#out.push(prefix + blockMark(this.#nonce, number));
        return next + 1 - at;
      }
      if (line.includes('{%')) return 0;
      body.push(line.replace(/^[ \t>]+/, ''));
    }
    return 0;
  }

  #inlineFormulas(line: string, at: number): string {
    if (!line.includes('$$')) return line;
    let out = '';
    let position = 0;
    while (position < line.length) {
      const character = line[position];
      if (character === '\\') {
        out += line.slice(position, position + 2);
        position += 2;
      } else if (character === '`') {
        const run = /^`+/.exec(line.slice(position))?.[0] ?? '`';
        const close = line.indexOf(run, position + run.length);
        const end = close === -1 ? position + run.length : close + run.length;
        out += line.slice(position, end);
        position = end;
      } else if (character === '$' && line[position + 1] === '$') {
        const close = line.indexOf('$$', position + 2);
        const formula = close === -1 ? '' : line.slice(position + 2, close);
        if (formula.trim() === '') {
          out += '$$';
          position += 2;
        } else {
          const raw = line.slice(position, close + 2);
          const mark = { kind: 'inline-formula', formula, raw, line: this.#firstLine + at } as const;
          out += `${inlineOpen}${this.#nonce}:${this.#mark(mark)}${inlineClose}`;
          position = close + 2;
        }
      } else {
        out += character;
        position += 1;
      }
    }
    return out;
  }

  #mark(mark: Mark): number {
    this.#marks.push(mark);
    return this.#marks.length - 1;
  }

  #offsets: number[] | undefined;
  #offsetOf(line: number): number {
    if (!this.#offsets) {
      this.#offsets = [];
      let offset = 0;
      for (const each of this.#lines) {
        this.#offsets.push(offset);
        offset += each.length + 1;
      }
    }
    return this.#offsets[line] ?? this.#source.length;
  }

  #lineOf(at: number, start: number, offset: number): number {
    return this.#firstLine + at + this.#source.slice(start, offset).split('\n').length - 1;
  }
}

interface PlacedTag {
  readonly tag: Tag;
  readonly start: number;
  readonly end: number;
}

/** The tags that stand at `start` with nothing but blanks between them. */
function tagRun(source: string, start: number): PlacedTag[] {
  const tags: PlacedTag[] = [];
  for (let at = start; ;) {
    const read = readTag(source, at);
    if (!read) return tags;
    tags.push({ tag: read.tag, start: at, end: read.end });
    at = read.end;
    while (source[at] === ' ' || source[at] === '\t') at += 1;
  }
}

/**
 * The further tags of a line that begins with `run`: ends of blocks that began in this line, blocks that both begin and end in it,
 * and ends of other blocks at the end of the line. Other tags amid text are words about tags.
 */
function tagsInLine(source: string, run: readonly PlacedTag[], lineEnd: number): PlacedTag[] {
  const all = [...run];
  const isBlock = run.map(() => true);
  const open: number[] = [];
  const take = (placed: PlacedTag, index: number): void => {
    const { name, closes } = placed.tag;
    const nearest = open.findLastIndex((each) => all[each]?.tag.name === name);
    if (closes && nearest !== -1) {
      isBlock[index] = isBlock[open[nearest] ?? 0] = true;
      open.length = nearest;
    } else if (isBranchTag(name)) isBlock[index] ||= open.some((each) => all[each]?.tag.name === 'if');
    else if (!closes) open.push(index);
  };
  all.forEach(take);
  let from = run.at(-1)?.end ?? lineEnd;
  for (const next of tagsAmidText(source, from, lineEnd)) {
    const index = all.push(next) - 1;
    isBlock.push(isBlock[index - 1] === true && source.slice(from, next.start).trim() === '');
    take(next, index);
    from = next.end;
  }
  let rest = lineEnd;
  for (let index = all.length - 1; index >= run.length; index -= 1) {
    const { tag, start, end } = all[index] as PlacedTag;
    if (!tag.closes || source.slice(end, rest).trim() !== '') break;
    isBlock[index] = true;
    rest = start;
  }
  return all.filter((_, index) => index >= run.length && isBlock[index] === true);
}

/** The tags in the rest of a line, except for those in code. */
function tagsAmidText(source: string, from: number, lineEnd: number): PlacedTag[] {
  const tags: PlacedTag[] = [];
  for (let at = from; at < lineEnd;) {
    const character = source[at];
    const read = character === '{' ? readTag(source, at) : undefined;
    if (read && read.end <= lineEnd) {
      tags.push({ tag: read.tag, start: at, end: read.end });
      at = read.end;
    } else if (character === '`') {
      const ticks = /^`+/.exec(source.slice(at, lineEnd))?.[0] ?? '`';
      const close = source.indexOf(ticks, at + ticks.length);
      at = close === -1 || close >= lineEnd ? at + ticks.length : close + ticks.length;
    } else at += character === '\\' ? 2 : 1;
  }
  return tags;
}

/** The quote marks, list markers and blanks that a line begins with. */
function containerPrefix(line: string): string {
  return /^(?:[ \t]*>)*[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?=\S)(?:>[ \t]*)*){0,4}/.exec(line)?.[0] ?? '';
}

/** The prefix for a further line in the same containers: list markers become blanks. */
function continuation(prefix: string): string {
  return prefix.replace(/[-*+]|\d{1,9}[.)]/g, (marker) => ' '.repeat(marker.length));
}

/** The marks of a fence that `rest` opens. */
function fenceIn(rest: string): string | undefined {
  return /^(`{3,}(?=[^`]*$)|~{3,})/.exec(rest)?.[1];
}

function closesFence(rest: string, fence: Fence): boolean {
  const run = /^(`{3,}|~{3,})[ \t]*$/.exec(rest)?.[1];
  return run !== undefined && run[0] === fence.marker[0] && run.length >= fence.marker.length;
}

/** A fence inside a quote or a list item ends with them, closed or not. */
function leavesFence(line: string, { isQuoted, width }: Fence): boolean {
  const marks = isQuoted ? /^(?:[ \t]*>)+ ?/.exec(line)?.[0] : '';
  if (marks === undefined) return true;
  return width > 0 && /^\S/.test(line.slice(marks.length));
}

function rawRegion(rest: string): string | undefined {
  const lower = rest.toLowerCase();
  const comment = lower.lastIndexOf('<!--');
  if (comment !== -1 && !lower.includes('-->', comment)) return '-->';
  const open = /^<(pre|script|style|textarea)(?:[\s>]|$)/.exec(lower)?.[1];
  return open !== undefined && !lower.includes(`</${open}>`) ? `</${open}>` : undefined;
}

/** Where the closing tags at the end of a line with text begin, unless they are quoted in code or a table. */
function trailingCloseTags(rest: string): number | undefined {
  if (!rest.includes('{%') || rest.startsWith('|')) return undefined;
  const match = /(?:\{%[ \t]*end[\w@/-]*[ \t]*%\}[ \t]*)+$/.exec(rest);
  if (!match || match.index === 0) return undefined;
  const ticks = rest.slice(0, match.index).split('`').length - 1;
  return ticks % 2 === 0 ? match.index : undefined;
}

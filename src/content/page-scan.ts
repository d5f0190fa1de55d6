import { isDefinitions, scanHtml, scanInline, type InlineSource } from './inline-scan.ts';
import { withoutClosingMarks } from './title.ts';
import { maxFrontMatterLength, splitFrontMatter } from './front-matter.ts';
import {
  foldLabel,
  type ScannedApiBlock,
  type ScannedHeading,
  type ScannedId,
  type ScannedLink,
  type ScannedReference,
  type ScanSink,
} from './scan-values.ts';

/**
 * Finds a page's links, headings and anchors without building a syntax tree: a state machine over blocks, as CommonMark
 * describes them, and a scan of each block's text. Linear in the text; offsets are exact. It agrees with remark on which
 * links exist (a test compares the two over whole corpora), and knows the `{% … %}` tags, which remark does not.
 */

/** What a page's text holds that links come from or lead to. Offsets count UTF-16 units. */
export interface PageScan {
  links: readonly ScannedLink[];
  headings: readonly ScannedHeading[];
  /** Explicit ids, wherever they stand outside headings. */
  ids: readonly ScannedId[];
  /** The texts of `<summary>`, which become anchors. */
  summaries: readonly string[];
  /** Labels of footnotes. */
  footnotes: readonly string[];
  /** Names of the tags used (`hint`, `openapi-operation`, …). */
  tags: ReadonlySet<string>;
  /** Tags that show a part of an API document. */
  apiBlocks: readonly ScannedApiBlock[];
  /** Links that name a definition which the page does not have. */
  undefinedReferences: readonly ScannedReference[];
  /** Where each line begins; for {@link placeAt}. */
  lineStarts: readonly number[];
}

/** Larger pages are not scanned: 8 MiB of text is not a page. */
export const maxPageLength = 8 * 1024 * 1024;

interface Container {
  kind: 'quote' | 'item';
  /** Columns that an item's content is moved in. */
  width: number;
  /** An item whose first line is empty so far: a second empty line ends it. */
  empty: boolean;
}

/** A place in a line: columns count tabs, and a tab may be used up in part, which leaves some columns before `at`. */
interface Cursor {
  at: number;
  column: number;
  left: number;
}

type HtmlEnd = RegExp | 'blank';

/** Scans a page. Never fails, whatever the text. */
export function scanPage(text: string): PageScan {
  return new PageScanner(text.length > maxPageLength ? text.slice(0, maxPageLength) : text).scan();
}

/** Line and column (both from 1, in UTF-16 units) of an offset. */
export function placeAt(lineStarts: readonly number[], offset: number): { line: number; column: number } {
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1 };
}

const maxContainers = 100;
const thematicBreak = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/u;
const listMarker = /^(?:[*+-]|(\d{1,9})[.)])(?=[ \t]|$)/u;
const footnoteDefinition = /^\[\^([^\]\s]+)\]:/u;
const fenceOpening = /^(`{3,})[^`]*$|^(~{3,})/u;
const blockTags =
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:\s|\/?>|$)/iu;
const wholeTag =
  /^(?:<[a-z][a-z\d-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?>|<\/[a-z][a-z\d-]*\s*>)[ \t]*$/iu;
const formulaLine = /^[ \t>]*\$\$[ \t]*\r?$/gmu;
const tableDelimiter = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/u;

class PageScanner implements ScanSink {
  readonly links: ScannedLink[] = [];
  readonly headings: ScannedHeading[] = [];
  readonly ids: ScannedId[] = [];
  readonly summaries: string[] = [];
  readonly footnotes: string[] = [];
  readonly tags = new Set<string>();
  readonly apiBlocks: ScannedApiBlock[] = [];
  readonly references: ScannedReference[] = [];
  readonly labels: string[] = [];
  readonly #text: string;
  readonly #lineStarts: number[] = [];
  #containers: Container[] = [];
  /** Its lines; `deep` ones only go on with it, and can begin nothing else. */
  #paragraph: { start: number; end: number; deep?: true }[] = [];
  /** A paragraph goes on although its text was scanned (after a tag line): it cannot become indented code. */
  #open = false;
  #fence: { mark: string; depth: number } | null = null;
  #html: { start: number; until: HtmlEnd; depth: number } | null = null;
  #table = false;
  /** The end of the formula at the current position. */
  #formulaEnd = 0;

  constructor(text: string) {
    this.#text = text;
  }

  scan(): PageScan {
    const text = this.#text;
    const { bodyStart, yaml, yamlStart } = splitFrontMatter(text);
    if (yaml !== null) this.#frontMatter(yaml, yamlStart);
    let at = 0;
    while (at < text.length) {
      this.#lineStarts.push(at);
      const newLine = text.indexOf('\n', at);
      const end = newLine < 0 ? text.length : newLine;
      if (at >= bodyStart) this.#line(at, end > at && text.charCodeAt(end - 1) === 13 ? end - 1 : end);
      at = newLine < 0 ? text.length : newLine + 1;
    }
    if (at === 0 || text.endsWith('\n')) this.#lineStarts.push(at);
    this.#flush();
    this.#endHtml(text.length);
    const { links, headings, ids, summaries, footnotes, tags, apiBlocks } = this;
    links.sort((one, other) => one.start - other.start);
    const undefinedReferences = withoutDefinition(this.references, this.labels);
    const lineStarts = this.#lineStarts;
    return {
      links,
      headings,
      ids,
      summaries,
      footnotes,
      tags,
      apiBlocks,
      undefinedReferences,
      lineStarts,
    };
  }

  #frontMatter(yaml: string, yamlStart: number): void {
    if (yaml.length > maxFrontMatterLength) return;
    const pattern =
      /^(cover|coverDark):[ \t]*(?:"([^"\n]*)"|'((?:[^'\n]|'')*)'|([^\s'"#][^\n#]{0,1024}?))[ \t]*(?:#[^\n]*)?\r?$/gmu;
    for (const match of yaml.matchAll(pattern)) {
      const raw = match[2] ?? match[3] ?? match[4] ?? '';
      if (raw === '' || raw === '>-' || raw === '|-') continue;
      const lead = match[0].indexOf(raw, (match[1]?.length ?? 0) + 1);
      const start = yamlStart + match.index + lead;
      this.links.push({ kind: 'cover', form: 'yaml', raw, start, end: start + raw.length });
    }
  }

  #line(start: number, end: number): void {
    if (start < this.#formulaEnd) return;
    const text = this.#text;
    if (this.#containers.length === 0 && this.#fence === null && this.#html === null) {
      // Most lines of a page: nothing, or words that begin with a letter, which begins no other block.
      if (start === end) {
        this.#flush();
        this.#open = false;
        return;
      }
      if (!this.#table && isLetter(text.charCodeAt(start))) {
        this.#paragraph.push({ start, end });
        this.#open = true;
        return;
      }
    }
    const cursor: Cursor = { at: start, column: 0, left: 0 };
    let matched = 0;
    let indent = indentAt(text, cursor, end);

    for (const container of this.#containers) {
      const blank = cursor.at + indent.length >= end;
      if (container.kind === 'quote') {
        if (indent.width > 3 || text[cursor.at + indent.length] !== '>') break;
        passQuoteMark(text, cursor, indent);
      } else if (blank) {
        if (container.empty) break;
      } else {
        if (indent.width < container.width) break;
        passColumns(text, cursor, container.width);
      }
      container.empty = false;
      matched += 1;
      indent = indentAt(text, cursor, end);
    }
    const { at } = cursor;
    const isBlank = at + indent.length >= end;
    const allMatched = matched === this.#containers.length;

    if (this.#fence !== null) {
      if (matched >= this.#fence.depth) {
        const { mark } = this.#fence;
        const line = text.slice(at + indent.length, end);
        if (indent.width < 4 && line.startsWith(mark) && isRunOf(line, mark.charAt(0))) this.#fence = null;
        return;
      }
      this.#fence = null;
    }
    if (this.#html !== null) {
      const { until, depth } = this.#html;
      if (matched < depth || (until === 'blank' && isBlank)) this.#endHtml(start);
      else {
        if (until !== 'blank' && until.test(text.slice(at, end))) this.#endHtml(end);
        return;
      }
    }

    if (isBlank) {
      this.#flush();
      this.#open = false;
      if (!allMatched) this.#containers.length = matched;
      return;
    }

    const lineText = text.slice(at + indent.length, end);
    if (!allMatched) {
      if (this.#open && !this.#startsBlock(lineText, indent.width)) {
        this.#paragraph.push({ start: at + indent.length, end, deep: true });
        return;
      }
      this.#flush();
      this.#open = false;
      this.#containers.length = matched;
    }
    this.#block(cursor, end);
  }

  #startsBlock(line: string, indent: number): boolean {
    if (indent > 3) return false;
    if (/^#{1,6}(?:[ \t]|$)/u.test(line) || line.startsWith('>') || thematicBreak.test(line)) return true;
    if (fenceOpening.test(line) || blockTags.test(line) || /^<(?:pre|script|style|textarea|!)/iu.test(line))
      return true;
    if (footnoteDefinition.test(line)) return true;
    // The paragraph is inside a container that this line does not go on with: any item may begin here.
    return listMarker.test(line);
  }

  /** A line whose containers are open: opens more of them, then tells what the rest is. */
  #block(cursor: Cursor, end: number): void {
    const text = this.#text;
    let indent = indentAt(text, cursor, end);
    while (indent.width < 4 && this.#containers.length < maxContainers) {
      const first = cursor.at + indent.length;
      const line = text.slice(first, end);
      if (line === '') break;
      const character = line.charAt(0);
      if (character === '>') {
        this.#openContainer({ kind: 'quote', width: 0, empty: false });
        passQuoteMark(text, cursor, indent);
      } else if (character === '[' && footnoteDefinition.test(line)) {
        const label = footnoteDefinition.exec(line);
        this.footnotes.push(label?.[1] ?? '');
        this.#openContainer({ kind: 'item', width: 4, empty: false });
        pass(cursor, indent, label?.[0].length ?? 0);
      } else {
        const marker = thematicBreak.test(line) ? null : listMarker.exec(line);
        if (marker === null || (this.#open && !interruptingItem(line))) break;
        // Under an open paragraph a line of dashes is its underline, not an item.
        const width = marker[0].length;
        const outer = indent.width;
        pass(cursor, indent, width);
        const gap = indentAt(text, cursor, end);
        const empty = first + width + gap.length >= end;
        const inner = empty || gap.width > 4 ? 1 : gap.width;
        this.#openContainer({ kind: 'item', width: outer + width + inner, empty });
        if (empty) return;
        passColumns(text, cursor, inner);
      }
      indent = indentAt(text, cursor, end);
    }
    this.#leaf(cursor.at, indent, end);
  }

  #openContainer(container: Container): void {
    this.#flush();
    this.#open = false;
    this.#containers.push(container);
  }

  #leaf(at: number, indent: { length: number; width: number }, end: number): void {
    const text = this.#text;
    const start = at + indent.length;
    if (start >= end) {
      this.#flush();
      this.#open = false;
      return;
    }
    if (indent.width >= 4) {
      if (this.#open) this.#paragraph.push({ start, end, deep: true });
      else this.#close();
      return;
    }
    const line = text.slice(start, end);
    const character = line.charCodeAt(0);
    if (character === 35 /* # */) {
      const heading = /^(#{1,6})(?:[ \t]+|$)/u.exec(line);
      if (heading !== null) return this.#heading(start, heading, end);
    }
    if (character === 96 || character === 126) {
      const fence = fenceOpening.exec(line);
      if (fence !== null) {
        this.#close();
        this.#fence = { mark: fence[1] ?? fence[2] ?? '', depth: this.#containers.length };
        return;
      }
    }
    if (character === 36 /* $ */ && /^\$\$[ \t]*$/u.test(line) && this.#formula(end)) return;
    if (character === 60 /* < */ && this.#htmlBlock(line, at, end)) return;
    if (
      this.#paragraph.length > 0 &&
      (character === 61 || character === 45) &&
      /^(?:=+|-+)[ \t]*$/u.test(line)
    )
      return this.#underline(character === 61 ? 1 : 2, { start, end });
    if ((character === 42 || character === 45 || character === 95) && thematicBreak.test(line))
      return this.#close();
    if (this.#table) {
      this.#cells(start, end);
      return;
    }
    if (
      this.#paragraph.length > 0 &&
      tableDelimiter.test(line) &&
      /[|:]/u.test(line) &&
      this.#tableHead(line)
    )
      return;
    if (character === 123 /* { */ && /^\{%[^\n]*%\}[ \t]*$/u.test(line)) {
      this.#flush();
      this.#paragraph.push({ start, end });
      this.#flush();
      this.#open = true;
      return;
    }
    this.#paragraph.push({ start, end });
    this.#open = true;
  }

  #close(): void {
    this.#flush();
    this.#open = false;
    this.#table = false;
  }

  #heading(start: number, match: RegExpExecArray, end: number): void {
    this.#close();
    const contentStart = Math.min(start + match[0].length, end);
    const content = withoutClosingMarks(this.#text.slice(contentStart, end));
    this.#recordHeading(match[1]?.length ?? 1, { start: contentStart, text: content, offsets: null });
  }

  #underline(level: 1 | 2, line: { start: number; end: number }): void {
    const source = this.#take();
    this.#open = false;
    if (source === null) return;
    if (isDefinitions(source.text)) {
      // Definitions are no text that a line could underline: it is a rule, or text itself.
      scanInline(source, this, true);
      if (thematicBreak.test(this.#text.slice(line.start, line.end))) return;
      this.#paragraph.push(line);
      this.#open = true;
    } else this.#recordHeading(level, source, true);
  }

  #recordHeading(level: number, source: InlineSource, definitions = false): void {
    const before = this.ids.length;
    scanInline(source, this, definitions);
    const ids = this.ids.splice(before);
    this.headings.push({ level, markdown: source.text, start: source.start, ids });
  }

  /** A block between two lines of `$$`, as the exporter writes them. Nothing in it is a link. */
  #formula(end: number): boolean {
    formulaLine.lastIndex = end + 1;
    const closing = formulaLine.exec(this.#text);
    if (closing === null || this.#text.slice(end, closing.index).includes('{%')) return false;
    this.#close();
    this.#formulaEnd = formulaLine.lastIndex;
    return true;
  }

  #htmlBlock(line: string, at: number, end: number): boolean {
    const begin = (until: HtmlEnd): boolean => {
      this.#close();
      this.#html = { start: at, until, depth: this.#containers.length };
      if (until !== 'blank' && until.test(line)) this.#endHtml(end);
      return true;
    };
    if (/^<(?:pre|script|style|textarea)(?:[\s>]|$)/iu.test(line))
      return begin(/<\/(?:pre|script|style|textarea)>/iu);
    if (line.startsWith('<!--')) return begin(/-->/u);
    if (line.startsWith('<?')) return begin(/\?>/u);
    if (/^<![a-z]/iu.test(line)) return begin(/>/u);
    if (line.startsWith('<![CDATA[')) return begin(/\]\]>/u);
    if (blockTags.test(line)) return begin('blank');
    return !this.#open && wholeTag.test(line) ? begin('blank') : false;
  }

  #endHtml(end: number): void {
    if (this.#html === null) return;
    const { start } = this.#html;
    this.#html = null;
    scanHtml(this.#text.slice(start, end), start, this);
  }

  #tableHead(delimiter: string): boolean {
    const head = this.#paragraph.at(-1);
    if (head === undefined || head.deep === true) return false;
    const columns = cellsOf(delimiter).length;
    if (cellsOf(this.#text.slice(head.start, head.end)).length !== columns) return false;
    this.#paragraph.pop();
    this.#flush();
    this.#cells(head.start, head.end);
    this.#table = true;
    this.#open = false;
    return true;
  }

  #cells(start: number, end: number): void {
    for (const cell of cellsOf(this.#text.slice(start, end)))
      scanInline({ start: start + cell.at, text: cell.text, offsets: null }, this);
  }

  #flush(): void {
    this.#table = false;
    const source = this.#take();
    if (source !== null) scanInline(source, this, true);
  }

  /** The waiting paragraph as one text, with where each of its lines lies. */
  #take(): InlineSource | null {
    const lines = this.#paragraph;
    const [first] = lines;
    if (first === undefined) return null;
    this.#paragraph = [];
    if (lines.length === 1)
      return { start: first.start, text: this.#text.slice(first.start, first.end), offsets: null };
    const offsets: { at: number; offset: number }[] = [];
    let joined = '';
    for (const line of lines) {
      offsets.push({ at: joined.length, offset: line.start });
      joined += `${this.#text.slice(line.start, line.end)}\n`;
    }
    return { start: first.start, text: joined.slice(0, -1), offsets };
  }
}

const none: readonly ScannedReference[] = [];

function withoutDefinition(
  references: readonly ScannedReference[],
  labels: readonly string[],
): readonly ScannedReference[] {
  if (references.length === 0) return none;
  const defined = new Set(labels);
  return references.filter(({ label }) => !defined.has(foldLabel(label)));
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code >= 0xc0;
}

interface Indent {
  /** Characters, and the columns that they take. */
  length: number;
  width: number;
}

const columnsOfTab = 4;

/** The blanks from a place on. */
function indentAt(text: string, { at, column, left }: Cursor, end: number): Indent {
  let index = at;
  let to = column;
  for (; index < end; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 32) to += 1;
    else if (code === 9) to += columnsOfTab - (to % columnsOfTab);
    else break;
  }
  return { length: index - at, width: left + to - column };
}

/** Passes blanks, and so many characters after them. */
function pass(cursor: Cursor, indent: Indent, characters: number): void {
  cursor.column += indent.width - cursor.left + characters;
  cursor.at += indent.length + characters;
  cursor.left = 0;
}

function passQuoteMark(text: string, cursor: Cursor, indent: Indent): void {
  pass(cursor, indent, 1);
  const code = text.charCodeAt(cursor.at);
  if (code === 32 || code === 9) passColumns(text, cursor, 1);
}

/** Passes blanks of so many columns; what is left of a tab waits. */
function passColumns(text: string, cursor: Cursor, columns: number): void {
  let wanted = columns - cursor.left;
  while (wanted > 0) {
    const code = text.charCodeAt(cursor.at);
    if (code !== 32 && code !== 9) break;
    const width = code === 32 ? 1 : columnsOfTab - (cursor.column % columnsOfTab);
    cursor.at += 1;
    cursor.column += width;
    wanted -= width;
  }
  cursor.left = Math.max(0, -wanted);
}

function isRunOf(line: string, character: string): boolean {
  const trimmed = line.trimEnd();
  for (const other of trimmed) if (other !== character) return false;
  return true;
}

function interruptingItem(line: string): boolean {
  const marker = listMarker.exec(line);
  if (marker === null) return false;
  const number = marker[1];
  return (number === undefined || Number(number) === 1) && line.slice(marker[0].length).trim() !== '';
}

/** A table row's cells with their places; an escaped `|` divides nothing. */
function cellsOf(row: string): { at: number; text: string }[] {
  const cells: { at: number; text: string }[] = [];
  let start = 0;
  for (let at = 0; at <= row.length; at += 1) {
    if (row[at] === '\\' && at + 1 < row.length) at += 1;
    else if (at >= row.length || row[at] === '|') {
      cells.push({ at: start, text: row.slice(start, Math.min(at, row.length)) });
      start = at + 1;
    }
  }
  if (cells.length > 1 && cells[0]?.text.trim() === '') cells.shift();
  if (cells.length > 1 && cells.at(-1)?.text.trim() === '') cells.pop();
  return cells;
}

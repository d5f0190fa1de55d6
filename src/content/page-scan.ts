import { isDefinitions, scanHtml, scanInline, type InlineSource } from './inline-scan.ts';
import {
  indentAt,
  passCharacters,
  passColumns,
  passQuoteMark,
  type Cursor,
  type Indent,
} from './line-cursor.ts';
import {
  fenceOpening,
  footnoteDefinition,
  htmlEndOf,
  interruptingItem,
  isLetter,
  isTableDelimiter,
  listMarker,
  startsBlock,
  thematicBreak,
  type HtmlEnd,
} from './line-starts.ts';
import { withoutClosingMarks } from './title.ts';
import { maxFrontMatterLength, splitFrontMatter } from './front-matter.ts';
import {
  foldLabel,
  type ScannedBlock,
  type ScannedComment,
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

/** The parts of a page's text that links come from or lead to. Offsets count UTF-16 units. */
export interface PageScan {
  links: readonly ScannedLink[];
  headings: readonly ScannedHeading[];
  /** Explicit ids anywhere outside headings. */
  ids: readonly ScannedId[];
  /** The texts of `<summary>`, which become anchors. */
  summaries: readonly string[];
  /** Labels of footnotes. */
  footnotes: readonly string[];
  /** Names of the tags used (`hint`, `openapi-operation`, …). */
  tags: ReadonlySet<string>;
  /** Tags that show a part of an API document. */
  apiBlocks: readonly ScannedBlock[];
  /** The entries of change logs. */
  updates: readonly ScannedBlock[];
  /** Links that name a definition which the page does not have. */
  undefinedReferences: readonly ScannedReference[];
  /** Addresses of files with a blank that is neither encoded nor in angle brackets, so the brackets are text. */
  blankTargets: readonly ScannedReference[];
  /** Comments of HTML. A comment within code is only an example, and is not among them. */
  comments: readonly ScannedComment[];
  /** Where each line begins; for {@link placeAt}. */
  lineStarts: readonly number[];
}

/** Larger pages are not scanned: 8 MiB of text is not a page. */
const maxPageLength = 8 * 1024 * 1024;

interface Container {
  kind: 'quote' | 'item';
  /** By how many columns an item's content is indented. */
  width: number;
  /** An item whose first line is empty, and that has no content so far: a second empty line ends such an item. */
  empty: boolean;
}

/** A line of the page, split into the marks of its containers (quotes, list items) and the rest. */
interface Line {
  start: number;
  end: number;
  /** How many of the open containers the line belongs to. */
  depth: number;
  /** Where the containers' marks end and the content begins. */
  at: number;
  /** The offset of the first character that is not a blank, and the width of the blanks before it. */
  first: number;
  indent: number;
}

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
const formulaLine = /^[ \t>]*\$\$[ \t]*\r?$/gmu;

class PageScanner implements ScanSink {
  readonly links: ScannedLink[] = [];
  readonly headings: ScannedHeading[] = [];
  readonly ids: ScannedId[] = [];
  readonly summaries: string[] = [];
  readonly footnotes: string[] = [];
  readonly tags = new Set<string>();
  readonly apiBlocks: ScannedBlock[] = [];
  readonly updates: ScannedBlock[] = [];
  readonly references: ScannedReference[] = [];
  readonly blankTargets: ScannedReference[] = [];
  readonly labels: string[] = [];
  readonly comments: ScannedComment[] = [];
  readonly #text: string;
  readonly #lineStarts: number[] = [];
  #containers: Container[] = [];
  /** The lines of the open paragraph. A `deep` line only continues the paragraph, and can begin no other block. */
  #paragraph: { start: number; end: number; deep?: true }[] = [];
  /** A paragraph continues although its text was scanned (after a tag line), so an indented line is not code. */
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
    const { links, headings, ids, summaries, footnotes, tags, apiBlocks, updates, blankTargets, comments } =
      this;
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
      updates,
      undefinedReferences,
      blankTargets,
      comments,
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
    for (const { raw, start } of metaLinksIn(yaml))
      this.links.push({
        kind: 'link',
        form: 'yaml',
        raw,
        start: yamlStart + start,
        end: yamlStart + start + raw.length,
      });
  }

  #line(start: number, end: number): void {
    if (start < this.#formulaEnd || this.#takePlain(start, end)) return;
    const cursor: Cursor = { at: start, column: 0, left: 0 };
    const depth = this.#enterContainers(cursor, end);
    const indent = indentAt(this.#text, cursor, end);
    const first = cursor.at + indent.length;
    const line: Line = { start, end, depth, at: cursor.at, first, indent: indent.width };
    if (this.#goOnWithFence(line) || this.#goOnWithHtml(line)) return;

    const isOutside = depth < this.#containers.length;
    const words = isOutside && this.#open ? this.#text.slice(first, end) : '';
    if (words !== '' && !startsBlock(words, indent.width)) {
      // A paragraph continues even where the line leaves its containers.
      this.#paragraph.push({ start: first, end, deep: true });
      return;
    }
    if (isOutside || first >= end) this.#close();
    if (isOutside) this.#containers.length = depth;
    if (first < end) this.#block(cursor, end);
  }

  /** Handles most lines of a page: empty lines, and text that begins with a letter, which begins no other block. */
  #takePlain(start: number, end: number): boolean {
    if (this.#containers.length > 0 || this.#fence !== null || this.#html !== null) return false;
    if (start === end) {
      this.#close();
      return true;
    }
    if (this.#table || !isLetter(this.#text.charCodeAt(start))) return false;
    this.#paragraph.push({ start, end });
    this.#open = true;
    return true;
  }

  /** Passes the marks of the open containers in a line; returns how many of these containers the line belongs to. */
  #enterContainers(cursor: Cursor, end: number): number {
    const text = this.#text;
    let depth = 0;
    for (const container of this.#containers) {
      const indent = indentAt(text, cursor, end);
      const isBlank = cursor.at + indent.length >= end;
      if (container.kind === 'quote') {
        if (indent.width > 3 || text[cursor.at + indent.length] !== '>') break;
        passQuoteMark(text, cursor, indent);
      } else if (isBlank) {
        if (container.empty) break;
      } else {
        if (indent.width < container.width) break;
        passColumns(text, cursor, container.width);
      }
      container.empty = false;
      depth += 1;
    }
    return depth;
  }

  /** Takes a line of the open code block, which ends with its containers or at a closing fence. */
  #goOnWithFence({ depth, first, end, indent }: Line): boolean {
    if (this.#fence === null) return false;
    const { mark, depth: outer } = this.#fence;
    if (depth < outer) {
      this.#fence = null;
      return false;
    }
    const line = this.#text.slice(first, end);
    if (indent < 4 && line.startsWith(mark) && isRunOf(line, mark.charAt(0))) this.#fence = null;
    return true;
  }

  /**
   * Takes a line of the open HTML block, which ends with its containers, in the line that matches its end, or before an empty line.
   */
  #goOnWithHtml({ start, depth, at, first, end }: Line): boolean {
    if (this.#html === null) return false;
    const { until, depth: outer } = this.#html;
    if (depth < outer || (until === 'blank' && first >= end)) {
      this.#endHtml(start);
      return false;
    }
    if (until !== 'blank' && until.test(this.#text.slice(at, end))) this.#endHtml(end);
    return true;
  }

  /** Opens the containers that begin in a line, then handles the rest of the line. */
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
        passCharacters(cursor, indent, label?.[0].length ?? 0);
      } else {
        const marker = thematicBreak.test(line) ? null : listMarker.exec(line);
        if (marker === null || (this.#open && !interruptingItem(line))) break;
        // Under an open paragraph, a line of dashes is the underline of a heading, not a list item.
        const width = marker[0].length;
        const outer = indent.width;
        passCharacters(cursor, indent, width);
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
    this.#close();
    this.#containers.push(container);
  }

  /** Handles the rest of a line after all container marks. */
  #leaf(at: number, indent: Indent, end: number): void {
    const start = at + indent.length;
    if (start >= end) return this.#close();
    if (indent.width >= 4) {
      if (this.#open) this.#paragraph.push({ start, end, deep: true });
      else this.#close();
      return;
    }
    const line = this.#text.slice(start, end);
    if (this.#takeMarked(line, at, end)) return;
    if (this.#table) return this.#cells(start, end);
    if (this.#takeTableHead(line)) return;
    this.#paragraph.push({ start, end });
    this.#open = true;
  }

  /** Takes a line whose first character makes it a block, or the end of a block. `at` is where the blanks before it begin. */
  #takeMarked(line: string, at: number, end: number): boolean {
    switch (line.charCodeAt(0)) {
      case 35 /* # */:
        return this.#takeHeading(line, end);
      case 96 /* ` */:
      case 126 /* ~ */:
        return this.#takeFence(line);
      case 36 /* $ */:
        return this.#takeFormula(line, end);
      case 60 /* < */:
        return this.#takeHtml(line, at, end);
      case 61 /* = */:
        return this.#takeUnderline(line, 1, end);
      case 45 /* - */:
        return this.#takeUnderline(line, 2, end) || this.#takeRule(line);
      case 42 /* * */:
      case 95 /* _ */:
        return this.#takeRule(line);
      case 123 /* { */:
        return this.#takeTags(line, end);
      default:
        return false;
    }
  }

  /** Ends the open paragraph or table. */
  #close(): void {
    this.#flush();
    this.#open = false;
  }

  #takeRule(line: string): boolean {
    if (!thematicBreak.test(line)) return false;
    this.#close();
    return true;
  }

  #takeFence(line: string): boolean {
    const fence = fenceOpening.exec(line);
    if (fence === null) return false;
    this.#close();
    this.#fence = { mark: fence[1] ?? fence[2] ?? '', depth: this.#containers.length };
    return true;
  }

  #takeHeading(line: string, end: number): boolean {
    const marks = /^(#{1,6})(?:[ \t]+|$)/u.exec(line);
    if (marks === null) return false;
    this.#close();
    const start = Math.min(end - line.length + marks[0].length, end);
    const content = withoutClosingMarks(this.#text.slice(start, end));
    this.#recordHeading(marks[1]?.length ?? 1, { start, text: content, offsets: null });
    return true;
  }

  /** Takes the line under a paragraph that makes a heading of it. */
  #takeUnderline(line: string, level: 1 | 2, end: number): boolean {
    if (this.#paragraph.length === 0 || !/^(?:=+|-+)[ \t]*$/u.test(line)) return false;
    const source = this.#take();
    this.#open = false;
    if (source === null) return false;
    if (!isDefinitions(source.text)) this.#recordHeading(level, source, true);
    else {
      // Definitions are not text that a line could underline, so the line is a thematic break or text.
      scanInline(source, this, true);
      if (thematicBreak.test(line)) return true;
      this.#paragraph.push({ start: end - line.length, end });
      this.#open = true;
    }
    return true;
  }

  /** Takes a line of tags, which is scanned separately; an open paragraph continues after the line. */
  #takeTags(line: string, end: number): boolean {
    if (this.#table || !/^\{%[^\n]*%\}[ \t]*$/u.test(line)) return false;
    this.#flush();
    this.#paragraph.push({ start: end - line.length, end });
    this.#flush();
    this.#open = true;
    return true;
  }

  #recordHeading(level: number, source: InlineSource, definitions = false): void {
    const before = this.ids.length;
    scanInline(source, this, definitions);
    const ids = this.ids.splice(before);
    this.headings.push({ level, markdown: source.text, start: source.start, ids });
  }

  /** A block between two lines of `$$`, as the exporter writes them. Formulas contain no links. */
  #takeFormula(line: string, end: number): boolean {
    if (!/^\$\$[ \t]*$/u.test(line)) return false;
    formulaLine.lastIndex = end + 1;
    const closing = formulaLine.exec(this.#text);
    if (closing === null || this.#text.slice(end, closing.index).includes('{%')) return false;
    this.#close();
    this.#formulaEnd = formulaLine.lastIndex;
    return true;
  }

  #takeHtml(line: string, at: number, end: number): boolean {
    const until = htmlEndOf(line, this.#open);
    if (until === null) return false;
    this.#close();
    this.#html = { start: at, until, depth: this.#containers.length };
    if (until !== 'blank' && until.test(line)) this.#endHtml(end);
    return true;
  }

  #endHtml(end: number): void {
    if (this.#html === null) return;
    const { start } = this.#html;
    this.#html = null;
    scanHtml(this.#text.slice(start, end), start, this);
  }

  /** Takes the line that makes a table's head of the line above it. */
  #takeTableHead(delimiter: string): boolean {
    const head = this.#paragraph.at(-1);
    if (head === undefined || head.deep === true) return false;
    if (!isTableDelimiter(delimiter)) return false;
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

  /** The collected paragraph as one text, with the offset of each of its lines. */
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

/** The lines below `metaLinks:`, and in them the value of `canonical` and the entries of `alternates`. */
const metaLinksBlock = /^metaLinks:[ \t]*\r?\n((?:(?:[ \t][^\n]*|-[^\n]*|\r?)(?:\n|$))+)/mu;
const metaLink =
  /^[ \t]*(?:canonical:|-)[ \t]+(?:"([^"\n]*)"|'((?:[^'\n]|'')*)'|([^\s'"#>|&*[{!][^\n#]{0,1024}?))[ \t]*(?:#[^\n]*)?\r?$/gmu;

/** The addresses of a page's other forms in its front matter. Only forms that people and exporters write are read. */
function metaLinksIn(yaml: string): { raw: string; start: number }[] {
  const block = metaLinksBlock.exec(yaml);
  const [whole = '', lines = ''] = block ?? [];
  const top = (block?.index ?? 0) + whole.length - lines.length;
  return [...lines.matchAll(metaLink)].flatMap((match) => {
    const raw = match[1] ?? match[2] ?? match[3] ?? '';
    // An entry with a key of its own is no address.
    if (raw === '' || (match[3] !== undefined && /:(?:\s|$)/u.test(raw))) return [];
    return { raw, start: top + match.index + match[0].indexOf(raw, match[0].search(/[:-]/u) + 1) };
  });
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

function isRunOf(line: string, character: string): boolean {
  const trimmed = line.trimEnd();
  for (const other of trimmed) if (other !== character) return false;
  return true;
}

/** A table row's cells with their places; an escaped `|` does not separate cells. */
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

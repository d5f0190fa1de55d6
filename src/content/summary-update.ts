import { diffIndices } from 'node-diff3';

import { joinEmoji, type LinkPage, type PageNode } from './page.ts';
import { slugOfTitle } from './slug.ts';
import { parseSummary, type SummaryEntry, type SummaryLine } from './summary.ts';
import { folderOf, printPath, printTarget, relativePath } from './targets.ts';
import { escapeTitle } from './title.ts';
import { printYamlMapping, type YamlMapping } from './yaml-style.ts';

/** What a table of contents should say. */
export interface WantedSummary {
  pages: readonly PageNode[];
  /** Where each document is, by page id, relative to the space's folder. */
  paths: ReadonlyMap<string, string>;
  /** Where each file is, by file id: for entries that link to files. */
  files?: ReadonlyMap<string, string>;
  /** Where the table of contents itself is. */
  summaryPath?: string;
}

/**
 * Makes a table of contents of the wanted tree from the previous one, with the fewest line edits. A previous text that already
 * says the wanted tree is returned unchanged. Without one (`null`), the result has the exporter's form.
 */
export function updateSummary(previous: string | null, wanted: WantedSummary): string {
  return updateSummaryLines(previous, summaryLinesOf(wanted));
}

/** Prints a table of contents in the exporter's form. */
export function printSummary(wanted: WantedSummary): string {
  return printSayings(summaryLinesOf(wanted), { header: '# Table of contents\n', eol: '\n' });
}

/** Flattens a tree into a list. */
export function summaryLinesOf({
  pages,
  paths,
  files,
  summaryPath = 'SUMMARY.md',
}: WantedSummary): SummaryLine[] {
  const folder = folderOf(summaryPath);
  const sayings: SummaryLine[] = [];
  let inGroup = false;

  const visit = (list: readonly PageNode[], depth: number): void => {
    for (const page of list) {
      if (page.type === 'group') {
        sayings.push({ kind: 'group', title: oneLine(joinEmoji(page)), slug: page.slug });
        inGroup = true;
        visit(page.pages, 0);
        continue;
      }
      const atRoot = list === pages;
      if (atRoot && inGroup) {
        sayings.push({ kind: 'divider' });
        inGroup = false;
      }
      if (page.type === 'computed') {
        sayings.push({ kind: 'computed', depth, computed: page.computed });
        continue;
      }
      const path = page.type === 'document' ? paths.get(page.id) : undefined;
      const target =
        page.type === 'link'
          ? linkTarget(page, { paths, files, folder })
          : path === undefined
            ? `/broken/pages/${page.id}`
            : relativePath(folder, path);
      const linkTitle = page.linkTitle === undefined ? '' : oneLine(page.linkTitle);
      sayings.push({
        kind: 'item',
        depth,
        title: oneLine(joinEmoji(page)),
        target,
        ...(page.type === 'document' ? { isPath: true as const } : {}),
        ...(linkTitle === '' ? {} : { linkTitle }),
      });
      if (page.type === 'document') visit(page.pages, depth + 1);
    }
  };
  visit(pages, 0);
  return sayings;
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/gu, ' ').trim();
}

function linkTarget(
  { target, href }: LinkPage,
  places: {
    paths: ReadonlyMap<string, string>;
    files: ReadonlyMap<string, string> | undefined;
    folder: string;
  },
): string {
  if (target.kind === 'url' && target.url !== undefined) return target.url;
  if (
    (target.kind === 'page' || target.kind === 'anchor') &&
    target.page !== undefined &&
    target.space === undefined
  ) {
    const path = places.paths.get(target.page);
    const anchor = target.kind === 'anchor' && target.anchor !== undefined ? `#${target.anchor}` : '';
    return path === undefined
      ? `/broken/pages/${target.page}${anchor}`
      : relativePath(places.folder, path) + anchor;
  }
  if (target.kind === 'file' && target.file !== undefined) {
    const path = places.files?.get(target.file);
    return path === undefined ? `/broken/files/${target.file}` : relativePath(places.folder, path);
  }
  if (href !== undefined) return href;
  if (target.space === undefined) return 'broken-reference';
  return `https://app.gitbook.com/s/${target.space}/${target.page ?? ''}`;
}

/** As {@link updateSummary}, for a flat list. */
export function updateSummaryLines(previous: string | null, wanted: readonly SummaryLine[]): string {
  if (previous === null || previous.trim() === '')
    return printSayings(wanted, { header: '# Table of contents\n', eol: '\n' });
  const { entries } = parseSummary(previous);
  const keys = entries.map(keyOf);
  const after = wanted.map(keyOf);
  if (sameList(keys, after)) return previous;

  const eol = /\r\n/u.test(previous) ? '\r\n' : '\n';
  const known: Previous = { text: previous, entries, keys, eol };
  const says = (text: string): boolean => sameList(parseSummary(text).entries.map(keyOf), after);
  const edited = joinPieces(known, piecesOf(known, wanted, after));
  if (says(edited)) return edited;
  // Text that people wrote between the entries changed the meaning of the edited list, so the whole list is printed anew, and what
  // of their text has no meaning there follows it.
  const header = previous.slice(0, entries[0]?.start ?? previous.length).trimEnd() + eol;
  const style = styleOf(entries);
  const printed = printSayings(wanted, { header, eol, style });
  if (!says(printed)) return printSayings(wanted, { header: `# Table of contents${eol}`, eol, style });
  const words = entries.map((_, index) => gapAfter(known, index).trim()).filter((gap) => gap !== '');
  return words.reduce((text, gap) => {
    const longer = `${text}${eol}${gap}${eol}`;
    return says(longer) ? longer : text;
  }, printed);
}

function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

function keyOf(saying: SummaryLine): string {
  switch (saying.kind) {
    case 'item':
      return JSON.stringify(['item', saying.depth, saying.title, saying.target, saying.linkTitle ?? '']);
    case 'computed':
      return JSON.stringify(['computed', saying.depth, sorted(saying.computed)]);
    case 'group':
      return JSON.stringify(['group', saying.title, saying.slug]);
    case 'divider':
      return 'divider';
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, item]) => [key, sorted(item)]);
}

/** The table of contents before the edit, with its entries. */
interface Previous {
  text: string;
  entries: readonly SummaryEntry[];
  /** The {@link keyOf} of each entry. */
  keys: readonly string[];
  eol: string;
}

/** An entry of the edited table of contents: an old entry with its old text, or a new one. */
interface Piece {
  kind: SummaryLine['kind'];
  text: string;
  /** The index of the old entry in the previous table of contents; null for a new entry. */
  index: number | null;
}

/** The edited table of contents: the words of entries that were removed at the very beginning, and the entries. */
interface Edited {
  lead: string;
  pieces: readonly Piece[];
}

function piecesOf(previous: Previous, wanted: readonly SummaryLine[], after: readonly string[]): Edited {
  const { text, entries, keys, eol } = previous;
  const style = styleOf(entries);
  const pieces: Piece[] = [];
  const keep = (from: number, to: number): void => {
    for (const [offset, { kind, start, end }] of entries.slice(from, to).entries())
      pieces.push({ kind, text: text.slice(start, end), index: from + offset });
  };
  let at = 0;
  let lead = '';
  for (const change of diffIndices([...keys], [...after])) {
    const [from, count] = change.buffer1;
    const [wantedFrom, wantedCount] = change.buffer2;
    keep(at, from);
    at = from + count;
    for (const saying of wanted.slice(wantedFrom, wantedFrom + wantedCount))
      pieces.push({ kind: saying.kind, text: printLine(saying, style, eol), index: null });
    const words = wordsAfter(previous, from, at);
    const last = pieces.at(-1);
    if (words !== '' && last === undefined) lead += words.trimEnd() + eol;
    else if (words !== '' && last !== undefined)
      last.text = withLineEnd(last.text, eol) + words.trimEnd() + eol;
  }
  keep(at, entries.length);
  return { lead, pieces };
}

/** The text between an entry and the next one, or the end. */
function gapAfter({ text, entries }: Previous, index: number): string {
  return text.slice(entries[index]?.end ?? 0, entries[index + 1]?.start ?? text.length);
}

/** The text after removed entries, which is not ours to drop. Text after the last entry stays at the end anyway. */
function wordsAfter(previous: Previous, from: number, to: number): string {
  const end = Math.min(to, previous.entries.length - 1);
  let words = '';
  for (let index = from; index < end; index += 1) {
    const gap = gapAfter(previous, index);
    if (gap.trim() !== '') words += gap;
  }
  return words;
}

function joinPieces(previous: Previous, { lead, pieces }: Edited): string {
  const { text, entries, eol } = previous;
  const header = text.slice(0, entries[0]?.start ?? text.length);
  let result = header === '' ? '' : withLineEnd(header, eol);
  if (entries.length === 0 && !/\n[ \t]*\r?\n$/u.test(result)) result += eol;
  result += lead;
  for (const [position, piece] of pieces.entries()) {
    const last = pieces[position - 1];
    if (last !== undefined) result = withLineEnd(result, eol) + gapBetween(previous, last, piece);
    result += piece.text;
  }
  const end = pieces.at(-1);
  // The entries after the last one that stays were removed, and their words stay with it.
  const words =
    end?.index === null || end?.index === entries.length - 1 ? '' : gapAfter(previous, end?.index ?? -1);
  if (end !== undefined && words.trim() !== '') result = withLineEnd(result, eol) + words.trimEnd() + eol;
  const tail = entries.length === 0 ? '' : gapAfter(previous, entries.length - 1);
  if (tail.trim() !== '' || text.endsWith('\n') || result === header) return withLineEnd(result, eol) + tail;
  return result.replace(/\r?\n$/u, '');
}

/**
 * The text between two pieces: the old text if they were neighbours before, else the text after the first, and a blank line at a
 * group. The text after the entry that was the last one stays at the end.
 */
function gapBetween(previous: Previous, last: Piece, piece: Piece): string {
  const wasLast = last.index === previous.entries.length - 1;
  const gap = last.index === null || wasLast ? '' : gapAfter(previous, last.index);
  if (last.index !== null && piece.index === last.index + 1) return gap;
  const words = gap.trim() === '' ? '' : gap.replace(/\s+$/u, '') + previous.eol;
  return isApart(last.kind, piece.kind) ? words + blankBefore(previous, piece) : words;
}

/** The blank lines before an entry, which an old entry keeps. A new entry gets one blank line. */
function blankBefore(previous: Previous, { index }: Piece): string {
  const gap = index === null || index === 0 ? '' : gapAfter(previous, index - 1);
  return gap !== '' && gap.trim() === '' ? gap : previous.eol;
}

function withLineEnd(text: string, eol: string): string {
  return text.endsWith('\n') ? text : text + eol;
}

function isApart(one: SummaryLine['kind'], other: SummaryLine['kind']): boolean {
  const isHead = (kind: SummaryLine['kind']): boolean => kind === 'group' || kind === 'divider';
  return isHead(one) || isHead(other);
}

interface Style {
  bullet: string;
  indentUnit: string;
}

const exporterStyle: Style = { bullet: '* ', indentUnit: '  ' };

function styleOf(entries: readonly SummaryEntry[]): Style {
  const items = entries.filter((entry) => entry.kind === 'item' || entry.kind === 'computed');
  const bullet = items[0]?.bullet ?? '* ';
  const nested = items.findIndex((item) => item.depth === 1);
  const parent = items.slice(0, Math.max(nested, 0)).findLast((item) => item.depth === 0);
  const unit = items[nested]?.indent.slice(parent?.indent.length ?? 0) ?? '';
  return { bullet: /^[*+-]/u.test(bullet) ? bullet : '* ', indentUnit: unit === '' ? '  ' : unit };
}

/** Whether the entries of two tables of contents have the same bullets and the same indentation. */
export function hasSameStyle(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => styleOf(parseSummary(text).entries));
  return first!.bullet === second!.bullet && first!.indentUnit === second!.indentUnit;
}

/** A table of contents with the bullets that another one has. */
export function withStyleOf(text: string, other: string): string {
  const [mark] = styleOf(parseSummary(other).entries).bullet;
  let result = text;
  for (const entry of parseSummary(text).entries)
    if (entry.kind === 'item' || entry.kind === 'computed') {
      const at = entry.start + entry.indent.length;
      result = result.slice(0, at) + mark + result.slice(at + 1);
    }
  return result;
}

function printLine(saying: SummaryLine, { bullet, indentUnit }: Style, eol: string): string {
  switch (saying.kind) {
    case 'divider':
      return `***${eol}`;
    case 'group':
      return `## ${escapeTitle(saying.title)}${groupAnchor(saying)}${eol}`;
    case 'item':
      return `${indentUnit.repeat(saying.depth)}${bullet}[${escapeTitle(saying.title)}](${(saying.isPath === true ? printPath : printTarget)(saying.target)}${
        saying.linkTitle === undefined ? '' : ` "${saying.linkTitle.replace(/["\\]/gu, '\\$&')}"`
      })${eol}`;
    case 'computed': {
      const indent = indentUnit.repeat(saying.depth);
      const inner = indent + ' '.repeat(bullet.length);
      const lines = printYamlMapping(saying.computed as YamlMapping)
        .trimEnd()
        .split('\n');
      return `${indent}${bullet}\`\`\`yaml${eol}${lines.map((line) => `${inner}${line}${eol}`).join('')}${inner}\`\`\`${eol}`;
    }
  }
}

function groupAnchor({ title, slug }: { title: string; slug: string }): string {
  return slug === slugOfTitle(title) ? '' : ` <a href="#${slug}" id="${slug}"></a>`;
}

function printSayings(
  sayings: readonly SummaryLine[],
  { header, eol, style = exporterStyle }: { header: string; eol: string; style?: Style },
): string {
  let result = header + eol;
  for (const [index, saying] of sayings.entries()) {
    const last = sayings[index - 1];
    if (last !== undefined && isApart(last.kind, saying.kind)) result += eol;
    result += printLine(saying, style, eol);
  }
  return result;
}

import { diffIndices } from 'node-diff3';

import { joinEmoji, type LinkPage, type PageNode } from './page.ts';
import { slugify } from './slug.ts';
import { parseSummary, type SummaryEntry, type SummarySaying } from './summary.ts';
import { folderOf, printTarget, relativePath } from './targets.ts';
import { escapeTitle } from './title.ts';
import { printYamlMapping, type YamlMapping } from './yaml-style.ts';

/** What a table of contents has to say. */
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
 * A table of contents that says the wanted tree, made from the previous one with the fewest line edits; the previous text
 * itself when it says that already. `null` for none yet: then the exporter's own form.
 */
export function updateSummary(previous: string | null, wanted: WantedSummary): string {
  return updateSayings(previous, sayingsOf(wanted));
}

/** Prints a table of contents in the exporter's form. */
export function printSummary(wanted: WantedSummary): string {
  return printSayings(sayingsOf(wanted), { header: '# Table of contents\n', eol: '\n' });
}

/** The flat list that a tree comes to. */
export function sayingsOf({
  pages,
  paths,
  files,
  summaryPath = 'SUMMARY.md',
}: WantedSummary): SummarySaying[] {
  const folder = folderOf(summaryPath);
  const sayings: SummarySaying[] = [];
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
export function updateSayings(previous: string | null, wanted: readonly SummarySaying[]): string {
  if (previous === null || previous.trim() === '')
    return printSayings(wanted, { header: '# Table of contents\n', eol: '\n' });
  const { entries } = parseSummary(previous);
  const before = entries.map(keyOf);
  const after = wanted.map(keyOf);
  if (sameList(before, after)) return previous;

  const eol = /\r\n/u.test(previous) ? '\r\n' : '\n';
  const edited = edit(previous, entries, wanted, { before, after, eol });
  if (sameList(parseSummary(edited).entries.map(keyOf), after)) return edited;
  // What people wrote between the entries made the edit say something else: the whole list is printed.
  const header = previous.slice(0, entries[0]?.start ?? previous.length).trimEnd() + eol;
  const printed = printSayings(wanted, { header, eol });
  return sameList(parseSummary(printed).entries.map(keyOf), after)
    ? printed
    : printSayings(wanted, { header: `# Table of contents${eol}`, eol });
}

function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

function keyOf(saying: SummarySaying): string {
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

interface Comparison {
  before: readonly string[];
  after: readonly string[];
  eol: string;
}

interface Piece {
  kind: SummarySaying['kind'];
  text: string;
  /** The text between this entry and the next one of the previous table of contents. */
  gap: string;
  next: number | null;
}

function edit(
  previous: string,
  entries: readonly SummaryEntry[],
  wanted: readonly SummarySaying[],
  { before, after, eol }: Comparison,
): string {
  const style = styleOf(entries);
  const pieces: (Piece & { index: number | null })[] = [];
  const gapAfter = (index: number): string =>
    previous.slice(entries[index]?.end ?? 0, entries[index + 1]?.start ?? previous.length);
  const keep = (from: number, to: number): void => {
    for (let index = from; index < to; index += 1) {
      const entry = entries[index];
      if (entry === undefined) continue;
      const text = previous.slice(entry.start, entry.end);
      pieces.push({ kind: entry.kind, text, gap: gapAfter(index), index, next: index + 1 });
    }
  };

  let at = 0;
  const tail = entries.length === 0 ? '' : gapAfter(entries.length - 1);
  for (const change of diffIndices([...before], [...after])) {
    const [from, count] = change.buffer1;
    const [wantedFrom, wantedCount] = change.buffer2;
    keep(at, from);
    at = from + count;
    // Words that stood between the entries that go are not ours to drop.
    const words = entries.slice(from, at).map((_, offset) => gapAfter(from + offset));
    const loose = at === entries.length ? words.slice(0, -1) : words;
    for (const saying of wanted.slice(wantedFrom, wantedFrom + wantedCount))
      pieces.push({
        kind: saying.kind,
        text: printLine(saying, style, eol),
        gap: '',
        index: null,
        next: null,
      });
    const kept = loose.filter((gap) => gap.trim() !== '').join('');
    const last = pieces.at(-1);
    if (kept !== '' && last !== undefined)
      last.text += (last.text.endsWith('\n') ? '' : eol) + kept.trimEnd() + eol;
  }
  keep(at, entries.length);

  // The blank lines that stood before an entry stay before it.
  const blankBefore = (index: number | null): string => {
    const gap = index === null || index === 0 ? '' : gapAfter(index - 1);
    return gap !== '' && gap.trim() === '' ? gap : eol;
  };
  const header = previous.slice(0, entries[0]?.start ?? previous.length);
  let result = header;
  if (!header.endsWith('\n') && header !== '') result += eol;
  if (entries.length === 0 && !/\n[ \t]*\r?\n$/u.test(result)) result += eol;
  for (const [position, piece] of pieces.entries()) {
    const last = pieces[position - 1];
    if (last !== undefined) {
      const adjacent = last.next !== null && last.next === piece.index;
      const words =
        last.index !== null && last.gap.trim() !== '' ? `${last.gap.replace(/\s+$/u, '')}${eol}` : '';
      const apart = isApart(last.kind, piece.kind) ? blankBefore(piece.index) : '';
      if (!result.endsWith('\n')) result += eol;
      result += adjacent ? last.gap : words + apart;
    }
    result += piece.text;
  }
  if (tail.trim() !== '') return (result.endsWith('\n') ? result : result + eol) + tail;
  return previous.endsWith('\n') || result === header
    ? withFinal(result, eol, tail)
    : result.replace(/\r?\n$/u, '');
}

function withFinal(text: string, eol: string, tail: string): string {
  return (text.endsWith('\n') ? text : text + eol) + tail;
}

function isApart(one: SummarySaying['kind'], other: SummarySaying['kind']): boolean {
  const isHead = (kind: SummarySaying['kind']): boolean => kind === 'group' || kind === 'divider';
  return isHead(one) || isHead(other);
}

interface Style {
  bullet: string;
  indentUnit: string;
}

function styleOf(entries: readonly SummaryEntry[]): Style {
  const items = entries.filter((entry) => entry.kind === 'item' || entry.kind === 'computed');
  const bullet = items[0]?.bullet ?? '* ';
  const nested = items.findIndex((item) => item.depth === 1);
  const parent = items.slice(0, Math.max(nested, 0)).findLast((item) => item.depth === 0);
  const unit = items[nested]?.indent.slice(parent?.indent.length ?? 0) ?? '';
  return { bullet: /^[*+-]/u.test(bullet) ? bullet : '* ', indentUnit: unit === '' ? '  ' : unit };
}

function printLine(saying: SummarySaying, { bullet, indentUnit }: Style, eol: string): string {
  switch (saying.kind) {
    case 'divider':
      return `***${eol}`;
    case 'group':
      return `## ${escapeTitle(saying.title)}${groupAnchor(saying)}${eol}`;
    case 'item':
      return `${indentUnit.repeat(saying.depth)}${bullet}[${escapeTitle(saying.title)}](${printTarget(saying.target)}${
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
  return slug === slugify(title) ? '' : ` <a href="#${slug}" id="${slug}"></a>`;
}

function printSayings(
  sayings: readonly SummarySaying[],
  { header, eol }: { header: string; eol: string },
): string {
  const style: Style = { bullet: '* ', indentUnit: '  ' };
  let result = header + eol;
  for (const [index, saying] of sayings.entries()) {
    const last = sayings[index - 1];
    if (last !== undefined && isApart(last.kind, saying.kind)) result += eol;
    result += printLine(saying, style, eol);
  }
  return result;
}

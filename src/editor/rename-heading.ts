import {
  escapeTitle,
  headingAnchors,
  linksOf,
  listedFile,
  splitTarget,
  decodePercent,
  replacement,
  scanPage,
  titleOf,
  type PageLink,
  type ScannedHeading,
} from '../content/index.ts';
import { applySplices, type Splice } from '../links/move/index.ts';
import { findFile } from '../links/resolve.ts';
import type { LinkIndex } from '../links/tree.ts';

/** The words of a heading with their position: without an id that follows them. */
export interface HeadingWords {
  readonly start: number;
  readonly end: number;
  readonly words: string;
  readonly level: number;
}

/** The heading whose words are at an offset. */
export function headingAt(text: string, offset: number): HeadingWords | null {
  const lineEnd = (at: number): number => {
    const end = text.indexOf('\n', at);
    return end < 0 ? text.length : end;
  };
  const isHere = ({ start, markdown }: ScannedHeading): boolean =>
    text.startsWith(markdown, start) &&
    text.lastIndexOf('\n', start - 1) < offset &&
    offset <= lineEnd(start) &&
    !markdown.includes('\n');
  const heading = scanPage(text).headings.find(isHere);
  if (heading === undefined) return null;
  const words = heading.markdown.replace(/(?:\s*<a\s[^<>]*><\/a>)+\s*$/u, '').trimEnd();
  return words === ''
    ? null
    : { start: heading.start, end: heading.start + words.length, words, level: heading.level };
}

/** Edits of texts by their paths. */
export type TextEdits = ReadonlyMap<string, readonly Splice[]>;

/**
 * Renames a heading: its words, every link to an anchor that changes with them (also those of later headings with the same
 * words), and the page's entry in the table of contents when the heading is its title.
 */
export function renameHeading(
  index: LinkIndex,
  path: string,
  heading: HeadingWords,
  name: string,
): TextEdits {
  const text = index.text(path) ?? '';
  const own: Splice = { start: heading.start, end: heading.end, written: name };
  const renamed = renamedAnchors(text, own);
  const edits = new Map<string, Splice[]>([[path, [own]]]);
  const add = (file: string, splice: Splice): void => {
    edits.set(file, [...(edits.get(file) ?? []), splice]);
  };
  for (const { from, text: around, links } of renamed.size === 0 ? [] : filesWithLinks(index)) {
    for (const link of links) {
      const { path: written, fragment } = splitTarget(link.target);
      const id = fragment === null ? undefined : renamed.get(decodePercent(fragment));
      if (id === undefined || (from === path && link.start >= own.start && link.end <= own.end)) continue;
      if (written !== '' ? !leadsTo(index, from, written, path) : from !== path) continue;
      add(from, replacement(around, link, `${link.target.slice(0, link.target.indexOf('#'))}#${id}`));
    }
  }
  if (heading.level === 1)
    for (const [file, splice] of contentsTitles(index, path, text, name)) add(file, splice);
  return edits;
}

function leadsTo(index: LinkIndex, from: string, written: string, path: string): boolean {
  const found = findFile(index, from, written);
  return found.outcome === 'found' && found.file === path;
}

/** The anchors that change when a heading is renamed, by their old names. */
function renamedAnchors(text: string, own: Splice): Map<string, string> {
  const before = headingAnchors(text).anchors;
  const shift = own.written.length - (own.end - own.start);
  const after = new Map<number, string>();
  for (const { kind, id, start } of headingAnchors(applySplices(text, [own])).anchors.values())
    if (kind === 'heading' && !after.has(start)) after.set(start, id);
  const renamed = new Map<string, string>();
  for (const { kind, id, start } of before.values()) {
    const now = kind === 'heading' ? after.get(start > own.start ? start + shift : start) : undefined;
    if (now !== undefined && now !== id) renamed.set(id, now);
  }
  return renamed;
}

interface Holder {
  readonly from: string;
  readonly text: string;
  readonly links: readonly PageLink[];
}

/** Every file with links: the pages, and the tables of contents. */
function* filesWithLinks(index: LinkIndex): Generator<Holder> {
  for (const { path, text, links } of index.files.values()) yield { from: path, text, links };
  for (const { prefix, folder } of index.spaces) {
    const from = prefix + (folder.summaryPath ?? '');
    const text = folder.summaryPath === null ? null : index.text(from);
    if (text !== null) yield { from, text, links: linksOf(text) };
  }
}

/** The words of the entry that has the page's title; the exporter keeps both equal. */
function contentsTitles(index: LinkIndex, path: string, text: string, name: string): [string, Splice][] {
  const space = index.spaceOf(path);
  const { summaryPath, summary } = space?.folder ?? {};
  if (space === null || summaryPath === null || summaryPath === undefined) return [];
  const file = space.prefix + summaryPath;
  const contents = index.text(file) ?? '';
  return (summary?.entries ?? []).flatMap((entry): [string, Splice][] => {
    if (entry.kind !== 'item' || entry.title !== titleOf(text)) return [];
    const { file: listed, fragment } = listedFile(entry, {
      summaryPath: file,
      has: (each) => index.paths.has(each),
    });
    if (listed !== path || fragment !== null) return [];
    const start = contents.indexOf('[', entry.start) + 1;
    const end = contents.lastIndexOf('](', entry.targetStart);
    return start <= 0 || end < start ? [] : [[file, { start, end, written: escapeTitle(name) }]];
  });
}

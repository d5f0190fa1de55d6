import {
  decodePercent,
  foldLabel,
  isExternalTarget,
  linksOf,
  splitTarget,
  type PageLink,
} from '../content/index.ts';
import { findFile, resolveLink } from '../links/resolve.ts';
import type { LinkIndex } from '../links/tree.ts';

/** The links of an open file; a table of contents has links as well. */
export function linksIn(index: LinkIndex, path: string, text: string): readonly PageLink[] {
  const scanned = index.files.get(path);
  return scanned?.text === text ? scanned.links : linksOf(text);
}

/** The link at an offset: the link whose target is there, or the definition that `[text][label]` at that offset names. */
export function linkAt(text: string, links: readonly PageLink[], offset: number): PageLink | null {
  const here = links.find(({ start, end }) => start <= offset && offset <= end);
  if (here !== undefined) return here;
  const label = labelAt(text, offset);
  if (label === null) return null;
  return links.find((link) => link.kind === 'definition' && labelOf(text, link) === label) ?? null;
}

/** `[text][label]`, `[label][]` or `[label]`, where no target and no definition follows. */
const reference = /\[([^[\]\n]{1,300})\](?:\[([^[\]\n]{0,300})\])?(?![(:[])/gu;

/** The folded label of the reference at an offset; null where there is none. */
function labelAt(text: string, offset: number): string | null {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const lineEnd = text.indexOf('\n', offset);
  for (const found of text.slice(lineStart, lineEnd < 0 ? undefined : lineEnd).matchAll(reference)) {
    const start = lineStart + found.index;
    if (start > offset || offset >= start + found[0].length) continue;
    const [, words = '', label = ''] = found;
    return foldLabel(label === '' ? words : label);
  }
  return null;
}

/** The folded label of a definition; it comes before the target. */
function labelOf(text: string, { start }: PageLink): string | null {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const label = /^[ >]*\[([^\]]+)\]:[ \t]*<?$/u.exec(before)?.[1];
  return label === undefined ? null : foldLabel(label);
}

/** Where a link leads: a file, and a place in it. */
export interface LinkDestination {
  readonly file: string;
  readonly fragment: string | null;
  /** The offset of the anchor's heading; null without one. */
  readonly offset: number | null;
}

/** The file that a link of `from` leads to, also when its anchor is missing there; null when the link leads to no file. */
export function destinationOf(index: LinkIndex, from: string, link: PageLink): LinkDestination | null {
  const verdict = resolveLink(index, from, link);
  if (verdict.outcome !== 'ok' && verdict.outcome !== 'fault') return null;
  if (verdict.file === null) return null;
  const { fragment } = splitTarget(link.target);
  const id = fragment === null ? null : decodePercent(fragment);
  const anchor = id === null ? undefined : index.anchorsOf(verdict.file)?.anchors.get(id);
  return { file: verdict.file, fragment: id, offset: anchor?.start ?? null };
}

/** What somebody is writing at the end of a line: the beginning of a link's target. */
export interface PartialTarget {
  /** The delimiters of the target, which decide how it must be written. */
  readonly form: 'plain' | 'angle' | 'attribute';
  readonly kind: 'link' | 'image' | 'include';
  readonly typed: string;
}

const openings: readonly (readonly [RegExp, PartialTarget['form'], PartialTarget['kind']])[] = [
  [/!\[[^\]]*\]\(<([^<>\n]*)$/u, 'angle', 'image'],
  [/!\[[^\]]*\]\(([^()<>\s]*)$/u, 'plain', 'image'],
  [/\]\(<([^<>\n]*)$/u, 'angle', 'link'],
  [/\]\(([^()<>\s]*)$/u, 'plain', 'link'],
  [/^ {0,3}\[[^\]]+\]:[ \t]*<([^<>\n]*)$/u, 'angle', 'link'],
  [/^ {0,3}\[[^\]]+\]:[ \t]*([^<>\s]*)$/u, 'plain', 'link'],
  [/\{%[ \t]*include[ \t]+"([^"\n]*)$/u, 'attribute', 'include'],
  [/<(?:img|source)\s[^<>]*\b(?:src|srcset)="([^"\n]*)$/u, 'attribute', 'image'],
  [/\{%[ \t]*file\b[^%]*\bsrc="([^"\n]*)$/u, 'attribute', 'image'],
  [/\b(?:href|src|url|page)="([^"\n]*)$/u, 'attribute', 'link'],
];

/** Reads the line up to the cursor; null where the person is not writing a link target. */
export function partialTargetBefore(line: string): PartialTarget | null {
  const before = line.slice(-2000);
  for (const [opening, form, kind] of openings) {
    const typed = opening.exec(before)?.[1];
    if (typed !== undefined) return isExternalTarget(typed) ? null : { form, kind, typed };
  }
  return null;
}

/** The page whose anchors the writer wants behind a `#`; null where its path leads nowhere. */
export function pageBefore(index: LinkIndex, from: string, typed: string): string | null {
  const { path } = splitTarget(typed);
  if (path === '') return from;
  const found = findFile(index, from, path);
  return found.outcome === 'found' ? found.file : null;
}

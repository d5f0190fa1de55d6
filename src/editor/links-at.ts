import { decodePercent, isExternalTarget, linksOf, splitTarget, type PageLink } from '../content/index.ts';
import { findFile, resolveLink } from '../links/resolve.ts';
import type { LinkIndex } from '../links/tree.ts';

/** The links of a file that is open: a table of contents has some as well. */
export function linksIn(index: LinkIndex, path: string, text: string): readonly PageLink[] {
  const scanned = index.files.get(path);
  return scanned?.text === text ? scanned.links : linksOf(text);
}

/** The link whose target stands at an offset. */
export function linkAt(links: readonly PageLink[], offset: number): PageLink | null {
  return links.find(({ start, end }) => start <= offset && offset <= end) ?? null;
}

/** Where a link leads: a file, and a place in it. */
export interface Goal {
  readonly file: string;
  readonly fragment: string | null;
  /** The offset of the anchor's heading; null without one. */
  readonly offset: number | null;
}

/** The file that a link of `from` leads to, also when its anchor is missing there; null when it leads to none. */
export function goalOf(index: LinkIndex, from: string, link: PageLink): Goal | null {
  const verdict = resolveLink(index, from, link);
  if (verdict.outcome !== 'ok' && verdict.outcome !== 'fault') return null;
  if (verdict.file === null) return null;
  const { fragment } = splitTarget(link.target);
  const id = fragment === null ? null : decodePercent(fragment);
  const anchor = id === null ? undefined : index.anchorsOf(verdict.file)?.anchors.get(id);
  return { file: verdict.file, fragment: id, offset: anchor?.start ?? null };
}

/** What somebody is writing at the end of a line: the beginning of a link's target. */
export interface Written {
  /** How the target is delimited, which says how it must be written. */
  readonly form: 'plain' | 'angle' | 'attribute';
  readonly kind: 'link' | 'image' | 'include';
  readonly typed: string;
}

const openings: readonly (readonly [RegExp, Written['form'], Written['kind']])[] = [
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
export function writtenBefore(line: string): Written | null {
  const before = line.slice(-2000);
  for (const [opening, form, kind] of openings) {
    const typed = opening.exec(before)?.[1];
    if (typed !== undefined) return isExternalTarget(typed) ? null : { form, kind, typed };
  }
  return null;
}

/** The page whose anchors are wanted behind a `#`; null where its path leads nowhere. */
export function pageBefore(index: LinkIndex, from: string, typed: string): string | null {
  const { path } = splitTarget(typed);
  if (path === '') return from;
  const found = findFile(index, from, path);
  return found.outcome === 'found' ? found.file : null;
}

import { anchorOfText, maxAnchorLength, plainHeading } from './anchor-text.ts';
import { apiAnchors, attributesOf } from './api-anchors.ts';
import { foldName } from './names.ts';
import { scanPage, type PageScan } from './page-scan.ts';
import type { ScannedHeading } from './scan-values.ts';
import { slugOfTitle } from './slug.ts';
import { updateAnchors } from './update-anchors.ts';

/** The part of a heading that we read: anchors are cut at a hundred characters, so the rest cannot matter. */
const maxHeadingLength = 2000;

export interface Anchor {
  id: string;
  /** `heading`: made of its words; `explicit`: written as `id`; `operation`: of an API block; `update`: of a change log; `summary`, `footnote`: as named. */
  kind: 'heading' | 'explicit' | 'summary' | 'footnote' | 'operation' | 'update';
  /** The heading's or summary's words. */
  text: string;
  /** Offset in the page. */
  start: number;
  level?: number;
}

/** What a fragment may lead to in a page. */
export interface PageAnchors {
  anchors: ReadonlyMap<string, Anchor>;
  /** Headings that publish no anchor (the title, levels 5 and 6), by the anchor that they would have. */
  unanchored: ReadonlyMap<string, Anchor>;
  /** Explicit ids that occur twice, and headings with the id of another heading. */
  duplicates: readonly Anchor[];
  stolen: readonly { anchor: Anchor; of: Anchor }[];
  /** The published page has anchors that its text does not show (integrations). */
  openEnded: boolean;
  /** The page shows a part of an API document, which may publish more anchors than the block's own text says. */
  hasApiBlock: boolean;
  /** The page has a change log, whose entries may have more anchors, made of their days. */
  hasUpdates: boolean;
}

/** The anchors of a page, by the service's rules. */
export function headingAnchors(page: string | PageScan): PageAnchors {
  const scan = typeof page === 'string' ? scanPage(page) : page;
  const anchors = new Map<string, Anchor>();
  const unanchored = new Map<string, Anchor>();
  const duplicates: Anchor[] = [];
  const made = new Map<string, number>();
  const words: Worded[] = [];

  const add = (anchor: Anchor): void => {
    if (anchors.has(anchor.id)) duplicates.push(anchor);
    else anchors.set(anchor.id, anchor);
  };
  /** Headings with the same words get a number. */
  const addMade = (base: string, { kind, text, start, level }: Omit<Anchor, 'id'>): Anchor => {
    const count = made.get(base) ?? 0;
    made.set(base, count + 1);
    const id = count === 0 ? base : `${base}-${count}`;
    // Written out, because a spread copy takes half as much memory again, for every heading.
    const anchor: Anchor = level === undefined ? { id, kind, text, start } : { id, kind, text, start, level };
    if (!anchors.has(id)) anchors.set(id, anchor);
    return anchor;
  };
  scan.headings.forEach((heading, at) => {
    const text = plainHeading(heading.markdown.slice(0, maxHeadingLength));
    const base = anchorOfText(text);
    const { level, start } = heading;
    for (const { id, start: idStart } of heading.ids) {
      const anchor: Anchor = { id, kind: 'explicit', text, start: idStart, level };
      add(anchor);
      words.push({ anchor, base });
    }
    if (heading.ids.length > 0) return;
    if (!publishes(heading, at)) {
      if (base !== '' && !unanchored.has(base))
        unanchored.set(base, { id: base, kind: 'heading', text, start, level });
      return;
    }
    if (base !== '') words.push({ anchor: addMade(base, { kind: 'heading', text, start, level }), base });
    for (const id of foreignIds(text)) if (id !== base) addMade(id, { kind: 'heading', text, start, level });
  });
  for (const { id, start } of scan.ids) add({ id, kind: 'explicit', text: '', start });
  for (const anchor of blockAnchors(scan)) addMade(anchor.id, anchor);
  for (const markdown of scan.summaries) {
    const text = plainHeading(markdown);
    const base = anchorOfText(text);
    if (base !== '' && !anchors.has(base)) anchors.set(base, { id: base, kind: 'summary', text, start: 0 });
  }
  for (const label of scan.footnotes)
    for (const id of footnoteIds(label))
      if (!anchors.has(id)) anchors.set(id, { id, kind: 'footnote', text: label, start: 0 });
  return {
    anchors,
    unanchored,
    duplicates,
    stolen: stolenIds(words),
    openEnded: [...scan.tags].some((tag) => tag.startsWith('@')),
    hasApiBlock: scan.apiBlocks.length > 0,
    hasUpdates: scan.updates.length > 0,
  };
}

/** The anchors that API blocks and updates publish. */
function* blockAnchors({ apiBlocks, updates }: PageScan): Generator<Anchor> {
  for (const block of apiBlocks)
    for (const { id, text } of apiAnchors(block)) yield { id, kind: 'operation', text, start: block.start };
  const anchorOfUpdate = updateAnchors();
  for (const { attributes, start } of updates) {
    const { date } = attributesOf(attributes);
    yield { id: anchorOfUpdate(date), kind: 'update', text: date ?? '', start };
  }
}

/** The ids of a footnote and of the place that refers to the note, in both of the service's forms. */
function footnoteIds(label: string): string[] {
  return [`user-content-fn-${label}`, `user-content-fnref-${label}`, `fn-${label}`, `fnref-${label}`];
}

/** An anchor of a heading, with the anchor that the heading's words make. */
interface Worded {
  readonly anchor: Anchor;
  readonly base: string;
}

/** The first heading, at level 1, is the title and publishes no anchor. Any other heading of level 1 belongs to the body. */
function publishes({ level }: ScannedHeading, at: number): boolean {
  return (level >= 2 && level <= 4) || (level === 1 && at > 0);
}

function stolenIds(words: readonly Worded[]): PageAnchors['stolen'] {
  return words.flatMap(({ anchor, base }) => {
    if (anchor.kind !== 'explicit' || base === anchor.id) return [];
    const rightful = words.find((other) => other.anchor.start !== anchor.start && other.base === anchor.id);
    return rightful === undefined ? [] : [{ anchor, of: rightful.anchor }];
  });
}

const foreignLetter = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

const noIds: readonly string[] = [];

/** Further ids for letters that the observed rules do not cover: every transliteration counts as right. */
function foreignIds(text: string): Iterable<string> {
  // Most headings are ASCII, which needs no tables of scripts.
  if (!/[^ -~]/u.test(text) || !foreignLetter.test(text)) return noIds;
  const slug = slugOfTitle(text);
  const kept = foldName(text)
    .replace(/[^\p{L}\p{M}\p{N}\s_-]+/gu, '')
    .trim()
    .replace(/\s+/gu, '-');
  const ids = new Set<string>();
  if (slug !== 'undefined') ids.add((/^\d/u.test(slug) ? `id-${slug}` : slug).slice(0, maxAnchorLength));
  if (kept !== '') ids.add(kept);
  return ids;
}

import { maxHeadingLength, plainHeading } from './anchor-text.ts';
import { apiAnchors, attributesOf } from './api-anchors.ts';
import { headingIds, idsOfWords, RepeatedIds } from './heading-ids.ts';
import { scanPage, type PageScan } from './page-scan.ts';
import type { ScannedHeading } from './scan-values.ts';
import { withEmoji } from './shortcodes.ts';
import { updateAnchors } from './update-anchors.ts';

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
  const list = new AnchorList();
  const unanchored = new Map<string, Anchor>();
  const words: Worded[] = [];

  scan.headings.forEach((heading, at) => {
    const { text, shown } = wordsOf(heading.markdown.slice(0, maxHeadingLength));
    const ids = headingIds(text, shown);
    // The service's rule is known for words that make no other ids, so only such words show that an id is stolen.
    const base = ids.others.length === 0 ? ids.id : '';
    const { level, start } = heading;
    for (const { id, start: idStart } of heading.ids) {
      const anchor: Anchor = { id, kind: 'explicit', text, start: idStart, level };
      list.add(anchor);
      words.push({ anchor, base });
    }
    if (heading.ids.length > 0 || heading.markdown.trim() === '') return;
    if (!publishes(heading, at)) {
      for (const id of [ids.id, ...ids.others])
        if (!unanchored.has(id)) unanchored.set(id, { id, kind: 'heading', text, start, level });
      return;
    }
    const anchor = list.addMade(ids.id, { kind: 'heading', text, start, level });
    list.addOthers(ids.others, anchor);
    words.push({ anchor, base });
  });
  for (const { id, start } of scan.ids) list.add({ id, kind: 'explicit', text: '', start });
  for (const anchor of blockAnchors(scan)) list.addMade(anchor.id, anchor);
  for (const markdown of scan.summaries) {
    const { text, shown } = wordsOf(markdown);
    const { id, others } = idsOfWords(text, shown);
    const anchor: Anchor = { id, kind: 'summary', text, start: 0 };
    if (id !== '') list.addIfFree(anchor);
    list.addOthers(others, anchor);
  }
  for (const label of scan.footnotes)
    for (const id of footnoteIds(label)) list.addIfFree({ id, kind: 'footnote', text: label, start: 0 });
  list.settleOthers();
  const { anchors, duplicates } = list;
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

/** The words of a heading as written, and as shown with emoji for their names. */
function wordsOf(markdown: string): { text: string; shown: string } {
  const text = plainHeading(markdown);
  return { text, shown: text.includes(':') ? plainHeading(markdown, withEmoji) : text };
}

/** Collects the anchors of a page. */
class AnchorList {
  readonly anchors = new Map<string, Anchor>();
  readonly duplicates: Anchor[] = [];
  readonly #made = new RepeatedIds();
  readonly #others: Anchor[] = [];

  /** Adds an id that a writer gave. */
  add(anchor: Anchor): void {
    if (this.anchors.has(anchor.id)) this.duplicates.push(anchor);
    else this.anchors.set(anchor.id, anchor);
  }

  addIfFree(anchor: Anchor): void {
    if (!this.anchors.has(anchor.id)) this.anchors.set(anchor.id, anchor);
  }

  /** Adds an anchor that is made of words. Headings with the same words get a number. */
  addMade(base: string, { kind, text, start, level }: Omit<Anchor, 'id'>): Anchor {
    const id = this.#made.next(base);
    // Written out, because a spread copy takes half as much memory again, for every heading.
    const anchor: Anchor = level === undefined ? { id, kind, text, start } : { id, kind, text, start, level };
    this.addIfFree(anchor);
    return anchor;
  }

  /** Keeps further ids of an anchor for later, because they must not take the ids of other headings. */
  addOthers(ids: readonly string[], anchor: Anchor): void {
    for (const id of ids) this.#others.push({ ...anchor, id });
  }

  settleOthers(): void {
    const repeated = new RepeatedIds();
    for (const anchor of this.#others) this.addIfFree({ ...anchor, id: repeated.next(anchor.id) });
  }
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

import { partsOf, splitFrontMatter, type FrontMatterPart } from '../front-matter.ts';
import {
  chooseSide,
  defaultLabels,
  mapVersions,
  mergeLines,
  type MarkerLabels,
  type Versions,
} from './lines.ts';
import { findTitle } from '../title.ts';

/** A part of a page that both sides changed in different ways, with all three texts. */
export interface PageConflict extends Versions<string> {
  part: 'front-matter' | 'title' | 'body';
  /** The front-matter key. */
  key?: string;
}

export type PageMerge =
  | { outcome: 'merged'; text: string }
  /** `text` holds everything that could be merged, and both versions of the rest between conflict markers. */
  | { outcome: 'conflict'; text: string; conflicts: readonly PageConflict[] };

/**
 * Merges a page that changed on both sides: front matter key by key, the H1 by itself, the body by lines. A part that only one
 * side touched keeps that side's bytes.
 */
export function mergePage(versions: Versions<string>, labels: MarkerLabels = defaultLabels): PageMerge {
  const whole = chooseSide(versions);
  if (whole !== undefined) return { outcome: 'merged', text: whole };

  const split = mapVersions(versions, cutPage);
  const conflicts: PageConflict[] = [];
  const head = mergeFrontMatter(split, labels, conflicts);
  const title = mergeTitle(split, labels, conflicts);
  const body = mergeLines(
    mapVersions(split, (page) => page.body),
    labels,
  );
  for (const conflict of body.conflicts) conflicts.push({ part: 'body', ...conflict });
  const before = chooseSide(mapVersions(split, (page) => page.before)) ?? split.ours.before;
  const text = head + before + title + body.text;
  return conflicts.length === 0 ? { outcome: 'merged', text } : { outcome: 'conflict', text, conflicts };
}

interface CutPage {
  bom: string;
  eol: string;
  /** The whole block with its fences and the line ending after it; empty without front matter. */
  block: string;
  yaml: string | null;
  /** Blank lines between front matter and title. */
  before: string;
  /** The H1 with its line ending; empty without one. */
  title: string;
  body: string;
}

function cutPage(text: string): CutPage {
  const { bom, eol, yaml, bodyStart } = splitFrontMatter(text);
  const found = findTitle(text);
  const between = found === null ? '' : text.slice(bodyStart, found.lineStart);
  const isTop = found !== null && between.trim() === '';
  return {
    bom,
    eol,
    block: text.slice(bom.length, bodyStart),
    yaml,
    before: isTop ? between : '',
    title: isTop ? text.slice(found.lineStart, found.lineEnd) : '',
    body: text.slice(isTop ? found.lineEnd : bodyStart),
  };
}

function mergeTitle(
  split: Versions<CutPage>,
  { ours, base, theirs }: MarkerLabels,
  conflicts: PageConflict[],
): string {
  const titles = mapVersions(split, (page) => page.title);
  const chosen = chooseSide(titles);
  if (chosen !== undefined) return chosen;
  conflicts.push({ part: 'title', ...mapVersions(titles, (title) => title.trimEnd()) });
  return marked(titles, { ours, base, theirs });
}

function marked({ base, ours, theirs }: Versions<string>, labels: MarkerLabels): string {
  const line = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
  return `<<<<<<< ${labels.ours}\n${line(ours)}||||||| ${labels.base}\n${line(base)}=======\n${line(theirs)}>>>>>>> ${labels.theirs}\n`;
}

function mergeFrontMatter(split: Versions<CutPage>, labels: MarkerLabels, conflicts: PageConflict[]): string {
  const bom = chooseSide(mapVersions(split, (page) => page.bom)) ?? split.ours.bom;
  const blocks = mapVersions(split, (page) => page.block);
  const whole = chooseSide(blocks);
  if (whole !== undefined) return bom + whole;

  const { eol } = split.ours;
  const parts = mapVersions(split, ({ yaml }) => partsOf((yaml ?? '').replaceAll('\r\n', '\n')));
  const fence = (yaml: string): string => `---${eol}${yaml.replaceAll('\n', eol)}---${eol}`;
  if (parts.base === null || parts.ours === null || parts.theirs === null) {
    // The front matter is not a plain list of keys (for instance, it is written in braces), so the block is merged as a whole.
    const merge = mergeLines(
      mapVersions(split, ({ yaml }) => yaml ?? ''),
      labels,
    );
    for (const conflict of merge.conflicts) conflicts.push({ part: 'front-matter', ...conflict });
    return bom + (merge.text === '' ? '' : `---${eol}${merge.text}---${eol}`);
  }
  const yaml = mergeKeys({ base: parts.base, ours: parts.ours, theirs: parts.theirs }, labels, conflicts);
  return yaml === '' ? bom : bom + fence(yaml);
}

function mergeKeys(
  parts: Versions<FrontMatterPart[]>,
  labels: MarkerLabels,
  conflicts: PageConflict[],
): string {
  const texts = mapVersions(parts, linesByKey);
  let result = '';
  for (const key of mergedOrder(texts)) {
    const versions = mapVersions(texts, (map) => map.get(key) ?? '');
    const chosen = chooseSide(versions);
    if (chosen !== undefined) result += chosen;
    else if (key === null) {
      const comments = mergeLines(versions, labels);
      for (const conflict of comments.conflicts) conflicts.push({ part: 'front-matter', ...conflict });
      result += comments.text;
    } else {
      conflicts.push({ part: 'front-matter', key, ...mapVersions(versions, (text) => text.trimEnd()) });
      result += marked(versions, labels);
    }
  }
  return result;
}

/** All lines of each key: whoever joins two texts by hand may leave a key there twice. */
function linesByKey(parts: readonly FrontMatterPart[]): ReadonlyMap<string | null, string> {
  const lines = new Map<string | null, string>();
  for (const { key, text } of parts) lines.set(key, (lines.get(key) ?? '') + text);
  return lines;
}

/** Our order, plus the keys that only they have, each behind the key that precedes it in their order. */
function mergedOrder({ ours, theirs }: Versions<ReadonlyMap<string | null, string>>): (string | null)[] {
  const order = [...ours.keys()];
  const others = [...theirs.keys()];
  for (const [index, key] of others.entries()) {
    if (order.includes(key)) continue;
    const before = others.slice(0, index).findLast((other) => order.includes(other));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key);
  }
  // Comments behind the last key stay last.
  return order.includes(null) ? [...order.filter((key) => key !== null), null] : order;
}

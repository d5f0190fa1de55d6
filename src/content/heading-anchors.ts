import { foldName } from './names.ts';
import { scanPage, type PageScan } from './page-scan.ts';
import type { ScannedHeading } from './scan-values.ts';
import { slugify } from './slug.ts';
import { decodeEntities } from './title.ts';

/** The longest anchor that the service makes. */
const maxAnchorLength = 100;

/** Anchors are cut at a hundred characters; what stands beyond this cannot matter. */
const maxHeadingLength = 2000;

/** Words that stand for signs, apart from the words around them. */
const signs: Readonly<Record<string, string>> = {
  '&': 'and',
  '|': 'or',
  '<': 'less-than',
  '>': 'greater-than',
  '®': '(r)',
  '©': '(c)',
  '™': '(tm)',
  '∞': 'infinity',
  '♥': 'love',
  '∑': 'sum',
  '∆': 'delta',
  '¤': 'currency',
};

const letters: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  å: 'a',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  $: 'usd',
  '€': 'eur',
  '£': 'gbp',
  '¥': 'cny',
};

/** The anchor that the service gives a heading's plain text; `''` when nothing is left of it. */
export function anchorOfText(text: string): string {
  // Most headings are plain words.
  if (/^[a-z][a-z0-9]*(?: [a-z0-9]+)*$/iu.test(text) && text.length <= maxAnchorLength)
    return text.toLowerCase().replaceAll(' ', '-');
  const lower = text.normalize('NFC').toLowerCase().replace(/['‘’]/gu, '');
  let words = '';
  for (const character of lower) words += letters[character] ?? signWord(character) ?? character;
  const folded = words.normalize('NFKD').replace(/\p{M}+/gu, '');
  const dashed = folded
    .replace(/[^a-z0-9._+]+/gu, '-')
    .replaceAll('+', '')
    .replace(/^[-]+/u, '')
    .replace(/[._-]+$/u, '');
  const named = /^\d/u.test(dashed) ? `id-${dashed}` : dashed;
  return named.slice(0, maxAnchorLength);
}

function signWord(character: string): string | undefined {
  const word = signs[character];
  return word === undefined ? undefined : `-${word}-`;
}

/** A heading's words: without tags, marks, link targets and escapes. */
export function plainHeading(markdown: string): string {
  if (!/[<[\]*_~`\\&!]/u.test(markdown)) return markdown.trim();
  return decodeEntities(
    markdown
      .replace(/<a\s[^<>]*><\/a>/giu, '')
      .replace(/!\[[^\]]*\]\([^)]*\)/gu, '')
      .replace(/\[((?:[^[\]\\]|\\.)*)\](?:\((?:<[^<>]*>|[^()]*(?:\([^()]*\)[^()]*)*)\)|\[[^\]]*\])/gu, '$1')
      .replace(/\[\^[^\]]+\]/gu, '')
      .replace(/<\/?[a-z][^<>]*>/giu, '')
      .replace(/(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1/gu, '$2')
      .replace(/(?<![\p{L}\p{N}\\])([*_])(?=\S)(.+?)(?<=[^\s\\])\1(?![\p{L}\p{N}])/gu, '$2')
      .replace(/`+([^`]*)`+/gu, '$1')
      .replace(/\\([!-/:-@[-`{-~])/gu, '$1'),
  ).trim();
}

export interface Anchor {
  id: string;
  /** `heading`: made of its words; `explicit`: written as `id`; `summary`, `footnote`: as named. */
  kind: 'heading' | 'explicit' | 'summary' | 'footnote';
  /** The heading's or summary's words. */
  text: string;
  /** Offset in the page. */
  start: number;
  level?: number;
}

/** What a fragment may lead to in a page. */
export interface PageAnchors {
  anchors: ReadonlyMap<string, Anchor>;
  /** Headings that publish no anchor (levels 1, 5 and 6), by the anchor that they would have. */
  unanchored: ReadonlyMap<string, Anchor>;
  /** Explicit ids that stand twice, and headings that carry the id of another one. */
  duplicates: readonly Anchor[];
  stolen: readonly { anchor: Anchor; of: Anchor }[];
  /** The page makes up anchors that its text does not show (API operations, integrations). */
  openEnded: boolean;
}

const openEndedTags = /^(?:openapi|swagger|updates?$|@)/u;

/** The anchors of a page, by the service's rules. */
export function headingAnchors(page: string | PageScan): PageAnchors {
  const scan = typeof page === 'string' ? scanPage(page) : page;
  const anchors = new Map<string, Anchor>();
  const unanchored = new Map<string, Anchor>();
  const duplicates: Anchor[] = [];
  const stolen: { anchor: Anchor; of: Anchor }[] = [];
  const made = new Map<string, number>();

  const add = (anchor: Anchor): void => {
    if (anchors.has(anchor.id)) duplicates.push(anchor);
    else anchors.set(anchor.id, anchor);
  };
  const words: { anchor: Anchor; base: string }[] = [];
  for (const heading of scan.headings) {
    const text = plainHeading(heading.markdown.slice(0, maxHeadingLength));
    const base = anchorOfText(text);
    const publishes = heading.level >= 2 && heading.level <= 4;
    for (const { id, start } of heading.ids) {
      const anchor: Anchor = { id, kind: 'explicit', text, start, level: heading.level };
      add(anchor);
      words.push({ anchor, base });
    }
    if (heading.ids.length > 0 || base === '') {
      if (publishes && heading.ids.length === 0) addForeign(heading, text, anchors);
      continue;
    }
    const count = made.get(base) ?? 0;
    const anchor: Anchor = { id: base, kind: 'heading', text, start: heading.start, level: heading.level };
    if (!publishes) {
      if (!unanchored.has(base)) unanchored.set(base, anchor);
      continue;
    }
    made.set(base, count + 1);
    const id = count === 0 ? base : `${base}-${count}`;
    if (!anchors.has(id)) anchors.set(id, { ...anchor, id });
    words.push({ anchor: { ...anchor, id }, base });
    addForeign(heading, text, anchors);
  }
  for (const { id, start } of scan.ids) add({ id, kind: 'explicit', text: '', start });
  for (const markdown of scan.summaries) {
    const text = plainHeading(markdown);
    const base = anchorOfText(text);
    if (base !== '' && !anchors.has(base)) anchors.set(base, { id: base, kind: 'summary', text, start: 0 });
  }
  for (const label of scan.footnotes)
    for (const id of [
      `user-content-fn-${label}`,
      `user-content-fnref-${label}`,
      `fn-${label}`,
      `fnref-${label}`,
    ])
      if (!anchors.has(id)) anchors.set(id, { id, kind: 'footnote', text: label, start: 0 });

  for (const { anchor } of words) {
    if (anchor.kind !== 'explicit') continue;
    const rightful = words.find((other) => other.anchor.start !== anchor.start && other.base === anchor.id);
    const own = words.find((other) => other.anchor === anchor)?.base;
    if (rightful !== undefined && own !== anchor.id) stolen.push({ anchor, of: rightful.anchor });
  }
  return {
    anchors,
    unanchored,
    duplicates,
    stolen,
    openEnded: [...scan.tags].some((tag) => openEndedTags.test(tag)),
  };
}

const foreignLetter = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** Letters that the observed rules say nothing about: whatever a transliteration gives is taken for right as well. */
function addForeign(heading: ScannedHeading, text: string, anchors: Map<string, Anchor>): void {
  // Most headings are of ASCII, for which the tables of scripts need not be built.
  if (!/[^ -~]/u.test(text) || !foreignLetter.test(text)) return;
  const kept = foldName(text)
    .replace(/[^\p{L}\p{M}\p{N}\s_-]+/gu, '')
    .trim()
    .replace(/\s+/gu, '-');
  for (const id of [slugify(text), kept])
    if (id !== 'undefined' && !anchors.has(id))
      anchors.set(id, { id, kind: 'heading', text, start: heading.start, level: heading.level });
}

import { maxFrontMatterLength } from './front-matter.ts';
import { scanPage, type PageScan } from './page-scan.ts';
import type { ScannedLink } from './scan-values.ts';
import { decodeEntities, unescapeMarkdown } from './title.ts';

/** A link of a page, with its target as written and as meant, and its place. */
export interface PageLink extends ScannedLink {
  /** The target without escapes and entities; percent signs as written. */
  target: string;
  /** Both from 1, in UTF-16 units. */
  line: number;
  column: number;
}

/** Every link of a page, in the order of the text: markdown, HTML, `{% %}` tags, the cover and the meta links. */
export function linksOf(page: string | PageScan): PageLink[] {
  const { links, lineStarts } = typeof page === 'string' ? scanPage(page) : page;
  const result: PageLink[] = [];
  // The links are in the order of the text, so counting lines forward is enough, without a search.
  let line = 0;
  for (const link of links) {
    const { kind, form, raw, start, end, isCode } = link;
    while (line + 1 < lineStarts.length && (lineStarts[line + 1] ?? 0) <= start) line += 1;
    const column = start - (lineStarts[line] ?? 0) + 1;
    const found: PageLink = { kind, form, raw, start, end, target: targetOf(link), line: line + 1, column };
    if (isCode === true) found.isCode = isCode;
    result.push(found);
  }
  return result;
}

function targetOf({ form, raw }: ScannedLink): string {
  switch (form) {
    case 'plain':
    case 'angle':
      return unescapeMarkdown(raw);
    case 'attribute':
      return decodeEntities(raw);
    case 'yaml':
      return raw.replaceAll("''", "'");
  }
}

/**
 * Replaces targets: `rewrite` returns the new target of a link, or null to keep the old one. Every other byte stays; each
 * target is encoded as its place requires.
 */
export function rewriteLinks(text: string, rewrite: (link: PageLink) => string | null): string {
  let result = '';
  let at = 0;
  for (const link of linksOf(text)) {
    const target = rewrite(link);
    if (target === null || target === link.target || link.start < at) continue;
    const { start, end, written } = replacement(text, link, target);
    result += text.slice(at, start) + written;
    at = end;
  }
  return result + text.slice(at);
}

/** The splice that gives a link another target. */
export function replacement(
  text: string,
  link: ScannedLink,
  target: string,
): { start: number; end: number; written: string } {
  const { start, end, form } = link;
  switch (form) {
    case 'attribute':
      return { start, end, written: encodeAttribute(target, text[start - 1] ?? '') };
    case 'yaml':
      return { start, end, written: encodeYaml(target, text[start - 1] ?? '') };
    case 'angle':
      return { start, end, written: escapeReferences(target.replace(/[<>\\]/gu, '\\$&')) };
    case 'plain': {
      if (/[\s<>]/u.test(target) || !balanced(target) || target === '')
        return {
          start,
          end,
          written: `<${escapeReferences(target.replace(/[<>\\]/gu, '\\$&')).replace(/[\r\n]+/gu, ' ')}>`,
        };
      return { start, end, written: escapeReferences(target.replace(/\\/gu, '\\\\')) };
    }
  }
}

/** Escapes what readers would take for a character reference. */
function escapeReferences(target: string): string {
  return target.replace(/&(?=#?[a-z\d]+;)/giu, '\\&');
}

function balanced(target: string): boolean {
  let depth = 0;
  for (const character of target) {
    if (character === '(') depth += 1;
    else if (character === ')' && --depth < 0) return false;
  }
  return depth === 0;
}

function encodeAttribute(target: string, quote: string): string {
  const encoded = target.replaceAll('&', '&#x26;').replaceAll('<', '&#x3C;');
  if (quote === "'") return encoded.replaceAll("'", '&#x27;');
  const safe = encoded.replaceAll('"', '&#x22;');
  return quote === '"'
    ? safe
    : safe.replace(/[\s'>=`]/gu, (mark) => `&#x${mark.charCodeAt(0).toString(16)};`);
}

function encodeYaml(target: string, quote: string): string {
  const short = target.slice(0, maxFrontMatterLength);
  if (quote === "'") return short.replaceAll("'", "''");
  if (quote === '"') return short.replace(/["\\]/gu, '\\$&');
  return /^[\w./][\w./ ()+-]*$/u.test(short) && !/ $/u.test(short)
    ? short
    : `'${short.replaceAll("'", "''")}'`;
}

import type { PageLink } from '../content/index.ts';

/** Longer links are cut in their middle. */
const mostLetters = 60;

/** A link as its page writes it, with its brackets or its tag; null where they cannot be found around the target. */
export function writtenLink(text: string, link: Pick<PageLink, 'start' | 'end' | 'form'>): string | null {
  const place = link.form === 'attribute' ? tagAround(text, link) : bracketsAround(text, link);
  if (place === null) return null;
  const written = text.slice(...place).replace(/\s+/gu, ' ');
  if (written.length <= mostLetters) return written;
  const half = mostLetters / 2;
  return `${written.slice(0, half)}…${written.slice(-half + 1)}`;
}

type Place = readonly [start: number, end: number];

function tagAround(text: string, { start, end }: Pick<PageLink, 'start' | 'end'>): Place | null {
  const open = text.lastIndexOf('<', start);
  const close = text.indexOf('>', end);
  return open < 0 || close < 0 ? null : [open, close + 1];
}

/** The brackets of `[text](target)`, `![text](<target>)` or `[label]: target`. */
function bracketsAround(text: string, { start, end }: Pick<PageLink, 'start' | 'end'>): Place | null {
  const close = /\](?:\(|:)\s*<?$/u.exec(text.slice(Math.max(0, start - mostLetters), start));
  if (close === null) return null;
  const middle = start - close[0].length;
  const open = openingBracket(text, middle);
  if (open < 0) return null;
  const last = /^\s*<?\s*>?\s*\)?/u.exec(text.slice(end))?.[0].trimEnd().length ?? 0;
  return [text[open - 1] === '!' ? open - 1 : open, end + last];
}

/** Where the bracket begins that ends at `close`; -1 where it does not. */
function openingBracket(text: string, close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at--) {
    if (text[at - 1] === '\\') continue;
    if (text[at] === ']') depth += 1;
    if (text[at] === '[') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

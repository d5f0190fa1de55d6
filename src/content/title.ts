import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import { splitFrontMatter } from './front-matter.ts';

/** A page's H1, which is the page's title on disk. Offsets count UTF-16 units of the whole text. */
export interface TitleHeading {
  /** The title as plain text, without escapes, entities and a trailing anchor. */
  title: string;
  /** The offsets of the heading's text (between `# ` and the end of the line). */
  start: number;
  end: number;
  /** Where the heading's first line begins, and the line after it. */
  lineStart: number;
  lineEnd: number;
}

const fence = /^ {0,3}(`{3,}|~{3,})/u;
const atxHeading = /^ {0,3}(#{1,6})(?:[ \t]+|$)/u;

/**
 * Finds the H1 of a page: the first heading, if it is one (`# Title`, or a line underlined with `=`). Code blocks and
 * comments before it are passed over. Null for a page without one, as some pages written by hand.
 */
export function findTitle(text: string): TitleHeading | null {
  const { bodyStart } = splitFrontMatter(text);
  let at = bodyStart;
  let closer: RegExp | null = null;
  let previous: { start: number; end: number } | null = null;
  let inComment = false;
  while (at < text.length) {
    const { contentEnd, lineEnd } = lineAt(text, at);
    const line = text.slice(at, contentEnd);
    const next = { start: at, end: contentEnd };

    if (closer !== null) {
      if (closer.test(line)) closer = null;
      previous = null;
    } else if (inComment || line.startsWith('<!--')) {
      inComment = !line.includes('-->');
      previous = null;
    } else if (fence.test(line)) {
      closer = closerOf(fence.exec(line)?.[1] ?? '');
      previous = null;
    } else {
      const marks = atxHeading.exec(line);
      if (marks !== null)
        return marks[1]?.length === 1 ? atxTitle(text, next, marks[0].length, lineEnd) : null;
      if (previous !== null && /^ {0,3}=+[ \t]*$/u.test(line))
        return heading(text, { ...previous, lineStart: previous.start, lineEnd });
      if (previous !== null && /^ {0,3}-+[ \t]*$/u.test(line)) return null;
      previous = line.trim() === '' || /^ {4}|^\t|^[>*+-] /u.test(line) ? null : next;
    }
    at = lineEnd;
  }
  return null;
}

/** The end of the line that begins at an offset, without and with the line ending. */
function lineAt(text: string, at: number): { readonly contentEnd: number; readonly lineEnd: number } {
  const newLine = text.indexOf('\n', at);
  if (newLine < 0) return { contentEnd: text.length, lineEnd: text.length };
  return {
    contentEnd: text[newLine - 1] === '\r' && newLine > at ? newLine - 1 : newLine,
    lineEnd: newLine + 1,
  };
}

/** What ends a code block that begins with these marks. */
function closerOf(mark: string): RegExp {
  return new RegExp(`^ {0,3}${mark.charAt(0)}{${mark.length},}[ \\t]*$`, 'u');
}

function atxTitle(
  text: string,
  line: { start: number; end: number },
  markLength: number,
  lineEnd: number,
): TitleHeading {
  const content = withoutClosingMarks(text.slice(line.start + markLength, line.end));
  const start = Math.min(line.start + markLength, line.end);
  return heading(text, { start, end: start + content.length, lineStart: line.start, lineEnd });
}

/** A heading's content without the closing marks and blanks. One pass, whatever the line. */
export function withoutClosingMarks(content: string): string {
  const trimmed = content.trimEnd();
  let end = trimmed.length;
  while (end > 0 && trimmed[end - 1] === '#') end -= 1;
  if (end === 0) return '';
  return end < trimmed.length && /[ \t]/u.test(trimmed[end - 1] ?? '')
    ? trimmed.slice(0, end).trimEnd()
    : trimmed;
}

function heading(text: string, place: Omit<TitleHeading, 'title'>): TitleHeading {
  return { title: unescapeTitle(text.slice(place.start, place.end)), ...place };
}

/** The title in a page's text: its H1. Null for a page without one. */
export function titleOf(text: string): string | null {
  const title = findTitle(text)?.title;
  return title === undefined || title === '' ? null : title;
}

/** Writes the H1 anew, and nothing else; a page without one gets it before its body. Setting the same title changes nothing. */
export function setTitle(text: string, title: string): string {
  const found = findTitle(text);
  if (found?.title === title) return text;
  const written = escapeTitle(title);
  if (found !== null) {
    const own = text.slice(found.start, found.end);
    const anchorAt = own.search(trailingAnchor);
    const anchor = anchorAt < 0 ? '' : ` ${own.slice(anchorAt)}`;
    if (found.start === found.lineStart || text[found.lineStart] === '#')
      return (
        text.slice(0, found.start) +
        (text[found.start - 1] === '#' ? ' ' : '') +
        written +
        anchor +
        text.slice(found.end)
      );
    return text.slice(0, found.start) + written + anchor + text.slice(found.end);
  }
  const { bodyStart, eol, yaml } = splitFrontMatter(text);
  const body = text.slice(bodyStart);
  const blank = /^(?:[ \t]*\r?\n)*/u.exec(body)?.[0] ?? '';
  const before = yaml === null ? '' : blank === '' ? eol : blank;
  const rest = body.slice(blank.length);
  return `${text.slice(0, bodyStart)}${before}# ${written}${eol}${rest === '' ? '' : eol}${rest}`;
}

const trailingAnchor = /<a (?:[^<>]*[ \t])?(?:id|name)="[^"]*"[^<>]*><\/a>[ \t]*$/u;

/** A character reference of HTML, which ends with a semicolon, as CommonMark (2.5) requires. */
const reference = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z][a-z\d]*));/giu;

/** Decodes character references: numbers, and the names of HTML. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(reference, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return decodeNamedCharacterReference(name) || whole;
    const point = hex === undefined ? Number.parseInt(decimal ?? '', 10) : Number.parseInt(hex, 16);
    return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
      ? String.fromCodePoint(point)
      : '\ufffd';
  });
}

/** The plain text of a title as markdown writes it: without backslashes before punctuation, entities, a trailing anchor. */
export function unescapeTitle(markdown: string): string {
  return unescapeMarkdown(markdown.replace(trailingAnchor, '')).trim();
}

/** Takes the backslash from escaped punctuation and decodes entities, but not entities that are escaped themselves. */
export function unescapeMarkdown(markdown: string): string {
  if (!markdown.includes('\\')) return decodeEntities(markdown);
  return markdown
    .split(/(\\[!-/:-@[-`{-~])/u)
    .map((piece, index) => (index % 2 === 1 ? piece.slice(1) : decodeEntities(piece)))
    .join('');
}

/** A title as the exporter writes it in headings and in the table of contents; {@link unescapeTitle} gives it back. */
export function escapeTitle(title: string): string {
  return title
    .replace(/[\r\n]+/gu, ' ')
    .trim()
    .replace(/[\\`*_[\]<]/gu, '\\$&')
    .replace(/&(?=#?[a-z\d]+;)/giu, '\\&')
    .replace(/#+$/u, (marks) => `\\${marks}`);
}

import type { Root } from 'mdast';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';

const reader = remark().use(remarkGfm).freeze();

/** Larger texts are not parsed: remark takes minutes for 4 MB. */
const maxParsedLength = 1024 * 1024;

const maxQuotes = 60;
const maxIndent = 400;
const maxBracketsInBlock = 4000;
const maxMarksInBlock = 20_000;

export type MarkdownReading = { outcome: 'parsed'; tree: Root } | { outcome: 'refused'; reason: string };

/**
 * Parses markdown with remark into a syntax tree, for reading only: tests compare the fast scanner with this tree. A text that
 * could keep the parser busy for long (too large, nested too deeply, too many brackets in one block) is refused first.
 */
export function parseMarkdown(text: string): MarkdownReading {
  const reason = reasonNotToParse(text);
  if (reason !== null) return { outcome: 'refused', reason };
  return { outcome: 'parsed', tree: reader.parse(text) };
}

/** Why a text must not be given to a markdown parser; null when it may be. Linear in the text. */
export function reasonNotToParse(text: string): string | null {
  if (text.length > maxParsedLength) return `it is longer than ${maxParsedLength / 1024} KiB`;
  let brackets = 0;
  let marks = 0;
  let at = 0;
  while (at < text.length) {
    const newLine = text.indexOf('\n', at);
    const end = newLine < 0 ? text.length : newLine;
    const line = text.slice(at, end);
    const lead = /^(?:[ \t]*(?:>|[*+-](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))*[ \t]*/u.exec(line)?.[0] ?? '';
    const containers = lead.replace(/[ \t\d]/gu, '').length;
    if (containers > maxQuotes)
      return `line ${lineNumber(text, at)} opens more than ${maxQuotes} quotes or lists`;
    if (lead.length > maxIndent) return `line ${lineNumber(text, at)} is indented too deeply`;
    if (line.trim() === '') {
      brackets = 0;
      marks = 0;
    } else {
      for (let index = at; index < end; index += 1) {
        const code = text.charCodeAt(index);
        if (code === 91 || code === 93) brackets += 1;
        else if (code === 42 || code === 95 || code === 96 || code === 126 || code === 60 || code === 38)
          marks += 1;
      }
      if (brackets > maxBracketsInBlock)
        return `the block at line ${lineNumber(text, at)} has too many brackets`;
      if (marks > maxMarksInBlock) return `the block at line ${lineNumber(text, at)} has too many marks`;
    }
    at = end + 1;
  }
  return null;
}

function lineNumber(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/* Which block a line begins, ends or continues, as its beginning or the whole line shows. */

export const thematicBreak = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/u;
export const listMarker = /^(?:[*+-]|(\d{1,9})[.)])(?=[ \t]|$)/u;
export const footnoteDefinition = /^\[\^([^\]\s]+)\]:/u;
export const fenceOpening = /^(`{3,})[^`]*$|^(~{3,})/u;
const blockTags =
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:\s|\/?>|$)/iu;
const wholeTag =
  /^(?:<[a-z][a-z\d-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?>|<\/[a-z][a-z\d-]*\s*>)[ \t]*$/iu;
const tableDelimiter = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/u;

/** What ends a block of HTML: a line that matches a pattern, or an empty line. */
export type HtmlEnd = RegExp | 'blank';

const rawElement = /^<(?:pre|script|style|textarea)(?:[\s>]|$)/iu;

/**
 * What ends the block of HTML that a line begins; null for a line that begins none. The answer depends on whether a paragraph is
 * open.
 */
export function htmlEndOf(line: string, inParagraph: boolean): HtmlEnd | null {
  if (rawElement.test(line)) return /<\/(?:pre|script|style|textarea)>/iu;
  if (line.startsWith('<!--')) return /-->/u;
  if (line.startsWith('<?')) return /\?>/u;
  if (/^<![a-z]/iu.test(line)) return />/u;
  if (line.startsWith('<![CDATA[')) return /\]\]>/u;
  if (blockTags.test(line)) return 'blank';
  return !inParagraph && wholeTag.test(line) ? 'blank' : null;
}

/** Whether a line outside the containers of the open paragraph begins a block, and so does not continue the paragraph. */
export function startsBlock(line: string, indent: number): boolean {
  if (indent > 3) return false;
  if (/^#{1,6}(?:[ \t]|$)/u.test(line) || line.startsWith('>') || thematicBreak.test(line)) return true;
  if (fenceOpening.test(line) || blockTags.test(line) || /^<(?:pre|script|style|textarea|!)/iu.test(line))
    return true;
  if (footnoteDefinition.test(line)) return true;
  // The line has left a container of the paragraph, so any list item may begin here.
  return listMarker.test(line);
}

/** Whether a line separates the head of a table from its rows. */
export function isTableDelimiter(line: string): boolean {
  return tableDelimiter.test(line) && /[|:]/u.test(line);
}

export function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code >= 0xc0;
}

/** Whether a list item may begin directly under a line of a paragraph. */
export function interruptingItem(line: string): boolean {
  const marker = listMarker.exec(line);
  if (marker === null) return false;
  const number = marker[1];
  return (number === undefined || Number(number) === 1) && line.slice(marker[0].length).trim() !== '';
}

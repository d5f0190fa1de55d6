/** The words of a page's text for the index, without the marks of markdown and without what the page hides from a stranger. */
import { readExpression } from '../../content/expression.ts';

export interface Section {
  /** The heading's text; empty for the part before the first heading. */
  readonly title: string;
  readonly body: string;
}

/** How much of a text is indexed. */
const maxLength = 1024 * 1024;

/**
 * Cuts a text into sections at its headings, in linear time. It is coarser than the page as it is rendered, whose sections an answer shows:
 * rendering all texts for their words would take many times as long.
 */
export function sectionsOf(markdown: string): Section[] {
  const sections: { title: string; lines: string[] }[] = [{ title: '', lines: [] }];
  const conditions = new Conditions();
  let fence: string | undefined;
  for (const line of linesOf(withoutFrontMatter(markdown.slice(0, maxLength)))) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined && mark !== undefined) {
      fence = mark;
      continue;
    }
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true && /^\s*[`~]+\s*$/.test(line)) fence = undefined;
      else if (!conditions.hide) sections.at(-1)!.lines.push(line);
      continue;
    }
    if (conditions.take(line) || conditions.hide) continue;
    const heading = /^ {0,3}#{1,6}(?:[ \t]+(.*))?$/.exec(line);
    if (heading === null) sections.at(-1)!.lines.push(line);
    else sections.push({ title: plain((heading[1] ?? '').replace(/[ \t]+#+[ \t]*$/, '')), lines: [] });
  }
  return sections
    .map(({ title, lines }) => ({ title, body: plain(lines.join('\n')) }))
    .filter(({ title, body }) => title !== '' || body !== '');
}

/** The conditions around a line, each written as a tag on a line of its own. */
class Conditions {
  readonly #open: { shown: boolean; settled: boolean }[] = [];

  /** Whether a condition hides the line. */
  get hide(): boolean {
    return this.#open.some(({ shown }) => !shown);
  }

  /** Takes a line that begins, divides or ends a condition; returns whether it is one. */
  take(line: string): boolean {
    const tag = /^\s*\{%-?\s*(if|elif|elseif|else|endif)\b(.*?)-?%\}\s*$/.exec(line);
    if (tag === null) return false;
    const [, word, expression = ''] = tag;
    const inner = this.#open.at(-1);
    if (word === 'if') this.#open.push(branchOf(expression));
    else if (word === 'endif') this.#open.pop();
    else if (inner !== undefined)
      Object.assign(
        inner,
        inner.settled
          ? { shown: false }
          : word === 'else'
            ? { shown: true, settled: true }
            : branchOf(expression),
      );
    return true;
  }
}

/**
 * Whether a branch is shown to a visitor who has not signed in, and whether that hides the branches after it. The values of a space and a
 * page differ among the pages with one text, so a branch that asks for them is in the index, and so is the next.
 */
function branchOf(expression: string): { shown: boolean; settled: boolean } {
  const read = readExpression(expression.trim());
  if (!read.ok) return { shown: false, settled: false };
  if ([...read.names.keys()].some((name) => name !== 'visitor')) return { shown: true, settled: false };
  const shown = Boolean(read.evaluate({ visitor: { claims: { unsigned: {} } } }));
  return { shown, settled: shown };
}

function linesOf(text: string): string[] {
  return text.includes('\r') ? text.split(/\r\n|\r|\n/) : text.split('\n');
}

/** Markdown without its marks. A mark may begin on one line and end on another. */
function plain(markdown: string): string {
  return oneBlank(marks.test(markdown) ? withoutMarks(markdown) : markdown);
}

/**
 * A text with one blank between its words. Most texts have that already, and to replace every blank of a long text would write the whole
 * text again.
 */
function oneBlank(text: string): string {
  return (text.includes('  ') || /[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text).trim();
}

/** The first characters of everything that {@link withoutMarks} removes: most texts have none of them. */
const marks = /[{<*_~`>#|[\]\\]/;

function withoutMarks(markdown: string): string {
  return markdown
    .replace(/\{%(?:[^%]|%(?!\})){0,500}%\}/g, ' ')
    .replace(/<[^<>\n]{1,500}>/g, ' ')
    .replace(/\]\([^()\n]{0,500}\)/g, '] ')
    .replace(/[*_~`>#|[\]]+/g, ' ')
    .replace(/\\([!-/:-@])/g, '$1');
}

function withoutFrontMatter(text: string): string {
  if (!/^---[ \t]*\r?\n/.test(text)) return text;
  const end = /\r?\n---[ \t]*(?:\r?\n|$)/.exec(text.slice(3));
  return end === null ? text : text.slice(3 + end.index + end[0].length);
}

/** The sections of a page's text as a reader sees them: the text below each heading, without the marks of markdown. */

export interface Section {
  /** The heading's text; empty for the part before the first heading. */
  readonly title: string;
  readonly body: string;
}

/** A section as it is written: a search reads only as many of its lines as it needs. */
export interface WrittenSection {
  /** As in {@link Section}. */
  readonly title: string;
  readonly lines: readonly string[];
}

/** How much of a text is indexed. */
const maxLength = 1024 * 1024;

/** Cuts a text into sections at its headings, in linear time. */
export function sectionsOf(markdown: string): Section[] {
  return writtenSectionsOf(markdown).map(({ title, lines }) => ({ title, body: plainLines(lines) }));
}

/** The same sections, whose lines nobody has read yet. */
export function writtenSectionsOf(markdown: string): WrittenSection[] {
  const sections: { title: string; lines: string[] }[] = [{ title: '', lines: [] }];
  let fence: string | undefined;
  for (const line of linesOf(withoutFrontMatter(markdown.slice(0, maxLength)))) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined && mark !== undefined) {
      fence = mark;
      continue;
    }
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true && /^\s*[`~]+\s*$/.test(line)) fence = undefined;
      else sections.at(-1)!.lines.push(line);
      continue;
    }
    const heading = /^ {0,3}#{1,6}(?:[ \t]+(.*))?$/.exec(line);
    if (heading === null) sections.at(-1)!.lines.push(line);
    else sections.push({ title: plain((heading[1] ?? '').replace(/[ \t]+#+[ \t]*$/, '')), lines: [] });
  }
  return sections.filter(({ title, lines }) => title !== '' || lines.some((line) => plain(line) !== ''));
}

/**
 * The beginning of a section's text, with at least so many characters of its lines, where it has them. No mark that is removed goes over
 * the end of a line, so that the beginning of the lines is the beginning of the text.
 */
export function beginningOf(
  { lines }: WrittenSection,
  length: number,
): { readonly text: string; readonly isAll: boolean } {
  let count = 0;
  for (let seen = 0; count < lines.length && seen < length; count += 1) seen += lines[count]!.length + 1;
  return { text: plainLines(lines.slice(0, count)), isAll: count === lines.length };
}

function linesOf(text: string): string[] {
  return text.includes('\r') ? text.split(/\r\n|\r|\n/) : text.split('\n');
}

/** Lines of markdown without its marks. A mark may begin on one line and end on another. */
function plainLines(lines: readonly string[]): string {
  const markdown = lines.join('\n');
  return marks.test(markdown) ? plain(markdown) : oneBlank(lines.filter((line) => line !== '').join(' '));
}

/** Markdown without its marks. */
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

/** The first characters of everything that {@link withoutMarks} removes: most texts have none of them, and a search reads many texts. */
const marks = /[{<*_~`>#|[\]\\]/;

function withoutMarks(markdown: string): string {
  return markdown
    .replace(/\{%[^%\n]{0,500}%\}/g, ' ')
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

import {
  escapeTitle,
  findTitle,
  joinEmoji,
  readPageFields,
  setPageFields,
  setTitle,
  splitEmoji,
  splitFrontMatter,
} from '../../content/index.ts';
import type { PageFieldChanges, PageFields } from '../../content/index.ts';

/** A page's name, as its heading shows it. */
export interface PageName {
  readonly title: string;
  readonly emoji?: string | undefined;
}

/** What a page's front matter says of it. What cannot be read says nothing: the text is kept all the same. */
export function fieldsOfText(text: string): PageFields {
  return readPageFields(text).fields;
}

/** The name that a page's H1 gives; undefined without one. */
export function nameOfText(text: string): PageName | undefined {
  const heading = findTitle(text);
  return heading === null || heading.title === '' ? undefined : splitEmoji(heading.title);
}

/** Whether a page goes on under the name that it has, also where that is another than its heading: the heading stayed as it was. */
export function keepsHeading(written: PageName | undefined, before: string): boolean {
  const old = nameOfText(before);
  return old !== undefined && old.title === written?.title && old.emoji === written.emoji;
}

/**
 * Makes a page's whole text out of the body that somebody wrote. The body may begin with front matter, which replaces the
 * page's (empty front matter takes it away), and with the page's H1; what it lacks of both, and `before` has, comes from `before` and `name`.
 */
export function textOfBody(
  body: string,
  { before, name }: { before: string | undefined; name: PageName },
): string {
  const cut = splitFrontMatter(body);
  const own = cut.yaml === null && before !== undefined ? frontMatterOf(before) : '';
  const bare = cut.yaml === '' ? body.slice(cut.bodyStart).replace(/^(?:[ \t]*\r?\n)+/u, '') : body;
  const text = own === '' ? bare : own + bare;
  // A page that has its name from elsewhere does not get a heading by being written to.
  return before !== undefined && nameOfText(before) === undefined ? text : withHeading(text, name);
}

/** The text with another name in its H1, and other fields in its front matter; every other byte stays. */
export function withChanges(
  text: string,
  { name, fields }: { name?: PageName; fields: PageFieldChanges },
): string {
  const renamed = name === undefined ? text : setTitle(text, joinEmoji(name));
  return setPageFields(renamed, fields);
}

/** The front matter with its fences and the blank lines after it. */
function frontMatterOf(text: string): string {
  const { yaml, bodyStart } = splitFrontMatter(text);
  if (yaml === null) return '';
  const blank = /^(?:[ \t]*\r?\n)*/u.exec(text.slice(bodyStart))?.[0] ?? '';
  return text.slice(0, bodyStart) + (blank === '' ? '\n' : blank);
}

/** The text with the page's name as its first heading; a text that has it keeps its bytes. */
function withHeading(text: string, name: PageName): string {
  const wanted = joinEmoji(name);
  const found = findTitle(text);
  if (found === null) return setTitle(text, wanted);
  if (found.title === wanted) return text;
  const { bodyStart, eol } = splitFrontMatter(text);
  const rest = text.slice(bodyStart);
  const blank = /^(?:[ \t]*\r?\n)*/u.exec(rest)?.[0] ?? '';
  const gap = bodyStart > 0 && blank === '' ? eol : blank;
  return `${text.slice(0, bodyStart)}${gap}# ${escapeTitle(wanted)}${eol}${eol}${rest.slice(blank.length)}`;
}

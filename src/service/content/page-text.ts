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

/** The fields in a page's front matter. Fields that cannot be read are left out; the text is kept all the same. */
export function fieldsOfText(text: string): PageFields {
  return readPageFields(text).fields;
}

/** The name in a page's H1; undefined without an H1. */
export function nameOfText(text: string): PageName | undefined {
  const heading = findTitle(text);
  return heading === null || heading.title === '' ? undefined : splitEmoji(heading.title);
}

/** Whether a page keeps its name, even where its heading says something else: true when the heading did not change. */
export function keepsHeading(written: PageName | undefined, before: string): boolean {
  const old = nameOfText(before);
  return old !== undefined && old.title === written?.title && old.emoji === written.emoji;
}

/** A page's text in two parts: its front matter with the heading that is its title, and everything below them. */
export function partsOfText(text: string, title: string): { head: string; body: string; hasTitle: boolean } {
  const { bodyStart } = splitFrontMatter(text);
  const heading = findTitle(text);
  const hasTitle =
    heading !== null && heading.title === title && text.slice(bodyStart, heading.lineStart).trim() === '';
  const at = hasTitle ? heading.lineEnd : bodyStart;
  return { head: text.slice(0, at), body: text.slice(at), hasTitle };
}

/**
 * Whether somebody wrote only the content below a page's heading: the text begins without a heading, or with the heading that follows
 * the page's own.
 */
export function isBodyOnly(written: string, before: string, name: PageName): boolean {
  const { body, hasTitle } = partsOfText(before, joinEmoji(name));
  if (!hasTitle) return false;
  const heading = topHeadingOf(written);
  return heading === undefined || (heading !== joinEmoji(name) && heading === topHeadingOf(body));
}

function topHeadingOf(text: string): string | undefined {
  const heading = findTitle(text);
  return heading !== null && text.slice(splitFrontMatter(text).bodyStart, heading.lineStart).trim() === ''
    ? heading.title
    : undefined;
}

/**
 * Makes a page's whole text from the body that somebody wrote. The body may begin with front matter, which replaces the page's (empty front
 * matter removes it), and with the page's H1. Where the body lacks one of them, it comes from `before` and `name`, if `before` has it.
 */
export function textOfBody(
  body: string,
  { before, name }: { before: string | undefined; name: PageName },
): string {
  const cut = splitFrontMatter(body);
  const own = cut.yaml === null && before !== undefined ? frontMatterOf(before) : '';
  const bare = cut.yaml === '' ? body.slice(cut.bodyStart).replace(/^(?:[ \t]*\r?\n)+/u, '') : body;
  const text = own === '' ? bare : own + bare;
  // A page whose name does not come from a heading does not get a heading when somebody writes its body.
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

/** The text with the page's name as its first heading; unchanged where it has that heading already. */
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

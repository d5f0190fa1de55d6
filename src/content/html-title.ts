import { plainHeading } from './anchor-text.ts';
import { splitFrontMatter } from './front-matter.ts';

/** What may stand above a heading that is written as HTML: what holds it in the middle, and pictures. */
const htmlTitle =
  /^(?:\s|<\/?(?:a|center|div|p|picture|source)(?:\s[^<>]*)?>|<img\s[^<>]*>)*<h1(?:\s[^<>]*)?>([^]{1,1000}?)<\/h1>/i;

/** The heading of level 1 with which a page begins in HTML, as many READMEs do; null for a page that begins otherwise. */
export function findHtmlTitle(text: string): { readonly title: string; readonly end: number } | null {
  const { bodyStart } = splitFrontMatter(text);
  const found = htmlTitle.exec(text.slice(bodyStart, bodyStart + 4000));
  const title = plainHeading(found?.[1] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  return found === null || title === '' ? null : { title, end: bodyStart + found[0].length };
}

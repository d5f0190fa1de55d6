import { plainHeading } from './anchor-text.ts';
import { splitFrontMatter } from './front-matter.ts';

/** An HTML heading of level 1. Elements that centre it, and pictures, may come before it. */
const htmlTitle =
  /^(?:\s|<\/?(?:a|center|div|p|picture|source)(?:\s[^<>]*)?>|<img\s[^<>]*>)*<h1(?:\s[^<>]*)?>([^]{1,1000}?)<\/h1>/i;

/** The HTML heading of level 1 that a page begins with, as in many READMEs; null for a page that begins otherwise. */
export function findHtmlTitle(text: string): { readonly title: string; readonly end: number } | null {
  const { bodyStart } = splitFrontMatter(text);
  const found = htmlTitle.exec(text.slice(bodyStart, bodyStart + 4000));
  const title = plainHeading(found?.[1] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  return found === null || title === '' ? null : { title, end: bodyStart + found[0].length };
}

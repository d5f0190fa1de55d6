import { pageIdOf, roughText } from '../../content/index.ts';
import { filledLines, holdsLines, likeness } from '../compare-texts.ts';

/** Which page a file is, by the identity in its front matter, in whatever encoding somebody saved it; null: that does not tell. */
export function identityIn(bytes: Uint8Array): string | null {
  return pageIdOf(roughText(bytes));
}

/** A file that holds so much of a page, and no identity of another one, is that page. */
const enoughOfPage = 0.6;

/** Whether a text without an identity is the page that another text is of: it has most of its lines, or all of them and many more. */
export function isMostly(page: string, text: string): boolean {
  return nearness(page, text) >= enoughOfPage;
}

/** Of several texts, the one that another is most of; undefined where it is of none. */
export function mostLike<Page extends { readonly text: string }>(
  text: string,
  pages: readonly Page[],
): Page | undefined {
  let best: Page | undefined;
  let most = enoughOfPage;
  for (const page of pages) {
    const share = nearness(page.text, text);
    if (share > most || (share === most && best === undefined)) [best, most] = [page, share];
  }
  return best;
}

/** How near a text is to a page. However much was added to a page, it is still that page; a title alone is too little to tell. */
function nearness(page: string, text: string): number {
  const isWhole = filledLines(page).length > 1 && holdsLines(text, page);
  return Math.max(likeness(page, text), isWhole ? enoughOfPage : 0);
}

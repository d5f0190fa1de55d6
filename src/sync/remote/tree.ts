import type { Page } from '../../contract/index.ts';

export type DocumentPage = Extract<Page, { type: 'document' }>;

/** The documents of a tree in reading order, each id once; pages of unknown kinds are skipped. */
export function documentsIn(pages: readonly Page[]): DocumentPage[] {
  const found = new Map<string, DocumentPage>();
  const stack: Page[] = [...pages].reverse();
  for (let page = stack.pop(); page !== undefined; page = stack.pop()) {
    if (page.type === 'document' && !found.has(page.id)) found.set(page.id, page);
    if ('pages' in page && Array.isArray(page.pages))
      for (let index = page.pages.length - 1; index >= 0; index--) stack.push(page.pages[index]!);
  }
  return [...found.values()];
}

/** The documents of a tree by their ids, in reading order. */
export function documentsById(pages: readonly Page[]): Map<string, DocumentPage> {
  return new Map(documentsIn(pages).map((page) => [page.id, page]));
}

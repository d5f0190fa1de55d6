/** A history that is determined by its numbers: what commit `n` holds can be said without looking. */
export const pageCount = 24;

/** The content of a page at commit `n`; null when it is not there then. */
export function pageAt(page: number, n: number): string | null {
  // Each commit changes every fourth page; some pages come and go.
  const changed = n - ((n - page + 4 * pageCount) % 4);
  const revision = Math.max(0, changed);
  if (page % 6 === 5 && revision % 3 === 1) return null;
  return `page ${page} at ${revision}\n`.repeat(50 + (page % 7) * 40);
}

export function pathOf(page: number): string {
  return `folder-${page % 5}/page-${page}.md`;
}

export function filesAt(n: number): Map<string, string> {
  const files = new Map<string, string>();
  for (let page = 0; page < pageCount; page++) {
    const content = pageAt(page, n);
    if (content !== null) files.set(pathOf(page), content);
  }
  return files;
}

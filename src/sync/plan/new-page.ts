/**
 * Whether an edit makes a page. A page that came into the mirror after the branch began is not in the base, but editing it makes
 * no new page.
 */
export function isNewPage({
  from,
  baseText,
}: {
  /** The page's path in the base; null: the base does not have the page. */
  readonly from: string | null;
  /** The text that the edit started from; null: none. */
  readonly baseText: string | null;
}): boolean {
  return from === null && baseText === null;
}

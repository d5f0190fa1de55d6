/** Whether an edit makes a page. A page that came into the mirror after the branch began is not in the base, and is edited. */
export function isNewPage({
  from,
  baseText,
}: {
  /** Where the base has the page; null: nowhere. */
  readonly from: string | null;
  /** What the edit starts from; null: nothing. */
  readonly baseText: string | null;
}): boolean {
  return from === null && baseText === null;
}

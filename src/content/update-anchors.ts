/**
 * Makes the anchors of a page's updates: each `{% update date="2026-01-29" %}` is called after its day, and one without a day by its
 * number among these. The result is the next update's anchor, which a second update on the same day has as well.
 */
export function updateAnchors(): (date: string | undefined) => string {
  let undated = 0;
  return (date) => `update-${dayOfUpdate(date) ?? (undated += 1)}`;
}

/** The day of an update, as `2026-01-29`; undefined for any other text. */
export function dayOfUpdate(date = ''): string | undefined {
  return /^\d{4}-\d{2}-\d{2}/u.exec(date)?.[0];
}

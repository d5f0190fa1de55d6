/** A field's text; undefined when it has none. */
export function textOfData(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A field's text; the empty one when it has none. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

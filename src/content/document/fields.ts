/** A field's text; undefined for a value that is not text. */
export function textOfData(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A field's text or number as text; `''` for any other value. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

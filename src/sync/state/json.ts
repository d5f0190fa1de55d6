/** Prints a value as JSON with sorted keys and one line for each entry of the outer object, so that equal values are equal bytes. */
export function printJson(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(sorted(value), undefined, 1)}\n`);
}

/** Reads JSON; null when it is none, for state that may be lost. */
export function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    return null;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(entries.map(([key, part]) => [key, sorted(part)]));
}

/** Prints a value as JSON with sorted keys and one line for each entry of the outer object, so that equal values are equal bytes. */
export function printJson(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(sorted(value), undefined, 1)}\n`);
}

/** Reads JSON; null when it is not valid, because state may be lost. */
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
  // The object has no prototype, so that every key is an ordinary key.
  const result = Object.create(null) as Record<string, unknown>;
  for (const key of Object.keys(value).sort()) result[key] = sorted((value as Record<string, unknown>)[key]);
  return result;
}

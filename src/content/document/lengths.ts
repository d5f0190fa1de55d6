/** A length as documents have it: pixels, or a number with its unit. */
export type Length = number | { readonly unit: string; readonly value: number };

export function readLength(text: string): Length | undefined {
  const [, digits, unit] = /^\s*(\d+(?:\.\d+)?)\s*([a-z%]*)\s*$/iu.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const value = Number(digits);
  return unit === undefined || unit === '' || unit === 'px' ? value : { unit, value };
}

export function printLength(length: unknown): string | undefined {
  if (typeof length === 'number') return Number.isFinite(length) ? String(length) : undefined;
  if (typeof length !== 'object' || length === null) return undefined;
  const { unit, value } = length as { unit?: unknown; value?: unknown };
  return typeof value === 'number' && typeof unit === 'string' ? `${value}${unit}` : undefined;
}

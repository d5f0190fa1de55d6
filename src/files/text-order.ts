/**
 * Compares two names by their UTF-8 bytes, as git does. JavaScript's own order differs where one name has a character beyond the
 * basic plane (a surrogate) and the other one a character from U+E000 to U+FFFF.
 */
export function compareBytes(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    const a = one.charCodeAt(at);
    const b = other.charCodeAt(at);
    if (a !== b) return rank(a) - rank(b);
  }
  return one.length - other.length;
}

function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}

/** The number of letters to add, drop or change, as long as it is at most `limit`; else more than that. */
export function editDistance(one: string, other: string, limit: number): number {
  let start = 0;
  let oneEnd = one.length;
  let otherEnd = other.length;
  while (start < oneEnd && start < otherEnd && one.charCodeAt(start) === other.charCodeAt(start)) start += 1;
  while (
    oneEnd > start &&
    otherEnd > start &&
    one.charCodeAt(oneEnd - 1) === other.charCodeAt(otherEnd - 1)
  ) {
    oneEnd -= 1;
    otherEnd -= 1;
  }
  const height = oneEnd - start;
  const width = otherEnd - start;
  if (height === 0 || width === 0) return height + width;
  if (Math.abs(height - width) > limit) return limit + 1;
  if (height <= wordBits)
    return distanceByBits({ text: one, from: start, to: oneEnd }, { text: other, from: start, to: otherEnd });
  if (width <= wordBits)
    return distanceByBits({ text: other, from: start, to: otherEnd }, { text: one, from: start, to: oneEnd });
  return distanceByRows(one.slice(start, oneEnd), other.slice(start, otherEnd), limit);
}

const wordBits = 32;

interface Part {
  text: string;
  from: number;
  to: number;
}

/** For each letter of the short text, its positions, with one bit each. All zero between calls; made for the first call. */
let placesOf: Int32Array | undefined;

/**
 * Myers' bit vectors, in Hyyrö's version for the edit distance. Two words represent a column of the distance table: the rises and
 * the falls along the short text. A letter of the long text updates the whole column at once.
 */
function distanceByBits(short: Part, long: Part): number {
  const places = (placesOf ??= new Int32Array(0x1_0000));
  for (let at = short.from; at < short.to; at += 1)
    places[short.text.charCodeAt(at)] = (places[short.text.charCodeAt(at)] ?? 0) | (1 << (at - short.from));
  const last = 1 << (short.to - short.from - 1);
  let rises = -1;
  let falls = 0;
  let distance = short.to - short.from;
  for (let at = long.from; at < long.to; at += 1) {
    const same = places[long.text.charCodeAt(at)] ?? 0;
    const vertical = same | falls;
    const horizontal = (((same & rises) + rises) ^ rises) | same;
    let up = falls | ~(horizontal | rises);
    let down = rises & horizontal;
    if ((up & last) !== 0) distance += 1;
    else if ((down & last) !== 0) distance -= 1;
    up = (up << 1) | 1;
    down <<= 1;
    rises = down | ~(vertical | up);
    falls = up & vertical;
  }
  for (let at = short.from; at < short.to; at += 1) places[short.text.charCodeAt(at)] = 0;
  return distance;
}

function distanceByRows(one: string, other: string, limit: number): number {
  const row = new Uint32Array(other.length + 1);
  for (let column = 0; column <= other.length; column += 1) row[column] = column;
  for (let line = 1; line <= one.length; line += 1) {
    let diagonal = line - 1;
    let left = line;
    let least = line;
    const code = one.charCodeAt(line - 1);
    row[0] = line;
    for (let column = 1; column <= other.length; column += 1) {
      const above = row[column] ?? 0;
      const changed = diagonal + (code === other.charCodeAt(column - 1) ? 0 : 1);
      left = Math.min(above + 1, left + 1, changed);
      diagonal = above;
      row[column] = left;
      if (left < least) least = left;
    }
    if (least > limit) return limit + 1;
  }
  return row[other.length] ?? 0;
}

/** Whether two words differ only in two adjacent letters that changed places. */
export function isSwapped(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return (
    at + 1 < one.length &&
    one[at] === other[at + 1] &&
    one[at + 1] === other[at] &&
    one.slice(at + 2) === other.slice(at + 2)
  );
}

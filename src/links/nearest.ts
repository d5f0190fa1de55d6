/** Names in a structure that finds the most similar name without comparing all of them. */
export class NearestNames {
  readonly #byLength = new Map<number, { name: string; signs: Signs }[]>();
  readonly #known = new Map<string, string | null>();

  constructor(names: Iterable<string>) {
    for (const name of names) {
      const entry = { name, signs: signsOf(name) };
      const same = this.#byLength.get(name.length);
      if (same === undefined) this.#byLength.set(name.length, [entry]);
      else same.push(entry);
    }
  }

  /** The nearest name, if at most a third of the letters differ and no other name is as near. */
  find(wanted: string): string | null {
    const known = this.#known.get(wanted);
    if (known !== undefined) return known;
    const found = this.#search(wanted);
    this.#known.set(wanted, found);
    return found;
  }

  #search(wanted: string): string | null {
    const limit = Math.floor(wanted.length / 3);
    const signs = signsOf(wanted);
    let best: string | null = null;
    let bestDistance = limit + 1;
    let tied = false;
    // A name that is longer or shorter by n letters has at least the distance n.
    for (let apart = 0; apart <= Math.min(bestDistance, limit); apart += 1)
      for (const length of apart === 0 ? [wanted.length] : [wanted.length - apart, wanted.length + apart])
        for (const { name, signs: other } of this.#byLength.get(length) ?? []) {
          if (leastDistance(signs, other) > Math.min(bestDistance, limit)) continue;
          const distance = editDistance(wanted, name, bestDistance);
          if (distance < bestDistance) {
            best = name;
            bestDistance = distance;
            tied = false;
          } else if (distance === bestDistance && distance <= limit) tied = true;
        }
    return tied ? null : best;
  }
}

/** The letters and other characters of a name, with one bit each (some characters share a bit). */
interface Signs {
  letters: number;
  others: number;
}

function signsOf(name: string): Signs {
  let letters = 0;
  let others = 0;
  for (let at = 0; at < name.length; at += 1) {
    const code = name.charCodeAt(at);
    if (code >= 64) letters |= 1 << (code & 31);
    else others |= 1 << (code & 31);
  }
  return { letters, others };
}

/** The smallest possible distance: changing one letter removes one character at most, and adds one at most. */
function leastDistance(one: Signs, other: Signs): number {
  return Math.max(
    bitsOf(one.letters & ~other.letters) + bitsOf(one.others & ~other.others),
    bitsOf(other.letters & ~one.letters) + bitsOf(other.others & ~one.others),
  );
}

function bitsOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** As {@link NearestNames.find}, for a list that is searched only once. */
export function nearest(wanted: string, candidates: Iterable<string>): string | null {
  return new NearestNames(candidates).find(wanted);
}

/**
 * The one name that somebody probably meant to type: with two adjacent letters swapped, or with one wrong letter in a name of at
 * least four letters, and one more for each further four. Null when no name or several names match.
 */
export function likelyMeant(wanted: string, candidates: Iterable<string>): string | null {
  const limit = Math.floor(wanted.length / 4);
  let best: string | null = null;
  let bestDistance = limit + 1;
  let tied = false;
  for (const name of candidates) {
    const distance = limit > 0 && isSwapped(wanted, name) ? 1 : editDistance(wanted, name, limit);
    if (distance === bestDistance && distance <= limit) tied = true;
    if (distance >= bestDistance) continue;
    best = name;
    bestDistance = distance;
    tied = false;
  }
  return tied ? null : best;
}

function isSwapped(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2);
}

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

/** For each letter of the short text, its positions, with one bit each. All zero between calls. */
const placesOf = new Int32Array(0x1_0000);

/**
 * Myers' bit vectors, in Hyyrö's version for the edit distance. Two words represent a column of the distance table: the rises and
 * the falls along the short text. A letter of the long text updates the whole column at once.
 */
function distanceByBits(short: Part, long: Part): number {
  for (let at = short.from; at < short.to; at += 1)
    placesOf[short.text.charCodeAt(at)] =
      (placesOf[short.text.charCodeAt(at)] ?? 0) | (1 << (at - short.from));
  const last = 1 << (short.to - short.from - 1);
  let rises = -1;
  let falls = 0;
  let distance = short.to - short.from;
  for (let at = long.from; at < long.to; at += 1) {
    const same = placesOf[long.text.charCodeAt(at)] ?? 0;
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
  for (let at = short.from; at < short.to; at += 1) placesOf[short.text.charCodeAt(at)] = 0;
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

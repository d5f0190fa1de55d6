import { editDistance, isSwapped } from '../base/index.ts';

/** Names in a structure that finds the most similar name without comparing all of them. */
class NearestNames {
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
export function nearestName(wanted: string, candidates: Iterable<string>): string | null {
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

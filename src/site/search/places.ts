/*
 * How the index prints the places of a word. In memory, a place is one number. In the file, a place is letters: the distance to the
 * page before, the score, and the section, each with as many letters as needed.
 */

/** A page that has a word, the section where the word counts most, and the score. */
export interface WordPlace {
  readonly page: number;
  readonly score: number;
  readonly section: number;
}

/** How many sections of a page are distinguished; a word further down counts for the last of them. */
export const maxSections = 4095;
const sectionRoom = 4096;
const scoreRoom = 1024;

export function packPlace({ page, score, section }: WordPlace): number {
  return (page * sectionRoom + section) * scoreRoom + score;
}

/** Moves a place from the first page to another page. */
export function placeOn(page: number, place: number): number {
  return page * sectionRoom * scoreRoom + place;
}

function unpackPlace(packed: number): WordPlace {
  const rest = Math.floor(packed / scoreRoom);
  return {
    page: Math.floor(rest / sectionRoom),
    section: rest % sectionRoom,
    score: packed % scoreRoom,
  };
}

/** Each letter is six bits, one of which says that more letters follow. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const valueOf = new Map(Array.from(letters, (letter, value) => [letter, value]));

/** The letters as bytes. */
const letterBytes = Buffer.from(letters);
/** More bytes than three numbers take. */
const placeRoom = 24;

/** Prints packed places, which are ordered by page. */
export function printPlaces(places: readonly number[]): string {
  // Written as bytes, because V8 keeps a text that grows letter by letter as a tree, with dozens of bytes for each letter.
  let bytes = Buffer.allocUnsafe(places.length * 4 + placeRoom);
  let at = 0;
  const print = (number: number): void => {
    let rest = number;
    for (; rest >= 32; rest = Math.floor(rest / 32)) bytes[at++] = letterBytes[32 + (rest % 32)] ?? 0;
    bytes[at++] = letterBytes[rest] ?? 0;
  };
  let before = 0;
  for (const packed of places) {
    const { page, score, section } = unpackPlace(packed);
    if (at + placeRoom > bytes.length) bytes = Buffer.concat([bytes], bytes.length * 2);
    print(page - before);
    print(score);
    print(section);
    before = page;
  }
  return bytes.toString('latin1', 0, at);
}

/** Reads what {@link printPlaces} printed. */
export function parsePlaces(text: string): number[] {
  const places: number[] = [];
  let at = 0;
  const next = (): number => {
    let number = 0;
    for (let unit = 1; at < text.length; unit *= 32) {
      const value = valueOf.get(text[at] ?? '') ?? 0;
      at += 1;
      number += (value % 32) * unit;
      if (value < 32) break;
    }
    return number;
  };
  let page = 0;
  while (at < text.length) {
    page += next();
    const score = next();
    places.push(packPlace({ page, score, section: next() }));
  }
  return places;
}

/** Changes or removes one page's place in a list. Pages stay in order. */
export function withPlace(places: readonly number[], page: number, place: number | undefined): number[] {
  const others = places.filter((packed) => unpackPlace(packed).page !== page);
  if (place === undefined) return others;
  const at = others.findIndex((packed) => packed > place);
  return at === -1 ? [...others, place] : [...others.slice(0, at), place, ...others.slice(at)];
}

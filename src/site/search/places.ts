/*
 * Where a word is, as the index prints it. A page's place is one number while it is worked with, and letters in the file: the distance
 * to the page before, the score, and the section, each in as many letters as it needs.
 */

/** A page on which a word is, in which section most of all, and how much it counts there. */
export interface WordPlace {
  readonly page: number;
  readonly score: number;
  readonly section: number;
}

/** Sections of a page that are told apart; a word beyond counts for the last one. */
export const mostSections = 4095;
const sectionRoom = 4096;
const scoreRoom = 1024;

export function packPlace({ page, score, section }: WordPlace): number {
  return (page * sectionRoom + section) * scoreRoom + score;
}

/** A place of the first page as it is on another one. */
export function placeOn(page: number, place: number): number {
  return page * sectionRoom * scoreRoom + place;
}

export function unpackPlace(packed: number): WordPlace {
  const rest = Math.floor(packed / scoreRoom);
  return {
    page: Math.floor(rest / sectionRoom),
    section: rest % sectionRoom,
    score: packed % scoreRoom,
  };
}

/** Six bits a letter, of which one says that more follow. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const valueOf = new Map(Array.from(letters, (letter, value) => [letter, value]));

function printNumber(number: number): string {
  let text = '';
  let rest = number;
  while (rest >= 32) {
    text += letters[32 + (rest % 32)] ?? '';
    rest = Math.floor(rest / 32);
  }
  return text + (letters[rest] ?? '');
}

/** Prints packed places, which are in the order of their pages. */
export function printPlaces(places: readonly number[]): string {
  let text = '';
  let before = 0;
  for (const packed of places) {
    const { page, score, section } = unpackPlace(packed);
    text += printNumber(page - before) + printNumber(score) + printNumber(section);
    before = page;
  }
  return text;
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

/** A list with one page's place changed, or taken away; pages stay in order. */
export function withPlace(places: readonly number[], page: number, place: number | undefined): number[] {
  const others = places.filter((packed) => unpackPlace(packed).page !== page);
  if (place === undefined) return others;
  const at = others.findIndex((packed) => packed > place);
  return at === -1 ? [...others, place] : [...others.slice(0, at), place, ...others.slice(at)];
}

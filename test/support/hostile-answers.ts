export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Place = readonly (string | number)[];

/** The values that a hostile service sends in place of any value. */
export const hostileValues: readonly (readonly [string, Json | undefined])[] = [
  ['null', null],
  ['nothing', undefined],
  ['a number', 7],
  ['an empty text', ''],
  ['the folder above', '..'],
  ['half of a surrogate pair', 'a\ud800'],
  ['a long text', 'x'.repeat(70_000)],
  ['an empty list', []],
  ['a list of null', [null]],
  ['an empty object', {}],
  ['a huge number', 1e308],
];

/** The places in an answer where a wrong value matters: in lists, only the first item. */
export function placesIn(value: Json, at: Place = []): Place[] {
  if (Array.isArray(value)) return [at, ...(value[0] === undefined ? [] : placesIn(value[0], [...at, 0]))];
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([name, inner]) => placesIn(inner, [...at, name]))];
}

/** A copy of a value with another value at a place; undefined removes the place. */
export function replaced(value: Json, place: Place, by: Json | undefined): Json | undefined {
  const [step, ...rest] = place;
  if (step === undefined) return by;
  if (Array.isArray(value))
    return value.flatMap((item, index) => {
      const put = index === step ? replaced(item, rest, by) : item;
      return put === undefined ? [] : [put];
    });
  return {
    ...(value as object),
    [step]: replaced((value as Record<string, Json>)[step] ?? null, rest, by),
  } as Json;
}

/** `1 page`, `1,200 pages`. */
export function countText(number: number, noun: string): string {
  return `${grouped(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** The same as `toLocaleString('en-US')`, which would first load the tables of all languages. */
function grouped(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

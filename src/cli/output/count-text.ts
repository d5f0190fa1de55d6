/** `1 page`, `1,200 pages`. */
export function countText(number: number, noun: string): string {
  return `${grouped(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** Prints like `toLocaleString('en-US')`, which would load the tables of all languages and take a while. */
function grouped(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

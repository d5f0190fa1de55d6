/** A change of a text: the part from `start` to `end` is replaced by `written`. Offsets count UTF-16 units. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly written: string;
}

/** The text after its splices, which may come in any order and must not overlap. Every other byte stays. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const inOrder = [...splices].sort((one, other) => one.start - other.start || one.end - other.end);
  let result = '';
  let at = 0;
  for (const { start, end, written } of inOrder) {
    result += text.slice(at, start) + written;
    at = end;
  }
  return result + text.slice(at);
}

import { diffArrays } from 'diff';

/** A run of parts that two lists share, that only the old one has, or that only the new one has. */
export interface DiffRun<Part> {
  readonly kind: 'same' | 'removed' | 'added';
  readonly parts: readonly Part[];
}

/** Two lists with more edits than this have nothing to do with each other, and comparing them further only costs time. */
const mostEdits = 4000;

/** The changes of a list: its runs in order, removed parts before added ones. Parts are compared by `keyOf`. */
export function diffLists<Part>(
  before: readonly Part[],
  after: readonly Part[],
  keyOf: (part: Part) => string,
): DiffRun<Part>[] {
  const whole = (kind: DiffRun<Part>['kind'], parts: readonly Part[]): DiffRun<Part>[] =>
    parts.length === 0 ? [] : [{ kind, parts }];
  const changes = diffArrays(before.map(keyOf), after.map(keyOf), { maxEditLength: mostEdits });
  if (changes === undefined) return [...whole('removed', before), ...whole('added', after)];
  let old = 0;
  let fresh = 0;
  return changes.map(({ added, removed, count }): DiffRun<Part> => {
    if (removed) return { kind: 'removed', parts: before.slice(old, (old += count)) };
    const parts = after.slice(fresh, (fresh += count));
    if (!added) old += count;
    return { kind: added ? 'added' : 'same', parts };
  });
}

/** A text as words, the spaces between them, and single signs. */
export function wordsOf(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_]/gu) ?? [];
}

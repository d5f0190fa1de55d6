import type { PathChange } from '../report.ts';

/** Where the file at a path was at the beginning; null: it is new. */
type Origin = string | null;

/**
 * The changes of several revisions in a row, with one entry for each file, as if only the last revision had come.
 *
 * @param steps The changes of each revision. The changes of one revision happen at the same time.
 */
export function joinedChanges(steps: readonly (readonly PathChange[])[]): readonly PathChange[] {
  const some = steps.filter((step) => step.length > 0);
  if (some.length < 2) return some[0] ?? [];
  const origins = new Map<string, Origin>();
  const deleted = new Set<string>();
  for (const step of some) applyStep(step, { origins, deleted });
  const joined = [...origins].map(([path, origin]): PathChange => {
    // Another file in the place of a deleted one is a change of the path.
    if (origin === path || (origin === null && deleted.delete(path))) return { kind: 'changed', path };
    return origin === null ? { kind: 'added', path } : { kind: 'moved', path, from: origin };
  });
  return [...joined, ...[...deleted].map((path): PathChange => ({ kind: 'deleted', path }))];
}

function applyStep(
  step: readonly PathChange[],
  { origins, deleted }: { readonly origins: Map<string, Origin>; readonly deleted: Set<string> },
): void {
  const originOf = (path: string): Origin => {
    const origin = origins.get(path);
    return origin === undefined ? path : origin;
  };
  const placed = step.flatMap(({ kind, path, from = path }): [string, Origin][] =>
    kind === 'deleted' ? [] : [[path, kind === 'added' ? null : originOf(from)]],
  );
  for (const { kind, path, from = path } of step) {
    if (kind !== 'deleted' && kind !== 'moved') continue;
    const origin = originOf(from);
    origins.delete(from);
    if (kind === 'deleted' && origin !== null) deleted.add(origin);
  }
  for (const [path, origin] of placed) origins.set(path, origin);
}

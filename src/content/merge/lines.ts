import { diff3Merge } from 'node-diff3';

/** Three versions of one value: the common base, and what each side made of it. */
export interface Versions<Value> {
  base: Value;
  ours: Value;
  theirs: Value;
}

/** Lines that both sides changed in different ways. */
export type LineConflict = Versions<string>;

export interface LineMerge {
  /** The merged text; where sides disagree, both versions between conflict markers. */
  text: string;
  conflicts: readonly LineConflict[];
}

/** The labels of the conflict markers, so that a person sees which side is which. */
export interface MarkerLabels {
  ours: string;
  base: string;
  theirs: string;
}

export const defaultLabels: MarkerLabels = { ours: 'local', base: 'base', theirs: 'service' };

/**
 * The obvious choice: both sides are alike, or only one side changed the value. Undefined when the sides made different changes.
 */
export function chooseSide<Value>(
  { base, ours, theirs }: Versions<Value>,
  same: (one: Value, other: Value) => boolean = Object.is,
): Value | undefined {
  if (same(ours, theirs) || same(theirs, base)) return ours;
  return same(ours, base) ? theirs : undefined;
}

/**
 * Merges by lines (diff3). Every line keeps the bytes that its side gave it; line endings and the final newline are
 * merged separately, so that a side that changed only those causes no conflict.
 */
export function mergeLines(versions: Versions<string>, labels: MarkerLabels = defaultLabels): LineMerge {
  const whole = chooseSide(versions);
  if (whole !== undefined) return { text: whole, conflicts: [] };

  const parts = mapVersions(versions, partsOf);
  const uniform = parts.base.eol !== null && parts.ours.eol !== null && parts.theirs.eol !== null;
  const eol = uniform ? (chooseSide(mapVersions(parts, (part) => part.eol)) ?? parts.ours.eol ?? '\n') : '\n';
  const final = chooseSide(mapVersions(parts, (part) => part.final)) ?? parts.ours.final;
  const { lines, conflicts } = mergeLists(
    mapVersions(parts, (part) => (uniform ? part.lines.map((line) => line.replace(/\r$/u, '')) : part.lines)),
    { labels, eol },
  );
  const text = lines.join(uniform ? eol : '\n');
  return { text: final && lines.length > 0 ? text + (uniform ? eol : '\n') : text, conflicts };
}

interface TextParts {
  lines: string[];
  /** The one line ending of the text; null when it mixes them. */
  eol: '\n' | '\r\n' | null;
  /** Whether the last line has a line ending. */
  final: boolean;
}

function partsOf(text: string): TextParts {
  const final = text.endsWith('\n');
  const lines = text === '' ? [] : (final ? text.slice(0, -1) : text).split('\n');
  const ended = final ? lines : lines.slice(0, -1);
  const withReturn = ended.filter((line) => line.endsWith('\r')).length;
  const eol = withReturn === 0 ? '\n' : withReturn === ended.length ? '\r\n' : null;
  return { lines, eol, final };
}

export function mapVersions<From, To>(
  { base, ours, theirs }: Versions<From>,
  map: (value: From) => To,
): Versions<To> {
  return { base: map(base), ours: map(ours), theirs: map(theirs) };
}

function mergeLists(
  { base, ours, theirs }: Versions<string[]>,
  { labels, eol }: { labels: MarkerLabels; eol: string },
): { lines: string[]; conflicts: LineConflict[] } {
  // The beginning and end that all three share, most of a page, need no comparison.
  const shortest = Math.min(base.length, ours.length, theirs.length);
  let head = 0;
  while (head < shortest && base[head] === ours[head] && base[head] === theirs[head]) head += 1;
  let tail = 0;
  while (
    tail < shortest - head &&
    base.at(-1 - tail) === ours.at(-1 - tail) &&
    base.at(-1 - tail) === theirs.at(-1 - tail)
  )
    tail += 1;

  const middle = (list: string[]): string[] => list.slice(head, list.length - tail);
  const lines = base.slice(0, head);
  const conflicts: LineConflict[] = [];
  for (const region of diff3Merge(middle(ours), middle(base), middle(theirs), {
    excludeFalseConflicts: true,
  })) {
    if (region.ok) lines.push(...region.ok);
    if (region.conflict) {
      const { a, o, b } = region.conflict;
      const grown = furtherOf({ base: o, ours: a, theirs: b });
      if (grown) {
        lines.push(...grown);
        continue;
      }
      conflicts.push(mapVersions({ base: o, ours: a, theirs: b }, (part) => part.join(eol)));
      lines.push(
        `<<<<<<< ${labels.ours}`,
        ...a,
        `||||||| ${labels.base}`,
        ...o,
        '=======',
        ...b,
        `>>>>>>> ${labels.theirs}`,
      );
    }
  }
  lines.push(...base.slice(base.length - tail));
  return { lines, conflicts };
}

/** The longer side, if both sides only added lines and the longer one has all lines that the shorter one added. */
function furtherOf({ base, ours, theirs }: Versions<string[]>): string[] | undefined {
  const [less, more] = ours.length < theirs.length ? [ours, theirs] : [theirs, ours];
  return holdsInOrder(less, base) && holdsInOrder(more, less) ? more : undefined;
}

function holdsInOrder(whole: readonly string[], part: readonly string[]): boolean {
  let at = 0;
  for (const line of whole) if (at < part.length && line === part[at]) at += 1;
  return at === part.length;
}

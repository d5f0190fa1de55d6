import { structuredPatch } from 'diff';

/** A line of a source diff with its numbers on both sides. */
export interface Line {
  readonly kind: 'same' | 'removed' | 'added';
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly text: string;
}

/** Two lines beside each other; one side may be empty. */
export interface Pair {
  readonly left: Line | undefined;
  readonly right: Line | undefined;
}

/** A part of a text where something changed, with some lines around it. */
export interface Hunk {
  readonly lines: readonly Line[];
  readonly pairs: readonly Pair[];
}

/** What changed between two texts, line by line. */
export function sourceDiff(before: string, after: string): Hunk[] {
  const patch = structuredPatch('', '', before, after, '', '', { context: 3, maxEditLength: 5000 });
  // Texts that have nothing in common are shown one after the other.
  if (patch === undefined) {
    const lines = [
      ...before.split('\n').map((text) => `-${text}`),
      ...after.split('\n').map((text) => `+${text}`),
    ];
    return [hunkOf({ oldStart: 1, newStart: 1, lines })];
  }
  return patch.hunks.map(hunkOf);
}

function hunkOf({
  oldStart,
  newStart,
  lines,
}: {
  oldStart: number;
  newStart: number;
  lines: string[];
}): Hunk {
  let old = oldStart;
  let fresh = newStart;
  const shown = lines
    .filter((line) => !line.startsWith('\\'))
    .map((line): Line => {
      const text = line.slice(1).replace(/\r$/, '␍');
      if (line.startsWith('-')) return { kind: 'removed', before: old++, after: undefined, text };
      if (line.startsWith('+')) return { kind: 'added', before: undefined, after: fresh++, text };
      return { kind: 'same', before: old++, after: fresh++, text };
    });
  return { lines: shown, pairs: pairsOf(shown) };
}

/** Puts removed lines beside the lines that replaced them. */
function pairsOf(lines: readonly Line[]): Pair[] {
  const pairs: Pair[] = [];
  let gone: Line[] = [];
  let come: Line[] = [];
  const flush = (): void => {
    for (let at = 0; at < Math.max(gone.length, come.length); at += 1)
      pairs.push({ left: gone[at], right: come[at] });
    [gone, come] = [[], []];
  };
  for (const line of lines) {
    if (line.kind === 'removed') gone.push(line);
    else if (line.kind === 'added') come.push(line);
    else {
      flush();
      pairs.push({ left: line, right: line });
    }
  }
  flush();
  return pairs;
}

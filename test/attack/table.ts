import type { Verdict } from './kind.ts';

/** What became of one kind; `leftOut` says why none of its vectors was played. */
export type Outcome =
  | { readonly name: string; readonly verdicts: readonly Verdict[]; readonly ms: number }
  | { readonly name: string; readonly leftOut: string }
  | { readonly name: string; readonly failed: string };

const widths = [22, 10, 10, 10, 10] as const;

function row(cells: readonly string[]): string {
  return cells
    .map((cell, at) => (at === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[at] ?? 10)))
    .join('');
}

/** A table of counts for a terminal of 80 columns, and below it what broke, one vector after the other. */
export function attackTable(outcomes: readonly Outcome[]): string {
  const lines = [row(['kind', 'vectors', 'held', 'broken', 'seconds'])];
  const sum = { vectors: 0, broken: 0 };
  for (const outcome of outcomes) {
    if (!('verdicts' in outcome)) {
      lines.push(`${outcome.name.padEnd(widths[0])}      ${'failed' in outcome ? 'not played' : 'left out'}`);
      continue;
    }
    const vectors = outcome.verdicts.length;
    const broken = outcome.verdicts.filter((verdict) => verdict.broken !== null).length;
    sum.vectors += vectors;
    sum.broken += broken;
    const counts = [vectors, vectors - broken, broken].map((count) => count.toLocaleString('en'));
    lines.push(row([outcome.name, ...counts, (outcome.ms / 1000).toFixed(1)]));
  }
  const total = [sum.vectors, sum.vectors - sum.broken, sum.broken].map((count) =>
    count.toLocaleString('en'),
  );
  lines.push(row(['all', ...total]));
  return `${lines.join('\n')}\n${details(outcomes)}`;
}

function details(outcomes: readonly Outcome[]): string {
  return outcomes
    .map((outcome) => {
      if ('leftOut' in outcome) return `\n${outcome.name} is left out: ${outcome.leftOut}.\n`;
      if ('failed' in outcome) return `\n${outcome.name} could not be played: ${outcome.failed}\n`;
      return outcome.verdicts
        .filter(({ broken }) => broken !== null)
        .map(({ vector, broken }) => `\n${outcome.name}: ${vector}\n  ${broken}\n`)
        .join('');
    })
    .join('');
}

/**
 * 1 when a vector broke, when a kind could not be played, and when one was left out although `required` (TIDEMARK_REQUIRE) says
 * that what it needs is there.
 */
export function attackExitCode(
  outcomes: readonly Outcome[],
  kinds: readonly { readonly name: string; readonly missing: string | null }[],
  required: string,
): 0 | 1 {
  const demanded = required.split(',');
  const isHole = ({ name }: Outcome): boolean =>
    demanded.includes(kinds.find((kind) => kind.name === name)?.missing ?? '-');
  return outcomes.some((outcome) =>
    'verdicts' in outcome
      ? outcome.verdicts.length === 0 || outcome.verdicts.some(({ broken }) => broken !== null)
      : 'failed' in outcome || isHole(outcome),
  )
    ? 1
    : 0;
}

import { escapeForTerminal } from '../../base/index.ts';
import type { Advice } from '../../sync/index.ts';
import type { Style } from './style.ts';
import { widthOf } from './table.ts';

/** The next steps, one per line: the command to type, and what the command does. */
export function adviceLines(
  advice: readonly Advice[],
  { bold, cyan, dim }: Style,
  columns: number,
): string[] {
  return advice.flatMap(({ about, steps }) => {
    const commands = steps.flatMap(({ command }) => (command === null ? [] : [safe(command)]));
    const widest = Math.max(0, ...commands.map(widthOf).filter((width) => width <= mostBeside));
    return [
      bold(`What to do next: ${safe(about)}`),
      ...steps.map(({ command, what }) => {
        if (command === null) return `  ${safe(what)}`;
        const text = safe(command);
        const gap = ' '.repeat(Math.max(0, widest - widthOf(text)) + 2);
        // A note that does not fit is left out, because the command matters most.
        const fits = 2 + widthOf(text) + gap.length + widthOf(what) <= columns;
        return `  ${cyan(text)}${fits ? `${gap}${dim(safe(what))}` : ''}`;
      }),
    ];
  });
}

const mostBeside = 44;
const safe = escapeForTerminal;

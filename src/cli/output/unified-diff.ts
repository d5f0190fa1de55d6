import { diffIndices } from 'node-diff3';
import { escapeForTerminal } from '../../base/index.ts';
import type { ChangeRequestDiff } from '../../sync/index.ts';
import type { Style } from './style.ts';

type ChangedFile = ChangeRequestDiff['files'][number];

const around = 3;

/** A file's change in git's unified format, made safe for the terminal. */
export function unifiedDiff(
  { path, kind, before, after, binary }: ChangedFile,
  { bold, red, green, cyan }: Style,
): string {
  const name = escapeForTerminal(path);
  const sides = [
    kind === 'added' ? '/dev/null' : `a/${name}`,
    kind === 'deleted' ? '/dev/null' : `b/${name}`,
  ];
  if (binary === true) return `Binary files ${sides.join(' and ')} differ\n`;
  const old = linesOf(before);
  const next = linesOf(after);
  const lines = [bold(`--- ${sides[0]}`), bold(`+++ ${sides[1]}`)];
  for (const hunk of hunksOf(old, next)) {
    lines.push(cyan(`@@ -${range(hunk.oldFrom, hunk.oldTo)} +${range(hunk.newFrom, hunk.newTo)} @@`));
    let at = hunk.oldFrom;
    for (const { oldFrom, oldTo, newFrom, newTo } of hunk.changes) {
      lines.push(...old.slice(at, oldFrom).map((line) => ` ${shown(line)}`));
      lines.push(...old.slice(oldFrom, oldTo).map((line) => red(`-${shown(line)}`)));
      lines.push(...next.slice(newFrom, newTo).map((line) => green(`+${shown(line)}`)));
      at = oldTo;
    }
    lines.push(...old.slice(at, hunk.oldTo).map((line) => ` ${shown(line)}`));
  }
  return `${lines.join('\n')}\n`;
}

/** A line without control characters; the carriage return at the end of a line is part of the ending, and does no harm. */
function shown(line: string): string {
  return line.endsWith('\r') ? `${escapeForTerminal(line.slice(0, -1))}\r` : escapeForTerminal(line);
}

interface Change {
  oldFrom: number;
  oldTo: number;
  newFrom: number;
  newTo: number;
}

/** Groups nearby changes, with the lines around them. */
function hunksOf(old: readonly string[], next: readonly string[]): (Change & { changes: Change[] })[] {
  const hunks: (Change & { changes: Change[] })[] = [];
  for (const { buffer1, buffer2 } of diffIndices([...old], [...next])) {
    const change = {
      oldFrom: buffer1[0],
      oldTo: buffer1[0] + buffer1[1],
      newFrom: buffer2[0],
      newTo: buffer2[0] + buffer2[1],
    };
    const widened = {
      oldFrom: Math.max(0, change.oldFrom - around),
      oldTo: Math.min(old.length, change.oldTo + around),
      newFrom: Math.max(0, change.newFrom - around),
      newTo: Math.min(next.length, change.newTo + around),
    };
    const last = hunks.at(-1);
    if (last !== undefined && widened.oldFrom <= last.oldTo) {
      last.oldTo = widened.oldTo;
      last.newTo = widened.newTo;
      last.changes.push(change);
    } else hunks.push({ ...widened, changes: [change] });
  }
  return hunks;
}

function range(from: number, to: number): string {
  const length = to - from;
  return `${length === 0 ? from : from + 1}${length === 1 ? '' : `,${length}`}`;
}

function linesOf(text: string | null): string[] {
  if (text === null || text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

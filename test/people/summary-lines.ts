import { posix } from 'node:path';

/** A table of contents as lines that a person moves about. Files are named from the folder that the table is in. */

export interface Entry {
  readonly line: number;
  readonly depth: number;
  readonly title: string;
  readonly target: string;
}

const shape = /^(\s*)[*-] \[(.*)\]\(<?([^<>]*?)>?\)$/u;

export function entriesOf(summary: string): Entry[] {
  return summary.split('\n').flatMap((text, line) => {
    const [, indent, title, target] = shape.exec(text) ?? [];
    return indent === undefined ? [] : [{ line, depth: indent.length / 2, title: title!, target: target! }];
  });
}

/** The line after an entry and all that is below it. */
export function endOf(summary: string, { line, depth }: Entry): number {
  const lines = summary.split('\n');
  const depthOf = (text: string): number => (/^(\s*)[*-] /u.exec(text)?.[1]?.length ?? -2) / 2;
  let end = line + 1;
  while (end < lines.length && depthOf(lines[end]!) > depth) end++;
  return end;
}

export function entryLine(depth: number, title: string, target: string): string {
  const escaped = title.replace(/[[\]*_]/gu, '\\$&');
  return `${'  '.repeat(depth)}* [${escaped}](${/[\s()]/u.test(target) ? `<${target}>` : target})`;
}

export function withLine(summary: string, at: number, line: string): string {
  const lines = summary.split('\n');
  return [...lines.slice(0, at), withBulletOf(summary, line), ...lines.slice(at)].join('\n');
}

export function withOtherLine(summary: string, at: number, line: string): string {
  const lines = summary.split('\n');
  return [...lines.slice(0, at), withBulletOf(summary, line), ...lines.slice(at + 1)].join('\n');
}

function withBulletOf(summary: string, line: string): string {
  const [bullet = '*'] = bulletsOf(summary);
  return line.replace(/^(\s*)\* /u, `$1${bullet} `);
}

/** The bullets of a table of contents, each once. */
export function bulletsOf(summary: string): ReadonlySet<string> {
  return new Set([...summary.matchAll(/^\s*([*-]) \[/gmu)].map(([, bullet]) => bullet!));
}

export function withoutLines(summary: string, from: number, to: number): string {
  const lines = summary.split('\n');
  return [...lines.slice(0, from), ...lines.slice(to)].join('\n');
}

/** Takes out the entry of a file; what is below it moves up a level. */
export function withoutEntry(summary: string, target: string): string {
  const entry = entriesOf(summary).find((each) => each.target === target);
  if (!entry) return summary;
  const end = endOf(summary, entry);
  return summary
    .split('\n')
    .flatMap((text, line) =>
      line === entry.line ? [] : line > entry.line && line < end ? [text.replace(/^ {2}/u, '')] : [text],
    )
    .join('\n');
}

/** Lets entries name files by their new paths: one that moved, or all of a folder. */
export function withMoved(summary: string, from: string, to: string): string {
  return summary
    .split('\n')
    .map((line) => {
      const target = shape.exec(line)?.[3];
      if (target === undefined || (target !== from && !target.startsWith(`${from}/`))) return line;
      return line.replace(/\(<?[^<>()]*>?\)$/u, `(${to}${target.slice(from.length)})`);
    })
    .join('\n');
}

export function folderOfPath(path: string): string {
  const folder = posix.dirname(path);
  return folder === '.' ? '' : folder;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../src/base/index.ts';
import { shownOf, stepsOf } from './support/console-story.ts';

interface Part {
  readonly text: string;
  readonly style: { readonly bold?: boolean; readonly dim?: boolean; readonly colour?: string };
}
interface Drawing {
  readStyles(line: string): Part[];
  wrapped(line: string): Part[][];
  drawSession(steps: readonly { command: string; printed: string[] }[], options: { title: string }): string;
}

const script: string = '../scripts/terminal-picture.mjs';
const { drawSession, readStyles, wrapped } = (await import(script)) as Drawing;
const guide = join(packageRoot(), 'docs', 'guide');

/** The texts of a picture, row by row. */
function rowsOf(svg: string): string[] {
  return [...svg.matchAll(/<text [^>]*>(.*?)<\/text>/gu)].map(([, row = '']) =>
    row
      .replaceAll(/<[^>]*>/gu, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  );
}

describe('the recording of a session', () => {
  it('shows the commands of the page as they stand there', () => {
    const page = readFileSync(join(guide, 'start', 'ten-minutes.md'), 'utf8');
    const rows = rowsOf(readFileSync(join(guide, '.gitbook', 'assets', 'ten-minutes.svg'), 'utf8'));
    const commands = shownOf(stepsOf('ten-minutes.md', page)).map(({ command }) => `$ ${command}`);

    expect(commands.length).toBeGreaterThan(8);
    expect(rows.filter((row) => row.startsWith('$ '))).toEqual(commands);
    expect(rows.join('\n')).toMatch(/proposed change request #1 {2}Edit Tides/u);
  });

  it('keeps the colours of a terminal, and what looks like markup stays text', () => {
    expect(readStyles('a \u001B[1mb\u001B[22m \u001B[32mc\u001B[39m')).toMatchObject([
      { text: 'a ', style: {} },
      { text: 'b', style: { bold: true } },
      { text: ' ', style: { bold: false } },
      { text: 'c', style: { colour: '#4ade80' } },
    ]);
    const svg = drawSession([{ command: 'echo "<&>"', printed: ['<b>&\u001B[31mred\u001B[0m'] }], {
      title: 'A < B',
    });
    expect(rowsOf(svg)).toEqual(['$ echo "<&>"', '<b>&red']);
    expect(svg).toContain('<title>A &lt; B</title>');
    expect(svg).not.toContain('<b>');
  });

  it('goes on in the next row where a line is longer than the screen, and scrolls when the screen is full', () => {
    expect(wrapped('x'.repeat(250)).map((row) => row.map(({ text }) => text.length))).toEqual([
      [100],
      [100],
      [50],
    ]);
    const long = drawSession(
      [{ command: 'ls', printed: Array.from({ length: 40 }, (_, at) => `file ${at}`) }],
      {
        title: 'Many',
      },
    );
    expect(long).toMatch(/100%\{transform:translateY\(-323px\)\}/u);
    expect(drawSession([{ command: 'ls', printed: ['file'] }], { title: 'One' })).toContain(
      'translateY(-0px)',
    );
  });
});

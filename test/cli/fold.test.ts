import { describe, expect, it } from 'vitest';
import { foldingWidth, foldLines } from '../../src/cli/output/fold.ts';
import { cycleLines } from '../../src/cli/output/cycle.ts';
import { styleFor } from '../../src/cli/output/style.ts';
import type { CycleReport } from '../../src/sync/index.ts';
import { testWorld } from '../support/world.ts';

const red = (text: string): string => `\u001b[31m${text}\u001b[39m`;

describe('lines for a terminal', () => {
  it('are broken at spaces, and go on below their text', () => {
    expect(foldLines(['short', '  not sent: one two three four'], 18)).toEqual([
      'short',
      '  not sent: one',
      '  two three four',
    ]);
    expect(foldLines(['✗ one two three', 'one two three'], 9)).toEqual([
      '✗ one two',
      '  three',
      'one two',
      '  three',
    ]);
    expect(foldLines(['ok            a b c d'], 17, 14)).toEqual(['ok            a b', '              c d']);
  });

  it('count no columns for colours, and keep a long word whole', () => {
    expect(foldLines([`${red('one')} ${red('two')}`], 7)).toEqual([`${red('one')} ${red('two')}`]);
    expect(foldLines(['  https://example.com/a/long/address'], 20)).toEqual([
      '  https://example.com/a/long/address',
    ]);
  });

  it('are broken on a terminal alone, unless it is too narrow', () => {
    expect(foldingWidth({ isTTY: true, columns: 80 })).toBe(80);
    expect(foldingWidth({ isTTY: true, columns: 20 })).toBe(Infinity);
    expect(foldingWidth({ isTTY: false, columns: 80 })).toBe(Infinity);
  });

  it('fit in the report of a cycle', () => {
    const long =
      'Put it back, or confirm that it is meant: the pages then stay in the places that the service has.';
    const report = {
      ...{ repairs: [], spaces: [], proposals: [], advice: [], dryRun: false, requests: 3, durationMs: 900 },
      branch: { name: 'main', state: 'up-to-date', from: null, to: null, conflicts: [] },
      problems: [{ code: 'NOT_SENDABLE', message: `docs/SUMMARY.md is not sent: ${long}`, hint: long }],
      outcome: 'conflict',
    } as unknown as CycleReport;
    const style = styleFor(testWorld().stdout, { NO_COLOR: '1' });

    const lines = cycleLines(report, style, 80, 80);

    expect(lines).toHaveLength(5);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.join(' ').replace(/\s+/gu, ' ')).toContain(long);
    expect(cycleLines(report, style, 80)).toHaveLength(3);
  });
});

import { describe, expect, it } from 'vitest';
import { culprits, endedBadly, type Verdict } from './kind.ts';
import { attackExitCode, attackTable, type Outcome } from './table.ts';

const verdict = (broken: string | null): Verdict => ({ vector: 'a page', broken });
const held: Outcome = { name: 'pages', verdicts: Array(1234).fill(verdict(null)) as Verdict[], ms: 1500 };
const broken: Outcome = { name: 'assets', verdicts: [verdict(null), verdict('it ran')], ms: 40 };
const leftOut: Outcome = { name: 'hostile Redis', leftOut: 'redis is not there' };
const failed: Outcome = { name: 'paths', failed: 'the honest run ended with 3' };
const kinds = [{ name: 'hostile Redis', missing: 'redis' }];

describe('the table of the attack', () => {
  it('counts vectors in 80 columns, and names each that broke', () => {
    const text = attackTable([held, broken, leftOut, failed]);

    expect(text.split('\n').slice(0, 6)).toEqual([
      'kind                     vectors      held    broken   seconds',
      'pages                      1,234     1,234         0       1.5',
      'assets                         2         1         1       0.0',
      'hostile Redis               left out',
      'paths                       not played',
      'all                        1,236     1,235         1',
    ]);
    expect(text).toContain('assets: a page\n  it ran');
    expect(text).toContain('the honest run ended with 3');
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('ends with 0 only where every vector held and nothing that is there was left out', () => {
    expect(attackExitCode([held], kinds, '')).toBe(0);
    expect(attackExitCode([held, leftOut], kinds, 'git,chromium')).toBe(0);
    expect(attackExitCode([held, leftOut], kinds, 'git,redis')).toBe(1);
    expect(attackExitCode([held, broken], kinds, '')).toBe(1);
    expect(attackExitCode([held, failed], kinds, '')).toBe(1);
    expect(attackExitCode([{ name: 'pages', verdicts: [], ms: 1 }], kinds, '')).toBe(1);
  });
});

describe('the judge of the attack', () => {
  it('takes a failure that is told, and nothing else, for a good end', () => {
    const ended = { code: 3, out: '', err: '', hung: false };

    expect(endedBadly(ended)).toBeNull();
    expect(endedBadly({ ...ended, hung: true })).toContain('in time');
    expect(endedBadly({ ...ended, code: null })).toContain('signal');
    expect(endedBadly({ ...ended, code: 70, err: 'Error: x' })).toContain('70');
    expect(endedBadly({ ...ended, err: 'This is a bug in Tidemark.' })).toContain('bug');
  });

  it('finds the vectors that break a run of many, alone or together', async () => {
    const alone = await culprits([1, 2, 3, 4, 5], async (some) => (some.includes(4) ? 'four' : null));
    const together = await culprits([1, 2, 3], async (some) => (some.length > 2 ? 'a crowd' : null));

    expect([...alone]).toEqual([[4, 'four']]);
    expect([...together.values()]).toEqual(Array(3).fill('together: a crowd'));
    expect(await culprits([], async () => 'never asked')).toEqual(new Map());
  });
});

import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../src/base/index.ts';

interface LongRuns {
  readonly longRuns: Readonly<Record<string, { readonly file: string }>>;
  filesOfRuns(names: readonly string[]): string[];
}

const script: string = '../scripts/long-runs.mjs';
const { longRuns, filesOfRuns } = (await import(script)) as LongRuns;
const steps = readFileSync(join(packageRoot(), '.ci', 'run'), 'utf8');

it('plays in CI each longer run whose files the check leaves out', () => {
  const [, names = ''] = /npm run check -- --except (\S+)/.exec(steps) ?? [];
  const played = [...steps.matchAll(/npm run ([\w-]+)(?: -- [\d ]+)?$/gm)].map(([, name]) => name);

  expect(names.split(',').length).toBeGreaterThan(1);
  expect(played).toEqual(expect.arrayContaining(names.split(',')));
});

it('names files that are there, and no run that is not', () => {
  for (const { file } of Object.values(longRuns)) {
    const there = readdirSync(join(packageRoot(), dirname(file))).map((name) => join(dirname(file), name));
    expect(there.some((path) => path.startsWith(file) && path.endsWith('.test.ts'))).toBe(true);
  }
  expect(filesOfRuns(['kill', 'simulate'])).toEqual(['test/git/kill.test.ts*', 'test/simulation/many-*']);
  expect(() => filesOfRuns(['kil'])).toThrow('There is no longer run kil.');
});

import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const gaps = readFileSync(new URL('../../docs/interface-gaps.md', import.meta.url), 'utf8');
const source = new URL('../../../shared/interface/specification.md', import.meta.url);
const present = existsSync(source);
if (!present) console.warn('skipped: the specification is not beside the project (../shared/interface)');

const rows = [...gaps.matchAll(/^\| (\d+) \| (.+?) \| (.+?) \| (.+?) \|$/gm)];

test('every gap has a number, an answer and a reason', () => {
  expect(rows.map(([, number]) => Number(number))).toEqual(
    Array.from({ length: 33 }, (_, index) => index + 1),
  );
  for (const [row, , , answer = '', reason = ''] of rows) {
    expect(answer.length, row).toBeGreaterThan(3);
    expect(reason.length, row).toBeGreaterThan(10);
  }
});

test.skipIf(!present)('there are as many gaps as the specification has', () => {
  const silent = readFileSync(source, 'utf8')
    .split('\n')
    .filter((line) => line.includes('not shown'));

  expect(rows).toHaveLength(silent.length);
});

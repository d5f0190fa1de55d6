import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { packageRoot } from '../../src/base/index.ts';
import type { CycleRecord } from './day-record.ts';

/** The folder, if somebody names one, that gets whole records beside the brief ones that are kept. */
const wholeRecords = process.env['TIDEMARK_DAYS'];
const isUpdate = process.env['UPDATE_GOLDEN'] === '1';

/**
 * Compares a day with its kept record: what each cycle said, and a digest of each part of what it did. A whole record would be a hundred
 * times as large; the failed test shows the present one of the first cycle that differs.
 *
 * A change of the sync may change records on purpose. `UPDATE_GOLDEN=1` keeps the new ones, and `TIDEMARK_DAYS=FOLDER` writes whole records
 * into a folder: `diff -r` of the folders of two commits shows what the change does.
 */
export function keepOrCompare(cycles: readonly CycleRecord[]): void {
  const name = nameOfDay();
  if (wholeRecords !== undefined) {
    mkdirSync(wholeRecords, { recursive: true });
    writeFileSync(join(wholeRecords, `${name}.txt`), cycles.map(whole).join(''));
  }
  const path = join(packageRoot(), 'test/golden/days', `${name}.txt`);
  if (isUpdate) {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, cycles.map(brief).join(''));
    return;
  }
  expect(existsSync(path), `no record of this day: run with UPDATE_GOLDEN=1, and review it`).toBe(true);
  const kept = readFileSync(path, 'utf8');
  if (kept === cycles.map(brief).join('')) return;
  let rest = kept;
  const first = cycles.find((cycle) => {
    const text = brief(cycle);
    const isSame = rest.startsWith(text);
    if (isSame) rest = rest.slice(text.length);
    return !isSame;
  });
  const present = first ? whole(first) : '(the day ends earlier)\n';
  expect(
    cycles.map(brief).join(''),
    `another day than the kept one; the first cycle that differs:\n${present}`,
  ).toBe(kept);
}

/** How many days the tests that run have compared. */
const days = new Map<string, number>();

/** A file's name for a day of the test that runs: the test's words, and a digest that keeps long titles and several days of a test apart. */
function nameOfDay(): string {
  const test = expect.getState().currentTestName ?? '';
  const day = (days.get(test) ?? 0) + 1;
  if (day === 1) onTestFinished(() => void days.delete(test));
  days.set(test, day);
  const title = day === 1 ? test : `${test} (${day})`;
  const words = title.replace(/[^A-Za-z0-9]+/gu, '-').slice(0, 80);
  return `${words}-${digestOf(title)}`;
}

function whole({ said, parts }: CycleRecord): string {
  const told = parts.map(({ name, lines }) => `  ${name}:\n${lines.map((line) => `    ${line}\n`).join('')}`);
  return `${said}\n${told.join('')}`;
}

function brief({ said, parts }: CycleRecord): string {
  return `${said}\n  ${parts.map(({ name, lines }) => `${name} ${digestOf(lines.join('\n'))}`).join(', ')}\n`;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 7);
}

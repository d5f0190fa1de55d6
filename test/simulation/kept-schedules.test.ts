import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DayRecord } from './day-record.ts';
import { keepOrCompare } from './kept-days.ts';
import { memoryPlan, playInMemory } from './people.ts';
import { playSchedule } from './schedule.ts';

/**
 * Schedules in which everything goes well. The tests compare what each cycle does with what the cycle did before. These few schedules run all
 * code that any of some thousands runs (`scripts/choose-schedules.mjs`).
 */
const seeds = JSON.parse(readFileSync(new URL('kept-schedules.json', import.meta.url), 'utf8')) as {
  readonly people: readonly number[];
  readonly pages: readonly number[];
};

describe('a schedule of people', () => {
  it.for(seeds.people)('of seed %i goes as it went before', async (seed) => {
    const record = new DayRecord();
    expect(await playInMemory(memoryPlan(seed), { record })).toBeNull();
    keepOrCompare(record.cycles);
  });
});

describe('a schedule of pages', () => {
  it.for(seeds.pages)('of seed %i goes as it went before', async (seed) => {
    const record = new DayRecord();
    expect(await playSchedule(seed, { record })).toBeNull();
    keepOrCompare(record.cycles);
  });
});

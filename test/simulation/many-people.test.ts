import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { playOnCores } from './players.ts';
import { roundsOf } from '../rounds.ts';

/**
 * What people do on ordinary and on bad days (`test/people`), in memory. `PEOPLE_SEED` is the first schedule, `PEOPLE_COUNT` how many
 * there are, and `PEOPLE_MS` how long they may take. One schedule of some thousands still fails, so that the usual ones are always
 * the same: they show what broke. `PEOPLE_SEED=fresh` plays others each time, to find what is left.
 */
const env = process.env;
const usual = 51_000_000;
const first = env['PEOPLE_SEED'] === 'fresh' ? randomInt(1_000_000_000) : Number(env['PEOPLE_SEED'] ?? usual);
const count = Number(env['PEOPLE_COUNT'] ?? roundsOf({ usual: 2, all: 40 }));
const budgetMs = Number(env['PEOPLE_MS'] ?? 15 * 60_000);

it(
  'people on both sides, what they do of an ordinary day: it settles, every line is once where it belongs, and a further cycle writes nothing',
  async () => {
    const results = await playOnCores({ first, count, budgetMs }, 2, { script: 'people.child.ts' });
    console.info(
      `${results.reduce((sum, { played }) => sum + played, 0)} schedules of people from seed ${first}.`,
    );

    expect(results.flatMap(({ told }) => (told === null ? [] : [told]))).toEqual([]);
  },
  budgetMs + 120_000,
);

import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { plantedFaults } from './planted.ts';
import { playOnCores } from './players.ts';
import { playSchedule } from './schedule.ts';

/**
 * `SIMULATION_SEED` is the first schedule (else a fresh one for each run, printed), `SIMULATION_COUNT` how many there are, and
 * `SIMULATION_MS` how long they may take; `SIMULATION_STEPS` cuts each after so many steps.
 */
const env = process.env;
const first = Number(env['SIMULATION_SEED'] ?? randomInt(2 ** 40));
const count = Number(env['SIMULATION_COUNT'] ?? 20_000);
const budgetMs = Number(env['SIMULATION_MS'] ?? 30_000);

describe('both sides, random schedules, kills, lost answers', () => {
  it(
    'every line that somebody wrote is there once in the end, both sides agree, and each batch had one change request',
    async ({ task }) => {
      // CI tries once more after a finding, which it prints: with other schedules.
      const again = (task.result?.retryCount ?? 0) > 0 && env['SIMULATION_SEED'] === undefined;
      const seed = again ? randomInt(2 ** 40) : first;
      const results = await playOnCores({ first: seed, count, budgetMs }, 2);
      const played = results.reduce((sum, each) => sum + each.played, 0);
      console.info(`${played} schedules from seed ${seed}.`);

      expect(results.flatMap(({ told }) => (told === null ? [] : [told]))).toEqual([]);
    },
    budgetMs + 120_000,
  );

  it.each([
    5102, 5413, 5712, 707_949_921_102, 355_022_216_471, 353_327_784_047, 1_012_438, 1_014_555, 1_018_484,
    1_018_999, 5_001_819, 5_010_816, 6_010_249, 6_016_901, 6_021_522, 7_020_723, 7_027_635, 8_013_946,
    8_015_056, 8_017_490, 9_010_149, 30_026_383, 30_033_713, 40_003_091, 50_005_940, 60_020_195, 60_021_704,
    70_006_117, 70_011_523, 50_086_082, 92_032_147, 92_032_412, 92_224_132, 94_000_378, 93_011_379,
    93_017_228, 92_204_790, 101_035_750, 102_545_916, 102_585_252, 112_011_554, 112_042_356, 121_030_807,
    121_033_721, 121_052_670, 122_023_634, 132_034_842, 141_031_707,
  ])('schedule %i, which once showed a defect, shows none', async (seed) => {
    expect(await playSchedule(seed)).toBeNull();
  });

  it('the same seed plays the same schedule', async () => {
    const faults = { plants: plantedFaults[1]!.plants };
    const findings = [];
    for (let seed = 1; seed < 400 && findings.length === 0; seed++) {
      const finding = await playSchedule(seed, faults.plants);
      if (finding) findings.push(finding, await playSchedule(seed, faults.plants));
    }

    expect(findings).toHaveLength(2);
    expect(findings[1]).toEqual(findings[0]);
  });
});

describe('a planted fault is noticed', () => {
  it.each(plantedFaults)('$name', async ({ plants }) => {
    let caught: string | null = null;
    let seed = 1;
    for (; seed <= 1000 && caught === null; seed++) {
      const finding = await playSchedule(seed, plants).catch((error: unknown) => ({
        rule: `it broke: ${String(error)}`,
      }));
      caught = finding?.rule ?? null;
    }

    expect(caught).not.toBeNull();
  });
});

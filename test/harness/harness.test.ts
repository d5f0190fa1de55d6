import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playSchedule } from './schedule.ts';
import type { Finding } from './schedule.ts';
import { openStage } from './world.ts';
import type { Stage } from './world.ts';

/**
 * `HARNESS_SEED` is the first schedule, `HARNESS_COUNT` how many are played. Many schedules begin anywhere, few always at the same
 * place, so that a test run fails for what was changed and for nothing else.
 */
const count = Number(process.env['HARNESS_COUNT'] ?? 12);
const first = Number(process.env['HARNESS_SEED'] ?? (count > 50 ? randomInt(1_000_000_000) : 1));

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

describe('real git, real files, real HTTP, and a network that fails', () => {
  it(
    'every line that somebody wrote is there in the end, both sides agree, and each batch had one change request',
    async () => {
      console.info(`${count} schedules from HARNESS_SEED=${first}.`);
      const findings: Finding[] = [];
      for (let seed = first; seed < first + count; seed++) {
        const finding = await playSchedule(stage, seed);
        if (!finding) continue;
        findings.push(finding);
        console.info(
          `HARNESS_SEED=${seed} HARNESS_COUNT=1 npx vitest run test/harness plays it again: ${finding.rule}`,
        );
      }
      expect(findings).toEqual([]);
    },
    60_000 + count * 20_000,
  );
});

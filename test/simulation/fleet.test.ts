import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { playFleet } from './fleet-schedule.ts';
import type { FleetFinding } from './fleet-schedule.ts';

/**
 * A fleet in memory: workers that share a git host and get into each other's way. `FLEET_SEED` is the first schedule (else a fresh one
 * for each run, printed), and `FLEET_COUNT` how many there are.
 */
const env = process.env;
const first = Number(env['FLEET_SEED'] ?? randomInt(1_000_000_000));
const count = Number(env['FLEET_COUNT'] ?? 30);

describe('[SYNC-50] a fleet with people on both sides, workers that are killed, lost answers and lost states', () => {
  it(
    'has each text once, and one change request for each space at every moment',
    async () => {
      console.info(`${count} schedules of a fleet from seed ${first}.`);

      for (let seed = first; seed < first + count; seed++) expect(tell(await playFleet(seed))).toBe('');
    },
    120_000 + count * 2_000,
  );

  it('opens a second change request where workers announce nothing, so that these schedules can tell', async () => {
    let found: FleetFinding | null = null;
    for (let seed = 1; seed <= 200 && found === null; seed++) found = await playFleet(seed, { silent: true });

    expect(found?.rule).toBe('one change request');
  });
});

function tell(finding: FleetFinding | null): string {
  if (finding === null) return '';
  const { seed, rule, detail, trace } = finding;
  const again = `FLEET_SEED=${seed} FLEET_COUNT=1 npx vitest run test/simulation/fleet.test.ts plays it again`;
  return [`${rule}: ${detail}`, ...trace, again].join('\n');
}

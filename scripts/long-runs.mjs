/** Longer runs of tests, by name: more rounds of the same tests. `file` is the beginning of their files' paths. */
export const longRuns = {
  race: { env: { RACE_REPLACES: '100000' }, file: 'test/files/race.test.ts' },
  kill: { env: { KILLS: '200' }, file: 'test/git/kill.test.ts' },
  'kill-mirror': { env: { MIRROR_KILLS: '200' }, file: 'test/sync/kill-mirror.test.ts' },
  harness: { env: { HARNESS_COUNT: '200' }, file: 'test/harness/harness.test.ts' },
  'kill-sync': { env: { SYNC_KILLS: '400' }, file: 'test/sync/kill-sync.test.ts' },
  fairness: {
    env: { FAIRNESS_SPACES: '199', FAIRNESS_PAGES: '10000' },
    file: 'test/daemon/real-fairness.test.ts',
  },
  'kill-service': { env: { TIDEMARK_KILL_ROUNDS: '200' }, file: 'test/service/durability/kill.test.ts' },
  simulate: {
    env: {
      SIMULATION_COUNT: '200000',
      SIMULATION_MS: '7200000',
      PEOPLE_COUNT: '100000',
      PEOPLE_MS: '7200000',
    },
    file: 'test/simulation/many-',
  },
};

/** The run that plays the long tests of the installed package with the newest Node; `vitest.config.ts` names these tests. */
export const runOnNodes = 'nodes';

/** The file patterns of some of these runs. Throws for an unknown name. */
export function filesOfRuns(names) {
  return names.map((name) => {
    if (!(name in longRuns)) throw new Error(`There is no longer run ${name}.`);
    return `${longRuns[name].file}*`;
  });
}

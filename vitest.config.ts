import { defineConfig } from 'vitest/config';

/** Tests that take a process for themselves: they start browsers, servers and daemons, end them by force, or load the machine. */
const alone = [
  'test/{conformance,daemon,e2e,fleet,harness,model,scenarios,simulation,soak}/**/*.test.ts',
  'test/**/kill*.test.ts',
  'test/cli/{commands,links}.test.ts',
  'test/content/emoji.test.ts',
  'test/files/race.test.ts',
  'test/git/daemon-lock.test.ts',
  'test/links/{ci-examples,page}.test.ts',
  'test/queue/redis.test.ts',
  'test/queue/rate/*.test.ts',
  'test/site/{axe,corpora,parsers,reading,render-threads,safety,whole-site}.test.ts',
];

const service = ['test/{service,cli,client,links,site,queue}/**/*.test.ts'];
const together = { service, rest: ['test/**/*.test.ts'] };

export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
    // Machines of CI are shared: what fails there is tried once more, with another seed where it has one. Both runs are told.
    retry: process.env['CI'] === 'true' ? 1 : 0,
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      // The others change nothing that another one sees: one worker for each group reads each module once.
      ...Object.entries(together).map(([name, include]) => ({
        extends: true as const,
        test: { name, include, exclude: [...alone, ...(name === 'rest' ? service : [])], isolate: false },
      })),
    ],
  },
});

import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** Tests that take a process for themselves: they start browsers, servers and daemons, end them by force, or load the machine. */
const alone = [
  'test/{ci,e2e,fleet,harness,installed,scenarios,soak}/**/*.test.ts',
  'test/**/kill*.test.ts',
  'test/app/every-page.test.ts',
  // Its regular expression of all emoji takes ten times as long in a process that has run for a while.
  'test/content/emoji.test.ts',
  'test/files/race.test.ts',
  'test/git/daemon-lock.test.ts',
  'test/links/page.test.ts',
  'test/queue/redis{,-connection}.test.ts',
  'test/queue/rate/{budget,concurrency,embedded-service,shared-budget}.test.ts',
  'test/simulation/{fleet,many-*}.test.ts',
  'test/site/{axe,corpora,corpora-pages,look,parsers,pictures,reading,render-threads,safety,whole-site}.test.ts',
];

/**
 * Tests that play many rounds, whole corpora, or whole days of people in browsers and with the installed program, of what a shorter test
 * covers too. `npm test` leaves them out, so that people run it often; `npm run test:all` and CI play them, and so does whoever names a
 * file. Single tests of this kind have the tag `long`.
 */
export const long = [
  'test/app/{autosave,every-page,kept-texts,look,pictures,sign-on-browser,tree-moves,typed-words,typing}.test.ts',
  'test/ci/release.test.ts',
  'test/cli/{conflicts,export-heap,export-watch,pdf,picture-sizes,repair}.test.ts',
  'test/conformance/{published-client,published-documents,query-plans,vendor-cli}.test.ts',
  'test/content/scan.test.ts',
  'test/contract/regexes.test.ts',
  'test/daemon/{fairness,real-fairness}.test.ts',
  'test/e2e/*.test.ts',
  'test/fleet/*.test.ts',
  'test/git/{kill,last-changes}.test.ts',
  'test/harness/harness.test.ts',
  // What stays plays the table of commands and options, the installation, and the first day.
  'test/installed/{addresses,app,app-day,at-three,by-hand,conflicts,daily-commands,damage,database-moves}.test.ts',
  'test/installed/{doctor,editor,proxies,token-origin,turned-down,webhooks}.test.ts',
  'test/installed/{fleet-announced,fleet-pushes,git-host-attack,git-host-away,handbook,import-ways}.test.ts',
  'test/installed/{init-on-terminal,killed-export,large-push,latency,library,object-store,odd-days}.test.ts',
  'test/installed/{other-services,publishing,readiness,redis-away,request-costs,terminal,upgrade}.test.ts',
  'test/installed/{watchdog,writers-paths}.test.ts',
  'test/links/page.test.ts',
  'test/queue/rate/{embedded-service,shared-budget}.test.ts',
  'test/scenarios/*.test.ts',
  'test/service/durability/{kill,one-service}.test.ts',
  'test/simulation/{fleet,kept-schedules}.test.ts',
  'test/sharing/{git-host-attack,mirror-host,with-git-host}.test.ts',
  'test/site/{active-files,analytics,corpora,corpora-pages,drawings,from-disk,incremental,locales,look}.test.ts',
  'test/site/{offline,parsers,pictures,reading,render-threads,safety,try-it,whole-site}.test.ts',
  'test/sync/{folder-changed,hostile-answers-to-writes,kill-mirror,kill-sync,lost-state,many-writers}.test.ts',
  'test/sync/{moved-to-another-space,same-page-twice}.test.ts',
  'test/sync/{markdown-endings,moved-edits,one-page-two-files,renamed-meanwhile,taken-back,turned-down,two-branches,untold-entries}.test.ts',
  'test/sync/writers-paths.test.ts',
];
const withoutLong = process.env['TIDEMARK_TESTS'] === 'usual';
/** What a longer run plays anyway (`scripts/test.mjs --except`). */
const later = (process.env['TIDEMARK_TESTS_LATER'] ?? '').split(',').filter(Boolean);
/** The long tests of the installed package, where `npm run nodes` plays them later (`scripts/test.mjs --except nodes`). */
const laterWithNodes =
  process.env['TIDEMARK_LONG_OF_PACKAGE'] === 'later'
    ? long.filter((each) => each.startsWith('test/installed/'))
    : [];
const leftOut = [...(withoutLong ? long : []), ...laterWithNodes, ...later];

/** Tests of the installed package, which takes minutes of one core to install on a fresh machine, beside the other tests. */
const ofPackage = /\/test\/(?:attack|ci|fleet|installed)\//;
/** Those of them that take more than twice as long as any other: whichever of them began last would run alone in the end. */
const longestOfPackage = /\/test\/installed\/(?:fleet|mirror|reading|service)\.test\.ts$/;

/** Tests that wait most of their time: for schedules that play at the lowest priority, or for a service that is far away. */
const waiting = /\/(?:simulation\/many-schedules|queue\/rate\/concurrency)\.test\.ts$/;

/** Tests that wait begin first. Tests of the installed package begin last, so that the workers do not all wait for the installation. */
class ByWaiting extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turn = ({ moduleId }: TestSpecification): number => {
      if (waiting.test(moduleId)) return 0;
      if (!ofPackage.test(moduleId)) return 1;
      return longestOfPackage.test(moduleId) ? 2 : 3;
    };
    const sorted = await super.sort(files);
    return [0, 1, 2, 3].flatMap((each) => sorted.filter((file) => turn(file) === each));
  }
}

export default defineConfig({
  test: {
    testTimeout: 120_000,
    // Whoever asks first for the installed package builds, packs and installs it; a native module may compile.
    hookTimeout: 600_000,
    pool: 'forks',
    // Tests leave much behind: room for it saves a tenth of their processor time.
    execArgv: ['--max-semi-space-size=64'],
    // Later runs read transformed modules from the disk: a part of the suite took 66 s of processor time in place of 96.
    experimental: { fsModuleCache: true },
    // Two workers for two cores, and one for a test that waits. With a fourth, all tests together took as long.
    maxWorkers: 3,
    sequence: { sequencer: ByWaiting },
    // Machines of CI are shared: what fails there is tried once more, with another seed where it has one. Both runs are told.
    retry: process.env['CI'] === 'true' ? 1 : 0,
    // Asked for by `npm run coverage`. Processes that a test starts do not count.
    coverage: {
      provider: 'v8',
      include: ['src/**'],
      reporter: ['json-summary', 'html'],
      reportOnFailure: true,
    },
    tags: [{ name: 'long', description: 'Many rounds of what a shorter test covers too.' }],
    ...(withoutLong ? { tagsFilter: ['!long'] } : {}),
    projects: [
      { extends: true, test: { name: 'alone', include: alone, exclude: leftOut } },
      // The other tests change nothing that another test sees, so each worker plays its share of them in one process, and reads each module,
      // compiles each schema and warms up once.
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...alone, ...leftOut],
          isolate: false,
        },
      },
    ],
  },
});

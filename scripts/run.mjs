// The door of `npm start`, `npm test` and `npm run check`: makes the checkout ready, then does the job.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build, install, requireNode, root, types } from './ready.mjs';

const [job = 'start', ...rest] = process.argv.slice(2);

requireNode();
install();
build();
if (job === 'test' || job === 'check') types();

const bin = (name) => join(root, 'node_modules', '.bin', name);
const once = rest.includes('--once');
const demoArgs = [...(once ? [] : ['--keep']), ...rest.filter((arg) => arg !== '--once')];

/** Longer forms of tests, by name: more rounds of the same. */
const long = {
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
// Who asks for another number of rounds gets it.
if (job === 'long') Object.assign(process.env, { ...long[rest[0]]?.env, ...process.env });

const jobs = {
  long: [[process.execPath, join(root, 'scripts/test.mjs'), long[rest[0]]?.file, ...rest.slice(1)]],
  start: [[process.execPath, join(root, 'dist/main.js'), 'demo', ...demoArgs]],
  docs: [[process.execPath, join(root, 'dist/main.js'), 'guide', ...rest]],
  test: [[process.execPath, join(root, 'scripts/test.mjs'), ...rest]],
  check: [
    [bin('prettier'), '--check', '--log-level', 'warn', '.'],
    [bin('tsc'), '--noEmit'],
    [bin('eslint'), '.', '--max-warnings', '0'],
    [process.execPath, join(root, 'scripts/test.mjs'), '--all', ...rest],
  ],
};

for (const [command, ...args] of jobs[job]) {
  const code = await new Promise((resolve) => {
    const child = spawn(command, args, { cwd: job === 'start' ? process.cwd() : root, stdio: 'inherit' });
    // The child gets the terminal's signals itself; this process only waits for it.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    child.on('close', (status, signal) => resolve(status ?? (signal === 'SIGINT' ? 130 : 143)));
  });
  if (code !== 0) process.exit(code);
}

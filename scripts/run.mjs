// The door of `npm start`, `npm test` and `npm run check`: makes the checkout ready, then does the job.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { longRuns } from './long-runs.mjs';
import { build, install, requireNode, root, types } from './ready.mjs';

const [job = 'start', ...rest] = process.argv.slice(2);

requireNode();
install();
build();
if (job === 'test' || job === 'check') types();

const bin = (name) => join(root, 'node_modules', '.bin', name);
const once = rest.includes('--once');
const demoArgs = [...(once ? [] : ['--keep']), ...rest.filter((arg) => arg !== '--once')];

// Who asks for another number of rounds gets it.
if (job === 'long') Object.assign(process.env, { ...longRuns[rest[0]]?.env, ...process.env });

const jobs = {
  long: [[process.execPath, join(root, 'scripts/test.mjs'), longRuns[rest[0]]?.file, ...rest.slice(1)]],
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

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
  long: ['scripts/test.mjs', longRuns[rest[0]]?.file, ...rest.slice(1)],
  start: ['dist/main.js', 'demo', ...demoArgs],
  docs: ['dist/main.js', 'guide', ...rest],
  test: ['scripts/test.mjs', ...rest],
  check: ['scripts/test.mjs', '--all', ...rest],
};

/**
 * What `check` does beside the tests, one after another, since each uses one core alone. The package is installed first: the tests of
 * the installed program begin last and need it then.
 */
const besideTests = [
  ['package', process.execPath, join(root, 'scripts', 'installed.mjs')],
  ['format', bin('prettier'), '--check', '--log-level', 'warn', '.'],
  ['types', bin('tsc'), '--noEmit'],
  ['lint', bin('eslint'), '.', '--max-warnings', '0'],
  ['generated files', process.execPath, join(root, 'scripts', 'generate.mjs'), '--check'],
];

/** Runs a program to its end, and gives its exit code and what it printed, where that is not for the terminal at once. */
function play(command, args, { cwd = root, stdio = 'inherit' } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk));
    // The child gets the terminal's signals itself; this process only waits for it.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    child.on('close', (status, signal) =>
      resolve({
        code: status ?? (signal === 'SIGINT' ? 130 : 143),
        said: Buffer.concat(said).toString(),
      }),
    );
  });
}

/** Gives the names of what fails. What a program says is printed as one piece when the program ends. */
async function checkBesideTests() {
  const failed = [];
  for (const [name, command, ...args] of besideTests) {
    const { code, said } = await play(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    process.stdout.write(`${said}\n${name}: ${code === 0 ? 'fine' : `ended with ${code}`}\n`);
    if (code !== 0) failed.push(name);
    // Somebody has ended all of it.
    if (code > 128) break;
  }
  return failed;
}

const checkedBeside = job === 'check' ? checkBesideTests() : [];
const [script, ...args] = jobs[job];
const { code } = await play(process.execPath, [join(root, script), ...args], {
  cwd: job === 'start' ? process.cwd() : root,
});
const failed = await checkedBeside;
if (failed.length > 0)
  process.stdout.write(
    `Failed beside the tests: ${failed.join(', ')}. What is wrong is printed above, among the tests.\n`,
  );
process.exit(code !== 0 || failed.length === 0 ? code : 1);

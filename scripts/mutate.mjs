// Mutation testing: `npm run mutate`. Stryker changes the code in one place at a time, and the tests of the room must notice. This
// script chooses what is tried, keeps what was found in test-results/mutants.json, and prints a table by room and what survived.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { identityOf } from './mutant-choice.mjs';
import {
  choiceOf,
  countsOf,
  keyOf,
  namedMutants,
  sampleOf,
  scoreOf,
  survivorsOf,
  tableOf,
  testsOf,
} from './mutants.mjs';
import { filesBelow, root } from './ready.mjs';

const help = `npm run mutate -- [ROOM, FOLDER OR FILE …] [OPTIONS]

Without a name: the files of src/ that changed since the branch left main, or on main since the commit before.

  --since REF     the files of src/ that changed since that commit
  --sample N      a random sample of N mutants of all these files; the table gives the interval of the score
  --seed TEXT     another sample
  --at-most N     tries so many mutants now; the next run goes on with the others
  --survivors     tries again what survived before, and nothing else
  --thorough      as --survivors, with all tests that could notice, also those that take long
  --fresh         forgets what earlier runs found in these files
  --show          tries nothing, and prints what earlier runs found
  --at-least N    ends with 1 when the score of a room is below N percent
  --help
`;

const options = {
  since: { type: 'string' },
  sample: { type: 'string' },
  seed: { type: 'string', default: '1' },
  'at-most': { type: 'string' },
  survivors: { type: 'boolean', default: false },
  thorough: { type: 'boolean', default: false },
  fresh: { type: 'boolean', default: false },
  show: { type: 'boolean', default: false },
  'at-least': { type: 'string' },
  help: { type: 'boolean', default: false },
};

const at = (path) => join(root, path);
const folder = at('test-results');
const resultsFile = join(folder, 'mutants.json');
const choiceFile = join(folder, 'mutant-choice.json');
const say = (text) => process.stdout.write(`${text}\n`);
const textOf = (file) => readFileSync(at(file), 'utf8');
const digestOf = (file) => createHash('sha256').update(textOf(file)).digest('hex');
const isPending = ({ status }) => status === 'Pending';

function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(2);
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

/** The commit that changed files are counted from: where the branch left main, or on main the commit before. */
function reference() {
  const base = git('merge-base', 'HEAD', 'main');
  return base === git('rev-parse', 'HEAD') ? 'HEAD~1' : base;
}

function changedFiles(since) {
  const changed = git('diff', '--name-only', '--diff-filter=d', since, '--', 'src').split('\n');
  const added = git('ls-files', '--others', '--exclude-standard', '--', 'src').split('\n');
  return [...changed, ...added];
}

/** The files that a name means: a room, a folder or a file. */
function filesOf(name) {
  const path = [name, `src/${name}`].find((each) => existsSync(at(each)));
  if (path === undefined) fail(`There is no room, folder or file ${name}. Rooms are the folders of src/.`);
  const files = statSync(at(path)).isDirectory() ? filesBelow(at(path)) : [at(path)];
  return files.map((file) => relative(root, file).split(sep).join('/'));
}

function count(given, option) {
  if (given[option] === undefined) return undefined;
  const number = Number(given[option]);
  return Number.isFinite(number) && number > 0 ? number : fail(`--${option} needs a number above 0.`);
}

/** The mutants that change nothing that anybody could notice; the file gives each its reason. */
function equivalentMutants() {
  const entries = Object.entries(parse(textOf('scripts/equivalent-mutants.yaml')) ?? {});
  return new Set(entries.flatMap(([file, list]) => list.map((each) => keyOf({ file, ...each }))));
}

/** What earlier runs found, by file: the digest of the text and its mutants. */
function readResults() {
  return existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {};
}

/** Every mutant of the files as Stryker makes it, with its name. Locations count from 0. */
async function mutantsOf(files) {
  const { Instrumenter } = await import('@stryker-mutator/instrumenter');
  const silent = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false };
  const { mutants } = await new Instrumenter(silent).instrument(
    files.map((file) => ({ name: at(file), mutate: true, content: textOf(file) })),
    { plugins: null, excludedMutations: [], ignorers: [] },
  );
  return files.flatMap((file) =>
    namedMutants(
      file,
      textOf(file),
      mutants.filter(({ fileName }) => fileName === at(file)),
    ),
  );
}

/** The place of a mutant as the option `mutate` of Stryker takes it, with lines from 1. */
function rangeOf({ file, location: { start, end } }) {
  return `${file}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;
}

/** Lets Stryker try the chosen mutants, and returns all mutants of the files with their names; what was not tried has no status. */
async function tryMutants(files, choice, isThorough) {
  const all = await mutantsOf(files);
  const now = new Set(
    choiceOf(
      all.map(({ key }) => key),
      choice,
    ),
  );
  const chosen = all.filter(({ key }) => now.has(key));
  mkdirSync(folder, { recursive: true });
  if (chosen.length === 0) return all.map(named);
  writeFileSync(choiceFile, JSON.stringify(chosen.map(identityOf)));
  process.env.TIDEMARK_MUTANT_CHOICE = choiceFile;
  process.env.TIDEMARK_MUTATION_TESTS = testsOf(files, { second: isThorough }).join(',');
  if (isThorough) process.env.TIDEMARK_MUTATION_LONG = '1';
  const { Stryker } = await import('@stryker-mutator/core');
  // Stryker passes on which test runs which mutant as one text. For all mutants of a large room, that is more than a text may have.
  const results = await new Stryker({
    mutate: chosen.map(rangeOf),
    testRunner: 'vitest',
    vitest: { configFile: 'vitest.mutation.config.ts', related: false },
    plugins: ['@stryker-mutator/vitest-runner', at('scripts/mutant-choice.mjs')],
    checkers: ['choice'],
    coverageAnalysis: 'perTest',
    concurrency: 1,
    testRunnerNodeArgs: ['--max-old-space-size=10240'], // which test runs which mutant takes gigabytes in a large room
    dryRunTimeoutMinutes: 30, // a busy machine takes longer than the usual five for a large room
    reporters: ['progress-append-only'],
    disableTypeChecks: false, // nobody checks types here
    tempDirName: 'test-results/mutants',
    cleanTempDir: 'always',
    ignorePatterns: ['dist', 'types', 'releases', 'coverage', 'test-results', 'bench'],
    timeoutMS: 60_000,
    allowConsoleColors: false,
  }).runMutationTest();
  const statuses = new Map(
    results
      .filter(({ status }) => status !== 'CompileError')
      .map((result) => [identityOf(countedFromZero(result)), result.status]),
  );
  return all.map((mutant) => {
    const status = statuses.get(identityOf(mutant));
    return { ...named(mutant), ...(status === undefined ? {} : { status }) };
  });
}

/** What is kept of a mutant. */
function named({ key, file, at: number, line, from, to, turn }) {
  return { key, file, at: number, line, from, to, turn };
}

/** Results count lines and columns from 1, and mutants that are to be tried from 0. */
function countedFromZero({ location: { start, end }, ...mutant }) {
  const less = ({ line, column }) => ({ line: line - 1, column: column - 1 });
  return { ...mutant, location: { start: less(start), end: less(end) } };
}

/** Tries what is not known yet, and returns what is known then. */
async function findFates(files, given, { sample, atMost }) {
  const all = readResults();
  const earlier = new Map(
    files.flatMap((file) => (given.fresh ? [] : (all[file]?.mutants ?? []))).map((each) => [each.key, each]),
  );
  if (given.show) return [...earlier.values()];
  const survivors = new Set(survivorsOf([...earlier.values()], equivalentMutants()).map(({ key }) => key));
  const isAgain = given.survivors || given.thorough;
  const open = (mutant) => isPending(mutant) || (isAgain && survivors.has(mutant.key));
  const choice = {
    ...{ sample, seed: given.seed, atMost },
    known: new Set([...earlier.values()].filter((each) => !open(each)).map(({ key }) => key)),
    ...(isAgain ? { only: survivors } : {}),
  };
  const isSame = files.every((file) => all[file]?.text === digestOf(file));
  if (isSame && !given.fresh && choiceOf([...earlier.keys()], choice).length === 0)
    return [...earlier.values()];
  const mutants = (await tryMutants(files, choice, given.thorough)).map((each) => {
    const { status = 'Pending', told } = each.status === undefined ? (earlier.get(each.key) ?? {}) : each;
    return { ...each, status, told };
  });
  for (const file of files)
    all[file] = { text: digestOf(file), mutants: mutants.filter((each) => each.file === file) };
  writeFileSync(resultsFile, JSON.stringify(all));
  return mutants;
}

/** Prints what survived and the table. Returns whether the score of every room is high enough. */
function printFound(mutants, { sample, seed, atLeast }) {
  const equivalent = equivalentMutants();
  const keys = mutants.map(({ key }) => key);
  const wanted = new Set(sample === undefined ? keys : sampleOf(keys, sample, seed));
  const tried = mutants.filter((each) => wanted.has(each.key) && !isPending(each));
  for (const { file, at: number, status, line, from, to } of survivorsOf(tried, equivalent))
    say(
      `${file}:${number}${status === 'NoCoverage' ? ' (no test runs it)' : ''}\n  ${line}\n  ${from} → ${to}\n`,
    );
  const counts = countsOf(tried, equivalent);
  say(tableOf(counts, { isSample: sample !== undefined }));
  const left = wanted.size - tried.length;
  if (left > 0) say(`\nNot tried yet: ${left}. The same command goes on with them.`);
  return counts.every((each) => (scoreOf(each)?.share ?? 1) * 100 >= (atLeast ?? 0));
}

async function main() {
  const { values: given, positionals } = parseArgs({ options, allowPositionals: true });
  if (given.help) return say(help);
  const [sample, atMost, atLeast] = ['sample', 'at-most', 'at-least'].map((option) => count(given, option));
  const named =
    positionals.length > 0 ? positionals.flatMap(filesOf) : changedFiles(given.since ?? reference());
  const files = [...new Set(named)].filter((file) => /^src\/.+(?<!\.d)\.ts$/u.test(file)).sort();
  if (files.length === 0)
    return say('No file of src/ has changed, so there is nothing to try. Name a room, a folder or a file.');
  const mutants = await findFates(files, given, { sample, atMost });
  if (!printFound(mutants, { sample, seed: given.seed, atLeast })) process.exitCode = 1;
}

await main();

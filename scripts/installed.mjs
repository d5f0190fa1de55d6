// Installs the package the way people get it: packs the checkout, installs the tarball into an empty prefix outside of the
// checkout, without development dependencies, and gives the folder. It is packed once, and the tarball is installed once for each Node.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { build, filesBelow, root, types } from './ready.mjs';

/** Where a process that holds a folder has not yet written who it is, others wait this long before they take the folder over. */
const namelessMs = 10_000;

/** Runs npm on a Node; `cli` is npm's own file where another npm than the machine's shall do it. */
function npm(args, { cwd, node, cli }) {
  const [program, ...before] = cli === undefined ? ['npm'] : [node, cli];
  const { status, stdout, stderr } = spawnSync(program, [...before, ...args], {
    cwd,
    encoding: 'utf8',
    // npm runs on the Node that comes first in PATH, so that native modules are made for it.
    env: { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}` },
  });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed in ${cwd}:\n${stdout}${stderr}`);
  return { stdout, stderr };
}

/**
 * Gives the prefix with the installed package; `node` is the program that people run it with. What npm printed during the
 * installation is in `install.log` there, the tarball is `tidemark.tgz`. Processes that ask at the same time wait for the one
 * that installs.
 */
export async function installPackage({ node = process.execPath } = {}) {
  // One process builds; those that ask meanwhile would read a half of it.
  const checkout = createHash('sha256').update(root).digest('hex').slice(0, 16);
  await holding(join(tmpdir(), `tidemark-building-${checkout}`), () => {
    build();
    // `npm test` and `npm pack` write them anew; a single test does with those that are there.
    if (!existsSync(join(root, 'types', '.tidemark-types'))) types();
  });
  const content = contentDigest();
  const packed = join(tmpdir(), `tidemark-packed-${shortDigest(content)}`);
  await once(packed, () => {
    const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', packed];
    const [{ filename }] = JSON.parse(npm(pack, { cwd: root, node: process.execPath }).stdout);
    renameSync(join(packed, filename), join(packed, 'tidemark.tgz'));
  });
  const asked = askNode(node);
  const key = shortDigest(content, asked.version, asked.cli ?? '');
  const prefix = join(tmpdir(), `tidemark-installed-${asked.version}-${key}`);
  await once(prefix, () => {
    copyFileSync(join(packed, 'tidemark.tgz'), join(prefix, 'tidemark.tgz'));
    installInto(prefix, { node, ...asked });
  });
  return prefix;
}

function shortDigest(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 16);
}

/** Changes when anything does that the package holds. Packing to find that out takes seconds, and every file of tests asks. */
function contentDigest() {
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const named = ['package.json', ...files.filter((path) => !path.startsWith('!'))].map((path) =>
    join(root, path),
  );
  const hash = createHash('sha256');
  for (const path of named.flatMap((path) => (statSync(path).isDirectory() ? filesBelow(path) : [path])))
    if (!basename(path).startsWith('.tidemark-'))
      hash.update(relative(root, path)).update('\0').update(readFileSync(path)).update('\0');
  return hash.digest();
}

/** What decides how the package is installed for a Node. `npm run nodes` names the npm for those that have SQLite. */
function askNode(node) {
  const expression = `[process.version, process.versions.modules, process.getBuiltinModule?.('node:sqlite') ? 'sqlite' : '']`;
  const answer = spawnSync(node, ['--no-warnings', '-p', `${expression}.join(' ')`], { encoding: 'utf8' });
  const [version, abi, sqlite] = answer.stdout.trim().split(' ');
  const needsModule = sqlite !== 'sqlite';
  return { version, abi, needsModule, cli: needsModule ? undefined : process.env.TIDEMARK_TEST_NPM };
}

/**
 * Installs `tidemark.tgz`, which is in the prefix: by the bare command where Node has SQLite. A Node without SQLite needs a module
 * that a script compiles for a minute: that script runs where no compiled module is kept.
 */
function installInto(prefix, { node, abi, needsModule, cli }) {
  // A person on such a Node whose npm asks for it approves the script that compiles the module.
  const project = { private: true, ...(needsModule ? { allowScripts: { [native]: true } } : {}) };
  writeFileSync(join(prefix, 'package.json'), `${JSON.stringify(project)}\n`);
  const compiled = needsModule ? compiledModule(abi) : undefined;
  const how = { cwd: prefix, node, cli };
  const version = npm(['--version'], how).stdout.trim();
  const { stdout, stderr } = npm(
    ['install', ...(compiled ? ['--ignore-scripts'] : []), join(prefix, 'tidemark.tgz')],
    how,
  );
  writeFileSync(join(prefix, 'install.log'), `npm ${version}\n${stdout}${stderr}`);
  const installed = join(prefix, modulePath);
  if (compiled) {
    mkdirSync(dirname(installed), { recursive: true });
    copyFileSync(compiled, installed);
  } else if (needsModule && existsSync(installed)) keepCompiled(installed, abi);
}

/** The one native module that is compiled where no compiled one is on offer, which takes about a minute. */
const native = 'better-sqlite3';
const modulePath = join('node_modules', native, 'build', 'Release', 'better_sqlite3.node');

/** Where a compiled module is kept for later installations: outside of the checkout, by its version and Node's ABI. */
function keptModule(abi) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { version } = lock.packages[`node_modules/${native}`];
  return join(tmpdir(), `tidemark-${native}-${version}-${abi}-${process.platform}-${process.arch}.node`);
}

/** A module that is compiled already. CI has none, so that its installation is one from nothing. */
function compiledModule(abi) {
  if (process.env.CI === 'true') return undefined;
  const ofCheckout = join(root, modulePath);
  if (!existsSync(keptModule(abi)) && abi === process.versions.modules && existsSync(ofCheckout))
    keepCompiled(ofCheckout, abi);
  return existsSync(keptModule(abi)) ? keptModule(abi) : undefined;
}

function keepCompiled(file, abi) {
  const kept = keptModule(abi);
  copyFileSync(file, `${kept}.${process.pid}`);
  renameSync(`${kept}.${process.pid}`, kept);
}

/** Makes a folder's content once, whoever asks; the folder exists when `work` begins. */
async function once(folder, work) {
  const done = join(folder, '.ready');
  if (existsSync(done)) return;
  await holding(`${folder}.installing`, () => {
    if (existsSync(done)) return;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    work();
    writeFileSync(done, '');
  });
}

/** The file in a held folder that names the process. */
const holder = 'process';

/** Tells whether the process that held a folder has ended without letting go of it: somebody stopped it, or it was killed. */
function isAbandoned(held) {
  const since = statSync(held, { throwIfNoEntry: false })?.mtimeMs;
  if (since === undefined) return false;
  let id;
  try {
    id = Number(readFileSync(join(held, holder), 'utf8'));
  } catch {
    id = 0;
  }
  if (id === 0) return Date.now() - since > namelessMs;
  try {
    process.kill(id, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Does work that one process at a time may do, and waits for the one that does it. */
export async function holding(held, work) {
  for (;;) {
    try {
      mkdirSync(held);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (isAbandoned(held)) rmSync(held, { recursive: true, force: true });
      else await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  writeFileSync(join(held, holder), `${process.pid}\n`);
  try {
    work();
  } finally {
    rmSync(held, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) process.stdout.write(`${await installPackage()}\n`);

// Installs the package as people do: packs the checkout, installs the tarball into an empty prefix outside of the checkout,
// without development dependencies, and returns the folder. The checkout is packed once, and the tarball installed once per Node.
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

/** Where packages stay from run to run: the machine's temporary folder, also while tests have another one. */
const packages = process.env.TIDEMARK_PACKAGES ?? tmpdir();

/** Where a process that holds a folder has not yet written who it is, others wait this long before they take the folder over. */
const namelessMs = 10_000;

/** Runs npm on a Node; `cli` is the file of another npm than the machine's. */
function npm(args, { cwd, node, cli }) {
  const [program, ...before] = cli === undefined ? ['npm'] : [node, cli];
  const { status, stdout, stderr } = spawnSync(program, [...before, ...args], {
    cwd,
    encoding: 'utf8',
    // npm runs on the first Node in PATH, and compiles native modules for that Node.
    env: { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}` },
  });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed in ${cwd}:\n${stdout}${stderr}`);
  return { stdout, stderr };
}

/**
 * Builds what the package ships, and writes its types anew where the sources have changed; types of older sources are enough for a
 * single test, which should not wait for them.
 */
export async function buildPackage({ typesOfOlderSources = false } = {}) {
  // Only one process builds; others would read an incomplete build meanwhile.
  const checkout = createHash('sha256').update(root).digest('hex').slice(0, 16);
  await holding(join(packages, `tidemark-building-${checkout}`), () => {
    build();
    if (!typesOfOlderSources || !existsSync(join(root, 'types', '.tidemark-types'))) types();
  });
}

/**
 * Returns the prefix with the installed package; `node` is the Node that runs the package. The prefix also has npm's output
 * during the installation in `install.log`, and the tarball `tidemark.tgz`. Concurrent processes wait for the one that
 * installs.
 */
export async function installPackage({ node = process.execPath } = {}) {
  await buildPackage({ typesOfOlderSources: true });
  const content = contentDigest();
  const packed = join(packages, `tidemark-packed-${shortDigest(content)}`);
  await once(packed, () => {
    const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', packed];
    const [{ filename }] = JSON.parse(npm(pack, { cwd: root, node: process.execPath }).stdout);
    renameSync(join(packed, filename), join(packed, 'tidemark.tgz'));
  });
  const asked = askNode(node);
  const key = shortDigest(content, asked.version, asked.cli ?? '');
  const prefix = join(packages, `tidemark-installed-${asked.version}-${key}`);
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

/** A digest that changes with any file of the package. Packing for this would take seconds, and every test file asks. */
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

/** The facts about a Node that decide how to install the package. `npm run nodes` names the npm for Nodes with SQLite. */
function askNode(node) {
  const expression = `[process.version, process.versions.modules, process.getBuiltinModule?.('node:sqlite') ? 'sqlite' : '']`;
  const answer = spawnSync(node, ['--no-warnings', '-p', `${expression}.join(' ')`], { encoding: 'utf8' });
  const [version, abi, sqlite] = answer.stdout.trim().split(' ');
  const needsModule = sqlite !== 'sqlite';
  return { version, abi, needsModule, cli: needsModule ? undefined : process.env.TIDEMARK_TEST_NPM };
}

/**
 * Installs `tidemark.tgz`, which is in the prefix. For a Node with SQLite, the plain command is enough. A Node without SQLite needs
 * a module that an install script compiles for a minute, so the script runs only if no compiled module is cached.
 */
function installInto(prefix, { node, abi, needsModule, cli }) {
  // On such a Node, npm may ask for approval of the script that compiles the module.
  const project = { private: true, ...(needsModule ? { allowScripts: { [native]: true } } : {}) };
  writeFileSync(join(prefix, 'package.json'), `${JSON.stringify(project)}\n`);
  const compiled = needsModule ? compiledModule(abi) : undefined;
  if (needsModule) offerModule(prefix, abi);
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

/** The one native module that must be compiled if no compiled one can be downloaded, which takes about a minute. */
const native = 'better-sqlite3';
const modulePath = join('node_modules', native, 'build', 'Release', 'better_sqlite3.node');

/** The folder of a compiled module for later installations: outside of the checkout, by the module's version and Node's ABI. */
function keptModule(abi) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { version } = lock.packages[`node_modules/${native}`];
  return join(packages, `tidemark-${native}-${version}-${abi}-${process.platform}-${process.arch}.node`);
}

/**
 * Has the module's install script find the module that the checkout's installation compiled, as it finds a downloaded one on other
 * machines. Where there is none for this Node, the script compiles.
 */
function offerModule(prefix, abi) {
  if (abi !== process.versions.modules || !existsSync(join(root, modulePath))) return;
  const from = join(root, 'node_modules', native);
  const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  const name = `${native}-v${version}-node-v${abi}-${process.platform}-${process.arch}.tar.gz`;
  const file = join('build', 'Release', 'better_sqlite3.node');
  spawnSync('tar', ['czf', join(prefix, name), '-C', from, file]);
  writeFileSync(join(prefix, '.prebuild-installrc'), JSON.stringify({ 'local-prebuilds': prefix }));
}

/** A module that was compiled before. CI has none, so that the install script runs there. */
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

/** Makes a folder's content only once, even with concurrent callers. The folder exists when `work` begins. */
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

if (process.argv[1] === import.meta.filename) {
  await buildPackage();
  process.stdout.write(`${await installPackage()}\n`);
}

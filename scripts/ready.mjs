// What `npm start` and `npm test` share: install the dependencies and build when, and only when, something is missing
// or has changed. Runs on a bare Node: it may import nothing but Node's own modules.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

function say(text) {
  process.stderr.write(`${text}\n`);
}

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  say(
    `tidemark needs Node 20.19 or later; this is ${process.version}. Install a newer Node and run the command again.`,
  );
  process.exit(2);
}

function run(command, args, failure) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', process.stderr, process.stderr],
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  say(`${failure}${error ? ` (${error.message})` : ''}`);
  process.exit(3);
}

/** A digest that changes when any of the files does. */
function digest(paths) {
  const hash = createHash('sha256').update(process.versions.modules);
  for (const path of paths)
    if (existsSync(path)) hash.update(path).update('\0').update(readFileSync(path)).update('\0');
  return hash.digest('hex');
}

/** The files of a folder and of all below it, sorted. */
export function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function once(stamp, wanted, work) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

const installed = join(root, 'node_modules', '.tidemark-installed');
const lockDigest = () => digest([join(root, 'package.json'), join(root, 'package-lock.json')]);
const installing = 'Installing dependencies (once; a native module may compile for about a minute) …';
const notInstalled = "The dependencies could not be installed: see npm's message above.";

export function install() {
  once(installed, lockDigest(), () => {
    say(installing);
    run('npm', ['ci', '--no-fund', '--no-audit'], notInstalled);
  });
}

/**
 * Installs the dependencies, and resolves when their scripts have run, too. A native module may compile on one core for a minute, so
 * other work can begin before: whatever needs no native module.
 */
export function beginInstall() {
  const wanted = lockDigest();
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return Promise.resolve();
  say(installing);
  run('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit'], notInstalled);
  return new Promise((resolve) => {
    const scripts = spawn('npm', ['rebuild'], {
      cwd: root,
      stdio: ['ignore', process.stderr, process.stderr],
      shell: process.platform === 'win32',
    });
    scripts.on('close', (status) => {
      if (status !== 0) {
        say(notInstalled);
        process.exit(3);
      }
      writeFileSync(installed, wanted);
      resolve();
    });
  });
}

export function build() {
  const sources = [
    join(root, 'package-lock.json'),
    join(root, 'package.json'),
    ...filesBelow(join(root, 'scripts')),
    ...filesBelow(join(root, 'src')),
  ];
  once(join(root, 'dist', '.tidemark-built'), digest(sources), () => {
    say('Building …');
    run(process.execPath, [join(root, 'scripts', 'build.mjs')], 'The build failed: see the message above.');
  });
}

/** Writes the types of the library, which only the package needs: they take longer than the build. */
export function types() {
  const sources = [
    join(root, 'package-lock.json'),
    join(root, 'scripts', 'types.mjs'),
    ...filesBelow(join(root, 'src')),
  ];
  once(join(root, 'types', '.tidemark-types'), digest(sources), () => {
    run(
      process.execPath,
      [join(root, 'scripts', 'types.mjs')],
      'The types could not be written: see the message above.',
    );
  });
}

// Installs the package the way people get it: packs the checkout, installs the tarball into an empty prefix outside of the
// checkout, without development dependencies, and gives the folder. The same tarball is installed once for each Node.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build, root } from './ready.mjs';

/** A process that installs holds this folder; one that died has left it untouched for this long. */
const abandonedMs = 600_000;

function npm(args, { cwd, node }) {
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd,
    encoding: 'utf8',
    // npm runs on the Node that comes first in PATH, so that native modules are made for it.
    env: { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}` },
  });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed in ${cwd}:\n${stdout}${stderr}`);
  return { stdout, stderr };
}

function hasSqlite(node) {
  const look = "process.exit(process.getBuiltinModule?.('node:sqlite') === undefined ? 1 : 0)";
  return spawnSync(node, ['--no-warnings', '-e', look]).status === 0;
}

/**
 * Gives the prefix with the installed package; `node` is the program that people run it with. What npm printed during the
 * installation is in `install.log` there. Processes that ask at the same time wait for the one that installs.
 */
export async function installPackage({ node = process.execPath } = {}) {
  build();
  const packed = mkdtempSync(join(tmpdir(), 'tidemark-pack-'));
  try {
    const [{ filename }] = JSON.parse(
      npm(['pack', '--json', '--pack-destination', packed], { cwd: root, node: process.execPath }).stdout,
    );
    const tarball = join(packed, filename);
    const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
    const key = createHash('sha256').update(readFileSync(tarball)).update(version).digest('hex').slice(0, 16);
    const prefix = join(tmpdir(), `tidemark-installed-${version}-${key}`);
    await once(prefix, () => {
      writeFileSync(join(prefix, 'package.json'), '{ "private": true }\n');
      // A Node that has SQLite needs nothing that a package's script would make: none runs, so nothing is compiled or downloaded.
      const scripts = hasSqlite(node) ? ['--ignore-scripts'] : [];
      const { stdout, stderr } = npm(
        ['install', '--omit=dev', '--no-audit', '--no-fund', ...scripts, tarball],
        {
          cwd: prefix,
          node,
        },
      );
      writeFileSync(join(prefix, 'install.log'), stdout + stderr);
    });
    return prefix;
  } finally {
    rmSync(packed, { recursive: true, force: true });
  }
}

/** Makes a folder's content once, whoever asks; the folder exists when `work` begins. */
async function once(folder, work) {
  const done = join(folder, '.ready');
  const held = `${folder}.installing`;
  while (!existsSync(done)) {
    try {
      mkdirSync(held);
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const since = statSync(held, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      if (Date.now() - since > abandonedMs) rmSync(held, { recursive: true, force: true });
      else await new Promise((resolve) => setTimeout(resolve, 200));
      continue;
    }
    try {
      if (existsSync(done)) return;
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      work();
      writeFileSync(done, '');
    } finally {
      rmSync(held, { recursive: true, force: true });
    }
  }
}

if (process.argv[1] === import.meta.filename) process.stdout.write(`${await installPackage()}\n`);

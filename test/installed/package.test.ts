import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/index.ts';
import { installedProgram, type Installed } from '../support/installed.ts';

const megabyte = 1_000_000;

let installed: Installed;
const folder = mkdtempSync(join(tmpdir(), 'tidemark-package-'));

beforeAll(async () => {
  installed = await installedProgram();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Whether the Node that the package was installed for says that it has SQLite. */
function hasSqlite(): boolean {
  const look = "process.exit(process.getBuiltinModule?.('node:sqlite') === undefined ? 1 : 0)";
  return spawnSync(installed.node, ['--no-warnings', '-e', look]).status === 0;
}

/** The bytes that a folder takes on a disk of 4 KiB blocks. */
function sizeOnDisk(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(join(folder, name)))
    .reduce((sum, { size }) => sum + Math.ceil(size / 4096) * 4096, 0);
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
}

/** npm's warnings about settings of the machine that its next version will not know. */
const ofTheMachine = /^npm warn Unknown (?:env|user|builtin|project|global) config /;

interface LockedPackage {
  readonly version: string;
  readonly hasInstallScript?: boolean;
}

/** npm's record of each installed package, by folder. */
function lockedPackages(): ReadonlyMap<string, LockedPackage> {
  const lock = readFileSync(join(installed.prefix, 'node_modules', '.package-lock.json'), 'utf8');
  return new Map(Object.entries((JSON.parse(lock) as { packages: Record<string, LockedPackage> }).packages));
}

describe('the package', () => {
  it('is installed without a warning', () => {
    const [npm = '', ...log] = readFileSync(join(installed.prefix, 'install.log'), 'utf8').split('\n');

    expect(log.join('\n')).toMatch(/^added \d+ packages/m);
    expect(log.filter((line) => /warn|deprecated|error/i.test(line) && !ofTheMachine.test(line))).toEqual([]);
    // `npm run nodes` names the newest npm, which warns about each unapproved script. npm 12 needs Node 22 or later.
    if (process.env['TIDEMARK_TEST_NPM'] !== undefined && hasSqlite())
      expect(Number(/^npm (\d+)\./.exec(npm)?.[1])).toBeGreaterThanOrEqual(12);
  });

  it('brings no package with a script where Node has a SQLite, and the module that is compiled for it where not', () => {
    const packages = lockedPackages();
    const withScript = [...packages].filter(([, { hasInstallScript }]) => hasInstallScript === true);

    expect(packages.get('node_modules/better-sqlite3')?.version).toMatch(hasSqlite() ? /^13\./ : /^12\./);
    expect(withScript.map(([name]) => name)).toEqual(hasSqlite() ? [] : ['node_modules/better-sqlite3']);
  });

  it('names each package that it brings in its bill of materials', () => {
    const file = join(installed.packageFolder, 'dist', 'sbom.cdx.json');
    const { components } = JSON.parse(readFileSync(file, 'utf8')) as {
      components: { purl: string }[];
    };
    // An installation may have a newer patch of a package; another major version is another package.
    const withMajor = (name: string, version: string): string => `${name}@${version.split('.')[0]}`;
    const named = components.map(({ purl }) => {
      const [, name = '', version = ''] = /^pkg:npm\/(.+)@([^@]+)$/.exec(decodeURIComponent(purl)) ?? [];
      return withMajor(name, version);
    });
    const brought = [...lockedPackages()]
      .map(([place, { version }]) => withMajor(place.replace(/^.*node_modules\//, ''), version))
      .filter((each) => !each.startsWith('tidemark@'));

    expect(brought.length).toBeGreaterThan(5);
    expect(brought.filter((each) => !named.includes(each))).toEqual([]);
  });

  it('does not load a SQLite that would end this Node, and says which command brings another', ({ skip }) => {
    skip(hasSqlite(), 'this Node has a SQLite of its own and loads no other');
    // The situation of a person who installs with a new Node and then runs the program with Node 20.
    const modules = join(folder, 'node_modules');
    mkdirSync(join(modules, 'better-sqlite3'), { recursive: true });
    for (const name of readdirSync(join(installed.prefix, 'node_modules')))
      if (name !== 'better-sqlite3' && name !== 'tidemark' && !name.startsWith('.'))
        symlinkSync(join(installed.prefix, 'node_modules', name), join(modules, name), 'junction');
    cpSync(installed.packageFolder, join(modules, 'tidemark'), { recursive: true });
    const described = { name: 'better-sqlite3', version: '13.2.0', main: 'index.js' };
    writeFileSync(join(modules, 'better-sqlite3', 'package.json'), JSON.stringify(described));
    writeFileSync(join(modules, 'better-sqlite3', 'index.js'), 'process.kill(process.pid, "SIGSEGV");\n');

    const main = join(modules, 'tidemark', 'dist', 'main.js');
    const { status, stdout, stderr } = spawnSync(installed.node, [main, 'demo'], {
      cwd: folder,
      encoding: 'utf8',
    });

    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(
      /^error: the native module better-sqlite3 does not load in Node \S+: its version 13\.2\.0 needs Node 22\.14 or later\n/,
    );
    expect(stderr).toContain(
      `cd ${folder} && npm install --no-save --omit=dev --foreground-scripts better-sqlite3@12\n`,
    );
  });

  it('takes at most 80 MB with all that it needs, and 4 MB as a tarball', () => {
    expect(sizeOnDisk(join(installed.prefix, 'node_modules'))).toBeLessThanOrEqual(80 * megabyte);
    expect(statSync(join(installed.prefix, 'tidemark.tgz')).size).toBeLessThanOrEqual(4 * megabyte);
  });

  it('holds no path of the machine that built it', () => {
    const paths = [packageRoot(), `${homedir()}/`, join(tmpdir(), 'tidemark-')].filter(
      (path) => path.length > 2,
    );
    const files = filesOf(installed.packageFolder);
    const telling = files.filter((name) => {
      const bytes = readFileSync(join(installed.packageFolder, name));
      return paths.some((path) => bytes.includes(path));
    });

    expect(files).toContain(join('dist', 'main.cache'));
    expect(telling).toEqual([]);
  });

  it('has the files that the README names', () => {
    const readme = readFileSync(join(packageRoot(), 'README.md'), 'utf8');
    const named = [...readme.matchAll(/`([\w./-]+)`|\]\(([\w./-]+)(?:#[^)]*)?\)/g)]
      .map(([, code, link]) => code ?? link ?? '')
      .filter((name) => existsSync(join(packageRoot(), name)));
    // Only a checkout has the files that its own tools write.
    const missing = named.filter((name) => !existsSync(join(installed.packageFolder, name)));

    expect(named).toEqual(expect.arrayContaining(['ARCHITECTURE.md', 'docs/guide/README.md']));
    expect(missing).toEqual([]);
  });

  it('says in one line which Node it wants when an older one starts it, whatever the command', () => {
    // A preload that makes this Node report an older version. The build ensures that any Node can parse the file.
    const older =
      'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"10.24.1"}})';
    for (const args of [['--version'], ['doctor'], ['sync', '--json']]) {
      const main = join(installed.packageFolder, 'dist', 'main.js');
      const { status, stdout, stderr } = spawnSync(installed.node, ['--import', older, main, ...args], {
        encoding: 'utf8',
      });
      expect({ status, stdout, stderr }).toEqual({
        status: 2,
        stdout: '',
        stderr:
          'error: tidemark needs Node 20.19 or later, and this is Node 10.24.1. Install a newer Node and run the command again.\n',
      });
    }
  });
});

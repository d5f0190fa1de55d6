import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/index.ts';
import { installedProgram, type Installed } from '../support/installed.ts';

const megabyte = 1_000_000;

let installed: Installed;

beforeAll(async () => {
  installed = await installedProgram();
});

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

/** What npm says about settings of the machine's own that its next version will not know. */
const ofTheMachine = /^npm warn Unknown (?:env|user|builtin|project|global) config /;

describe('the package', () => {
  it('is installed without a warning', () => {
    const log = readFileSync(join(installed.prefix, 'install.log'), 'utf8').split('\n');

    expect(log.join('\n')).toMatch(/^added \d+ packages/m);
    expect(log.filter((line) => /warn|deprecated|error/i.test(line) && !ofTheMachine.test(line))).toEqual([]);
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
    // What a checkout alone has is what its own tools write.
    const missing = named.filter((name) => !existsSync(join(installed.packageFolder, name)));

    expect(named).toEqual(expect.arrayContaining(['ARCHITECTURE.md', 'sync.config.yaml']));
    expect(missing).toEqual([]);
  });

  it('says in one line which Node it wants when an older one starts it, whatever the command', () => {
    // A preload that makes this Node say that it is an older one; that any Node can parse the file is held by the build.
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

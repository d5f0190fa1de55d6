import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ManualClock, realClock, realRandom } from '../../src/clock/index.ts';
import { RealDisk, SafeFiles } from '../../src/files/index.ts';
import { childArguments } from '../git/child.ts';
import { temporaryFolder } from '../git/native.ts';
import { bytes, describeFiles, id, type Workplace } from './files.contract.ts';

const base = temporaryFolder('files');
let count = 0;

interface RealPlace extends Workplace {
  root: string;
  privateFolder: string;
}

function realPlace(clock = realClock): RealPlace {
  const root = path.join(base, `root-${count}`);
  const privateFolder = path.join(base, `private-${count++}`);
  mkdirSync(root);
  const start = (): SafeFiles =>
    new SafeFiles({ disk: new RealDisk({ root, privateFolder }), clock, random: realRandom });
  const at = (file: string): string => path.join(root, file);
  const withFolder = (file: string): string => {
    mkdirSync(path.dirname(at(file)), { recursive: true });
    return at(file);
  };
  return {
    root,
    privateFolder,
    files: start(),
    restart: start,
    person: {
      saves: (file, content) => writeFileSync(withFolder(file), content),
      savesByRename: (file, content) => {
        writeFileSync(`${withFolder(file)}~`, content);
        renameSync(`${at(file)}~`, at(file));
      },
      opens: (file) => {
        const open = openSync(at(file), 'r+');
        return (content) => {
          ftruncateSync(open);
          writeSync(open, content, 0);
          closeSync(open);
        };
      },
      removes: (file) => rmSync(at(file)),
      makesLink: (file, target) => symlinkSync(path.join(root, target), withFolder(file)),
      makesHardLink: (file, target) => linkSync(at(target), withFolder(file)),
      makesPipe: (file) => execFileSync('mkfifo', [withFolder(file)]),
    },
    at: (file) => (existsSync(at(file)) ? readFileSync(at(file), 'utf8') : null),
  };
}

describeFiles('SafeFiles on a RealDisk', realPlace);

describe('a RealDisk', () => {
  it('refuses hard links and pipes, without waiting for a writer', async () => {
    const { files, person } = realPlace();
    person.saves('a.md', 'one');
    person.makesHardLink?.('other.md', 'a.md');
    person.makesPipe?.('pipe');

    expect(await files.read('a.md')).toEqual({ outcome: 'refused', reason: 'hard-link' });
    expect(await files.replace('a.md', id('one'), bytes('x'))).toEqual({
      outcome: 'refused',
      reason: 'hard-link',
    });
    expect(await files.read('pipe')).toEqual({ outcome: 'refused', reason: 'special' });
    expect((await files.list()).map(({ kind, path: at }) => `${kind} ${at}`)).toEqual([
      ...['file a.md', 'file other.md', 'special pipe'],
    ]);
  });

  it('puts nothing back for a content that had its path when the process died, wherever it is now', async () => {
    for (const movedOn of [true, false]) {
      const { root, privateFolder, person, restart, at } = realPlace();
      person.saves('a.md', 'one');
      const disk = new RealDisk({ root, privateFolder });
      const dies = new Proxy(disk, {
        get: (target, name: keyof RealDisk) =>
          name === 'keep' || name === 'drop'
            ? () => Promise.reject(new Error('killed'))
            : (target[name] as () => unknown).bind(target),
      });
      const files = new SafeFiles({ disk: dies, clock: realClock, random: realRandom });
      await expect(files.replace('a.md', id('one'), bytes('two'))).rejects.toThrow('killed');
      if (movedOn) renameSync(path.join(root, 'a.md'), path.join(root, 'b.md'));

      expect(await restart().recover()).toEqual({ putBack: [], unwritable: [] });
      expect([at('a.md'), at('b.md')]).toEqual(movedOn ? [null, 'two'] : ['two', null]);
    }
  });

  it('leaves nothing of its own in the folder, and one name for each file', async () => {
    const { files, root } = realPlace();
    await files.create('a/b.md', bytes('one'));
    await files.replace('a/b.md', id('one'), bytes('two'));

    expect(readdirSync(root, { recursive: true }).sort()).toEqual(['a', 'a/b.md']);
    expect(statSync(path.join(root, 'a/b.md')).nlink).toBe(1);
  });

  it('removes folders that it emptied, and keeps those that hold something', async () => {
    const { files, person, root } = realPlace();
    person.saves('a/b/c.md', 'one');
    person.saves('a/other.md', 'other');

    await files.remove('a/b/c.md', id('one'));

    expect(existsSync(path.join(root, 'a/b'))).toBe(false);
    expect(existsSync(path.join(root, 'a'))).toBe(true);
  });

  it('keeps an old content for a day', async () => {
    const clock = new ManualClock(Date.now());
    const { files, person, privateFolder } = realPlace(clock);
    person.saves('a.md', 'one');
    await files.replace('a.md', id('one'), bytes('two'));
    const kept = (): string[] => readdirSync(path.join(privateFolder, 'kept'));

    await clock.advance(23 * 3600 * 1000);
    await files.lateSaves();
    expect(kept()).toHaveLength(1);
    await clock.advance(2 * 3600 * 1000);
    await files.lateSaves();

    expect(kept()).toEqual([]);
  });

  it('sees at once that a folder where it just was has become a link, or another folder', async () => {
    const { files, root } = realPlace();
    const outside = path.join(base, `outside-${count++}`);
    mkdirSync(outside);
    const disk = new RealDisk({ root, privateFolder: path.join(base, `private-${count++}`) });
    await files.create('a/b/one.md', bytes('one'));
    // Both looks are within one turn of the event loop, as the many of one piece of work are.
    const before = disk.look('a/b/one.md');
    renameSync(path.join(root, 'a'), path.join(root, 'moved'));
    symlinkSync(outside, path.join(root, 'a'));
    const linked = disk.look('a/b/one.md');
    rmSync(path.join(root, 'a'));
    mkdirSync(path.join(root, 'a', 'b'), { recursive: true });
    const another = disk.look('a/b/one.md');

    expect((await before).found).toBe('file');
    expect(await linked).toEqual({ found: 'refused', reason: 'symlink' });
    expect(await another).toEqual({ found: 'nothing' });
  });

  it('keeps no folder open after its work', async () => {
    const { files, root } = realPlace();
    await files.create('a/b/one.md', bytes('one'));
    await new Promise((resolve) => setImmediate(resolve));

    const open = existsSync('/proc/self/fd')
      ? readdirSync('/proc/self/fd').flatMap((name) => {
          try {
            return [readlinkSync(`/proc/self/fd/${name}`)];
          } catch {
            return [];
          }
        })
      : [];
    expect(open.filter((name) => name.startsWith(root))).toEqual([]);
  });

  it('uses a place inside the folder when the private one is on another file system', async () => {
    if (!existsSync('/dev/shm') || lstatSync('/dev/shm').dev === lstatSync(base).dev) return;
    const root = path.join(base, `root-${count++}`);
    mkdirSync(root);
    const privateFolder = path.join('/dev/shm', `tidemark-test-${process.pid}`);
    const files = new SafeFiles({
      disk: new RealDisk({ root, privateFolder }),
      clock: realClock,
      random: realRandom,
    });

    await files.create('a.md', bytes('one'));
    await files.replace('a.md', id('one'), bytes('two'));

    expect(readFileSync(path.join(root, 'a.md'), 'utf8')).toBe('two');
    expect((await files.list()).map(({ path: at }) => at)).toEqual(['a.md']);
    expect(readFileSync(path.join(root, '.tidemark-private/.gitignore'), 'utf8')).toBe('*\n');
    rmSync(privateFolder, { recursive: true });
  });

  it('says where it may not write, and changes nothing there', () => {
    const { root: folder, privateFolder } = realPlace();
    mkdirSync(path.join(folder, 'docs', 'open'), { recursive: true });
    mkdirSync(privateFolder, { recursive: true });
    writeFileSync(path.join(folder, 'docs', 'a.md'), 'a');
    chmodSync(path.join(folder, 'docs'), 0o555);

    const told = asOrdinaryUser('unwritable.child.ts', [folder, privateFolder]);
    chmodSync(path.join(folder, 'docs'), 0o755);

    expect(JSON.parse(told)).toEqual({
      writable: {
        ...{ 'docs/a.md': false, 'docs/new/deep.md': false },
        ...{ 'docs/open/b.md': true, 'other/c.md': true },
      },
      replaced: { outcome: 'refused', reason: 'unwritable' },
      removed: { outcome: 'refused', reason: 'unwritable' },
    });
    expect(readFileSync(path.join(folder, 'docs', 'a.md'), 'utf8')).toBe('a');
  });

  it.each(['555', '444', '000'])(
    'keeps a content aside whose folder gets the mode %s in the middle, until the folder may be written again',
    (mode) => {
      const { root: folder, privateFolder } = realPlace();
      mkdirSync(path.join(folder, 'docs'));
      mkdirSync(privateFolder, { recursive: true });
      for (const name of ['a', 'b']) writeFileSync(path.join(folder, 'docs', `${name}.md`), name);

      const told = asOrdinaryUser('locked.child.ts', [folder, privateFolder], [mode]);

      expect(JSON.parse(told)).toEqual({
        replaced: { outcome: 'refused', reason: 'unwritable' },
        writable: false,
        listed: mode === '555' ? ['file docs/b.md'] : ['unreadable docs'],
        below: mode === '555' ? ['file docs/b.md'] : ['unreadable docs'],
        created: ['c.md', 'new/c.md'].map(() => ({
          outcome: 'refused',
          reason: mode === '555' ? 'unwritable' : 'unreadable',
        })),
        aside: 'unwritable',
        locked: { putBack: [], unwritable: ['docs/a.md'] },
        recovered: { putBack: ['docs/a.md'], unwritable: [] },
      });
      expect(readFileSync(path.join(folder, 'docs', 'a.md'), 'utf8')).toBe('a');
    },
  );

  it('says DISK_FULL and leaves the old content alone when there is no space', async () => {
    if (!existsSync('/dev/full')) return;
    const { files, person, at, privateFolder } = realPlace();
    person.saves('a.md', 'one');
    // A write to /dev/full fails as on a full disk; the private place for new contents leads there.
    mkdirSync(privateFolder, { recursive: true });
    const limited = new SafeFiles({
      disk: new FullDisk({ root: path.join(base, `root-${count - 1}`), privateFolder }),
      clock: realClock,
      random: realRandom,
    });

    await expect(limited.replace('a.md', id('one'), bytes('two'))).rejects.toMatchObject({
      code: 'DISK_FULL',
    });

    expect(at('a.md')).toBe('one');
    expect(await files.replace('a.md', id('one'), bytes('two'))).toMatchObject({ outcome: 'replaced' });
  });
});

/** A disk that has no space for new contents. */
class FullDisk extends RealDisk {
  override async prepare(): Promise<void> {
    const full = openSync('/dev/full', 'w');
    try {
      writeSync(full, 'x');
    } catch (error) {
      const { fileSystemError } = await import('../../src/files/index.ts');
      throw fileSystemError(error, 'Writing');
    } finally {
      closeSync(full);
    }
  }
}

/**
 * Runs a program with these folders as a user to whom permissions apply, and returns what it prints. If this user is root, the folders go to
 * the user nobody, who then runs a copy of the program.
 */
function asOrdinaryUser(script: string, folders: readonly string[], more: readonly string[] = []): string {
  const options = childArguments(fileURLToPath(new URL(script, import.meta.url)));
  if (process.getuid?.() !== 0)
    return execFileSync(process.execPath, [...options, ...folders, ...more], { encoding: 'utf8' });
  const nobody = 65_534;
  for (const folder of folders) {
    const below = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const each of ['', ...below]) chownSync(path.join(folder, each), nobody, nobody);
    for (let at = path.dirname(folder); (statSync(at).mode & 0o001) === 0; at = path.dirname(at))
      chmodSync(at, statSync(at).mode | 0o011);
  }
  const copy = path.join(base, 'program.mjs');
  copyFileSync(options.pop()!, copy);
  const as = { cwd: '/', uid: nobody, gid: nobody, env: {}, encoding: 'utf8' } as const;
  return execFileSync(process.execPath, [...options, copy, ...folders, ...more], as);
}

import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isReadOnly, readOnlyHint, systemError } from '../../src/base/index.ts';
import { realClock } from '../../src/clock/index.ts';
import { fileSystemError } from '../../src/files/index.ts';
import { holdRepository, initRepository } from '../../src/git/index.ts';
import { childArguments } from '../git/child.ts';
import { temporaryFolder } from '../git/native.ts';

const root = temporaryFolder('read-only');
const unshare = ['--map-root-user', '--mount'];
const canMount = spawnSync('unshare', [...unshare, 'true']).status === 0;

/** Makes the folder read-only for the command that follows, and for nobody else. */
const mountReadOnly = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"';

describe('a file system that is mounted read-only', () => {
  it.runIf(canMount)(
    'is named by what needs to write, once and with what helps, and not as a lacking right',
    () => {
      const { place } = initRepository(path.join(root, 'docs'), { clock: realClock });
      holdRepository(place, 'an earlier command').release();
      const script = fileURLToPath(new URL('read-only.child.ts', import.meta.url));
      const child = [process.execPath, ...childArguments(script, root)];

      const told = execFileSync('unshare', [...unshare, 'sh', '-c', mountReadOnly, 'sh', root, ...child], {
        encoding: 'utf8',
      });

      const failure = (begin: string): object => ({
        code: 'FILE_SYSTEM',
        message: expect.stringMatching(
          new RegExp(`^${begin} .* failed: EROFS: read-only file system`, 'u'),
        ) as string,
        hint: readOnlyHint,
      });
      expect(JSON.parse(told)).toEqual({
        locked: failure('Locking the repository in'),
        made: failure('Making a repository at'),
        checks: [
          {
            ...{ name: 'folder', state: 'failed', exit: 3 },
            message: expect.stringContaining(`${root} cannot be written: EROFS`) as string,
            hint: `${readOnlyHint} Or set repository.path to another folder.`,
          },
        ],
      });
    },
  );

  it('is not taken for a lacking right, where Tidemark writes and anywhere else', () => {
    const refused = (code: string): Error => Object.assign(new Error(code), { code });

    expect(['EROFS', 'EACCES'].map((code) => isReadOnly(refused(code)))).toEqual([true, false]);
    expect(fileSystemError(refused('EROFS'), 'Writing')).toMatchObject({ hint: readOnlyHint });
    expect(fileSystemError(refused('EACCES'), 'Writing', root)).toMatchObject({
      hint: 'Give this user the right to write there.',
    });
    expect(systemError(refused('EROFS'))).toMatchObject({ code: 'FILE_SYSTEM', hint: readOnlyHint });
    expect(systemError(refused('EACCES')).hint).not.toBe(readOnlyHint);
  });
});

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backUp, keyFileIn, restore, startService } from '../../../src/service/index.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-full-disk-'));
const mounted: string[] = [];

/** A small disk of its own, which only a person with the right to mount one can make; undefined for others. */
function smallDisk(kibibytes: number): string | undefined {
  const folder = join(root, `small-${mounted.length}`);
  mkdirSync(folder);
  const made = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kibibytes}k`, 'tidemark', folder]);
  if (made.status !== 0) return undefined;
  mounted.push(folder);
  return folder;
}

const mayMount = smallDisk(64) !== undefined;
if (!mayMount) console.info('A service on a full disk is left out: no small disk can be mounted here.');

let backup: string;
beforeAll(async () => {
  backup = join(root, 'backup');
  await (await startService({ data: join(root, 'data') })).close();
  await backUp(join(root, 'data'), backup);
});
afterAll(() => {
  for (const folder of mounted) spawnSync('umount', ['--lazy', folder]);
  rmSync(root, { recursive: true, force: true });
});

describe.skipIf(!mayMount)('a full disk', () => {
  // The disk gets full while the lock is written, the empty database, its shared memory, its first tables, or its index for the search.
  it.each([4, 12, 24, 32, 64, 256])(
    'of %i kB is told with its folder when a service starts',
    async (size) => {
      const data = join(smallDisk(size)!, 'data');

      await expect(startService({ data })).rejects.toMatchObject({
        code: 'DISK_FULL',
        message: `The disk that holds the service’s data in ${data} is full.`,
        hint: expect.stringContaining('start the service again') as string,
      });
    },
  );

  it.each([4, 64])(
    'of %i kB is told when a backup is written or restored, and no part of it stays',
    async (size) => {
      const disk = smallDisk(size)!;
      const data = join(disk, 'data');
      mkdirSync(data);

      await expect(backUp(join(root, 'data'), join(disk, 'other'))).rejects.toMatchObject({
        code: 'DISK_FULL',
        message: `The backup ${join(disk, 'other')} could not be written: the disk that holds ${disk} is full.`,
      });
      expect(readdirSync(disk)).toEqual(['data']);
      copyFileSync(keyFileIn(join(root, 'data')), keyFileIn(data));
      expect(() => restore(backup, data)).toThrowError(
        expect.objectContaining({
          code: 'DISK_FULL',
          message: `The backup ${backup} could not be restored: the disk that holds ${data} is full.`,
        }),
      );
      expect(readdirSync(data)).toEqual(['tidemark.key']);
    },
  );
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { LockFile, cleanUpLocks } from '../../src/git/lock-file.ts';
import { temporaryFolder } from './native.ts';

describe('a lock file', () => {
  it('is not taken for a leftover by another part of this process while its content is written', async () => {
    const folder = temporaryFolder('lock');
    const [target, locks] = [join(folder, 'index'), join(folder, 'locks')];

    let isWritten = false;
    const prepared = LockFile.prepare(target, Buffer.from('new'), locks).finally(() => (isWritten = true));
    while (!isWritten) {
      cleanUpLocks([target], locks);
      await nextTurn();
    }
    const lock = await prepared;
    expect(lock.take()).toBe(true);
    lock.commit();
    lock.dispose();

    expect(readFileSync(target, 'utf8')).toBe('new');
    expect(readdirSync(locks)).toEqual([]);
  });
});

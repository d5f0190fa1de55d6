import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { realClock } from '../../src/clock/index.ts';
import { fileSystemError } from '../../src/files/index.ts';
import { holdRepository, initRepository } from '../../src/git/index.ts';
import { temporaryFolder } from './native.ts';
import { childArguments } from './child.ts';

const root = temporaryFolder('daemon-lock');

it('lets one holder in at a time, and says who it is', () => {
  const { place } = initRepository(path.join(root, 'one'), { clock: realClock });
  const lock = holdRepository(place, 'the daemon');

  expect(() => holdRepository(place, 'a command')).toThrowError(
    expect.objectContaining({
      code: 'HELD',
      message: expect.stringContaining(`the daemon (process ${process.pid})`) as string,
    }),
  );

  lock.release();
  lock.release();
  holdRepository(place, 'a command').release();
});

it('is free at once when its holder is killed', async () => {
  const { place } = initRepository(path.join(root, 'two'), { clock: realClock });
  const script = fileURLToPath(new URL('./hold.child.ts', import.meta.url));
  const child = spawn(process.execPath, childArguments(script, root + '/two'), {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');

  expect(() => holdRepository(place, 'a command')).toThrowError(expect.objectContaining({ code: 'HELD' }));
  child.kill('SIGKILL');
  await once(child, 'exit');

  holdRepository(place, 'a command').release();
});

it('names the folder that cannot be locked', () => {
  const { place } = initRepository(path.join(root, 'three'), { clock: realClock });
  const folder = path.join(place.commonDir, 'tidemark');
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(folder, 'a file where a folder should be');

  expect(() => holdRepository(place, 'a command')).toThrow(`Locking the repository in ${folder} failed`);
});

it('asks for the right to write where the database of the lock is read-only', () => {
  const refused = Object.assign(new Error('attempt to write a readonly database'), {
    code: 'SQLITE_READONLY',
  });

  expect(fileSystemError(refused, 'Locking')).toMatchObject({
    hint: 'Give this user the right to write there.',
  });
});

import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ManualClock, realRandom } from '../../src/clock/index.ts';
import { createService } from '../../src/service/index.ts';
import { temporaryFolder } from '../git/native.ts';
import { runCommand } from '../support/command-line.ts';

describe('a backup whose key is lost', () => {
  let cwd: string;
  const run = (...args: string[]): ReturnType<typeof runCommand> =>
    runCommand(['serve', ...args], { cwd, env: {} });
  const opens = async (folder: string): Promise<void> =>
    createService({ data: join(cwd, folder), clock: new ManualClock(), random: realRandom }).close();

  beforeEach(async () => {
    cwd = temporaryFolder('serve-key');
    await opens('data');
    expect((await run('backup', '--data', 'data', 'b.backup')).code).toBe(0);
  });

  it('is restored without its secrets, as the failure of the restore says', async () => {
    const refused = await run('--data', 'new', '--restore', 'b.backup', '--port', '0');
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('SERVICE_KEY') });
    expect(refused.err).toContain(`serve key reset --data <folder> --restore ${join(cwd, 'b.backup')}`);

    const asked = await run('key', 'reset', '--data', 'new', '--restore', 'b.backup');
    expect(asked).toMatchObject({ code: 2, err: expect.stringContaining('--restore b.backup --yes') });
    expect(readdirSync(join(cwd, 'new'))).toEqual([]);

    const reset = await run('key', 'reset', '--data', 'new', '--restore', 'b.backup', '--yes', '--json');
    expect([reset.code, JSON.parse(reset.out)]).toEqual([
      0,
      expect.objectContaining({ copy: join(cwd, 'b.backup') }),
    ]);
    expect(readdirSync(join(cwd, 'new')).sort()).toEqual(['tidemark.key', 'tidemark.sqlite']);
    await opens('new');
  });

  it('is not restored without its secrets where its key is at hand, nor over data', async () => {
    mkdirSync(join(cwd, 'new'));
    copyFileSync(join(cwd, 'data', 'tidemark.key'), join(cwd, 'new', 'tidemark.key'));
    const reset = (data: string): ReturnType<typeof run> =>
      run('key', 'reset', '--data', data, '--restore', 'b.backup', '--yes');

    expect(await reset('new')).toMatchObject({ code: 2, err: expect.stringContaining('at hand') });
    expect(readdirSync(join(cwd, 'new'))).toEqual(['tidemark.key']);
    expect(await reset('data')).toMatchObject({
      code: 2,
      err: expect.stringContaining('holds a database already'),
    });
    await opens('data');
  });
});

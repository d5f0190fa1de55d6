import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import v8 from 'node:v8';
import { afterEach, expect, it, vi } from 'vitest';
import { exportCommand } from '../../src/cli/commands/export.ts';
import { temporaryFolder } from '../git/native.ts';
import { testWorld } from '../support/world.ts';

afterEach(() => vi.restoreAllMocks());

it('an export has its heap collected early where the process is its own, and nowhere else', async () => {
  const folder = temporaryFolder('export-heap');
  writeFileSync(join(folder, 'README.md'), '# Harbour\n');
  const flags = vi.spyOn(v8, 'setFlagsFromString').mockImplementation(() => {});
  const run = (ownsProcess: boolean): Promise<number | undefined> => {
    const world = testWorld({ cwd: folder, env: { XDG_CACHE_HOME: join(folder, 'cache') }, ownsProcess });
    const context = { world, json: false, configFile: undefined } as never;
    return exportCommand(context, { folder, out: 'site', isConfigured: false });
  };

  expect(await run(false)).toBe(0);
  expect(flags).not.toHaveBeenCalled();
  expect(await run(true)).toBe(0);
  expect(flags.mock.calls).toEqual([['--heap-growing-percent=50']]);
});

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import v8 from 'node:v8';
import { afterEach, expect, it, vi } from 'vitest';
import { withCompiledCode } from '../../src/cli/compiled-code.ts';
import { exportCommand } from '../../src/cli/commands/export.ts';
import { temporaryFolder } from '../git/native.ts';
import { testWorld } from '../support/world.ts';

afterEach(() => vi.restoreAllMocks());

it('a large export has its code optimized and its heap collected early where the process is its own, and nowhere else', async () => {
  const folder = temporaryFolder('export-heap');
  const write = (count: number): void => {
    for (let at = 0; at < count; at += 1) writeFileSync(join(folder, `page-${at}.md`), `# Page ${at}\n`);
  };
  const flags = vi.spyOn(v8, 'setFlagsFromString').mockImplementation(() => {});
  const run = (ownsProcess: boolean): Promise<number | undefined> => {
    const world = testWorld({ cwd: folder, env: { XDG_CACHE_HOME: join(folder, 'cache') }, ownsProcess });
    const context = { world, json: false, configFile: undefined } as never;
    return exportCommand(context, { folder, out: 'site', isConfigured: false });
  };

  const early = ['--heap-growing-percent=50'];
  const usual = ['--heap-growing-percent=0'];
  write(2);
  expect(await run(true)).toBe(0);
  expect(flags.mock.calls).toEqual([]);
  write(500);
  expect(await run(false)).toBe(0);
  expect(flags.mock.calls).toEqual([]);
  rmSync(join(folder, 'cache'), { recursive: true });
  expect(await run(true)).toBe(0);
  const long = [['--opt'], ['--parallel-scavenge'], ['--incremental-marking']];
  expect(flags.mock.calls).toEqual([...long, early, usual]);
});

it('a command whose compiled code is kept begins and ends with the settings of a short run, which V8 keeps the code for', async () => {
  const done: unknown[] = [];
  vi.spyOn(v8, 'setFlagsFromString').mockImplementation((flag) => void done.push(flag));
  const compiledCode = { use: () => void done.push('use'), keep: () => void done.push('keep') };
  const load = (): Promise<() => Promise<number>> => Promise.resolve(() => Promise.resolve(7));
  const short = ['--no-opt', '--no-parallel-scavenge', '--no-incremental-marking'];

  const work = await withCompiledCode({ env: {}, compiledCode }, load);

  expect(await work({} as never, {})).toBe(7);
  expect(done).toEqual([...short, 'use', ...short, 'keep']);
});

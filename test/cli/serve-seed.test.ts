import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serve } from '../../src/cli/commands/serve.ts';
import { realClock, realRandom } from '../../src/clock/index.ts';
import { temporaryFolder } from '../git/native.ts';
import { testWorld } from '../support/world.ts';

it('a seed that the data has already is not read again, and serve says so', async () => {
  const folder = temporaryFolder('serve-seed');
  for (const name of ['one', 'two']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'README.md'), `# ${name}\n`);
  }
  const told = async (...seed: string[]): Promise<readonly string[]> => {
    const stop = new AbortController();
    stop.abort();
    const world = testWorld({ cwd: folder, clock: realClock, random: realRandom, stop: stop.signal });
    const context = { world, failures: world.stderr, json: true, verbose: false } as never;
    await serve(context, { host: '127.0.0.1', port: 0, interface: 'full', data: 'data', seed });
    const { warnings } = JSON.parse(world.stdout.text) as { warnings: readonly string[] };
    expect(world.stderr.text).toBe(warnings.map((each) => `! ${each}\n`).join(''));
    return warnings;
  };

  expect(await told('one')).toEqual([]);
  expect(await told('one', 'two')).toEqual([
    'The data has the seed one from an earlier start: it stays as it is, and the seed was not read again.',
  ]);
  expect(await told()).toEqual([]);
});

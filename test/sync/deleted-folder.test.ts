import { expect, it } from 'vitest';
import { atRest, writersWorld } from './writers-world.ts';

it('a folder that a writer deletes is sent as a whole, and no page in it counts as not sent', async () => {
  const world = await writersWorld({
    'SUMMARY.md':
      '# Table of contents\n\n* [a](a.md)\n* [Dir](dir/README.md)\n  * [One](dir/one.md)\n  * [Two](dir/two.md)\n',
    'a.md': '# a\n\nText.\n',
    'dir/README.md': '# Dir\n\nText.\n',
    'dir/one.md': '# One\n\nText.\n',
    'dir/two.md': '# Two\n\nText.\n',
  });
  const writer = await world.writer();
  await writer.sync.cycle();
  writer.git('rm', '-rq', 'docs/dir');
  expect((await writer.sync.status()).spaces[0]!.edits.map(({ path }) => path)).toEqual([
    'dir/README.md',
    'dir/one.md',
    'dir/two.md',
  ]);

  await writer.sync.cycle();

  expect((await writer.sync.status()).spaces[0]!.edits).toEqual([]);
  await world.mergeAll();
  expect(await writer.isQuiet()).toEqual(atRest);
  await world.close();
});

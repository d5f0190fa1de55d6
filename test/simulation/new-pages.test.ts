import { expect, it } from 'vitest';
import { seededRandom } from '../../src/clock/index.ts';
import { SimulatedWorld } from './world.ts';

/** What random schedules found in new pages whose files have no identity yet, each told in a few steps. */
it('[SYNC-42] a short new page that is moved and gets another title, after it was merged and before the next sync, stays one page', async () => {
  const world = new SimulatedWorld(seededRandom(1));
  await world.cycle();
  const contents = world.local().get('docs/SUMMARY.md')!;
  world.save('docs/topics/short.md', '# Short\n\nThe only line.\n', 0);
  world.save('docs/SUMMARY.md', `${contents}* [Short](topics/short.md)\n`, 0);
  await world.cycle();
  const merge = async (): Promise<void> => {
    for (const { id, status } of [...world.service.requestsById.values()])
      if (status === 'draft') await world.service.merge(world.space, id);
  };
  await merge();
  world.save('docs/topics/short.md', '# Another title\n\nThe only line.\n', 0);
  world.disk.personMoves('docs/topics/short.md', 'docs/alpha/short.md');
  for (let round = 0; round < 3; round++) {
    await world.cycle();
    await merge();
  }

  expect([...world.remote().values()].filter((text) => text.includes('The only line.'))).toEqual([
    '# Another title\n\nThe only line.\n',
  ]);
  expect([...world.local().keys()].filter((path) => path.endsWith('short.md'))).toEqual([
    'docs/alpha/short.md',
  ]);
});

import { expect, it } from 'vitest';
import { seededRandom } from '../../src/clock/index.ts';
import { mapPages } from './memory-content.ts';
import { SimulatedWorld } from './world.ts';

/** What random schedules of people found in pages that the service deleted while somebody wrote into them, told in a few steps. */
it.each([
  { how: 'renamed', stays: 'docs/alpha/beta.md' },
  { how: 'renamed and edited', stays: 'docs/alpha/renamed.md' },
])(
  '[SYNC-8] a page that the service deleted, that a change request has with words of a reviewer, and that was $how here, stays one page',
  async ({ how, stays }) => {
    const world = new SimulatedWorld(seededRandom(1));
    const { service, space } = world;
    const merge = async (): Promise<void> => {
      for (const { id, status } of [...service.requestsById.values()])
        if (status === 'draft') await service.merge(space, id);
    };
    await world.cycle();
    const contents = world.local().get('docs/SUMMARY.md')!;
    world.save('docs/fresh.md', '# Fresh\n\nA new page.\n', 0);
    world.save('docs/SUMMARY.md', `${contents}* [Fresh](fresh.md)\n`, 0);
    await world.cycle();
    const [request] = [...service.requestsById.values()];
    service.editChangeRequest(request!.id, (pages) =>
      mapPages(pages, (page) =>
        page.title === 'Beta' ? { ...page, text: `${page.text}\nOf a reviewer.\n` } : page,
      ),
    );
    world.disk.personMoves('docs/alpha/beta.md', 'docs/alpha/renamed.md');
    const moved = world.local().get('docs/alpha/renamed.md')!;
    if (how === 'renamed and edited') world.save('docs/alpha/renamed.md', `${moved}\nMine.\n`, 0);
    const listed = world.local().get('docs/SUMMARY.md')!;
    world.save('docs/SUMMARY.md', listed.replace('alpha/beta.md', 'alpha/renamed.md'), 0);
    service.edit(space, (pages) => mapPages(pages, (page) => (page.title === 'Beta' ? null : page)));
    for (let round = 0; round < 3; round++) {
      await world.cycle();
      await merge();
    }

    const there = [...world.remote().values()].filter((text) => text.includes('beta one'));
    expect(there).toHaveLength(1);
    expect(there[0]).toContain('Of a reviewer.');
    const here = [...world.local()].filter(([, text]) => text.includes('beta one'));
    expect(here.map(([path]) => path)).toEqual([stays]);
  },
);

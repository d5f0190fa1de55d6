import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/clock/index.ts';
import { SimulatedWorld } from '../simulation/world.ts';

const page = 'docs/alpha/beta.md';

/** A page whose committed edit was sent, and which was then deleted here. */
async function aDeletedPage(): Promise<SimulatedWorld> {
  const world = new SimulatedWorld(seededRandom(1));
  await world.cycle();
  world.save(page, `${world.local().get(page)!}\nCommitted.\n`, 0);
  await world.commit();
  await world.cycle();
  world.disk.personRemoves(page);
  return world;
}

async function accept({ service, space }: SimulatedWorld): Promise<void> {
  const [request] = [...service.requestsById.values()].filter(({ status }) => status === 'draft');
  expect((await service.merge(space, request!.id)).result).toBe('merge');
}

async function committedHere({ git }: SimulatedWorld): Promise<readonly string[]> {
  const head = (await git.head()).oid!;
  return (await git.listTree(head)).map(({ path }) => path);
}

describe('a page that was edited, committed and sent, and then deleted', () => {
  it('is gone from the branch, too, once the service took the deletion', async () => {
    const world = await aDeletedPage();
    await world.cycle();
    await accept(world);

    const followed = await world.cycle();

    expect(followed?.branch).toMatchObject({ state: 'merged', conflicts: [] });
    expect(followed?.branch.kept ?? []).toEqual([]);
    expect(await committedHere(world)).not.toContain(page);
    expect(world.local().has(page)).toBe(false);
    expect((await world.cycle())?.outcome).toBe('quiet');
  });

  it('stays when its writer put it back before that', async () => {
    const world = await aDeletedPage();
    await world.cycle();
    await accept(world);
    world.save(page, '# Beta\n\nBack again.\n', 0);

    await world.cycle();

    expect(world.local().get(page)).toContain('Back again.');
    expect(await committedHere(world)).toContain(page);
  });

  it('stays on the branch as long as the service has not taken the deletion', async () => {
    const world = await aDeletedPage();
    await world.cycle();
    world.service.edit(world.space, (pages) => [...pages, world.service.newPage('Other', 'Else.')]);

    await world.cycle();

    expect(await committedHere(world)).toContain(page);
    expect(world.local().has(page)).toBe(false);
  });
});

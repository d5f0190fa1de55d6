import { expect, it } from 'vitest';
import { seededRandom } from '../../src/clock/index.ts';
import { mapPages } from './memory-content.ts';
import { Killed, SimulatedWorld } from './world.ts';

/** What random schedules found in cycles that were killed, each told in a few steps. */
it('[SYNC-17] a page that was saved while the mirror replaced it, and moved after the process was killed, stays one page', async () => {
  const world = new SimulatedWorld(seededRandom(1));
  await world.cycle();
  const beta = 'docs/alpha/beta.md';
  world.service.edit(world.space, (pages) =>
    mapPages(pages, (page) => (page.title === 'Beta' ? { ...page, text: `${page.text}\nTheirs.\n` } : page)),
  );
  let saved = false;
  let killed = false;
  await world.cycle(({ port, when }) => {
    if (port === 'disk prepare' && when === 'after' && !saved) {
      saved = true;
      world.save(beta, world.local().get(beta)!.replace('beta zero', 'Mine.\n\nbeta zero'), 0);
    }
    if (port === 'disk drop' && when === 'after') {
      killed = true;
      throw new Killed();
    }
  });
  expect([saved, killed]).toEqual([true, true]);
  world.disk.personMoves(beta, 'docs/gamma/moved.md');
  for (let round = 0; round < 3; round++) {
    await world.cycle();
    for (const { id, status } of [...world.service.requestsById.values()])
      if (status === 'draft') await world.service.merge(world.space, id);
  }

  const there = [...world.remote().values()].filter((text) => text.includes('beta zero'));
  expect(there).toHaveLength(1);
  expect(there[0]).toContain('Mine.');
  expect(there[0]).toContain('Theirs.');
});

it.each([
  ['after the process was killed', 'disk drop'],
  ['before the process is killed', 'disk prepare'],
] as const)(
  '[SYNC-22] a copy that is made of a page %s, and says something else, takes nothing from the page',
  async (when, last) => {
    const world = new SimulatedWorld(seededRandom(1));
    await world.cycle();
    const beta = 'docs/alpha/beta.md';
    world.service.edit(world.space, (pages) =>
      mapPages(pages, (page) =>
        page.title === 'Beta' ? { ...page, text: `${page.text}\nTheirs.\n` } : page,
      ),
    );
    const [, front] = /^(---\n.*?\n---\n)/su.exec(world.local().get(beta)!)!;
    const copy = 'docs/alpha/copy.md';
    const isEarly = when.startsWith('before');
    const save = (): void => world.save(copy, `${front}\n# Copy\n\nSomething else.\n`, 0);
    if (isEarly) save();
    let killed = false;
    await world.cycle(({ port, when }) => {
      if (port !== last || when !== 'after') return;
      killed = true;
      throw new Killed();
    });
    expect(killed).toBe(true);
    if (!isEarly) save();
    for (let round = 0; round < 3; round++) {
      await world.cycle();
      for (const { id, status } of [...world.service.requestsById.values()])
        if (status === 'draft') await world.service.merge(world.space, id);
    }

    expect(world.local().get(beta)).toContain('Theirs.');
    expect(world.local().get(beta)).not.toContain('Something else.');
    expect(world.local().get(copy)).toContain('Something else.');
    const there = [...world.remote().values()];
    expect(there.filter((text) => text.includes('Theirs.'))).toHaveLength(1);
    expect(there.filter((text) => text.includes('Something else.'))).toHaveLength(1);
  },
);

it('[SYNC-42] a page that changed places with a page that the service had deleted stays, after the process was killed before it deleted that one', async () => {
  const world = new SimulatedWorld(seededRandom(1));
  await world.cycle();
  const [alpha, beta] = ['docs/alpha/README.md', 'docs/alpha/beta.md'];
  world.service.edit(world.space, (pages) =>
    mapPages(pages, (page) => (page.title === 'Beta' ? null : page)),
  );
  let killed = false;
  await world.cycle(({ port, when }) => {
    if (port !== 'disk prepare' || when !== 'before') return;
    killed = true;
    throw new Killed();
  });
  expect(killed).toBe(true);
  world.disk.personMoves(beta, 'docs/other.md');
  world.disk.personMoves(alpha, beta);
  world.disk.personMoves('docs/other.md', alpha);
  for (let round = 0; round < 3; round++) {
    await world.cycle();
    for (const { id, status } of [...world.service.requestsById.values()])
      if (status === 'draft') await world.service.merge(world.space, id);
  }

  expect(world.local().get(beta)).toContain('alpha zero');
  for (const line of ['alpha zero', 'beta zero'])
    expect([...world.remote().values()].filter((text) => text.includes(line))).toHaveLength(1);
});

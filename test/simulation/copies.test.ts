import { expect, it } from 'vitest';
import { seededRandom } from '../../src/clock/index.ts';
import { SimulatedWorld } from './world.ts';

/** What random schedules of people found in copies that became pages of their own, each told in a few steps. */
const beta = 'docs/alpha/beta.md';
const copy = 'docs/alpha/another.md';
const ofCopy = '\nOf the copy, first.\n\nOf the copy, second.\n\nOf the copy, third.\n';

/** A world in which somebody copied the page Beta with its `id` line, wrote on in the copy, and synced. */
async function withCopy(hints = true): Promise<SimulatedWorld> {
  const world = new SimulatedWorld(seededRandom(1), {}, { hints });
  await world.cycle();
  world.save(copy, `${world.local().get(beta)!}${ofCopy}`, 0);
  await world.cycle();
  return world;
}

async function mergeAll({ service, space }: SimulatedWorld): Promise<void> {
  for (const { id, status } of [...service.requestsById.values()])
    if (status === 'draft') await service.merge(space, id);
}

async function settle(world: SimulatedWorld): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await world.cycle();
    await mergeAll(world);
  }
}

function withoutId(text: string): string {
  return text.replace(/^---\nid: \S+\n---\n\n/u, '');
}

function move(world: SimulatedWorld, from: string, to: string): void {
  world.disk.personMoves(from, to);
}

/** Which pages of the service hold a line. */
function pagesWith(world: SimulatedWorld, line: string): string[] {
  return [...world.remote()].flatMap(([id, text]) => (text.includes(line) ? [id] : []));
}

function idOf(world: SimulatedWorld, path: string): string | undefined {
  return /^id: (\S+)$/mu.exec(world.local().get(path) ?? '')?.[1];
}

it('[SYNC-65] a page that loses its id line is not taken for a new one, while its copy still carries that id and its change request is open', async () => {
  const world = await withCopy();
  const id = idOf(world, beta)!;
  world.save(beta, withoutId(world.local().get(beta)!), 0);
  await settle(world);

  expect(pagesWith(world, 'beta one')).toHaveLength(2);
  expect(pagesWith(world, 'Of the copy, first.')).toHaveLength(1);
  expect(world.remote().get(id)).not.toContain('Of the copy');
});

it('[SYNC-65] a copy that was merged as a page of its own stays that page when it moves, and the first page has lost its id line', async () => {
  const world = await withCopy();
  const id = idOf(world, beta)!;
  await mergeAll(world);
  world.save(beta, withoutId(world.local().get(beta)!), 0);
  move(world, copy, 'docs/alpha/another/README.md');
  await settle(world);

  expect(pagesWith(world, 'beta one')).toHaveLength(2);
  expect(pagesWith(world, 'Of the copy, first.')).toHaveLength(1);
  expect(world.remote().get(id)).not.toContain('Of the copy');
});

it('[SYNC-65] a copy that was committed with the id of the first page and moved with its folder, before it was merged, stays one page', async () => {
  const world = await withCopy(false);
  const id = idOf(world, beta)!;
  await world.commit();
  for (const path of [...world.local().keys()])
    if (path.startsWith('docs/alpha/')) move(world, path, path.replace('docs/alpha/', 'docs/section/'));
  const contents = world.local().get('docs/SUMMARY.md')!;
  world.save('docs/SUMMARY.md', contents.replaceAll('(alpha/', '(section/'), 0);
  await world.cycle();
  await mergeAll(world);
  const report = await world.cycle();
  await settle(world);

  expect(report?.branch).toMatchObject({ state: 'merged', conflicts: [] });
  expect(pagesWith(world, 'Of the copy, first.')).toHaveLength(1);
  expect(idOf(world, 'docs/section/beta.md')).toBe(id);
  expect(world.local().has(copy)).toBe(false);
  expect(world.local().get('docs/section/another.md')).toContain('Of the copy, first.');
});

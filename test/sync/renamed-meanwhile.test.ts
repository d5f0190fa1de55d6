import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atRest, writersWorld } from './writers-world.ts';
import type { WriterOfClone, WritersWorld } from './writers-world.ts';

describe('a new page that its writer renames before the change request comes back merged', () => {
  let world: WritersWorld;
  let writer: WriterOfClone;
  const rename = (): void => {
    writer.write('docs/renamed.md', writer.read('docs/new.md'));
    writer.removeFile('docs/new.md');
  };

  beforeEach(async () => {
    world = await writersWorld({ 'a.md': '# a\n\nFirst.\n' });
    writer = await world.writer();
    await writer.sync.cycle();
    writer.write('docs/new.md', '# new\n\nNew, and long enough to know.\n');
  });
  afterEach(() => world.close());

  it.each([
    ['saved, and never committed', false, false],
    ['committed with its first name', true, false],
    ['committed with its second name alone', false, true],
    ['committed with each of its names', true, true],
  ])('[SYNC-42] keeps its new name where it was %s', async (_how, first, second) => {
    await writer.sync.cycle();
    if (first) writer.commit('New page');
    rename();
    if (second) writer.commit('Another name');
    await world.mergeAll();

    const { branch } = await writer.sync.cycle();

    expect(branch.conflicts).toEqual([]);
    expect(writer.read('docs/renamed.md')).toContain('New, and long');
    expect(() => writer.read('docs/new.md')).toThrow('ENOENT');
    await world.mergeAll();
    await writer.sync.cycle();
    expect(writer.git('ls-tree', '-r', '--name-only', 'docs/main')).toContain('docs/renamed.md');
    expect(writer.git('ls-tree', '-r', '--name-only', 'docs/main')).not.toContain('docs/new.md');
    expect(await writer.isQuiet()).toEqual(atRest);
  });
});

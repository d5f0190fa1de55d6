import { beforeEach, describe, expect, it } from 'vitest';
import type { CycleReport } from '../../src/sync/index.ts';
import { untoldNotes } from '../../src/sync/mirror/mirror-space.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import type { ModelPage } from '../simulation/memory-content.ts';
import { memoryWorld, syncConfig } from './memory-world.ts';
import type { MemoryWorld } from './memory-world.ts';

const twin = 'Moon.md: differs from moon.md only in ways that some file systems ignore';

let service: MemoryService;
let space: string;
let world: MemoryWorld;

beforeEach(() => {
  service = new MemoryService();
  const at = (title: string, file: string): ModelPage => ({ ...service.newPage(title, 'Text.'), file });
  space = service.addSpace('Sky', [at('Moon', 'moon.md'), at('Moons', 'Moon.md'), at('Sun', 'sun.md')]);
  world = memoryWorld(service, syncConfig());
});

const notesOf = ({ spaces }: CycleReport): readonly string[] => spaces.flatMap(({ notes }) => notes);
const cycle = async (): Promise<readonly string[]> => notesOf(await world.sync.cycle());
const standing = async (): Promise<readonly string[]> =>
  (await world.sync.status()).spaces.flatMap(({ notes }) => notes);
const addPage = (title: string): void =>
  void service.edit(space, (pages) => [...pages, service.newPage(title, 'Text.')]);
const moveFile = (title: string, file: string): void =>
  void service.edit(space, (pages) => pages.map((page) => (page.title === title ? { ...page, file } : page)));

describe('[SYNC-117] a note about the name of a page', () => {
  it('is told by the sync that finds it, and by no later one while the name stays; status goes on', async () => {
    expect(await cycle()).toEqual([twin]);
    for (const title of ['Stars', 'Wind']) {
      addPage(title);
      const report = await world.sync.cycle();
      expect(report).toMatchObject({ spaces: [{ state: 'changed', notes: [] }] });
      expect(await standing()).toEqual([twin]);
    }
  });

  it('is told by a dry run, too, as long as no sync has told it', async () => {
    expect(notesOf(await world.sync.cycle({ dryRun: true }))).toEqual([twin]);
    await cycle();
    addPage('Stars');
    expect(notesOf(await world.sync.cycle({ dryRun: true }))).toEqual([]);
  });

  it('is told of each change of the name, also beside a note that stays and when the name comes back', async () => {
    await cycle();
    moveFile('Sun', 'MOON.md');
    const another = 'MOON.md: differs from moon.md only in ways that some file systems ignore';
    expect(await cycle()).toEqual([another]);
    expect(await standing()).toEqual([twin, another]);

    moveFile('Sun', 'sun.md');
    expect(await cycle()).toEqual([]);
    moveFile('Sun', 'MOON.md');
    expect(await cycle()).toEqual([another]);
  });

  it('is told of revisions that one sync mirrors together', async () => {
    service.edit(space, (pages) => pages.filter(({ title }) => title !== 'Moons'));
    await cycle();
    service.edit(space, (pages) => [...pages, { ...service.newPage('Moons', 'Text.'), file: 'Moon.md' }]);
    addPage('Stars');

    expect(await cycle()).toEqual([twin]);
  });

  it('is not told again where there are more than are remembered', () => {
    const notes = Array.from({ length: 130 }, (_, number) => `${number}.md: a note`);
    expect(untoldNotes(notes)).toEqual(notes);
    expect(untoldNotes(notes, notes.slice(0, 100))).toEqual([]);
    expect(untoldNotes(['new.md: a note', ...notes], notes.slice(0, 100))).toEqual(['new.md: a note']);
  });
});

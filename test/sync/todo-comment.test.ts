import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { memoryImports } from '../simulation/memory-imports.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { memoryWorld, syncConfig } from './memory-world.ts';

/** A writer whose service takes edits by imports alone, with an edit that goes and a deletion that cannot. */
async function aWriter({ todoComment = true } = {}) {
  const service = new MemoryService({ strict: true });
  const imports = memoryImports();
  service.fetchImport = imports.fetch;
  const space = service.addSpace('Guides', [
    service.newPage('Welcome', 'Hello.'),
    service.newPage('Usage', 'First.'),
    service.newPage('Traefik', 'A proxy.'),
    service.newPage('Install', 'Run it.'),
  ]);
  const mirror = { spaces: [{ id: space, path: '.' }], changeRequests: 'open', metadata: false } as const;
  const push = { enabled: true, trigger: 'save', via: 'import', todoComment } as const;
  const config = syncConfig({ mirror: { ...mirror, comments: false }, push });
  const world = memoryWorld(service, config, { importHost: imports.host });
  await world.sync.cycle();
  const save = (path: string, change: (text: string) => string): void =>
    world.disk.personSaves(path, new TextEncoder().encode(change(world.read(path) ?? '')));
  save('usage.md', (text) => `${text}\nMore.\n`);
  world.disk.personRemoves('traefik.md');
  const removeEntry = (): void =>
    save('SUMMARY.md', (text) =>
      text
        .split('\n')
        .filter((line) => !line.includes('traefik.md'))
        .join('\n'),
    );
  removeEntry();
  const comments = (): string[] => [...service.commentsById.values()].map(({ markdown }) => markdown);
  const notes = async (): Promise<readonly string[]> =>
    (await world.sync.cycle()).spaces.flatMap((each) => each.notes);
  return { ...world, space, save, comments, notes };
}

/** Loses the answers to comments, before they are done or after. */
function losing(service: MemoryService, when: 'before' | 'after'): void {
  service.onStep = (step) => {
    if (step.operation !== 'comment' || step.when !== when) return;
    service.onStep = undefined;
    throw new AppError('NO_ANSWER', 'the connection broke', { data: { processed: 'unknown' } });
  };
}

describe('[SYNC-61] the list of what is left to do by hand', () => {
  it('is one comment on the change request, which is ticked off as the mirror shows it done', async () => {
    const writer = await aWriter();
    await writer.sync.cycle();
    expect(writer.comments()).toEqual([
      '**Left to do by hand.** Tidemark keeps this list, and ticks off what is done.\n\n' +
        `* [ ] Delete *Traefik* ([open](https://service.test/s/${writer.space}))\n`,
    ]);

    const before = writer.service.requests;
    await writer.sync.cycle();
    await writer.sync.cycle();
    const quiet = (writer.service.requests - before) / 2;
    expect(quiet).toBeLessThanOrEqual(1);

    writer.disk.personRemoves('install.md');
    writer.save('SUMMARY.md', (text) => text.replace(/^.*install\.md.*\n/mu, ''));
    await writer.sync.cycle();
    expect(writer.comments()).toEqual([
      expect.stringMatching(/\[ \] Delete \*Traefik\*.*\n.*\[ \] Delete \*Install\*/u),
    ]);

    writer.service.edit(writer.space, (pages) => pages.filter(({ title }) => title !== 'Traefik'));
    await writer.sync.cycle();
    expect(writer.comments()).toEqual([
      expect.stringMatching(/\[x\] Delete \*Traefik\*.*\n.*\[ \] Delete \*Install\*/u),
    ]);
  });

  it('is ticked off after the change request was merged, too, and then forgotten', async () => {
    const writer = await aWriter();
    await writer.sync.cycle();
    const [request] = [...writer.service.requestsById.values()].filter(({ subject }) => /\[/u.test(subject));
    await writer.service.merge(writer.space, request!.id);
    await writer.sync.cycle();
    writer.service.edit(writer.space, (pages) => pages.filter(({ title }) => title !== 'Traefik'));
    await writer.sync.cycle();
    await writer.sync.cycle();

    expect(writer.comments()).toEqual([expect.stringContaining('[x] Delete *Traefik*')]);
  });

  it.each(['before', 'after'] as const)(
    'is there once when the answer to it is lost %s it was done',
    async (when) => {
      const writer = await aWriter();
      losing(writer.service, when);
      expect(await writer.notes()).toEqual([expect.stringContaining('the next sync tries again')]);
      expect(await writer.notes()).toEqual([]);
      expect(writer.comments()).toHaveLength(1);
    },
  );

  it('is said once to be refused where the service takes no comments, and fails nothing', async () => {
    const writer = await aWriter();
    writer.service.takesComments = false;
    const report = await writer.sync.cycle();

    expect(report.exitCode).toBe(0);
    expect(report.spaces.flatMap(({ notes }) => notes)).toEqual([
      expect.stringMatching(/^The service refuses a comment on .*: `tidemark todo` lists it\.$/u),
    ]);
    expect(await writer.notes()).toEqual([]);
  });

  it('is no comment where nobody wants one, and none where a person deleted it', async () => {
    const silent = await aWriter({ todoComment: false });
    await silent.sync.cycle();
    expect(silent.comments()).toEqual([]);

    const writer = await aWriter();
    await writer.sync.cycle();
    writer.service.commentsById.clear();
    writer.disk.personRemoves('install.md');
    writer.save('SUMMARY.md', (text) => text.replace(/^.*install\.md.*\n/mu, ''));
    await writer.sync.cycle();
    await writer.sync.cycle();
    expect(writer.comments()).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { memoryImports } from '../simulation/memory-imports.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { memoryWorld, syncConfig } from './memory-world.ts';

/** A writer whose service takes edits by imports alone. */
async function aWriter({ ignoresIdentities = false } = {}) {
  const service = new MemoryService({ strict: true });
  service.ignoresIdentities = ignoresIdentities;
  const imports = memoryImports();
  service.fetchImport = imports.fetch;
  const space = service.addSpace('Guides', [
    service.newPage('Welcome', 'Hello.'),
    service.newPage('Usage', 'First.'),
    service.newPage('Traefik', 'A proxy.'),
    service.newPage('Install', 'Run it.'),
  ]);
  const mirror = { spaces: [{ id: space, path: '.' }], changeRequests: 'open', metadata: false } as const;
  const config = syncConfig({
    ...{ mirror: { ...mirror, comments: false }, push: { enabled: true, trigger: 'save', via: 'import' } },
  });
  const world = memoryWorld(service, config, { importHost: imports.host });
  await world.sync.cycle();
  const save = (path: string, change: (text: string) => string): void =>
    world.disk.personSaves(path, new TextEncoder().encode(change(world.read(path) ?? '')));
  const todo = async (): Promise<string[]> =>
    (await world.sync.status()).spaces.flatMap((each) => each.todo.map(({ text }) => text));
  return { ...world, space, save, todo };
}

describe('[SYNC-47] what cannot be sent', () => {
  it('is nothing where everything goes', async () => {
    const writer = await aWriter();
    writer.save('usage.md', (text) => `${text}\nMore.\n`);
    expect(await writer.todo()).toEqual([]);
    await writer.sync.cycle();
    expect(await writer.todo()).toEqual([]);
  });

  it('is told as what a person does in the service, and goes from the list once the mirror shows it', async () => {
    const writer = await aWriter();
    writer.save('SUMMARY.md', (text) => {
      const lines = text.trimEnd().split('\n');
      const line = lines.splice(
        lines.findIndex((each) => each.includes('install.md')),
        1,
      );
      const others = lines.filter((each) => !each.includes('traefik.md'));
      const at = others.findIndex((each) => each.includes('README.md')) + 1;
      return `${[...others.slice(0, at), ...line, ...others.slice(at)].join('\n')}\n`;
    });
    writer.disk.personRemoves('traefik.md');
    const before = await writer.todo();
    await writer.sync.cycle();
    const after = await writer.todo();

    expect(before).toEqual(['Move *Install* to the top level, behind *Welcome*', 'Delete *Traefik*']);
    expect(after).toEqual(before);
    writer.service.edit(writer.space, ([welcome, usage, , install]) => [welcome!, install!, usage!]);
    await writer.sync.cycle();
    expect(await writer.todo()).toEqual([]);
  });

  it('names a new page that a change request has by its title, and only where an import could not place it', async () => {
    const writer = await aWriter();
    const contents = (line: string, behind: string): void =>
      writer.save('SUMMARY.md', (text) =>
        text
          .split('\n')
          .flatMap((each) => (each.includes(behind) ? [each, line] : [each]))
          .join('\n'),
      );
    writer.save('own.md', () => '# New one\n\nText.\n');
    contents('* [New one](own.md)', 'README.md');
    writer.save('last.md', () => '# At the end\n\nText.\n');
    contents('* [At the end](last.md)', 'install.md');
    await writer.sync.cycle();

    expect(await writer.todo()).toEqual(['Move *New one* to the top level, behind *Welcome*']);
  });

  it('is every text where an import makes copies', async () => {
    const writer = await aWriter({ ignoresIdentities: true });
    writer.save('usage.md', (text) => `${text}\nMore.\n`);
    writer.save('new.md', () => '# Something new\n\nText.\n');
    await writer.sync.cycle();

    expect(await writer.todo()).toEqual([
      'Paste the text of usage.md into *Usage*',
      'Make the page *Something new*, and paste the text of new.md into it',
    ]);
  });
});

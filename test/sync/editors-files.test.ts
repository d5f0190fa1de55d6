import { describe, expect, it } from 'vitest';
import { memoryImports } from '../simulation/memory-imports.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { memoryWorld, syncConfig } from './memory-world.ts';

const files = [
  'usage.md~',
  '#usage.md#',
  '.usage.md.swp',
  'SUMMARY.md~',
  '.gitbook/includes/note.md~',
  '.gitbook/assets/plan.png~',
  '.gitbook/assets/~$plan.docx',
];

/** A writer in whose folder an editor left files of all kinds, with a password that the page no longer has. */
async function aWriter(via: 'import' | 'auto') {
  const service = new MemoryService({ strict: via === 'import' });
  const imports = memoryImports();
  service.fetchImport = imports.fetch;
  const space = service.addSpace('Guides', [
    service.newPage('Welcome', 'Hello.'),
    service.newPage('Usage', 'First.'),
  ]);
  const config = syncConfig({
    mirror: {
      ...{ spaces: [{ id: space, path: '.' }], changeRequests: 'open' },
      ...{ metadata: false, comments: false },
    },
    push: { enabled: true, trigger: 'save', via },
  });
  const world = memoryWorld(service, config, { importHost: imports.host });
  await world.sync.cycle();
  const save = (path: string, text: string): void =>
    world.disk.personSaves(path, new TextEncoder().encode(text));
  const secret = `-----BEGIN PRIVATE KEY-----\n${'A'.repeat(64)}\n-----END PRIVATE KEY-----\n`;
  for (const path of files) save(path, `# Usage\n\n${secret}`);
  world.disk.personPlaces('.#usage.md', 'symlink');
  const status = async (): Promise<unknown> => {
    const { spaces, problems } = await world.sync.status();
    return [problems, ...spaces.map(({ edits, unsaid, todo }) => [edits, unsaid, todo])];
  };
  return { ...world, save, status };
}

describe.each(['import', 'auto'] as const)(
  '[SYNC-116] a file that an editor keeps for itself (%s)',
  (via) => {
    it('is neither sent nor named, by the sync, status or todo', async () => {
      const writer = await aWriter(via);
      expect(await writer.status()).toEqual([[], [[], [], []]]);
      const { proposals, problems } = await writer.sync.cycle();
      expect([proposals, problems]).toEqual([[], []]);

      writer.save('usage.md', `${writer.read('usage.md') ?? ''}\nMore.\n`);
      const sent = (await writer.sync.cycle()).proposals.map(({ edits, unsaid }) => [
        edits.map(({ path }) => path),
        unsaid,
      ]);
      expect(sent).toEqual([[['usage.md'], []]]);
      expect(await writer.status()).toEqual([[], [[], [], []]]);
    });
  },
);

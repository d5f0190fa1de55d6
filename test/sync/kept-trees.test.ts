import { describe, expect, it } from 'vitest';
import { createMemoryCache } from '../../src/files/index.ts';
import type { Remote } from '../../src/sync/index.ts';
import { diceOf } from '../people/dice.ts';
import { checkedCache } from '../simulation/checked-cache.ts';
import { lateRemote } from '../simulation/late-service.ts';
import { mapPages } from '../simulation/memory-content.ts';
import { memoryImports } from '../simulation/memory-imports.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { memoryWorld, syncConfig } from './memory-world.ts';
import { mergeDrafts } from './memory-writer.ts';

const encoder = new TextEncoder();

/** A writer in a clone, with a count of the trees that were read. */
async function aWriter({
  strict = false,
  cache = 'checked',
  lagMs = 0,
}: {
  strict?: boolean;
  cache?: 'checked' | ReturnType<typeof createMemoryCache>;
  lagMs?: number;
}) {
  const service = new MemoryService({ strict });
  const imports = memoryImports();
  service.fetchImport = imports.fetch;
  const space = service.addSpace(
    'Guides',
    [
      service.newPage('Welcome', 'Hello.'),
      { ...service.newPage('More', ''), kind: 'group', pages: [service.newPage('Linux', 'With a shell.')] },
      { ...service.newPage('Elsewhere', ''), kind: 'link', url: 'https://example.test/' },
      service.newPage('Usage', 'Use it.'),
    ],
    [{ id: 'file1', path: 'notes.txt', bytes: encoder.encode('Notes.') }],
  );
  const mirror = { changeRequests: 'open', metadata: false, comments: false } as const;
  const config = syncConfig({ mirror: { ...mirror, spaces: [{ id: space, path: '.' }] } });
  const asked: string[] = [];
  const late = { ms: lagMs, share: 1, dice: diceOf(1) };
  const world = memoryWorld(service, config, {
    importHost: imports.host,
    cache: cache === 'checked' ? checkedCache(() => service) : cache,
    remote: (clock) =>
      heard(
        lagMs > 0 ? lateRemote({ service, remote: service, now: () => clock.now() }, late, []) : service,
        (name) => asked.push(name),
      ),
  });
  for (let cycle = 0; cycle < 5 && world.files().length === 0; cycle++) {
    await world.sync.cycle();
    world.clock.jump(5000);
  }
  let trees = 0;
  const content = service.content.bind(service);
  service.content = (place) => {
    trees++;
    return content(place);
  };
  const save = (path: string, text: string): void => world.disk.personSaves(path, encoder.encode(text));
  // The first write to a service of imports alone is preceded by a trial.
  if (strict) {
    save('usage.md', world.read('usage.md')!.replace('Use it.', 'Use it often.'));
    await world.sync.cycle();
    await mergeDrafts({ ...world, space });
    await world.sync.cycle();
  }
  const treesFor = async (work: () => Promise<unknown>): Promise<number> => {
    const before = trees;
    await work();
    return trees - before;
  };
  const newPage = (name: string): Promise<number> => {
    save(`${name.toLowerCase()}.md`, `# ${name}\n\nNew here.\n`);
    return treesFor(() => world.sync.cycle());
  };
  return { ...world, space, asked, save, newPage, treesFor };
}

/** Tells the name of each call. */
function heard(remote: Remote, hear: (name: string) => void): Remote {
  return new Proxy(remote, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...input: unknown[]) => {
        hear(String(name));
        return (value as (...asked: unknown[]) => unknown).apply(target, input);
      };
    },
  });
}

type Writer = Awaited<ReturnType<typeof aWriter>>;

const requestsOf = ({ service }: Writer) =>
  [...service.requestsById.values()].filter(({ subject }) => !subject.endsWith('(do not merge)'));
const pagesIn = (writer: Writer) => writer.service.pagesOf(writer.space);

describe.each([
  ['the full interface', false],
  ['the strict interface', true],
])('on %s, a push that makes a page', (_name, strict) => {
  it('reads the tree once: what the change request starts from is kept', async () => {
    const writer = await aWriter({ strict });

    expect(await writer.newPage('First')).toBe(1);
    await mergeDrafts(writer);
    await writer.sync.cycle();
    expect(await writer.newPage('Second')).toBe(1);
    await mergeDrafts(writer);
    await writer.sync.cycle();

    // An import cannot say a place before the groups.
    const there = ['More', 'Linux', 'Elsewhere', 'Usage'];
    expect(pagesIn(writer).map(({ title }) => title)).toEqual(
      strict ? ['Welcome', ...there, 'First', 'Second'] : ['Welcome', 'First', 'Second', ...there],
    );
    expect(await writer.sync.cycle()).toMatchObject({ outcome: 'quiet' });
  });

  it('reads the tree once after others edited texts, moved pages and made some', async () => {
    const writer = await aWriter({ strict });
    const { service, space } = writer;
    service.edit(space, (pages) =>
      mapPages(pages, (page) => (page.title === 'Linux' ? { ...page, text: '# Linux\n\nTheirs.\n' } : page)),
    );
    const texts = await writer.treesFor(() => writer.sync.cycle());
    const afterTexts = await writer.newPage('First');
    await mergeDrafts(writer);
    await writer.sync.cycle();
    service.edit(space, ([first, ...rest]) => [...rest, first!, service.newPage('Theirs', 'Made there.')]);
    await writer.sync.cycle();

    expect({ texts, afterTexts }).toEqual({ texts: strict ? 1 : 0, afterTexts: 1 });
    expect(await writer.newPage('Second')).toBe(1);
  });

  it('reads the tree once, also into a change request that has other edits of this clone', async () => {
    const writer = await aWriter({ strict });
    await writer.newPage('First');
    writer.save('more/linux.md', writer.read('more/linux.md')!.replace('With', 'Best with'));
    const edited = await writer.treesFor(() => writer.sync.cycle());

    expect([edited, await writer.newPage('Second'), await writer.newPage('Third')]).toEqual([1, 1, 1]);

    const [request, ...others] = requestsOf(writer).filter(({ status }) => status === 'draft');
    expect(others).toEqual([]);
    const there = writer.service.pagesOfChangeRequest(request!.id).map(({ title }) => title);
    expect(there).toEqual(expect.arrayContaining(['First', 'Second', 'Third']));
    expect(there).toHaveLength(new Set(there).size);
  });

  it('reads the tree of a change request again that somebody else has written into', async () => {
    const writer = await aWriter({ strict });
    await writer.newPage('First');
    const [request] = requestsOf(writer).filter(({ status }) => status === 'draft');
    const change = (pages: Parameters<typeof mapPages>[0]) => [
      ...pages.filter(({ title }) => title !== 'First'),
      writer.service.newPage('Theirs', 'Made there.'),
    ];
    writer.service.editChangeRequest(request!.id, change);

    expect(await writer.newPage('Second')).toBeGreaterThan(1);

    const there = writer.service.pagesOfChangeRequest(request!.id).map(({ title }) => title);
    expect(there).toEqual(expect.arrayContaining(['Theirs', 'Second']));
    expect(there).not.toContain('First');
    expect(writer.read('first.md')).toContain('New here.');
  });

  it.each([
    ['a new page and an edit', true],
    ['an edit alone', false],
  ])(
    'loses nothing that somebody writes into the change request of %s right after it was made',
    async (_what, makes) => {
      const writer = await aWriter({ strict });
      const { service } = writer;
      const create = service.createChangeRequest.bind(service);
      service.createChangeRequest = async (...args) => {
        service.createChangeRequest = create;
        const made = await create(...args);
        service.editChangeRequest(made.id, (pages) => [
          service.newPage('Between', 'Somebody was faster.'),
          ...mapPages(pages, (page) =>
            page.title === 'Linux' ? { ...page, text: '# Linux\n\nTheirs.\n' } : page,
          ),
        ]);
        return made;
      };
      writer.save('more/linux.md', writer.read('more/linux.md')!.replace('With', 'Best with'));

      if (makes) writer.save('first.md', '# First\n\nNew here.\n');
      await writer.sync.cycle();
      await writer.sync.cycle();
      const [request] = requestsOf(writer).slice(-1);
      const there = service.pagesOfChangeRequest(request!.id);

      const textOf = (title: string): string | undefined => there.find((page) => page.title === title)?.text;
      expect(textOf('Between')).toContain('Somebody was faster.');
      expect(textOf('Linux')).toContain('Theirs.');
      expect(there.filter(({ title }) => title === 'First')).toHaveLength(makes ? 1 : 0);
      expect(writer.read('more/linux.md')).toContain('Best with');
    },
  );

  it('makes it once where reads are late, without a second look before it', async () => {
    const writer = await aWriter({ strict, lagMs: 3000 });
    writer.clock.jump(5000);
    writer.asked.length = 0;

    await writer.newPage('First');
    const made = writer.asked.lastIndexOf('createChangeRequest');
    const written = writer.asked.indexOf(strict ? 'importContent' : 'changeContent', made);
    expect(written).toBeGreaterThan(made);
    expect(writer.asked.slice(made, written)).not.toContain('content');
    await writer.sync.cycle();
    await mergeDrafts(writer);
    for (let cycle = 0; cycle < 4; cycle++) {
      writer.clock.jump(5000);
      await writer.sync.cycle();
    }

    expect(pagesIn(writer).filter(({ title }) => title === 'First')).toHaveLength(1);
    expect(requestsOf(writer).filter(({ status }) => status === 'draft')).toEqual([]);
    expect(await writer.sync.cycle()).toMatchObject({ outcome: 'quiet' });
  });
});

describe('a tree that was kept', () => {
  const damages: [string, (bytes: Uint8Array) => Uint8Array][] = [
    ['is cut short', (bytes) => bytes.subarray(0, bytes.length >> 1)],
    ['is no JSON', () => encoder.encode('what is this?')],
    ['is of another form', (bytes) => changed(bytes, (kept) => (kept.format = 99))],
    ['has no pages', (bytes) => changed(bytes, (kept) => delete kept.tree['pages'])],
    ['is of another space', (bytes) => changed(bytes, (kept) => (kept.space = 'another'))],
    ['is of another revision', (bytes) => changed(bytes, (kept) => (kept.tree['id'] = 'another'))],
    [
      'lacks a page that the mirror has',
      (bytes) => changed(bytes, ({ tree }) => void (tree['pages'] as unknown[]).pop()),
    ],
    [
      'has another text than the mirror',
      (bytes) =>
        changed(bytes, ({ tree }) => ((tree['pages'] as { documentId: string }[])[0]!.documentId = 'other')),
    ],
  ];

  it.each(damages)('and %s is read again', async (_name, damage) => {
    const cache = createMemoryCache();
    const writer = await aWriter({ cache });
    for (const [name, bytes] of cache.kept) cache.kept.set(name, damage(bytes));

    expect(await writer.newPage('First')).toBe(2);

    await mergeDrafts(writer);
    await writer.sync.cycle();
    expect(pagesIn(writer).map(({ title }) => title)).toContain('First');
    expect(await writer.newPage('Second')).toBe(1);
  });

  it('says no address of a file: those are signed', async () => {
    const cache = createMemoryCache();
    await aWriter({ cache });

    expect(cache.kept.size).toBe(1);
    expect(new TextDecoder().decode([...cache.kept.values()][0])).not.toContain('https://service.test/files');
  });
});

interface Kept {
  format: number;
  space: string;
  readonly tree: Record<string, unknown>;
}

function changed(bytes: Uint8Array, change: (kept: Kept) => void): Uint8Array {
  const kept = JSON.parse(new TextDecoder().decode(bytes)) as Kept;
  change(kept);
  return encoder.encode(JSON.stringify(kept));
}

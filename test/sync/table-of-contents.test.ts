import { describe, expect, it } from 'vitest';
import { hashObject } from '../../src/git/object-text.ts';
import type { SyncConfig } from '../../src/sync/index.ts';
import { mapPages } from '../simulation/memory-content.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { memoryWorld, syncConfig } from './memory-world.ts';
import type { MemoryWorld } from './memory-world.ts';

interface Writer extends MemoryWorld {
  readonly space: string;
  save(path: string, text: string): void;
  mergeDrafts(): Promise<number>;
}

async function aWriter(change: Partial<SyncConfig> = {}): Promise<Writer> {
  const service = new MemoryService();
  const space = service.addSpace('Guides', [
    service.newPage('Home', 'Hello.'),
    service.newPage('Alpha', 'First.', [service.newPage('Beta', 'Second.')]),
    service.newPage('Gamma', 'Third.'),
  ]);
  const world = memoryWorld(service, syncConfig(change));
  await world.sync.cycle();
  world.clock.jump(5000);
  return {
    ...world,
    space,
    save: (path, text) => world.disk.personSaves(path, new TextEncoder().encode(text)),
    mergeDrafts: async () => {
      const drafts = [...service.requestsById.values()].filter(({ status }) => status === 'draft');
      for (const { id } of drafts) await service.merge(space, id);
      return drafts.length;
    },
  };
}

/** The writer and somebody else edit the same line, so that the branch cannot follow a new page of the service. */
function cannotFollow({ service, space, save, read }: Writer): void {
  save('guides/gamma.md', read('guides/gamma.md')!.replace('Third.', 'Third, mine.'));
  service.edit(space, (pages) => [
    ...mapPages(pages, (page) =>
      page.title === 'Gamma' ? { ...page, text: page.text.replace('Third.', 'Third, theirs.') } : page,
    ),
    service.newPage('Delta', 'Fourth.'),
  ]);
}

const contents = (...lines: string[]): string => `# Table of contents\n\n${lines.join('\n')}\n`;
const home = '* [Home](README.md)';
const alpha = '* [Alpha](alpha/README.md)';

describe('a page that a writer puts below another one in SUMMARY.md', () => {
  const moved = contents(home, alpha, '* [Gamma](gamma.md)', '  * [Beta](alpha/beta.md)');

  it('[SYNC-24] is one entry in its new place, at its own path, when that is merged, and nothing more is sent', async () => {
    const writer = await aWriter();
    writer.save('guides/SUMMARY.md', moved);

    expect((await writer.sync.cycle()).proposals).toMatchObject([{ state: 'proposed', unsaid: [] }]);
    expect(await writer.mergeDrafts()).toBe(1);
    await writer.sync.cycle();

    expect(writer.read('guides/SUMMARY.md')).toBe(moved);
    expect(await writer.sync.cycle()).toMatchObject({ outcome: 'quiet', commits: 0 });
    expect(await writer.mergeDrafts()).toBe(0);
  });

  it('is one entry, too, beside what somebody else renames and adds', async () => {
    const writer = await aWriter();
    writer.save('guides/SUMMARY.md', moved);
    await writer.sync.cycle();
    writer.service.edit(writer.space, (pages) => [
      ...mapPages(pages, (page) => (page.title === 'Alpha' ? { ...page, slug: 'start' } : page)),
      writer.service.newPage('Delta', 'Fourth.'),
    ]);
    await writer.mergeDrafts();
    await writer.sync.cycle();

    expect(writer.read('guides/SUMMARY.md')).toBe(
      contents(home, alpha, '* [Gamma](gamma.md)', '  * [Beta](alpha/beta.md)', '* [Delta](delta.md)'),
    );
    expect(await writer.sync.cycle()).toMatchObject({ outcome: 'quiet', commits: 0 });
  });
});

describe('an order that is merged while the branch cannot follow', () => {
  it('is not sent again and again', async () => {
    const writer = await aWriter();
    cannotFollow(writer);
    writer.save(
      'guides/SUMMARY.md',
      contents(home, '* [Gamma](gamma.md)', alpha, '  * [Beta](alpha/beta.md)'),
    );
    const { branch } = await writer.sync.cycle();
    expect(branch.state).toBe('left');
    expect(await writer.mergeDrafts()).toBe(1);

    await writer.sync.cycle();
    await writer.sync.cycle();

    expect(await writer.mergeDrafts()).toBe(0);
    expect(writer.service.headOf(writer.space).pages.map(({ title }) => title)).toEqual([
      'Home',
      'Gamma',
      'Alpha',
      'Delta',
    ]);
  });
});

describe('an entry of SUMMARY.md that is not a page any more', () => {
  it('is gone when its deletion is merged, with a line of it that was moved just before', async () => {
    const writer = await aWriter();
    writer.save(
      'guides/SUMMARY.md',
      contents(home, alpha, '* [Gamma](gamma.md)', '  * [Beta](alpha/beta.md)'),
    );
    writer.disk.personRemoves('guides/alpha/beta.md');
    await writer.sync.cycle();
    expect(await writer.mergeDrafts()).toBe(1);
    await writer.sync.cycle();

    expect(writer.read('guides/SUMMARY.md')).toBe(contents(home, alpha, '* [Gamma](gamma.md)'));
    expect(await writer.sync.cycle()).toMatchObject({ outcome: 'quiet', proposals: [] });
    expect(await writer.mergeDrafts()).toBe(0);
  });

  it('is told, and no change request is made for it alone', async () => {
    const writer = await aWriter();
    writer.save(
      'guides/SUMMARY.md',
      contents(home, alpha, '  * [Beta](alpha/beta.md)', '* [Gone](gone.md)', '* [Gamma](gamma.md)'),
    );

    const { proposals } = await writer.sync.cycle();

    expect(await writer.mergeDrafts()).toBe(0);
    expect(proposals).toMatchObject([
      {
        state: 'unchanged',
        unsaid: [
          'gone.md does not exist, although line 6 of SUMMARY.md lists it: make the file, or take the line out',
        ],
      },
    ]);
  });
});

describe('a table of contents that was sent before anybody committed it', () => {
  // Nothing else may write the table into the repository: no history of saves, and no mirror of the change request.
  const { mirror } = syncConfig();
  const alone = { history: { keepMs: 0 }, mirror: { ...mirror, changeRequests: 'none' } } as const;
  const own = contents(home, '* [Gamma](gamma.md)', alpha, '  * [Beta](alpha/beta.md)');
  const hasOwn = ({ git }: Writer): Promise<boolean> =>
    git.has(hashObject('blob', new TextEncoder().encode(own)));
  const sentTable = ({ service }: Writer): string | undefined => {
    const [request] = service.requestsById.values();
    const sent = service.revisions.get(request!.revision)!.files.find(({ path }) => path === 'SUMMARY.md');
    return sent && new TextDecoder().decode(sent.bytes);
  };

  it('[SYNC-24] is in the repository, because its merge makes it the base of later versions', async () => {
    const writer = await aWriter(alone);
    writer.save('guides/SUMMARY.md', own);

    expect((await writer.sync.cycle()).proposals).toMatchObject([{ state: 'proposed' }]);

    expect(sentTable(writer)).toBe(own);
    expect(await hasOwn(writer)).toBe(true);
  });

  it('[SYNC-24] is in the repository as it was saved, also where it was sent joined with the mirror’s', async () => {
    const writer = await aWriter(alone);
    cannotFollow(writer);
    writer.save('guides/SUMMARY.md', own);

    expect((await writer.sync.cycle()).branch.state).toBe('left');

    expect(sentTable(writer)).toContain('[Delta](delta.md)');
    expect(await hasOwn(writer)).toBe(true);
  });
});

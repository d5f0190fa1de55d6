import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import type { SyncConfig } from '../../src/sync/index.ts';
import { diceOf } from '../people/dice.ts';
import { lateRemote } from '../simulation/late-service.ts';
import { flat, mapPages } from '../simulation/memory-content.ts';
import { memoryImports } from '../simulation/memory-imports.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { memoryWorld, syncConfig } from './memory-world.ts';
import { mergeDrafts } from './memory-writer.ts';

/** A writer whose service shows for `lagMs` after a write what was before it. */
async function aWriter({ strict = false, lagMs }: { strict?: boolean; lagMs: number }) {
  const service = new MemoryService({ strict });
  const imports = memoryImports();
  service.fetchImport = imports.fetch;
  const space = service.addSpace('Guides', [
    service.newPage('Welcome', 'Hello.'),
    service.newPage('Usage', 'First.\n\nSecond.\n\nThird.'),
  ]);
  const mirror = { changeRequests: 'open', metadata: false, comments: false } as const;
  const config: SyncConfig = syncConfig({ mirror: { ...mirror, spaces: [{ id: space, path: '.' }] } });
  const late = { ms: lagMs, share: 1, dice: diceOf(1) };
  const world = memoryWorld(service, config, {
    importHost: imports.host,
    remote: (clock) => lateRemote({ service, remote: service, now: () => clock.now() }, late, []),
  });
  for (let cycle = 0; cycle < 5 && world.files().length === 0; cycle++) {
    await world.sync.cycle();
    world.clock.jump(5000);
  }
  const save = (path: string, text: string): void =>
    world.disk.personSaves(path, new TextEncoder().encode(text));
  return { ...world, space, save };
}

const requestsOf = (service: MemoryService) =>
  [...service.requestsById.values()].filter(({ subject }) => !subject.endsWith('(do not merge)'));

describe.each([
  ['the full interface', false],
  ['the strict interface', true],
])('[SYNC-43] on %s, a service that shows old content', (_name, strict) => {
  it('for some seconds gets a new page once, in one change request, and each cycle ends well', async () => {
    const writer = await aWriter({ strict, lagMs: 3000 });
    writer.save('fresh.md', '# Fresh\n\nNew here.\n');

    const reports = [await writer.sync.cycle(), await writer.sync.cycle()];

    expect(reports.map(({ outcome }) => outcome)).toEqual(['changed', 'quiet']);
    const requests = requestsOf(writer.service);
    expect(requests).toHaveLength(1);
    const pages = flat(writer.service.revisions.get(requests[0]!.revision)!.pages);
    expect(pages.filter(({ title }) => title === 'Fresh')).toHaveLength(1);
  });

  it('for longer than a sync waits is told, and gets nothing twice', async () => {
    const writer = await aWriter({ strict, lagMs: 25_000 });
    writer.save('fresh.md', '# Fresh\n\nNew here.\n');
    writer.save('usage.md', writer.read('usage.md')!.replace('Second.', 'Second, better.'));

    const first = await writer.sync.cycle();
    const second = await writer.sync.cycle();

    expect(first).toMatchObject({ outcome: 'incomplete', exitCode: 3 });
    expect(new Set([...first.problems, ...second.problems].map(({ code }) => code))).toEqual(
      new Set(['NOT_SHOWN_YET']),
    );
    for (let cycle = 0; cycle < 4; cycle++) {
      writer.clock.jump(30_000);
      await writer.sync.cycle();
    }
    const requests = requestsOf(writer.service);
    expect(requests).toHaveLength(1);
    const pages = flat(writer.service.revisions.get(requests[0]!.revision)!.pages);
    expect(pages.map(({ title }) => title).sort()).toEqual(['Fresh', 'Usage', 'Welcome']);
    expect(pages.find(({ title }) => title === 'Usage')?.text).toContain('Second, better.');
    expect(await writer.sync.cycle()).toMatchObject({ outcome: 'quiet' });
  });
});

describe('[SYNC-44] a change request that the service does not know yet', () => {
  it('is not made a second time, nor is the reading window', async () => {
    const writer = await aWriter({ strict: true, lagMs: 25_000 });
    writer.save('usage.md', writer.read('usage.md')!.replace('Second.', 'Second, better.'));
    for (let cycle = 0; cycle < 8; cycle++) {
      await writer.sync.cycle();
      writer.clock.jump(4000);
    }

    expect([...writer.service.requestsById.values()]).toHaveLength(2);
  });
});

describe('[SYNC-45] a space that shows an older revision than before', () => {
  it('leaves mirror and branch as they are, and a merge of ours is waited for', async () => {
    const writer = await aWriter({ lagMs: 8000 });
    writer.save('fresh.md', '# Fresh\n\nNew here.\n');
    await writer.sync.cycle();
    await mergeDrafts(writer);
    // The service is asked for something else, so that it goes on being behind.
    writer.save('usage.md', writer.read('usage.md')!.replace('Second.', 'Second, better.'));
    for (let cycle = 0; cycle < 6; cycle++) {
      await writer.sync.cycle();
      writer.clock.jump(3000);
    }
    await mergeDrafts(writer);
    for (let cycle = 0; cycle < 6; cycle++) {
      writer.clock.jump(3000);
      await writer.sync.cycle();
    }

    const titles = writer.service.pagesOf(writer.space).map(({ title }) => title);
    expect(titles.sort()).toEqual(['Fresh', 'Usage', 'Welcome']);
    expect(await writer.show('refs/remotes/docs/main', 'fresh.md')).toContain('New here.');
    expect(await writer.sync.cycle()).toMatchObject({ outcome: 'quiet' });
  });
});

describe('[SYNC-93] a service that was restored from a backup', () => {
  it('is told by name, and mirrored after ten minutes, without the loss of an edit', async () => {
    const writer = await aWriter({ lagMs: 0 });
    const { service, space } = writer;
    const backup = { ...service.spacesById.get(space)! };
    service.edit(space, (pages) =>
      mapPages(pages, (page) =>
        page.title === 'Welcome' ? { ...page, text: page.text.replace('Hello.', 'Hello, later.') } : page,
      ),
    );
    await writer.sync.cycle();
    const { revision } = service.spacesById.get(space)!;
    const merged = await writer.git.resolveRef('refs/remotes/docs/main');
    writer.save('usage.md', writer.read('usage.md')!.replace('Second.', 'Second, better.'));
    const newer = service.revisions.get(revision)!;
    service.spacesById.set(space, backup);
    service.revisions.delete(revision);

    const soon = await writer.sync.cycle();
    writer.clock.jump(60_000);
    // A replica that is behind has the newer revision all the same.
    service.revisions.set(revision, newer);
    const behind = await writer.sync.cycle();
    service.revisions.delete(revision);
    const told = await writer.sync.cycle();
    const kept = await writer.git.resolveRef('refs/remotes/docs/main');
    const [, day, time] = /until (\S+) (\S+) UTC/u.exec(told.problems[0]?.hint ?? '') ?? [];
    writer.clock.jump(Date.parse(`${day}T${time}Z`) - writer.clock.now() - 1000);
    const still = await writer.sync.cycle();
    writer.clock.jump(2000);
    const believed = [await writer.sync.cycle(), await writer.sync.cycle()];

    const [before, late, after] = [soon, behind, told].map(({ problems }) => problems[0]?.message ?? '');
    for (const message of [before, late])
      expect(message).toContain('does not show the last change to the space yet');
    expect(after).toBe(
      `The service has gone back to an older revision of the space, as after a restore from a backup: it no longer has ${revision}`,
    );
    expect([told.exitCode, kept]).toEqual([3, merged]);
    expect(still.problems).toEqual(told.problems);
    expect(believed.flatMap(({ problems }) => problems)).toEqual([]);
    expect(await writer.show('refs/remotes/docs/main', 'README.md')).not.toContain('Hello, later.');
    expect(
      await writer.git.isAncestor(merged!, (await writer.git.resolveRef('refs/remotes/docs/main'))!),
    ).toBe(true);
    expect(writer.read('usage.md')).toContain('Second, better.');
    const [request] = requestsOf(service);
    const pages = flat(service.revisions.get(request!.revision)!.pages);
    expect(pages.find(({ title }) => title === 'Usage')?.text).toContain('Second, better.');
  });
});

describe('[SYNC-16] a page that is given back to somebody who wrote into it while it was deleted here', () => {
  it('comes back once, when the answer to that is lost and the service shows it some seconds later', async () => {
    const { service, ...writer } = await aWriter({ lagMs: 3000 });
    writer.disk.personRemoves('usage.md');
    writer.save('README.md', writer.read('README.md')!.replace('Hello.', 'Hello, all.'));
    let sent = 0;
    service.onStep = ({ operation, when }) => {
      if (operation !== 'changeContent') return;
      if (when === 'before' && ++sent === 1)
        service.editChangeRequest(requestsOf(service)[0]!.id, (pages) =>
          mapPages(pages, (page) =>
            page.title === 'Usage'
              ? { ...page, text: page.text.replace('Second.', 'Second, theirs.') }
              : page,
          ),
        );
      if (when === 'after' && sent === 2) throw new AppError('OUTCOME_UNKNOWN', 'the answer is lost');
    };
    await writer.sync.cycle();
    service.onStep = undefined;
    expect(sent).toBe(2);
    await writer.sync.cycle();
    await writer.sync.cycle();

    const [request] = requestsOf(service);
    const pages = flat(service.revisions.get(request!.revision)!.pages);
    expect(pages.filter(({ text }) => text.includes('Second, theirs.'))).toHaveLength(1);
  });
});

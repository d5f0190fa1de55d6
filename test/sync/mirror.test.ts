import { describe, expect, it } from 'vitest';
import { mapPages } from '../simulation/memory-content.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { memoryWorld, syncConfig } from './memory-world.ts';

function aService({ strict = false } = {}): { service: MemoryService; space: string } {
  const service = new MemoryService({ strict });
  const space = service.addSpace('Guides', [
    service.newPage('Welcome', 'Hello.'),
    service.newPage('Install', 'Run it.', [service.newPage('Linux', 'With a shell.')]),
    service.newPage('Usage', 'Use it.'),
  ]);
  return { service, space };
}

describe('the reading window', () => {
  it('[SYNC-49] is archived when somebody wrote into it, and the report names and keeps that text', async () => {
    const { service, space } = aService({ strict: true });
    const mirror = { changeRequests: 'open', metadata: false, comments: false } as const;
    const spaces = [{ id: space, path: 'guides' }];
    const { sync, git, read } = memoryWorld(service, syncConfig({ mirror: { ...mirror, spaces } }));
    const windows = () =>
      [...service.requestsById.values()].filter(({ subject }) => subject.includes('reading window'));
    await sync.cycle();

    for (const isMoved of [false, true]) {
      const open = windows().find(({ status }) => status === 'draft')!;
      const mine = `Theirs, ${isMoved}.`;
      service.editChangeRequest(open.id, (pages) =>
        mapPages(pages, (page) =>
          page.title === 'Usage' ? { ...page, text: `# Usage\n\n${mine}\n` } : page,
        ),
      );
      if (isMoved) service.edit(space, (pages) => [...pages, service.newPage('Other', 'New.')]);
      const { spaces: seen, outcome } = await sync.cycle();

      expect(seen[0]!.notes.join()).toContain(`reading window #${open.number}`);
      expect(seen[0]!.notes.join()).toContain('guides/usage.md');
      expect(service.requestsById.get(open.id)!.status).toBe('archived');
      expect(windows().filter(({ status }) => status === 'draft')).toHaveLength(1);
      const [day] = await git.listRefs('refs/tidemark/local/saves/');
      const entry = await git.entryAt(day!.oid, 'guides/usage.md');
      expect(new TextDecoder().decode(await git.readBlob(entry!.oid))).toContain(mine);
      expect(read('guides/usage.md')).toContain('Use it.');
      expect(outcome).not.toBe('incomplete');
      const quiet = await sync.cycle();
      expect([quiet.outcome, quiet.spaces[0]!.notes]).toEqual(['quiet', []]);
    }
  });

  it('is no way to find the spaces of an organization: with no collection and no site, the sync fails', async () => {
    const { service } = aService({ strict: true });
    service.collections = async () => [];
    const { sync } = memoryWorld(service, syncConfig());

    await expect(sync.cycle()).rejects.toMatchObject({
      code: 'NOT_SUPPORTED_BY_SERVICE',
      message: expect.stringContaining('cannot list the spaces') as string,
    });
  });
});

describe('many revisions that came since the last sync', () => {
  const missing = async (count: number) => {
    const { service, space } = aService();
    const world = memoryWorld(service, syncConfig());
    await world.sync.cycle();
    for (let at = 1; at <= count; at++)
      service.edit(space, (pages) =>
        // Each tenth revision changes more than a text, and is read as a whole.
        at % 10 === 0
          ? [...pages, service.newPage(`Page ${at}`, 'New.')]
          : mapPages(pages, (page) => (page.title === 'Usage' ? { ...page, text: `Number ${at}.` } : page)),
      );
    const planned = await world.sync.cycle({ dryRun: true });
    const report = await world.sync.cycle();
    const revisions: (string | undefined)[] = [];
    const tip = await world.git.resolveRef('refs/remotes/docs/main');
    for await (const { message } of world.git.log(tip!, { limit: count + 1 }))
      revisions.push(/^Revision: (.*)$/m.exec(message)?.[1]);
    const made = [...service.revisions.keys()].slice(-count).reverse();
    return { planned, report, revisions, made, world };
  };

  it.each([[45], [60], [500]])('[SYNC-100] get a commit each: %i', async (count) => {
    const { report, revisions, made, world } = await missing(count);

    expect(report.commits).toBe(count);
    expect(revisions.slice(0, count)).toEqual(made);
    expect(report.spaces[0]!.notes).toEqual([]);
    expect(await world.sync.cycle()).toMatchObject({ outcome: 'quiet', requests: 1 });
  });

  it('[SYNC-113] are one entry for each page in the report, and in that of a dry run', async () => {
    const { planned, report } = await missing(21);
    const pages = (name: string) => ({ kind: 'added', path: `guides/${name}.md` });

    for (const { spaces } of [planned, report])
      expect([...spaces[0]!.changes].sort((one, other) => one.path.localeCompare(other.path))).toEqual([
        pages('page-10'),
        pages('page-20'),
        { kind: 'changed', path: 'guides/usage.md' },
      ]);
  });

  it('[SYNC-100] are named where the first commit stands for more of them than it shows', async () => {
    const { report, revisions, made, world } = await missing(1100);

    expect(report.commits).toBe(1001);
    expect(revisions.slice(0, 1001)).toEqual(made.slice(0, 1001));
    expect(report.spaces[0]!.notes.join()).toContain('more than 1,000 revisions');
    expect(await world.sync.cycle()).toMatchObject({ outcome: 'quiet', requests: 1 });
  });

  it('are one commit, after a short search, when the service does not have the mirrored revision any more', async () => {
    const { service, space } = aService();
    const { sync } = memoryWorld(service, syncConfig());
    const edit = () =>
      service.edit(space, (pages) => mapPages(pages, (page) => ({ ...page, text: `${page.text}More.\n` })));
    for (let at = 0; at < 300; at++) edit();
    const restored = service.headOf(space);
    edit();
    await sync.cycle();
    service.edit(space, () => restored.pages);
    const head = service.headOf(space);
    service.revisions.set(head.id, { ...head, parents: [restored.id] });

    const report = await sync.cycle();

    expect(report.commits).toBe(1);
    expect(report.requests).toBeLessThan(70);
  });
});

describe.each([{ strict: false }, { strict: true }])(
  'the mirror of a service (strict: $strict)',
  ({ strict }) => {
    const config = syncConfig(
      strict
        ? {
            mirror: {
              spaces: [{ id: 'space0004', path: 'guides' }],
              changeRequests: 'open',
              metadata: false,
              comments: false,
            },
          }
        : {},
    );
    const world = () => {
      const { service, space } = aService({ strict });
      const spaces = [{ id: space, path: 'guides' }];
      return {
        space,
        ...memoryWorld(service, { ...config, mirror: { ...config.mirror, ...(strict ? { spaces } : {}) } }),
      };
    };

    it('holds each page at its place, with its identity, and checks them out', async () => {
      const { sync, files, read, show } = world();

      const report = await sync.cycle();

      expect(report.problems).toEqual([]);
      expect(report.outcome).toBe('changed');
      expect(report.branch.state).toBe('created');
      expect(files()).toEqual([
        'guides/README.md',
        'guides/SUMMARY.md',
        'guides/install/README.md',
        'guides/install/linux.md',
        'guides/usage.md',
      ]);
      expect(read('guides/usage.md')).toMatch(/^---\nid: page\d+\n---\n\n# Usage\n\nUse it\.\n$/);
      expect(read('guides/SUMMARY.md')).toBe(
        '# Table of contents\n\n* [Welcome](README.md)\n* [Install](install/README.md)\n  * [Linux](install/linux.md)\n* [Usage](usage.md)\n',
      );
      expect(await show('refs/remotes/docs/main', 'guides/usage.md')).toBe(read('guides/usage.md'));
    });

    it('[SYNC-1] does nothing but look when nothing is new', async () => {
      const { sync, git } = world();
      await sync.cycle();
      await sync.cycle();
      const before = await git.listRefs('refs/');

      const report = await sync.cycle();

      expect(report.outcome).toBe('quiet');
      expect(report.requests).toBe(1);
      expect(await git.listRefs('refs/')).toEqual(before);
    });

    it('[SYNC-2] brings an edit of one page as the change of one file', async () => {
      const { sync, service, space, read, git } = world();
      await sync.cycle();
      await sync.cycle();
      const before = await git.resolveRef('refs/remotes/docs/main');
      service.edit(space, (pages) =>
        mapPages(pages, (page) =>
          page.title === 'Usage' ? { ...page, text: '# Usage\n\nUse it well.\n' } : page,
        ),
      );

      const report = await sync.cycle();

      const after = await git.resolveRef('refs/remotes/docs/main');
      expect((await git.diffTrees(before, after)).map(({ path }) => path)).toEqual(['guides/usage.md']);
      expect(report.branch.state).toBe('fast-forwarded');
      expect(read('guides/usage.md')).toContain('Use it well.');
      if (!strict) expect(report.requests).toBe(3);
    });

    it('[SYNC-3] keeps the file of a page that gets a child, another address or another place', async () => {
      const { sync, service, space, files, git } = world();
      await sync.cycle();
      const before = await git.resolveRef('refs/remotes/docs/main');
      service.edit(space, (pages) =>
        mapPages(pages, (page) =>
          page.title === 'Usage' ? { ...page, slug: 'use', pages: [service.newPage('Deep', 'Down.')] } : page,
        ).toReversed(),
      );

      const report = await sync.cycle();

      expect(report.spaces[0]!.changes).toEqual([{ kind: 'added', path: 'guides/usage/deep.md' }]);
      const diff = await git.diffTrees(before, await git.resolveRef('refs/remotes/docs/main'));
      expect(diff.map(({ path }) => path)).toEqual(['guides/SUMMARY.md', 'guides/usage/deep.md']);
      expect(files()).toContain('guides/usage/deep.md');
      expect(files()).toContain('guides/usage.md');
    });

    it('follows a file that the service moves', async () => {
      const { sync, service, space, files, git } = world();
      await sync.cycle();
      const before = await git.resolveRef('refs/remotes/docs/main');
      service.edit(space, (pages) =>
        mapPages(pages, (page) => (page.title === 'Usage' ? { ...page, file: 'how/use.md' } : page)),
      );

      const report = await sync.cycle();

      expect(report.spaces[0]!.changes).toEqual([
        { kind: 'moved', path: 'guides/how/use.md', from: 'guides/usage.md' },
      ]);
      const diff = await git.diffTrees(before, await git.resolveRef('refs/remotes/docs/main'));
      expect(diff.find(({ path }) => path === 'guides/how/use.md')!.after!.oid).toBe(
        diff.find(({ path }) => path === 'guides/usage.md')!.before!.oid,
      );
      expect(files()).toContain('guides/how/use.md');
      expect(files()).not.toContain('guides/usage.md');
    });

    it('[SYNC-5] withholds a mass deletion until a person confirms it', async () => {
      const service = new MemoryService({ strict });
      const many = Array.from({ length: 12 }, (_, index) => service.newPage(`Page ${index}`, 'Text.'));
      const space = service.addSpace('Guides', many);
      const spaces = [{ id: space, path: 'guides' }];
      const { sync, files } = memoryWorld(service, {
        ...config,
        mirror: { ...config.mirror, ...(strict ? { spaces } : {}) },
      });
      await sync.cycle();
      service.edit(space, (pages) => pages.slice(0, 4));

      const held = await sync.cycle();
      const kept = files().length;
      const confirmed = await sync.cycle({ confirmDeletions: true });

      expect(held.problems.map(({ code }) => code)).toEqual(['DELETION_GUARD']);
      expect(held.exitCode).toBe(5);
      expect(kept).toBe(13);
      expect(confirmed.problems).toEqual([]);
      expect(files()).toHaveLength(5);
    });

    it('shows each change request as a reference on the commit that it starts from, and lets go of it in the end', async () => {
      const { sync, service, space, git, show } = world();
      await sync.cycle();
      const base = await git.resolveRef('refs/remotes/docs/main');
      const request = await service.createChangeRequest(space, 'Better words');
      service.editChangeRequest(request.id, (pages) =>
        mapPages(pages, (page) =>
          page.title === 'Linux' ? { ...page, text: '# Linux\n\nWith any shell.\n' } : page,
        ),
      );
      const ref = `refs/remotes/docs/cr/guides/${request.number}`;

      await sync.cycle();

      const oid = (await git.resolveRef(ref))!;
      const commit = await git.readCommit(oid);
      expect(commit.parents).toEqual([base]);
      expect(commit.message).toContain('Better words\n');
      expect(commit.author.name).toBe('Ada');
      expect((await git.diffTrees(base, oid)).map(({ path }) => path)).toEqual(['guides/install/linux.md']);
      expect(await show(ref, 'guides/install/linux.md')).toContain('With any shell.');

      await service.merge(space, request.id);
      const merged = await sync.cycle();

      expect(await git.resolveRef(ref)).toBeNull();
      expect(merged.spaces[0]!.changes).toEqual([{ kind: 'changed', path: 'guides/install/linux.md' }]);
      if (!strict) {
        const tip = await git.readCommit((await git.resolveRef('refs/remotes/docs/main'))!);
        expect(tip.message).toBe(
          `Better words (#${request.number})\n\nSpace: ${space}\nRevision: ${service.headOf(space).id}\nChange-Request: ${request.number}\n`,
        );
        expect(tip.author.name).toBe('Ada');
      }
    });

    it('[SYNC-6] goes on without its state: names stay, and nothing is committed twice', async () => {
      const { sync, git } = world();
      await sync.cycle();
      const mirror = await git.resolveRef('refs/remotes/docs/main');
      git.force('refs/tidemark/state', null);

      const report = await sync.cycle();

      expect(report.problems).toEqual([]);
      expect(await git.resolveRef('refs/remotes/docs/main')).toBe(mirror);
      expect((await sync.cycle()).outcome).toBe('quiet');
    });
  },
);

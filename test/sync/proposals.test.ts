import { describe, expect, it } from 'vitest';
import { mapPages } from '../simulation/memory-content.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { memoryWorld, syncConfig } from './memory-world.ts';
import type { MemoryWorld } from './memory-world.ts';

const encoder = new TextEncoder();

async function aWriter(): Promise<
  MemoryWorld & {
    space: string;
    save(path: string, text: string): void;
    edit(path: string, change: (text: string) => string): void;
  }
> {
  const service = new MemoryService();
  const space = service.addSpace('Guides', [
    service.newPage('Welcome', 'Hello.'),
    service.newPage('Install', 'Run it.', [
      service.newPage('Linux', 'With a shell.'),
      service.newPage('Windows', 'With a click.'),
    ]),
    service.newPage('Usage', 'First.\n\nSecond.\n\nThird.'),
  ]);
  const world = memoryWorld(service, syncConfig());
  await world.sync.cycle();
  const save = (path: string, text: string): void => world.disk.personSaves(path, encoder.encode(text));
  return { ...world, space, save, edit: (path, change) => save(path, change(world.read(path)!)) };
}

const requestsOf = ({ service }: MemoryWorld) => [...service.requestsById.values()];

describe('what a writer saves', () => {
  it('becomes one draft change request, and a quiet cycle after it does nothing', async () => {
    const writer = await aWriter();
    writer.edit('guides/usage.md', (text) => text.replace('Second.', 'Second, better.'));

    const report = await writer.sync.cycle();

    expect(report.problems).toEqual([]);
    expect(report.proposals).toMatchObject([
      {
        state: 'proposed',
        branch: 'main',
        number: 1,
        subject: 'Edit Usage',
        edits: [{ kind: 'edit', path: 'usage.md', fields: ['text'] }],
        unsaid: [],
      },
    ]);
    const [request] = requestsOf(writer);
    expect(request).toMatchObject({ status: 'draft', number: 1 });
    expect(
      writer.service.pagesOfChangeRequest(request!.id).find(({ title }) => title === 'Usage')!.text,
    ).toBe('# Usage\n\nFirst.\n\nSecond, better.\n\nThird.\n');
    const again = await writer.sync.cycle();
    expect(again).toMatchObject({
      requests: 1,
      commits: 0,
      proposals: [{ state: 'unchanged' }],
      outcome: 'quiet',
    });
  });

  it('updates the same change request when more is saved, and is up to date without a commit of its own once that is merged', async () => {
    const writer = await aWriter();
    writer.edit('guides/usage.md', (text) => text.replace('Second.', 'Second, better.'));
    await writer.sync.cycle();
    writer.edit('guides/usage.md', (text) => text.replace('Third.', 'Third, too.'));
    writer.edit('guides/README.md', (text) => text.replace('Hello.', 'Hello there.'));

    const second = await writer.sync.cycle();
    const [request] = requestsOf(writer);
    await writer.service.merge(writer.space, request!.id);
    const merged = await writer.sync.cycle();
    const quiet = await writer.sync.cycle();

    expect(second.proposals[0]!.state).toBe('updated');
    expect(requestsOf(writer)).toHaveLength(1);
    expect(merged.branch.state).toBe('fast-forwarded');
    expect(merged.proposals).toEqual([]);
    expect(await writer.git.resolveRef('refs/heads/main')).toBe(
      await writer.git.resolveRef('refs/remotes/docs/main'),
    );
    expect(await writer.show('refs/heads/main', 'guides/usage.md')).toBe(writer.read('guides/usage.md'));
    expect(quiet.outcome).toBe('quiet');
    expect(quiet.requests).toBe(1);
  });

  it('creates a page for a new file, below the page of its folder, and joins it with what the service makes of it', async () => {
    const writer = await aWriter();
    writer.save('guides/install/mac.md', '# macOS\n\nDrag it.\n');

    const report = await writer.sync.cycle();
    const [request] = requestsOf(writer);
    const install = writer.service
      .pagesOfChangeRequest(request!.id)
      .find(({ title }) => title === 'Install')!;
    await writer.service.merge(writer.space, request!.id);
    await writer.sync.cycle();

    expect(report.proposals[0]!.edits).toEqual([{ kind: 'create', path: 'install/mac.md' }]);
    expect(install.pages.map(({ title, slug }) => [title, slug])).toEqual([
      ['Linux', 'linux'],
      ['Windows', 'windows'],
      ['macOS', 'mac'],
    ]);
    expect(writer.read('guides/install/mac.md')).toMatch(/^---\nid: page\d+\n---\n\n# macOS\n\nDrag it\.\n$/);
    expect(writer.read('guides/SUMMARY.md')).toContain('  * [macOS](install/mac.md)\n');
    expect((await writer.sync.cycle()).outcome).toBe('quiet');
  });

  it('are not planned again by a dry run right after the sync that sent them', async () => {
    const writer = await aWriter();
    writer.save('guides/mac.md', '# macOS\n\nDrag it.\n');
    await writer.sync.cycle();

    const planned = await writer.sync.cycle({ dryRun: true });

    expect(planned.proposals.map(({ state, unsaid }) => ({ state, unsaid }))).toEqual([
      { state: 'unchanged', unsaid: [] },
    ]);
  });

  it('[SYNC-71] are named by a dry run where a reviewer changed the same line in the change request', async () => {
    const writer = await aWriter();
    writer.edit('guides/usage.md', (text) => text.replace('First.', 'Mine.'));
    await writer.sync.cycle();
    const [request] = requestsOf(writer);
    writer.service.editChangeRequest(request!.id, (pages) =>
      mapPages(pages, (page) => ({ ...page, text: page.text.replace('Mine.', 'Theirs.') })),
    );
    writer.edit('guides/usage.md', (text) => text.replace('Mine.', 'Mine again.'));

    const [planned] = (await writer.sync.cycle({ dryRun: true })).proposals;

    expect(planned!.unsaid.join()).toContain('usage.md was changed in change request #1 in the same lines');
  });

  it('moves, renames, reorders and deletes pages', async () => {
    const writer = await aWriter();
    writer.save(
      'guides/SUMMARY.md',
      '# Table of contents\n\n* [Welcome](README.md)\n* [Usage](usage.md)\n  * [Linux](install/linux.md)\n* [Install](install/README.md)\n',
    );
    writer.disk.personRemoves('guides/install/windows.md');

    const planned = await writer.sync.cycle({ dryRun: true });
    expect(requestsOf(writer)).toEqual([]);
    const report = await writer.sync.cycle();
    const [request] = requestsOf(writer);
    expect(planned.proposals).toMatchObject([
      { state: 'planned', subject: report.proposals[0]!.subject, edits: report.proposals[0]!.edits },
    ]);
    const told = (await writer.sync.status()).proposals[0]!.edits.map(({ kind, path }) => `${kind} ${path}`);
    expect(told.sort()).toEqual([
      'delete install/windows.md',
      'move install/linux.md',
      'move usage.md',
      'order SUMMARY.md',
    ]);
    await writer.service.merge(writer.space, request!.id);
    const after = await writer.sync.cycle();

    expect(report.problems).toEqual([]);
    const tree = writer.service
      .headOf(writer.space)
      .pages.map(({ title, pages }) => [title, pages.map((page) => page.title)]);
    expect(tree).toEqual([
      ['Welcome', []],
      ['Usage', ['Linux']],
      ['Install', []],
    ]);
    expect(after.branch.state).toBe('fast-forwarded');
    expect(writer.files()).toEqual([
      'guides/README.md',
      'guides/SUMMARY.md',
      'guides/install/README.md',
      'guides/install/linux.md',
      'guides/usage.md',
    ]);
    expect((await writer.sync.cycle()).outcome).toBe('quiet');
  });

  it('takes a file that moved to another folder for the same page, though SUMMARY.md was left as it was', async () => {
    const writer = await aWriter();
    writer.disk.personMoves('guides/usage.md', 'guides/install/usage.md');

    await writer.sync.cycle();
    const [request] = requestsOf(writer);
    const before = writer.service.pagesOf(writer.space).find(({ title }) => title === 'Usage')!;
    await writer.service.merge(writer.space, request!.id);
    await writer.sync.cycle();

    const install = writer.service.pagesOf(writer.space).find(({ title }) => title === 'Install')!;
    expect(install.pages.map(({ id }) => id)).toContain(before.id);
    expect(writer.files()).toContain('guides/install/usage.md');
    expect(writer.files()).not.toContain('guides/usage.md');
    expect((await writer.sync.cycle()).outcome).toBe('quiet');
  });

  it('goes in batches of at most fifty changes, into one change request', async () => {
    const service = new MemoryService();
    service.addSpace(
      'Guides',
      Array.from({ length: 60 }, (_, at) => service.newPage(`Page ${at}`, `Text ${at}.`)),
    );
    const batches: number[] = [];
    const change = service.changeContent.bind(service);
    service.changeContent = async (space, id, changes) => {
      batches.push(changes.length);
      return change(space, id, changes);
    };
    const world = memoryWorld(service, syncConfig());
    await world.sync.cycle();
    const paths = world.files().filter((path) => /page-\d+\.md$/.test(path));
    for (const path of paths) world.disk.personSaves(path, encoder.encode(`${world.read(path)}\nMore.\n`));

    const { problems } = await world.sync.cycle();

    expect(problems).toEqual([]);
    expect(batches).toEqual([50, paths.length - 50]);
    const [request, ...others] = [...service.requestsById.values()];
    expect(others).toEqual([]);
    expect(
      service.pagesOfChangeRequest(request!.id).filter(({ text }) => text.endsWith('More.\n')),
    ).toHaveLength(paths.length);
  });

  it('is joined by lines with what the service changed meanwhile', async () => {
    const writer = await aWriter();
    writer.edit('guides/usage.md', (text) => text.replace('First.', 'First, here.'));
    writer.service.edit(writer.space, (pages) =>
      mapPages(pages, (page) =>
        page.title === 'Usage' ? { ...page, text: page.text.replace('Third.', 'Third, there.') } : page,
      ),
    );

    const report = await writer.sync.cycle();

    expect(report.branch.state).toBe('fast-forwarded');
    expect(writer.read('guides/usage.md')).toContain('First, here.\n\nSecond.\n\nThird, there.\n');
    const [request] = requestsOf(writer);
    expect(
      writer.service.pagesOfChangeRequest(request!.id).find(({ title }) => title === 'Usage')!.text,
    ).toContain('First, here.\n\nSecond.\n\nThird, there.\n');
  });

  it('[SYNC-7] stays where both sides changed the same lines: the file here, the other text on the mirror, and nothing is sent', async () => {
    const writer = await aWriter();
    writer.edit('guides/usage.md', (text) => text.replace('Second.', 'Second, here.'));
    writer.service.edit(writer.space, (pages) =>
      mapPages(pages, (page) =>
        page.title === 'Usage' ? { ...page, text: page.text.replace('Second.', 'Second, there.') } : page,
      ),
    );

    const report = await writer.sync.cycle();

    expect(report.exitCode).toBe(5);
    expect(report.branch).toMatchObject({
      state: 'left',
      conflicts: [{ path: 'guides/usage.md', kind: 'text' }],
    });
    expect(writer.read('guides/usage.md')).toContain('Second, here.');
    expect(await writer.show('refs/remotes/docs/main', 'guides/usage.md')).toContain('Second, there.');
    expect(requestsOf(writer)).toEqual([]);
  });

  it('[SYNC-10] is sent once, whatever answer is lost', async () => {
    for (const lost of ['createChangeRequest', 'changeContent', 'setChangeRequest']) {
      for (const when of ['before', 'after'] as const) {
        const writer = await aWriter();
        writer.save('guides/install/mac.md', '# macOS\n\nDrag it.\n');
        writer.edit('guides/usage.md', (text) => text.replace('Second.', 'Second, better.'));
        let armed = true;
        writer.service.onStep = (step) => {
          if (!armed || step.operation !== lost || step.when !== when) return;
          armed = false;
          throw new Error('the process died');
        };
        await writer.sync.cycle().catch(() => undefined);

        await writer.sync.cycle();
        await writer.sync.cycle();

        const open = requestsOf(writer).filter(({ status }) => status === 'draft');
        expect([lost, when, open.length]).toEqual([lost, when, 1]);
        const titles = writer.service.pagesOfChangeRequest(open[0]!.id).map(({ title }) => title);
        expect([lost, when, titles]).toEqual([
          lost,
          when,
          ['Welcome', 'Install', 'Linux', 'Windows', 'macOS', 'Usage'],
        ]);
      }
    }
  });

  it('[SYNC-12] does not come again after it was turned down, until it is changed', async () => {
    const writer = await aWriter();
    writer.edit('guides/usage.md', (text) => text.replace('Second.', 'Second, better.'));
    await writer.sync.cycle();
    await writer.service.setChangeRequest(writer.space, requestsOf(writer)[0]!.id, { status: 'archived' });

    const turnedDown = await writer.sync.cycle();
    const again = await writer.sync.cycle();
    writer.edit('guides/usage.md', (text) => text.replace('better', 'even better'));
    await writer.sync.cycle();

    expect(turnedDown.proposals).toMatchObject([{ state: 'archived' }]);
    expect(again.requests).toBe(1);
    expect(requestsOf(writer).map(({ status }) => status)).toEqual(['archived', 'draft']);
  });

  it('[SYNC-11] never overwrites what somebody else wrote into the change request', async () => {
    const writer = await aWriter();
    writer.edit('guides/usage.md', (text) => text.replace('First.', 'First, mine.'));
    await writer.sync.cycle();
    const [request] = requestsOf(writer);
    writer.service.editChangeRequest(request!.id, (pages) =>
      mapPages(pages, (page) =>
        page.title === 'Usage' ? { ...page, text: page.text.replace('Third.', 'Third, theirs.') } : page,
      ),
    );
    writer.edit('guides/usage.md', (text) => text.replace('Second.', 'Second, mine.'));

    await writer.sync.cycle();

    expect(
      writer.service.pagesOfChangeRequest(request!.id).find(({ title }) => title === 'Usage')!.text,
    ).toBe('# Usage\n\nFirst, mine.\n\nSecond, mine.\n\nThird, theirs.\n');
  });

  it('is sent for the spaces alone that a cycle is asked for', async () => {
    const writer = await aWriter();
    const other = writer.service.addSpace('Notes', [writer.service.newPage('Start', 'One.')]);
    await writer.sync.cycle();
    writer.edit('guides/usage.md', (text) => text.replace('Second.', 'Second, mine.'));
    writer.edit('notes/README.md', (text) => text.replace('One.', 'One, mine.'));

    const first = await writer.sync.cycle({ spaces: [other] });
    const second = await writer.sync.cycle();

    expect(first.proposals.map(({ space, state }) => [space, state])).toEqual([[other, 'proposed']]);
    expect(second.proposals.map(({ space, state }) => [space, state])).toEqual(
      expect.arrayContaining([
        [other, 'unchanged'],
        [writer.space, 'proposed'],
      ]),
    );
  });

  it('keeps a page with a secret here, and says so', async () => {
    const writer = await aWriter();
    const secret = `ghp_${'a1'.repeat(20)}`;
    writer.edit('guides/usage.md', (text) => text.replace('Second.', `Use ${secret}.`));

    const report = await writer.sync.cycle();

    expect(report.exitCode).toBe(5);
    expect(report.problems).toMatchObject([
      { code: 'SECRET_REFUSED', path: 'guides/usage.md', cause: 'secret' },
    ]);
    expect(JSON.stringify(report)).not.toContain(secret);
    expect(requestsOf(writer)).toEqual([]);
  });
});

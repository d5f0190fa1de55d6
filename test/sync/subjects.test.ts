import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import type { ChangeRequest } from '../../src/contract/index.ts';
import { stateRef } from '../../src/sync/index.ts';
import { withMarkOf, withoutMark } from '../../src/sync/mirror/subject-mark.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { memoryWorld, syncConfig } from './memory-world.ts';
import type { MemoryWorld } from './memory-world.ts';

type Writer = MemoryWorld & {
  readonly first: string;
  edit(path: string, text: string): void;
  commit(message: string): Promise<void>;
};

async function aWriter(): Promise<Writer> {
  const service = new MemoryService();
  const first = service.addSpace('One', [
    service.newPage('Welcome', 'Hello.'),
    service.newPage('Usage', 'Use it.'),
  ]);
  service.addSpace('Two', [service.newPage('Start', 'Begin.')]);
  const world = memoryWorld(service, syncConfig());
  await world.sync.cycle();
  const edit = (path: string, text: string): void =>
    world.disk.personSaves(path, new TextEncoder().encode(`${world.read(path) ?? '# New\n'}\n${text}\n`));
  const commit = async (message: string): Promise<void> => {
    const { git, disk, checkout } = world;
    const head = (await git.head()).oid!;
    const next = await git.write(async (writer) => {
      const entries = new Map(
        [...disk.contents()].map(([path, bytes]) => [
          path,
          { mode: '100644' as const, oid: writer.addBlob(bytes) },
        ]),
      );
      checkout.entries.clear();
      for (const [path, version] of entries)
        checkout.entries.set(path, { ...version, stamp: null, conflicted: false });
      const me = { name: 'Writer', email: 'writer@example.com', at: 0 };
      const tree = await writer.updateTree(null, entries);
      return writer.addCommit({ tree, parents: [head], author: me, committer: me, message: `${message}\n` });
    });
    git.force('refs/heads/main', next);
  };
  return { ...world, first, edit, commit };
}

const subjects = async (writer: Writer): Promise<Record<string, string>> =>
  Object.fromEntries((await writer.sync.cycle()).proposals.map(({ path, subject }) => [path, subject]));

/** A file as the mirror has it. */
async function mirrored({ git }: Writer, path: string): Promise<Uint8Array> {
  const tip = (await git.resolveRef('refs/remotes/docs/main'))!;
  return git.readBlob((await git.entryAt(tip, path))!.oid);
}

describe('the subject of a change request', () => {
  it('[SYNC-29] names the commits that touch its space, and no others', async () => {
    const writer = await aWriter();
    writer.edit('one/usage.md', 'More.');
    await writer.commit('Say more about usage');
    writer.edit('two/README.md', 'More.');
    await writer.commit('Begin better');

    expect(await subjects(writer)).toEqual({ one: 'Say more about usage', two: 'Begin better' });
  });

  it('names the newest of several commits, and how many more there are', async () => {
    const writer = await aWriter();
    writer.edit('one/usage.md', 'More.');
    await writer.commit('First');
    writer.edit('one/README.md', 'More.');
    await writer.commit('Second');

    expect(await subjects(writer)).toEqual({ one: 'Second and 1 more' });
  });

  it.each(['one/usage.md', 'one/README.md'])(
    '[SYNC-29] names no commit whose work was merged in the service, when %s is changed next',
    async (next) => {
      const writer = await aWriter();
      writer.edit('one/usage.md', 'More.');
      await writer.commit('Say more about usage');
      await writer.sync.cycle();
      await writer.service.merge(writer.first, [...writer.service.requestsById.values()][0]!.id);
      await writer.sync.cycle();
      const branch = (await writer.git.resolveRef('refs/heads/main'))!;
      expect((await writer.git.readCommit(branch)).parents).toHaveLength(2);
      writer.edit(next, 'Even more.');
      await writer.commit('Say even more');

      expect(await subjects(writer)).toEqual({ one: 'Say even more' });
    },
  );

  it('[SYNC-29] stays that of a commit when the writer edits another page next and does not commit', async () => {
    const writer = await aWriter();
    writer.edit('one/usage.md', 'More.');
    await writer.commit('Explain the limits');
    expect(await subjects(writer)).toEqual({ one: 'Explain the limits' });
    const [request] = writer.service.requestsById.values();
    const { subject } = request!;

    writer.edit('one/README.md', 'More.');
    expect(await subjects(writer)).toEqual({ one: 'Explain the limits' });
    writer.edit('one/usage.md', 'Still more.');
    expect(await subjects(writer)).toEqual({ one: 'Explain the limits' });
    expect([...writer.service.requestsById.values()].map((each) => each.subject)).toEqual([subject]);

    await writer.commit('Greet everybody');
    writer.edit('one/README.md', 'And more.');
    expect(await subjects(writer)).toEqual({ one: 'Greet everybody and 1 more' });
  });

  it('[SYNC-29] is that of a commit beside what is not committed, while the commit has something in it', async () => {
    const writer = await aWriter();
    const before = writer.read('one/usage.md')!;
    writer.edit('one/usage.md', 'More.');
    await writer.commit('Explain the limits');
    writer.edit('one/README.md', 'More.');
    expect(await subjects(writer)).toEqual({ one: 'Explain the limits' });

    writer.disk.personSaves('one/usage.md', new TextEncoder().encode(before));
    expect(await subjects(writer)).toEqual({ one: 'Edit Welcome' });
  });

  it('names the pages where nothing is committed', async () => {
    const writer = await aWriter();
    writer.edit('two/README.md', 'More.');
    await writer.commit('Begin better');
    writer.edit('one/usage.md', 'More.');
    writer.edit('one/README.md', 'More.');

    expect(await subjects(writer)).toEqual({ one: 'Edit Welcome and Usage', two: 'Begin better' });
  });

  it('[SYNC-69] follows the edits that a draft holds, and keeps its mark', async () => {
    const writer = await aWriter();
    writer.edit('one/usage.md', 'More.');
    expect(await subjects(writer)).toEqual({ one: 'Edit Usage' });
    const [request] = writer.service.requestsById.values();
    const mark = request!.subject.slice(-19);

    writer.edit('one/README.md', 'More.');
    expect(await subjects(writer)).toEqual({ one: 'Edit Welcome and Usage' });
    const now = (): string => [...writer.service.requestsById.values()][0]!.subject;
    expect(now()).toBe(`Edit Welcome and Usage ${mark}`);

    expect(await writer.sync.cycle()).toMatchObject({ outcome: 'quiet', commits: 0 });
    expect((await writer.sync.status()).proposals).toMatchObject([{ subject: 'Edit Welcome and Usage' }]);
  });

  it('is told as it is in the service where somebody gave it another one, by sync and status', async () => {
    const writer = await aWriter();
    writer.edit('one/usage.md', 'More.');
    await writer.sync.cycle();
    const [request] = writer.service.requestsById.values();
    const mark = request!.subject.slice(-20);
    await writer.service.setChangeRequest(writer.first, request!.id, { subject: `Better titles${mark}` });

    const quiet = await subjects(writer);
    const { proposals } = await writer.sync.status();
    writer.edit('one/README.md', 'More.');
    const updated = await subjects(writer);
    for (const path of ['one/usage.md', 'one/README.md'])
      writer.disk.personSaves(path, await mirrored(writer, path));
    const [archived] = (await writer.sync.cycle()).proposals;

    expect(quiet).toEqual({ one: 'Better titles' });
    expect(proposals).toMatchObject([{ subject: 'Better titles' }]);
    expect(updated).toEqual({ one: 'Better titles' });
    expect(archived).toMatchObject({ state: 'archived', subject: 'Better titles' });
    expect(request!.subject).toBe(`Better titles${mark}`);
  });

  it('[SYNC-69] costs no request while the edits have the same one', async () => {
    const writer = await aWriter();
    writer.edit('one/usage.md', 'More.');
    await writer.sync.cycle();
    const named: unknown[] = [];
    const own = writer.service.setChangeRequest.bind(writer.service);
    writer.service.setChangeRequest = (space, id, change) => {
      named.push(change);
      return own(space, id, change);
    };

    writer.edit('one/usage.md', 'Still more.');
    expect(await subjects(writer)).toEqual({ one: 'Edit Usage' });
    expect(named).toEqual([]);
    writer.edit('one/README.md', 'More.');
    await writer.sync.cycle();
    expect(named).toHaveLength(1);
  });

  describe('[SYNC-69] when its writer commits what was sent already', () => {
    const sent = async (): Promise<
      Writer & { readonly request: ChangeRequest; readonly asked: string[] }
    > => {
      const writer = await aWriter();
      writer.edit('one/usage.md', 'More.');
      expect(await subjects(writer)).toEqual({ one: 'Edit Usage' });
      const [request] = writer.service.requestsById.values();
      const asked: string[] = [];
      writer.service.onStep = ({ operation, when }) => void (when === 'before' && asked.push(operation));
      return { ...writer, request: request!, asked };
    };
    const quiet = { outcome: 'quiet', commits: 0, proposals: [{ state: 'unchanged' }] };

    it('becomes that of the commit, once, and keeps its mark', async () => {
      const writer = await sent();
      const mark = writer.request.subject.slice(-19);
      const { requests } = await writer.sync.cycle();
      writer.asked.length = 0;
      await writer.commit('Explain the limits');

      expect(await writer.sync.cycle()).toMatchObject({
        outcome: 'changed',
        proposals: [{ state: 'updated', subject: 'Explain the limits' }],
      });
      expect(writer.asked.filter((each) => /changeRequest$/iu.test(each))).toEqual([
        'changeRequest',
        'setChangeRequest',
      ]);
      expect(writer.request.subject).toBe(`Explain the limits ${mark}`);

      expect(await writer.sync.cycle()).toMatchObject({ ...quiet, requests });
      expect(await writer.sync.cycle()).toMatchObject({ ...quiet, requests });
      expect((await writer.sync.status()).proposals).toMatchObject([{ subject: 'Explain the limits' }]);
    });

    it('follows a commit with another message, and its pages again once the commit is undone', async () => {
      const writer = await sent();
      const before = (await writer.git.head()).oid!;
      await writer.commit('Explain the limits');
      await writer.sync.cycle();
      writer.git.force('refs/heads/main', before);
      await writer.commit('Explain all limits');
      expect(await subjects(writer)).toEqual({ one: 'Explain all limits' });
      writer.git.force('refs/heads/main', before);
      expect(await subjects(writer)).toEqual({ one: 'Edit Usage' });
    });

    it('costs no request where it stays the same', async () => {
      const writer = await sent();
      const { requests } = await writer.sync.cycle();
      await writer.commit('Edit Usage');
      expect(await writer.sync.cycle()).toMatchObject({ ...quiet, requests });
    });

    it.each<[string, { subject: string } | { status: 'open' }]>([
      ['as a person gave it', { subject: 'Better' }],
      ['when a review was asked for', { status: 'open' }],
    ])('stays %s, and nobody is asked about it', async (_, change) => {
      const writer = await sent();
      await writer.service.setChangeRequest(writer.first, writer.request.id, change);
      const { subject } = writer.request;
      await writer.commit('Explain the limits');
      await writer.sync.cycle();
      const { requests } = await writer.sync.cycle();
      writer.asked.length = 0;

      expect(await writer.sync.cycle()).toMatchObject({ ...quiet, requests });
      expect(writer.asked).not.toContain('changeRequest');
      expect(writer.request.subject).toBe(subject);
    });

    it('is not changed by a dry run', async () => {
      const writer = await sent();
      const { subject } = writer.request;
      await writer.commit('Explain the limits');
      expect(await writer.sync.cycle({ dryRun: true })).toMatchObject({
        proposals: [{ state: 'unchanged' }],
      });
      expect(writer.request.subject).toBe(subject);
    });

    it('is known where the answer to its change was lost', async () => {
      const writer = await sent();
      await writer.commit('Explain the limits');
      let renamed = 0;
      writer.service.onStep = ({ operation, when }) => {
        if (operation !== 'setChangeRequest' || when !== 'after') return;
        renamed++;
        throw new AppError('NO_ANSWER', 'The answer was lost');
      };
      expect(await subjects(writer)).toEqual({ one: 'Edit Usage' });

      expect(await subjects(writer)).toEqual({ one: 'Explain the limits' });
      expect(await writer.sync.cycle()).toMatchObject(quiet);
      expect(renamed).toBe(1);
    });

    it('becomes that of the commit, too, when somebody else has just written into the draft', async () => {
      const writer = await sent();
      await writer.commit('Explain the limits');
      writer.service.editChangeRequest(writer.request.id, (pages) =>
        pages.map((page) => (page.title === 'Welcome' ? { ...page, text: `${page.text}\n\nTheirs.` } : page)),
      );
      expect((await writer.sync.cycle()).proposals).toMatchObject([
        { state: 'updated', subject: 'Explain the limits' },
      ]);
      expect(await writer.sync.cycle()).toMatchObject(quiet);
    });

    it('stays while somebody has written in the same line of the draft', async () => {
      const writer = await sent();
      writer.service.editChangeRequest(writer.request.id, (pages) =>
        pages.map((page) =>
          page.title === 'Usage' ? { ...page, text: page.text.replace('More.', 'Less.') } : page,
        ),
      );
      const text = writer.read('one/usage.md')!.replace('More.', 'Much more.');
      writer.disk.personSaves('one/usage.md', new TextEncoder().encode(text));
      await writer.commit('Explain the limits');
      expect((await writer.sync.cycle()).proposals).toMatchObject([
        { state: 'conflict', subject: 'Edit Usage' },
      ]);
    });

    it('stays when the record of the draft was lost, because somebody may have named it', async () => {
      const writer = await sent();
      await writer.service.setChangeRequest(writer.first, writer.request.id, {
        subject: withMarkOf(writer.request.subject, 'Better'),
      });
      writer.git.force(stateRef, null);
      await writer.commit('Explain the limits');
      expect(await subjects(writer)).toEqual({ one: 'Better' });
      expect(await subjects(writer)).toEqual({ one: 'Better' });
    });

    it('still names a page in the draft whose later text cannot be sent', async () => {
      const writer = await sent();
      writer.edit('one/README.md', 'More.');
      expect(await subjects(writer)).toEqual({ one: 'Edit Welcome and Usage' });
      writer.edit('one/usage.md', 'A NUL: \0');
      expect(await subjects(writer)).toEqual({ one: 'Edit Welcome and Usage' });
      expect(await subjects(writer)).toEqual({ one: 'Edit Welcome and Usage' });
    });
  });

  it('[SYNC-69] does not name a page that the draft itself had made and that is gone', async () => {
    const writer = await aWriter();
    writer.edit('one/usage.md', 'More.');
    writer.edit('one/passing.md', 'For a moment.');
    expect(await subjects(writer)).toEqual({ one: 'Add New; Edit Usage' });
    writer.disk.personRemoves('one/passing.md');
    writer.edit('one/README.md', 'More.');

    expect(await subjects(writer)).toEqual({ one: 'Edit Welcome and Usage' });
  });

  it('[SYNC-69] stays as a person gave it, and when a review was asked for', async () => {
    for (const change of [{ subject: 'Better' }, { status: 'open' as const }]) {
      const writer = await aWriter();
      writer.edit('one/usage.md', 'More.');
      await writer.sync.cycle();
      const [request] = writer.service.requestsById.values();
      await writer.service.setChangeRequest(writer.first, request!.id, change);
      const { subject } = [...writer.service.requestsById.values()][0]!;

      writer.edit('one/README.md', 'More.');
      await writer.sync.cycle();

      expect([...writer.service.requestsById.values()][0]!.subject).toBe(subject);
    }
  });

  it('[SYNC-28] has its mark in the service alone, and keeps it when a review is asked for under another subject', async () => {
    const writer = await aWriter();
    writer.edit('one/usage.md', 'More.');
    await writer.sync.cycle();
    const request = [...writer.service.requestsById.values()][0]!;
    expect(request.subject).toMatch(/^Edit Usage \[[0-9a-f]{10}-[0-9a-f]{6}\]$/);
    const mark = request.subject.slice(-19);

    const name = { space: 'one', number: 1 };
    const { sync } = writer;
    expect((await sync.changeRequests.list()).map(({ changeRequest }) => changeRequest.subject)).toEqual([
      'Edit Usage',
    ]);
    expect((await sync.changeRequests.show(name)).changeRequest.subject).toBe('Edit Usage');
    const reviewed = await sync.changeRequests.review(name, { subject: 'Better' });
    expect(reviewed.changeRequest).toMatchObject({ subject: 'Better', status: 'open' });
    expect(request.subject).toBe(`Better ${mark}`);

    const report = await sync.cycle();
    await writer.service.merge(writer.first, request.id);
    const merged = await sync.cycle();
    const status = await sync.status();
    expect(JSON.stringify([report, merged, status])).not.toContain(mark.slice(1, -1));
    const head = await writer.git.readCommit((await writer.git.resolveRef('refs/remotes/docs/main'))!);
    expect(head.message.split('\n')[0]).toBe('Better (#1)');
  });

  it('is read without a mark, and keeps brackets that are none', () => {
    expect(withoutMark('Edit a [0123456789]')).toBe('Edit a');
    expect(withoutMark('Edit [a]')).toBe('Edit [a]');
    expect(withMarkOf('Edit [a]', 'New')).toBe('New');
  });
});

describe('what was merged', () => {
  it('is not an unsent edit in the status while the branch cannot follow', async () => {
    const writer = await aWriter();
    writer.edit('one/usage.md', 'More.');
    await writer.sync.cycle();
    const unsent = async (): Promise<unknown> =>
      (await writer.sync.status()).spaces.map(({ edits }) => edits.length);
    expect(await unsent()).toEqual([0, 0]);
    const request = [...writer.service.requestsById.values()][0]!;
    await writer.service.merge(writer.first, request.id);
    expect(await unsent()).toEqual([0, 0]);

    await writer.sync.cycle({ push: true });

    expect(await unsent()).toEqual([0, 0]);
    writer.edit('one/usage.md', 'And more.');
    expect(await unsent()).toEqual([1, 0]);
  });
});

describe('a space by its name', () => {
  it('[SYNC-30] is known by its id and its folder, also before the first mirror', async () => {
    const service = new MemoryService();
    service.addSpace('Guides', [service.newPage('Welcome', 'Hello.')]);
    const id = service.addSpace('Reference', [service.newPage('Start', 'Begin.')]);
    for (const name of ['reference', './reference/', id]) {
      const { sync } = memoryWorld(service, syncConfig());
      expect(
        (await sync.cycle({ spaces: [name] })).spaces.map(({ path }) => path),
        name,
      ).toEqual(['reference']);
    }
  });

  it('is an error that lists what there is when nobody has that name', async () => {
    const writer = await aWriter();
    const wrong = {
      code: 'USAGE',
      hint: expect.stringMatching(/^Did you mean two\? There are: one \(.*\), two \(.*\)\.$/) as string,
    };
    await expect(writer.sync.cycle({ spaces: ['one', 'tow'] })).rejects.toMatchObject(wrong);
    await expect(writer.sync.changeRequests.list({ space: 'tow' })).rejects.toMatchObject(wrong);
  });
});

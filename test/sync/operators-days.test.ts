import { describe, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import type { ImportHost } from '../../src/sync/index.ts';
import { stateRef, listSaves, pasteOf, recordedSpaces, restoreSave } from '../../src/sync/index.ts';
import { SafeFiles } from '../../src/files/index.ts';
import { seededRandom } from '../../src/clock/index.ts';
import type { MetadataObject, Space } from '../../src/sync/remote/port.ts';
import { memoryImports } from '../simulation/memory-imports.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { commit, requestsOf } from './memory-writer.ts';
import { recordedDay } from './recorded-writer.ts';
import type { RecordedWriter } from './recorded-writer.ts';

/**
 * Days on which more happens than writing and merging: memory is lost, references move, commands are asked. Each is compared with its
 * kept record, which says what every cycle and command did.
 */

const mirrorRef = 'refs/remotes/docs/main';
const mainRef = 'refs/heads/main';
const all = { organization: 'org1', changeRequests: 'open', metadata: false, comments: false } as const;

/** Edits a page, makes a new one, moves one and deletes one. */
function editsEverything({ disk, save, replace }: RecordedWriter): void {
  replace('guides/usage.md', 'First.', 'First of all.');
  save('guides/new.md', () => '# New\n\nA new page.\n');
  disk.personMoves('guides/install/linux.md', 'guides/linux.md');
  disk.personRemoves('guides/usage.md.tmp');
}

async function refAt({ git }: RecordedWriter, ref: string): Promise<string> {
  return (await git.resolveRef(ref))!;
}

describe('a day with an organization', () => {
  const specification = (slug: string, version: string, text?: MetadataObject['text']): MetadataObject => ({
    ...{
      kind: 'openapi',
      id: slug,
      value: { object: 'openapi-spec', slug, lastVersion: version, title: slug },
    },
    ...(text === undefined ? {} : { text }),
  });
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

  it('mirrors metadata, and writes only what changed', async () => {
    const service = new MemoryService();
    service.metadataObjects = [
      { kind: 'organizations', id: 'org1', value: { object: 'organization', id: 'org1', title: 'Org' } },
      { kind: 'sites', id: 'site1', value: { b: [{ z: 1, a: null }], a: 'x', updatedAt: 'yesterday' } },
      specification('pets', 'v1', bytes('{"openapi":"3.0.0"}')),
      specification('shop', 'v1', bytes('openapi: 3.0.0\n')),
    ];
    await recordedDay(
      { service, config: { mirror: { ...all, metadata: true, comments: true } } },
      async (day) => {
        await day.syncs();
        await day.syncs();
        day.clock.jump(24 * 3_600_000);
        service.metadataObjects = [
          ...service.metadataObjects.slice(0, 2),
          specification('pets', 'v1', 'here'),
          specification('shop', 'v2', bytes('openapi: 3.1.0\n')),
          specification('gone', 'v1', 'here'),
        ];
        await day.syncs({ dryRun: true });
        await day.syncs();
        day.git.force(stateRef, null);
        day.restarts();
        await day.syncs();
        day.restarts();
        await day.syncs();
      },
    );
  });

  it('follows spaces that come, are renamed, change their folder and go', async () => {
    const service = new MemoryService();
    await recordedDay({ service, config: { mirror: all } }, async (day) => {
      await day.syncs();
      const other = service.addSpace('Guides', [service.newPage('Other', 'Text.')]);
      const third = service.addSpace('', [service.newPage('Third', 'Text.')]);
      await day.syncs();
      service.spacesById.get(other)!.title = 'Handbook';
      service.spacesById.get(other)!.updatedAt = '2026-03-01T00:00:00.000Z';
      await day.syncs();
      await day.asks('the spaces', (sync) => sync.spaces());
      service.spacesById.delete(third);
      await day.syncs();
      await day.asks('a look', async (sync) => (await sync.look()).changed);
      await day.syncs({ spaces: [other] });
      await day.syncs({ spaces: ['guides'] });
      await day.syncs({ spaces: ['nothing'] });
      const moved = { ...all, organization: undefined, spaces: [{ id: other, path: 'books/handbook' }] };
      const { organization: _, ...mirror } = moved;
      day.restarts({ mirror });
      await day.syncs();
      await day.syncs();
      await day.asks('the recorded spaces', () => recordedSpaces(day.git));
      day.restarts({ mirror: { ...mirror, spaces: [...mirror.spaces, { id: third, path: 'third' }] } });
      await day.syncs();
    });
  });

  it.for(['collections', 'sites'] as const)(
    'finds its spaces through %s where there is no list of all',
    async (by) => {
      const service = new MemoryService({ strict: true });
      const listed = async (): Promise<Space[]> => [...service.spacesById.values()];
      if (by === 'collections') service.collections = async () => [{ id: 'col1' }] as never;
      else Object.assign(service, { sites: async () => [{ id: 'site1' }], siteSpaces: listed });
      await recordedDay({ service, config: { mirror: all } }, async (day) => {
        await day.syncs();
        day.restarts({ mirror: { ...all, collections: ['col1'], sites: ['site1'] } });
        await day.syncs();
        service.siteSpaces = () => Promise.reject(new AppError('NOT_FOUND', 'No such site'));
        const { organization: _, ...mirror } = all;
        day.restarts({ mirror: { ...mirror, sites: ['site1'] } });
        await day.syncs();
        day.restarts({ mirror: { ...mirror, collections: ['col1'] } });
        service.collectionSpaces = () => Promise.reject(new AppError('ANSWER_INVALID', 'Not JSON'));
        await day.syncs();
      });
    },
  );
});

describe('a day on which something is lost', () => {
  const losses: Record<string, (day: RecordedWriter, first: string) => Promise<void> | void> = {
    'the mirror’s reference': ({ git }) => git.force(mirrorRef, null),
    'the last commit of the mirror’s reference': ({ git }, first) => git.force(mirrorRef, first),
    'the place of the mirror’s reference, by a commit of somebody else': async (day) => {
      const head = await refAt(day, mainRef);
      day.git.force(mirrorRef, head);
    },
    'the state': ({ git }) => git.force(stateRef, null),
    'the state and the mirror': ({ git }) => {
      git.force(stateRef, null);
      git.force(mirrorRef, null);
    },
    'the branch': ({ git }) => git.force(mainRef, null),
  };
  it.for(Object.keys(losses))('goes on: %s', async (what) => {
    for (const isOpen of [false, true])
      await recordedDay({}, async (day) => {
        await day.syncs();
        const first = await refAt(day, mirrorRef);
        day.theyReplace('Usage', 'Second.', 'Second by them.');
        await day.syncs();
        day.replace('guides/README.md', 'Hello.', 'Hello all.');
        await commit(day);
        if (isOpen) {
          editsEverything(day);
          await day.syncs();
        }
        await losses[what]!(day, first);
        day.restarts();
        await day.syncs({ dryRun: true });
        await day.syncs();
        await day.syncs({ repair: true });
        for (const { id, status } of requestsOf(day))
          if (status === 'draft') await day.service.merge(day.space, id);
        await day.syncs();
        await day.syncs();
      });
  });

  it('finds change requests again that others wrote into, that are blank, and that only repeat', async () => {
    for (const changeRequests of ['open', 'none'] as const)
      await recordedDay({ config: { mirror: { ...all, changeRequests } } }, async (day) => {
        const { service, space, git } = day;
        await day.syncs();
        editsEverything(day);
        await day.syncs();
        const { subject } = requestsOf(day)[0]!;
        day.theyReplaceInRequest('Usage', 'Third.', 'Third by them.');
        await service.createChangeRequest(space, subject);
        git.force(stateRef, null);
        day.restarts();
        await day.syncs();
        git.force(stateRef, null);
        day.restarts();
        day.replace('guides/usage.md', 'First of all.', 'First.');
        await day.syncs();
        await day.syncs({ repair: true, dryRun: true });
        await day.syncs({ repair: true });
      });
  });
});

describe('a day of conflicts', () => {
  it('names all of them, in the order of their paths, until each is joined', async () => {
    await recordedDay({}, async (day) => {
      const { service, space, disk } = day;
      day.service.editFiles(space, () => [service.file('.gitbook/assets/a.bin', 'one')]);
      await day.syncs();
      for (const [path, title, part] of [
        ['guides/usage.md', 'Usage', 'Second.'],
        ['guides/README.md', 'Welcome', 'Hello.'],
        ['guides/install/linux.md', 'Linux', 'With a shell.'],
      ] as const) {
        day.replace(path, part, `${part} Mine.`);
        day.theyReplace(title, part, `${part} Theirs.`);
      }
      day.save('guides/.gitbook/assets/a.bin', () => 'mine');
      service.editFiles(space, () => [service.file('.gitbook/assets/a.bin', 'theirs')]);
      disk.personMoves('guides/install/README.md', 'guides/setup/README.md');
      day.theyMove('Install', 'Usage');
      await day.syncs();
      await day.syncs({ dryRun: true });
      day.replace('guides/usage.md', 'Second. Mine.', 'Second. Theirs. Mine.');
      await day.syncs();
      await commit(day);
      await day.syncs();
      for (const path of ['guides/README.md', 'guides/install/linux.md'])
        if (day.read(path) !== null) day.save(path, (text) => text.replace('Mine.', 'Theirs.'));
      await day.syncs();
      await day.syncs();
    });
  });

  it('mirrors change requests of every state in the order of their numbers', async () => {
    for (const changeRequests of ['all', 'open'] as const)
      await recordedDay({ config: { mirror: { ...all, changeRequests } } }, async (day) => {
        const { service, space } = day;
        for (const subject of ['One', 'Two', 'Three', 'Four']) {
          const { id } = await service.createChangeRequest(space, subject);
          service.editChangeRequest(id, (pages) => [...pages, service.newPage(subject, 'Text.')]);
        }
        const ids = requestsOf(day).map(({ id }) => id);
        await service.setChangeRequest(space, ids[0]!, { status: 'archived' });
        await service.setChangeRequest(space, ids[2]!, { status: 'open' });
        await service.merge(space, ids[3]!);
        await day.syncs();
        await day.asks('list', (sync) =>
          sync.changeRequests.list({ statuses: ['merged', 'draft', 'open', 'archived'] }),
        );
        service.deleteChangeRequest(ids[1]!);
        await service.setChangeRequest(space, ids[2]!, { status: 'archived' });
        await day.syncs();
        await day.syncs();
      });
  });
});

describe('a day with branches', () => {
  it('sends nothing while HEAD is detached, and says what waits', async () => {
    await recordedDay({}, async (day) => {
      await day.syncs();
      const head = await refAt(day, mainRef);
      day.git.checkOut(head);
      await day.syncs();
      editsEverything(day);
      await day.syncs();
      day.git.inProgress = ['rebase'];
      await day.syncs();
      day.git.inProgress = ['index-lock'];
      await day.syncs();
      day.git.inProgress = [];
      day.git.checkOut(mainRef);
      await day.syncs();
      day.git.checkOut(head);
      await day.syncs();
    });
  });

  it('archives the change request of a branch that was merged by hand and deleted, or takes it over', async () => {
    for (const [isSquashed, isDeletedAtOnce] of [
      [true, false],
      [false, false],
      [true, true],
      [false, true],
    ])
      await recordedDay({}, async (day) => {
        await day.syncs();
        const home = await refAt(day, mainRef);
        day.git.force('refs/heads/idea', home);
        day.git.checkOut('refs/heads/idea');
        editsEverything(day);
        await commitTo(day, 'refs/heads/idea');
        await day.syncs();
        day.git.checkOut(mainRef);
        if (isSquashed) await commit(day);
        else day.git.force(mainRef, await refAt(day, 'refs/heads/idea'));
        if (isDeletedAtOnce === false) await day.syncs();
        day.git.force('refs/heads/idea', null);
        await day.syncs({ dryRun: true });
        await day.syncs();
        await day.syncs();
      });
  });
});

describe('a day with a service that takes imports alone', () => {
  const ways: Record<string, (host: ImportHost) => ImportHost | undefined> = {
    'fetches them': (host) => host,
    'fetches them from a host that cannot tell': ({ publish }) => ({
      publish: async (files) => ({ ...(await publish(files)), fetched: () => null }),
    }),
    'does not reach the host': ({ publish }) => ({
      publish: async (files) => ({
        ...(await publish(files)),
        urlOf: (name) => `http://nowhere.test/${name}`,
      }),
    }),
    'has no host to fetch from': () => undefined,
  };
  it.for(Object.keys(ways))('sends what can be said: the service %s', async (way) => {
    for (const sources of [
      ['website', 'markdown', 'zip'],
      ['website', 'markdown'],
    ]) {
      const imports = memoryImports();
      const service = new MemoryService({ strict: true });
      service.fetchImport = (url) => imports.fetch(url);
      service.importSources = sources;
      const importHost = ways[way]!(imports.host);
      const { organization: _, ...every } = all;
      const mirror = { ...every, collections: ['col1'] };
      await recordedDay(
        { service, config: { mirror }, ...(importHost ? { importHost } : {}) },
        async (day) => {
          await day.syncs();
          editsEverything(day);
          await day.syncs();
          await day.syncs();
          day.replace('guides/usage.md', 'Third.', 'Third, and last.');
          await day.syncs();
          for (const { id, status, subject } of requestsOf(day))
            if (status === 'draft' && !subject.startsWith('Tidemark')) await service.merge(day.space, id);
          await day.syncs();
          await day.syncs();
        },
      );
    }
  });
});

describe('a day of commands', () => {
  it('answers about change requests', async () => {
    await recordedDay({}, async (day) => {
      const { service, space } = day;
      await day.asks('list, before any sync', (sync) => sync.changeRequests.list());
      await day.asks('open, before any sync', (sync) => sync.changeRequests.open({ subject: 'Early' }));
      await day.syncs();
      editsEverything(day);
      await day.syncs();
      const number = 1;
      await day.asks('list', (sync) => sync.changeRequests.list());
      await day.asks('show', (sync) => sync.changeRequests.show({ number }));
      await day.asks('show 9', (sync) => sync.changeRequests.show({ number: 9 }));
      await day.asks('diff', (sync) => sync.changeRequests.diff({ number }));
      await day.asks('checkout', (sync) => sync.changeRequests.checkout({ number }));
      await day.asks('checkout again', (sync) => sync.changeRequests.checkout({ number }));
      await day.asks('review', (sync) => sync.changeRequests.review({ number }, { subject: 'Please look' }));
      await day.asks('review, same subject', (sync) => sync.changeRequests.review({ number }));
      day.theyReplace('Usage', 'First.', 'First by them.');
      await day.asks('update', (sync) => sync.changeRequests.update({ number }));
      await day.asks('merge', (sync) => sync.changeRequests.merge({ number }));
      await day.syncs();
      await day.asks('show a conflict', (sync) => sync.changeRequests.show({ number }));
      await day.asks('open another', (sync) => sync.changeRequests.open({ subject: 'Another' }));
      await day.asks('diff before it is mirrored', (sync) => sync.changeRequests.diff({ number: 2 }));
      await day.syncs();
      await day.asks('diff of nothing', (sync) => sync.changeRequests.diff({ number: 2 }));
      await day.asks('archive', (sync) => sync.changeRequests.archive({ number: 2 }));
      await day.asks('checkout an archived one', (sync) => sync.changeRequests.checkout({ number: 2 }));
      await day.asks('merge an archived one', (sync) => sync.changeRequests.merge({ number: 2 }));
      await day.asks('list archived ones', (sync) =>
        sync.changeRequests.list({ space, statuses: ['archived'] }),
      );
      await day.asks('list of an unknown space', (sync) => sync.changeRequests.list({ space: 'nothing' }));
      const third = await service.createChangeRequest(space, 'A third');
      service.editChangeRequest(third.id, (pages) => pages.slice(0, -1));
      await day.syncs();
      await day.asks('merge the third', (sync) => sync.changeRequests.merge({ number: 3, space: 'guides' }));
      await day.asks('diff of a merged one', (sync) => sync.changeRequests.diff({ number: 3 }));
      await day.syncs();
      await day.asks('diff of a merged one, mirrored', (sync) => sync.changeRequests.diff({ number: 3 }));
      service.addSpace('Second', [service.newPage('Second', 'Text.')]);
      await day.syncs();
      await day.asks('show without a space', (sync) => sync.changeRequests.show({ number }));
      await day.asks('show by title', (sync) => sync.changeRequests.show({ number, space: 'Guides' }));
    });
  });

  it('lists and restores saves, and prepares pages for the app’s editor', async () => {
    await recordedDay({}, async (day) => {
      const { git, disk, clock } = day;
      const files = new SafeFiles({ disk, clock, random: seededRandom(3) });
      await day.asks('a paste before any sync', () => pasteOf({ git, files }, 'guides/usage.md'));
      await day.syncs();
      await day.asks('the saves', () => listSaves(git, ''));
      for (const text of ['One.', 'Two.', 'Three.']) {
        day.save('guides/usage.md', (before) => `${before}\n${text}\n`);
        clock.jump(20 * 3_600_000);
        await day.syncs();
      }
      day.save('guides/picture.png', () => '\u0000PNG');
      await day.syncs();
      await day.asks('the saves', () => listSaves(git, ''));
      await day.asks('the saves of a page', () => listSaves(git, 'guides/usage.md'));
      await day.asks('the saves of a folder', () => listSaves(git, 'guides'));
      const saves = await listSaves(git, 'guides/usage.md');
      const path = 'guides/usage.md';
      for (const id of [saves[0]!.id, saves[2]!.id.toUpperCase().slice(0, 6), 'abc', 'ffffff', saves[1]!.id])
        await day.asks(`restore ${id}`, () => restoreSave({ git, files }, { path, id }));
      await day.asks('restore again', () => restoreSave({ git, files }, { path, id: saves[0]!.id }));
      const beside = day.files().find((each) => each.includes('.restored-'))!;
      day.save(beside, () => 'Another text.\n');
      for (const { id } of saves)
        await day.asks(`restore ${id}`, () =>
          restoreSave({ git, files }, { path, id, shown: (each) => `./${each}` }),
        );
      for (const page of [
        'guides/usage.md',
        'guides/install/linux.md',
        'guides/picture.png',
        'other.md',
        'guides/no.md',
      ])
        await day.asks(`a paste of ${page}`, () => pasteOf({ git, files }, page));
      day.save('guides/new.md', () => '---\ndescription: New\n---\n\nNo title.\n');
      await day.asks('a paste of a new page', () => pasteOf({ git, files }, 'guides/new.md'));
      clock.jump(40 * 24 * 3_600_000);
      await day.syncs();
      await day.asks('the saves, much later', () => listSaves(git, ''));
    });
  });

  it('does one half of the work, nothing, or what was confirmed', async () => {
    const guards = { deletePercent: 20, deleteMinimum: 2 };
    await recordedDay({ config: { guards } }, async (day) => {
      await day.syncs({ dryRun: true });
      await day.syncs({ pull: true });
      editsEverything(day);
      day.theyReplace('Install', 'Run it.', 'Run it twice.');
      await day.syncs({ push: true, dryRun: true });
      await day.syncs({ push: true });
      await day.syncs({ pull: true, dryRun: true });
      await day.syncs({ pull: true });
      day.disk.personRemoves('guides/usage.md');
      day.disk.personRemoves('guides/linux.md');
      await day.syncs();
      await day.syncs({ confirmDeletions: true, dryRun: true });
      await day.syncs({ confirmDeletions: true });
      day.save('guides/SUMMARY.md', () => '# Table of contents\n');
      await day.syncs();
      day.save(
        'guides/new.md',
        (text) => `${text}\nAWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY\n`,
      );
      await day.syncs();
      day.restarts({ push: { enabled: false, trigger: 'save', via: 'auto' } });
      await day.syncs();
      day.restarts({ push: { enabled: true, trigger: 'commit', via: 'content', todoComment: true } });
      await day.syncs();
      await commit(day);
      await day.syncs();
      await day.syncs();
    });
  });
});

/** The writer commits everything on a branch. */
async function commitTo(day: RecordedWriter, ref: string): Promise<void> {
  const home = await refAt(day, mainRef);
  await commit(day);
  const made = await refAt(day, mainRef);
  day.git.force(ref, made);
  day.git.force(mainRef, home);
}

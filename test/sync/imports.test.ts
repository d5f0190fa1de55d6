import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { zipOf } from '../../src/files/index.ts';
import { unzip } from '../../src/service/import/unzip.ts';
import { flat, mapPages } from '../simulation/memory-content.ts';
import { memoryImports } from '../simulation/memory-imports.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { memoryWorld, syncConfig } from './memory-world.ts';
import { commit } from './memory-writer.ts';
import type { MemoryWorld } from './memory-world.ts';

const encoder = new TextEncoder();

/** A writer in a clone of a service that offers imports alone. */
async function aWriter({
  sources = ['website', 'markdown', 'zip'],
  reach = true,
  host = true,
}: { sources?: readonly string[]; reach?: boolean; host?: boolean } = {}) {
  const service = new MemoryService({ strict: true });
  service.importSources = sources;
  const imports = memoryImports();
  if (reach) service.fetchImport = imports.fetch;
  const space = service.addSpace('Guides', [
    service.newPage('Welcome', 'Hello.'),
    service.newPage('Install', 'Run it.', [
      service.newPage('Linux', 'With a shell.'),
      service.newPage('Windows', 'With a click.'),
    ]),
    service.newPage('Usage', 'First.\n\nSecond.\n\nThird.'),
  ]);
  const world = memoryWorld(
    service,
    syncConfig({
      mirror: {
        spaces: [{ id: space, path: 'guides' }],
        changeRequests: 'open',
        metadata: false,
        comments: false,
      },
    }),
    host ? { importHost: imports.host } : {},
  );
  await world.sync.cycle();
  const save = (path: string, text: string): void => world.disk.personSaves(path, encoder.encode(text));
  return {
    ...world,
    space,
    imports,
    save,
    edit: (path: string, change: (text: string) => string): void => save(path, change(world.read(path)!)),
  };
}

/** Change requests besides the one through which primary content is read. */
const requestsOf = ({ service }: MemoryWorld) =>
  [...service.requestsById.values()].filter(({ subject }) => !subject.endsWith('(do not merge)'));

const pagesOf = ({ service }: MemoryWorld, revision: string) => flat(service.revisions.get(revision)!.pages);

describe('what a writer saves, where the service has imports alone', () => {
  it('writes over nothing that somebody writes into the change request right after it was made', async () => {
    const writer = await aWriter();
    const { service } = writer;
    const create = service.createChangeRequest.bind(service);
    service.createChangeRequest = async (space, subject) => {
      const made = await create(space, subject);
      if (!subject.endsWith('(do not merge)'))
        service.editChangeRequest(made.id, (pages) =>
          mapPages(pages, (page) =>
            page.title === 'Usage' ? { ...page, text: page.text.replace('First.', 'First, theirs.') } : page,
          ),
        );
      return made;
    };
    writer.edit('guides/usage.md', (text) => text.replace('Third.', 'Third, better.'));

    await writer.sync.cycle();

    const [request, ...others] = requestsOf(writer);
    expect(others).toEqual([]);
    const texts = pagesOf(writer, request!.revision).map(({ text }) => text);
    expect(texts).toContain('# Usage\n\nFirst, theirs.\n\nSecond.\n\nThird, better.\n');
  });

  it('goes into a change request that is older than the page, brought up to date first', async () => {
    const writer = await aWriter();
    writer.edit('guides/usage.md', (text) => text.replace('Second.', 'Second, better.'));
    await writer.sync.cycle();
    const page = writer.service.newPage('Other', 'Theirs.');
    writer.service.edit(writer.space, (pages) => [...pages, page]);
    await writer.sync.cycle();
    writer.edit('guides/other.md', (text) => text.replace('Theirs.', 'Theirs, and mine.'));

    const { proposals } = await writer.sync.cycle();

    expect(proposals).toMatchObject([{ state: 'updated', number: 3, unsaid: [] }]);
    const [request, ...others] = requestsOf(writer);
    expect(others).toEqual([]);
    const texts = pagesOf(writer, request!.revision).map(({ text }) => text);
    expect(texts).toContain('# Other\n\nTheirs, and mine.\n');
    expect(texts).toContain('# Usage\n\nFirst.\n\nSecond, better.\n\nThird.\n');
    expect(await writer.sync.cycle()).toMatchObject({ outcome: 'quiet', commits: 0 });
  });

  it('[SYNC-20] goes as one import into one change request, and a quiet cycle after it does nothing', async () => {
    const writer = await aWriter();
    writer.edit('guides/usage.md', (text) => text.replace('Second.', 'Second, better.'));
    writer.edit('guides/install/linux.md', (text) => text.replace('shell', 'terminal'));
    writer.save('guides/install/mac.md', '# Mac\n\n![](../.gitbook/assets/mac.png)\n');
    writer.save('guides/.gitbook/assets/mac.png', 'PNG');

    const report = await writer.sync.cycle();
    const quiet = await writer.sync.cycle();

    expect(report.problems).toEqual([]);
    expect(report.proposals).toMatchObject([{ state: 'proposed', unsaid: [] }]);
    const [request, ...others] = requestsOf(writer);
    expect(others).toEqual([]);
    const pages = pagesOf(writer, request!.revision);
    expect(pages.map(({ title }) => title)).toEqual([
      'Welcome',
      'Install',
      'Linux',
      'Windows',
      'Mac',
      'Usage',
    ]);
    expect(pages.find(({ title }) => title === 'Usage')!.text).toContain('Second, better.');
    expect(pages.find(({ title }) => title === 'Linux')!.text).toBe('# Linux\n\nWith a terminal.\n');
    expect(writer.service.revisions.get(request!.revision)!.files.map(({ path }) => path)).toEqual([
      '.gitbook/assets/mac.png',
    ]);
    expect(writer.service.revisions.get(request!.revision)!.parents).toEqual([request!.revisionInitial]);
    expect(quiet).toMatchObject({ outcome: 'quiet', commits: 0 });
    expect(writer.imports.open()).toBe(0);

    await writer.service.merge(writer.space, request!.id);
    await writer.sync.cycle();
    expect(await writer.sync.cycle()).toMatchObject({ outcome: 'quiet', commits: 0, proposals: [] });
    expect(writer.read('guides/install/mac.md')).toContain('# Mac');
    expect((await writer.sync.status()).spaces[0]!.edits).toEqual([]);
  });

  it('[SYNC-14] names each page that an import cannot delete, also one below another', async () => {
    const writer = await aWriter();
    for (const name of ['README', 'linux', 'windows', 'mac'])
      if (writer.files().includes(`guides/install/${name}.md`))
        writer.disk.personRemoves(`guides/install/${name}.md`);

    const { proposals } = await writer.sync.cycle();

    const unsaid = proposals[0]!.unsaid.filter((line) => line.includes('cannot delete pages'));
    expect(unsaid).toEqual(
      expect.arrayContaining([
        'install/README.md is not deleted: an import cannot delete pages',
        'install/linux.md is not deleted: an import cannot delete pages',
        'install/windows.md is not deleted: an import cannot delete pages',
      ]),
    );
    expect(new Set(unsaid).size).toBe(unsaid.length);
  });

  it('[SYNC-14] [SYNC-21] names what an import cannot say, keeps it here, and makes no change request for that alone', async () => {
    const writer = await aWriter();
    writer.disk.personRemoves('guides/install/windows.md');
    writer.edit('guides/SUMMARY.md', (text) =>
      text
        .split('\n')
        .filter((line) => !line.includes('windows.md'))
        .join('\n'),
    );
    writer.disk.personMoves('guides/install/linux.md', 'guides/linux.md');
    writer.edit('guides/SUMMARY.md', (text) =>
      text.replace('  * [Linux](install/linux.md)', '* [Linux](linux.md)'),
    );

    const planned = await writer.sync.cycle({ dryRun: true });
    const first = await writer.sync.cycle();
    const second = await writer.sync.cycle();
    expect(planned.proposals[0]).toMatchObject({ state: 'planned', unsaid: first.proposals[0]!.unsaid });

    expect(requestsOf(writer)).toEqual([]);
    expect(first.proposals[0]!.unsaid).toEqual(
      [
        'guides/linux.md stays at guides/install/linux.md in the mirror: the service does not store file paths',
        'guides/linux.md stays where it was: an import cannot move pages',
        'guides/install/windows.md is not deleted: an import cannot delete pages',
      ].map((line) => line.replaceAll('guides/', '')),
    );
    expect(second).toMatchObject({ outcome: 'quiet', commits: 0 });
    expect(second.proposals[0]!.unsaid).toEqual(first.proposals[0]!.unsaid);

    writer.edit('guides/linux.md', (text) => text.replace('shell', 'terminal'));
    const sent = await writer.sync.cycle();
    const kept = await writer.sync.cycle();

    expect(sent.proposals[0]).toMatchObject({ state: 'proposed', number: 3 });
    expect(sent.proposals[0]!.unsaid).toHaveLength(3);
    expect(kept.proposals[0]).toMatchObject({ state: 'unchanged' });
    expect(kept.proposals[0]!.unsaid).toEqual(sent.proposals[0]!.unsaid);

    await writer.service.merge(writer.space, requestsOf(writer)[0]!.id);
    await writer.sync.cycle();
    const after = await writer.sync.cycle();
    expect(after.outcome).toBe('quiet');
    expect(writer.read('guides/linux.md')).toContain('terminal');
    expect(writer.read('guides/install/linux.md')).toBeNull();
    expect(writer.read('guides/install/windows.md')).toBeNull();
    expect(after.proposals[0]!.unsaid).toEqual(first.proposals[0]!.unsaid);
  });

  it('[SYNC-14] keeps a page at the new path of its file, also where a commit had the page at both paths', async () => {
    const writer = await aWriter();
    const copy = writer.read('guides/usage.md')!.replace('First.', 'First, better.');
    writer.save('guides/use.md', copy);
    await commit(writer);
    writer.disk.personRemoves('guides/usage.md');
    await writer.sync.cycle();
    await writer.service.merge(writer.space, requestsOf(writer)[0]!.id);

    expect((await writer.sync.cycle()).branch?.conflicts).toEqual([]);
    expect(await writer.sync.cycle()).toMatchObject({ outcome: 'quiet', commits: 0 });
    expect(writer.read('guides/use.md')).toBe(copy);
    expect(writer.read('guides/usage.md')).toBeNull();
  });

  it.each([
    ['nothing is served', { host: false }, 'nothing here serves them to it'],
    ['the service does not reach us', { reach: false }, 'does not fetch imports from http://edits.test'],
  ])('stays here, and no change request is made, where %s', async (_, options, words) => {
    const writer = await aWriter(options);
    writer.edit('guides/usage.md', (text) => text.replace('Second.', 'Second, better.'));

    for (let round = 0; round < 2; round++) {
      const report = await writer.sync.cycle();
      expect(report).toMatchObject({ exitCode: 3, problems: [{ code: 'NOT_SUPPORTED_BY_SERVICE' }] });
      expect(`${report.problems[0]!.message} ${report.problems[0]!.hint}`).toContain(words);
    }
    expect(requestsOf(writer)).toEqual([]);
    expect(writer.read('guides/usage.md')).toContain('Second, better.');
    expect(writer.imports.open()).toBe(0);
  });

  it('[SYNC-114] is listed once, as proposed or as not sent, when the file of an edited page gets another path', async () => {
    const writer = await aWriter();
    writer.edit('guides/usage.md', (text) => text.replace('Third.', 'Third, better.'));
    writer.edit('guides/SUMMARY.md', (text) => text.replace('usage.md', 'renamed.md'));
    writer.disk.personMoves('guides/usage.md', 'guides/renamed.md');

    const { proposals } = await writer.sync.cycle();
    const status = await writer.sync.status();

    const unsaid = [
      expect.stringContaining('keeps its address'),
      expect.stringContaining('stays at usage.md'),
    ];
    expect(proposals).toMatchObject([{ state: 'proposed', unsaid }]);
    expect(proposals[0]!.edits.map(({ kind }) => kind)).not.toContain('rename');
    expect(status.proposals).toMatchObject([{ edits: [{ kind: 'edit', path: 'renamed.md' }], unsaid }]);
    expect(status.spaces[0]!.edits).toEqual([]);
    expect(status.spaces[0]!.todo).toHaveLength(2);
    writer.edit('guides/renamed.md', (text) => text.replace('First.', 'First, better.'));
    expect((await writer.sync.status()).spaces[0]!.edits).toContainEqual(
      expect.objectContaining({ kind: 'edit', path: 'renamed.md' }),
    );
  });

  it('goes page by page where the service takes no archives', async () => {
    const writer = await aWriter({ sources: ['website'] });
    writer.edit('guides/usage.md', (text) => text.replace('Second.', 'Second, better.'));
    writer.edit('guides/README.md', (text) => text.replace('Hello.', 'Good day.'));
    writer.save('guides/install/mac.md', '# Mac\n\nWith both.\n');
    writer.save('guides/.gitbook/assets/mac.png', 'PNG');

    const report = await writer.sync.cycle();

    expect(report.problems).toEqual([]);
    expect(report.proposals[0]!.unsaid).toEqual([
      '.gitbook/assets/mac.png is not sent: an import cannot carry it',
      'install/mac.md comes to the end of the space: this import cannot place pages',
      'install/mac.md stays where it was: an import cannot move pages',
    ]);
    const [request] = requestsOf(writer);
    const pages = pagesOf(writer, request!.revision);
    expect(pages.map(({ title }) => title)).toEqual([
      'Welcome',
      'Install',
      'Linux',
      'Windows',
      'Usage',
      'Mac',
    ]);
    expect(pages[0]!.text).toContain('Good day.');
    expect((await writer.sync.cycle()).outcome).toBe('quiet');
  });

  it('[SYNC-48] finds the only page that an import made, whatever the service calls it, also when the answer is lost', async () => {
    for (const isLost of [false, true]) {
      const writer = await aWriter({ sources: ['website'] });
      const retitled = writer.service.importContent.bind(writer.service);
      let left = isLost ? 1 : 0;
      writer.service.importContent = async (space, id, source) => {
        const answer = await retitled(space, id, source);
        if (!source.url.endsWith('page.md')) return answer;
        const draft = writer.service.requestsById.get(id)!;
        if (!pagesOf(writer, draft.revision).some(({ title }) => title === 'Mac')) return answer;
        const revision = writer.service.revisions.get(draft.revision)!;
        writer.service.revisions.set(draft.revision, {
          ...revision,
          pages: mapPages(revision.pages, (page) =>
            page.title === 'Mac' ? { ...page, title: 'page' } : page,
          ),
        });
        if (left-- > 0) throw new AppError('OUTCOME_UNKNOWN', 'The answer was lost');
        return answer;
      };
      writer.save('guides/mac.md', '# Mac\n\nWith both.\n');

      for (let cycle = 0; cycle < 3; cycle++) await writer.sync.cycle();

      const requests = requestsOf(writer);
      expect(requests).toHaveLength(1);
      expect(pagesOf(writer, requests[0]!.revision)).toHaveLength(6);
      expect((await writer.sync.cycle()).outcome).toBe('quiet');
    }
  });

  it('is sent once, whatever answer is lost', async () => {
    for (const operation of ['createChangeRequest', 'importContent'])
      for (const when of ['before', 'after'] as const)
        for (const nth of [1, 2]) {
          const writer = await aWriter();
          writer.edit('guides/usage.md', (text) => text.replace('Second.', 'Second, better.'));
          writer.save('guides/new.md', '# New\n\nPage.\n');
          let left = nth;
          writer.service.onStep = (step) => {
            if (step.operation === operation && step.when === when && --left === 0)
              throw new AppError('OUTCOME_UNKNOWN', 'The answer was lost');
          };
          await writer.sync.cycle();
          writer.service.onStep = undefined;
          await writer.sync.cycle();
          const quiet = await writer.sync.cycle();

          const requests = requestsOf(writer);
          expect(requests, `${operation} ${when} ${nth}`).toHaveLength(1);
          const pages = pagesOf(writer, requests[0]!.revision);
          expect(pages.filter(({ title }) => title === 'New')).toHaveLength(1);
          expect(pages.find(({ title }) => title === 'Usage')!.text).toContain('Second, better.');
          expect(quiet, `${operation} ${when} ${nth}`).toMatchObject({ outcome: 'quiet', commits: 0 });
          expect(writer.imports.open()).toBe(0);
        }
  });

  it('never overwrites what somebody else wrote into the change request', async () => {
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

    const text = pagesOf(writer, request!.revision).find(({ title }) => title === 'Usage')!.text;
    expect(text).toBe('# Usage\n\nFirst, mine.\n\nSecond, mine.\n\nThird, theirs.\n');
  });

  it('never overwrites what somebody else writes into the change request after the list of this cycle', async () => {
    const writer = await aWriter();
    const { service } = writer;
    writer.edit('guides/usage.md', (text) => text.replace('First.', 'First, mine.'));
    await writer.sync.cycle();
    await writer.sync.cycle();
    const [request] = requestsOf(writer);
    writer.edit('guides/usage.md', (text) => text.replace('Second.', 'Second, mine.'));
    const space = service.space.bind(service);
    let hasWritten = false;
    service.space = async (id) => {
      const listed = await space(id);
      if (!hasWritten)
        service.editChangeRequest(request!.id, (pages) =>
          mapPages(pages, (page) =>
            page.title === 'Usage' ? { ...page, text: page.text.replace('Third.', 'Third, theirs.') } : page,
          ),
        );
      hasWritten = true;
      return listed;
    };

    await writer.sync.cycle();

    const text = pagesOf(writer, request!.revision).find(({ title }) => title === 'Usage')!.text;
    expect(text).toBe('# Usage\n\nFirst, mine.\n\nSecond, mine.\n\nThird, theirs.\n');
  });
});

describe('an archive of edits', () => {
  it('unpacks to the files that went in', () => {
    const files = new Map([
      ['SUMMARY.md', encoder.encode('# Table of contents\n')],
      ['快速/开始.md', encoder.encode('# 快速开始\r\n\r\nx')],
      ['empty.md', new Uint8Array()],
      ['.gitbook/assets/a (1).bin', Uint8Array.from({ length: 300 }, (_, at) => at % 256)],
    ]);

    const unpacked = [...unzip(zipOf(files))].map(([path, bytes]) => [
      path,
      Buffer.from(bytes).toString('hex'),
    ]);
    expect(unpacked).toEqual([...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString('hex')]));
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { pageIdOf, withoutPageId } from '../../src/content/index.ts';
import type { Client } from '../../src/client/index.ts';
import { hasCorpora } from '../support/corpora.ts';
import { aWriter, editADay, filesAt, filesOf } from './writer-world.ts';
import type { Corpus, Edited, Writer } from './writer-world.ts';

let writer: Writer | null = null;
afterEach(async () => {
  await writer?.remove();
  writer = null;
});

const text = (hex: string | undefined): string => Buffer.from(hex ?? '', 'hex').toString('utf8');

/** The change request's files are the writer's files: the new page has got its identity, and nothing else differs. */
function expectHolds(of: Writer, number: number, { added }: Edited, here = filesOf(of)): void {
  const there = filesAt(of, `refs/remotes/docs/cr/${number}`);
  expect([...there.keys()].sort()).toEqual([...here.keys()].sort());
  const differing = [...here.keys()].filter((path) => here.get(path) !== there.get(path));
  expect(differing.filter((path) => path !== added)).toEqual([]);
  expect(withoutPageId(text(there.get(added)))).toBe(text(here.get(added)));
  expect(pageIdOf(text(there.get(added)))).not.toBeNull();
}

/** Exactly what was done, as git tells it. */
function expectDiff(of: Writer, number: number, { texts, moved, deleted, added, image }: Edited): void {
  const found = of
    .git('diff', '--name-status', '--no-renames', '-z', 'docs/main', `docs/cr/${number}`)
    .split('\0')
    .filter(Boolean);
  const changes = new Map<string, string>();
  for (let at = 0; at < found.length; at += 2) changes.set(found[at + 1]!, found[at]!);
  const wanted = new Map<string, string>([
    ['SUMMARY.md', 'M'],
    ...texts.map((path): [string, string] => [path, 'M']),
    ...[...moved].flatMap(([from, to]): [string, string][] => [
      [from, 'D'],
      [to, 'A'],
    ]),
    [deleted, 'D'],
    [added, 'A'],
    [image, 'A'],
  ]);
  expect(Object.fromEntries([...changes].sort())).toEqual(Object.fromEntries([...wanted].sort()));
}

async function expectCleanAfterMerge(of: Writer, branch = 'main'): Promise<void> {
  const mirrored = of.git('rev-list', '--count', 'docs/main').trim();
  const merged = await of.sync.cycle();
  expect(merged.problems).toEqual([]);
  expect(of.git('status', '--porcelain')).toBe('');
  expect(of.git('diff', branch, 'docs/main')).toBe('');
  // One commit for the merged revision, and none of noise.
  expect(Number(of.git('rev-list', '--count', 'docs/main'))).toBe(Number(mirrored) + 1);
  expect(await of.sync.cycle()).toMatchObject({ outcome: 'quiet', commits: 0, problems: [] });
  expect((await of.sync.status()).spaces[0]!.edits).toEqual([]);
  of.git('fsck', '--strict');
}

const corpora: readonly Corpus[] = hasCorpora ? ['own', 'bullmq-docs'] : ['own'];

describe.each(corpora)('a writer of %s', { timeout: 120_000 }, (corpus) => {
  it('saves a day of edits: the change request holds exactly that, and after its merge the clone is clean', async () => {
    writer = await aWriter(corpus);
    const day = editADay(writer, corpus);
    expect(day.texts).toHaveLength(20);

    const report = await writer.sync.cycle();

    expect(report.problems).toEqual([]);
    expect(report.proposals).toMatchObject([{ state: 'proposed', number: 1, unsaid: [] }]);
    expectDiff(writer, 1, day);
    expectHolds(writer, 1, day);
    expect(await writer.sync.cycle()).toMatchObject({ outcome: 'quiet', commits: 0 });

    await writer.sync.changeRequests.merge({ number: 1 });
    await expectCleanAfterMerge(writer);
    expect(writer.git('rev-parse', 'main')).toBe(writer.git('rev-parse', 'docs/main'));
  });

  it('commits a day of edits on a branch of their own: that opens a change request with the commit’s subject', async () => {
    writer = await aWriter(corpus, { push: { trigger: 'commit' } });
    writer.git('switch', '-qc', 'better-words');
    const day = editADay(writer, corpus);
    expect((await writer.sync.cycle()).proposals).toEqual([]);
    writer.commit('Better words all over\n\nBecause of the readers.');
    const written = filesOf(writer);
    writer.git('switch', '-q', 'main');

    const report = await writer.sync.cycle();

    expect(report.problems).toEqual([]);
    expect(report.proposals).toMatchObject([
      { branch: 'better-words', state: 'proposed', number: 1, subject: 'Better words all over', unsaid: [] },
    ]);
    expectDiff(writer, 1, day);
    expectHolds(writer, 1, day, written);
    expect(await writer.sync.cycle()).toMatchObject({ outcome: 'quiet', commits: 0 });
    await writer.sync.changeRequests.merge({ number: 1 });
    await expectCleanAfterMerge(writer);
  });

  it('edits a change request on its local branch: it is updated, and no other one is made', async () => {
    writer = await aWriter(corpus);
    const { changeRequest } = await writer.sync.changeRequests.open({ subject: 'Theirs' });
    await writer.sync.cycle();
    const { branch } = await writer.sync.changeRequests.checkout({ number: changeRequest.number });
    writer.git('switch', '-q', branch);
    const day = editADay(writer, corpus);

    const report = await writer.sync.cycle();

    expect(report.problems).toEqual([]);
    expect(report.proposals).toMatchObject([{ branch, state: 'updated', number: 1, unsaid: [] }]);
    expect(await writer.sync.changeRequests.list()).toHaveLength(1);
    expectDiff(writer, 1, day);
    expectHolds(writer, 1, day);
    const quiet = await writer.sync.cycle();
    expect(quiet).toMatchObject({ outcome: 'quiet', commits: 0 });
    expect((await writer.sync.changeRequests.show({ number: 1 })).changeRequest.subject).toBe('Theirs');

    writer.commit('done');
    writer.git('switch', '-q', 'main');
    await writer.sync.changeRequests.merge({ number: 1 });
    await expectCleanAfterMerge(writer);
  });

  it('on a strict interface, sends what an import can say, and keeps the move and the deletion', async () => {
    writer = await aWriter(corpus, { kind: 'strict' });
    const day = editADay(writer, corpus);

    const report = await writer.sync.cycle();

    expect(report.problems).toEqual([]);
    expect(report.proposals).toMatchObject([{ state: 'proposed' }]);
    const { number, unsaid } = report.proposals[0]!;
    const there = filesAt(writer, `refs/remotes/docs/cr/${number}`);
    const here = filesOf(writer);
    for (const path of day.texts) expect(text(there.get(path)), path).toBe(text(here.get(path)));
    expect(withoutPageId(text(there.get(day.added)))).toBe(text(here.get(day.added)));
    expect(there.get(day.image)).toBe(here.get(day.image));
    expect(there.has(day.deleted)).toBe(true);
    expect(unsaid.filter((line) => line.includes(day.deleted))).toHaveLength(1);
    for (const to of day.moved.values())
      expect(unsaid.join('\n')).toContain(to.split('/').slice(0, -1).join('/'));
    expect(await writer.sync.cycle()).toMatchObject({ outcome: 'quiet', commits: 0 });
    expect(await writer.sync.changeRequests.list()).toHaveLength(1);

    await writer.sync.changeRequests.merge({ number: number! });
    const merged = await writer.sync.cycle();
    expect(merged.problems).toEqual([]);
    const rest = await writer.sync.cycle();
    expect(rest).toMatchObject({ outcome: 'quiet', commits: 0 });
    // The move and the deletion are local edits still, and nothing else is.
    const changes = writer
      .git('status', '--porcelain', '-z', '--no-renames', '-uall')
      .split('\0')
      .filter(Boolean);
    expect(changes.map((line) => line.slice(3)).sort()).toEqual(
      [...[...day.moved].flat(), day.deleted, 'SUMMARY.md'].sort(),
    );
  });
});

describe.each(corpora)('while a writer of %s is at work', { timeout: 120_000 }, (corpus) => {
  const middle = corpus === 'own' ? 'reference/types.md' : 'guide/rate-limiting.md';

  it('what somebody edits elsewhere in the same pages is joined', async () => {
    writer = await aWriter(corpus);
    const path = middle;
    const page = pageIdOf(writer.read(path))!;
    writer.edit(path, (before) => `${before}\nMine, at the end.\n`);
    await editInService(writer, page, (before) => before.replace(/^(# .*\n)/mu, '$1\nTheirs, at the top.\n'));

    const report = await writer.sync.cycle();
    await writer.sync.cycle();

    expect(report.problems).toEqual([]);
    expect(writer.read(path)).toContain('Theirs, at the top.');
    expect(writer.read(path)).toContain('Mine, at the end.');
    await writer.sync.changeRequests.merge({ number: 2 });
    await expectCleanAfterMerge(writer);
    expect(writer.read(path)).toContain('Theirs, at the top.');
    expect(writer.read(path)).toContain('Mine, at the end.');
  });

  it('what somebody edits in the same lines is a conflict, with both texts there, which git resolves', async () => {
    writer = await aWriter(corpus);
    const path = middle;
    const page = pageIdOf(writer.read(path))!;
    writer.edit(path, (before) => before.replace(/^# .*$/mu, '# My title'));
    await editInService(writer, page, (before) => before.replace(/^# .*$/mu, '# Their title'));

    const report = await writer.sync.cycle();

    expect(report).toMatchObject({ outcome: 'conflict', exitCode: 5 });
    expect(report.branch.conflicts.map((conflict) => conflict.path)).toEqual([path]);
    expect(writer.read(path)).toContain('# My title');
    expect(writer.show('docs/main', path)).toContain('# Their title');
    expect((await writer.sync.status()).conflicts.map((conflict) => conflict.path)).toContain(path);
    expect(await writer.sync.changeRequests.list()).toEqual([]);

    writer.commit('My title');
    let merged = true;
    try {
      writer.git('-c', 'user.name=W', '-c', 'user.email=w@example.com', 'merge', '-q', 'docs/main');
    } catch {
      merged = false;
    }
    expect(merged).toBe(false);
    expect(writer.read(path)).toMatch(/<<<<<<<[^]*# My title[^]*# Their title[^]*>>>>>>>/u);
    writer.edit(path, (before) => before.replace(/<<<<<<<[^]*>>>>>>>[^\n]*/u, '# Our title'));
    writer.commit('Both');

    const resolved = await writer.sync.cycle();
    expect(resolved.problems).toEqual([]);
    expect(resolved.proposals).toMatchObject([{ state: 'proposed', number: 2 }]);
    await writer.sync.changeRequests.merge({ number: 2 });
    await writer.sync.cycle();
    expect(writer.read(path)).toContain('# Our title');
    expect(writer.git('status', '--porcelain')).toBe('');
    expect(writer.git('diff', 'main', 'docs/main')).toBe('');
    expect(await writer.sync.cycle()).toMatchObject({ outcome: 'quiet', commits: 0 });
  });
});

describe('a writer of a space that others work on, too', { timeout: 120_000 }, () => {
  it('a page that somebody adds and the writer edits goes into the change request that was there before it', async () => {
    writer = await aWriter('own');
    const path = 'reference/types.md';
    writer.edit(path, (before) => `${before}\nMine, at the end.\n`);
    const number = (await writer.sync.cycle()).proposals[0]!.number!;
    await mergeInService(writer, async () => ({
      type: 'insert_page',
      title: 'Newcomer',
      document: { markdown: 'Their words.' },
    }));
    await writer.sync.cycle();
    writer.edit('newcomer.md', (before) => before.replace('Their words.', 'Their words, and mine.'));

    const { proposals, problems } = await writer.sync.cycle();

    expect(problems).toEqual([]);
    expect(proposals).toMatchObject([{ state: 'updated', number, unsaid: [] }]);
    const there = filesAt(writer, `refs/remotes/docs/cr/${number}`);
    expect(text(there.get('newcomer.md'))).toContain('Their words, and mine.');
    expect(text(there.get(path))).toContain('Mine, at the end.');
    await writer.sync.changeRequests.merge({ number });
    await expectCleanAfterMerge(writer);
  });

  it('a page that the writer puts below another one in SUMMARY.md is there in the service, and keeps its file', async () => {
    writer = await aWriter('own');
    const page = pageIdOf(writer.read('guide/flows/start.md'));
    const line = '  * [Start](guide/flows/start.md)\n';
    const words = '* [Words](reference/words.md)\n';
    writer.edit('SUMMARY.md', (before) => before.replace(line, '').replace(words, words + line));
    const { number, unsaid } = (await writer.sync.cycle()).proposals[0]!;
    expect(unsaid).toEqual([]);

    await writer.sync.changeRequests.merge({ number: number! });
    await expectCleanAfterMerge(writer);

    expect(pageIdOf(writer.read('guide/flows/start.md'))).toBe(page);
    expect(writer.read('SUMMARY.md')).toContain(words + line);
  });
});

/** Somebody else changes a page in the service, and that is merged at once. */
async function editInService(of: Writer, page: string, change: (before: string) => string): Promise<void> {
  await mergeInService(of, async (params) => {
    const { markdown } = (await of.client.getPageInChangeRequestById({
      params: { ...params, pageId: page },
      query: { format: 'markdown' },
    })) as { markdown: string };
    return { type: 'update_page', page, document: { markdown: change(markdown) } };
  });
}

type Change = Parameters<Client['updateContentInChangeRequest']>[0]['body']['changes'][number];

async function mergeInService(
  { client, space: spaceId }: Writer,
  change: (params: { spaceId: string; changeRequestId: string }) => Promise<Change>,
): Promise<void> {
  const { id: changeRequestId } = await client.createChangeRequest({
    params: { spaceId },
    body: { subject: 'Theirs' },
  });
  const params = { spaceId, changeRequestId };
  await client.updateContentInChangeRequest({ params, body: { changes: [await change(params)] } });
  await client.mergeChangeRequest({ params });
}

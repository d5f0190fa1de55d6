import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGitHost } from '../../src/git/index.ts';
import { createUndiciTransport } from '../../src/http/index.ts';
import type { CycleReport } from '../../src/sync/index.ts';
import { git, temporaryFolder } from '../git/native.ts';
import { serveRepository, type GitHttpServer } from '../support/git-http-backend.ts';
import { atRest, writersWorld } from './writers-world.ts';
import type { WriterOfClone, WritersWorld } from './writers-world.ts';

const root = temporaryFolder('many-writers');
let count = 0;

describe('[SYNC-38] several writers of one mirror on a git host', () => {
  let world: WritersWorld;
  let server: GitHttpServer;
  let transport: ReturnType<typeof createUndiciTransport>;
  let ann: WriterOfClone;
  let bob: WriterOfClone;
  let bare: string;

  const add = (writer: WriterOfClone, name: string, line: string): void =>
    writer.write(`docs/${name}.md`, `${writer.read(`docs/${name}.md`)}\n${line}\n`);
  const states = async (): Promise<string[]> =>
    (await world.requests()).map(({ number, status }) => `${number} ${status}`);
  const proposed = ({ proposals }: CycleReport): unknown =>
    proposals.map(({ state, number, edits }) => [state, number, ...edits.map((each) => each.path)]);
  const number = async (wanted: number): Promise<string> =>
    (await world.requests()).find((each) => each.number === wanted)!.id;
  const bothQuiet = async (): Promise<void> => {
    for (let round = 1; round <= 3; round++) {
      await ann.sync.cycle();
      await bob.sync.cycle();
    }
    expect(await ann.isQuiet()).toEqual(atRest);
    expect(await bob.isQuiet()).toEqual(atRest);
  };

  beforeEach(async () => {
    const served = await serveRepository(path.join(root, String(++count)));
    ({ bare, server } = served);
    transport = createUndiciTransport();
    const gitHost = createGitHost({ transport, url: served.url });
    world = await writersWorld({
      'SUMMARY.md': '# Table of contents\n\n* [a](a.md)\n* [b](b.md)\n* [c](c.md)\n',
      ...Object.fromEntries(['a', 'b', 'c'].map((name) => [`${name}.md`, `# ${name}\n\nText.\n`])),
    });
    ann = await world.writer({}, { gitHost });
    bob = await world.writer({}, { gitHost });
    await ann.sync.cycle();
    await bob.sync.cycle();
  });
  afterEach(async () => {
    await world.close();
    await transport.close();
    await server.close();
  });

  const annProposes = async (line: string): Promise<void> => {
    add(ann, 'a', line);
    ann.commit('A better a');
    await ann.sync.cycle();
  };
  const isElsewhere = (path: string): string =>
    `${path} is in a change request of another clone, and is not sent again from here`;

  it('have a change request each, which the other one leaves alone', async () => {
    add(ann, 'a', 'By Ann.');
    const first = await ann.sync.cycle();
    add(bob, 'b', 'By Bob.');
    const second = await bob.sync.cycle();
    const third = await ann.sync.cycle();

    expect(proposed(first)).toEqual([['proposed', 1, 'a.md']]);
    expect(proposed(second)).toEqual([['proposed', 2, 'b.md']]);
    expect(proposed(third)).toEqual([['unchanged', 1, 'a.md']]);
    await bothQuiet();
    expect(await states()).toEqual(['1 draft', '2 draft']);
  });

  it('goes on with an own change request after the other ones are merged and archived', async () => {
    add(ann, 'a', 'By Ann.');
    add(bob, 'b', 'By Bob.');
    await ann.sync.cycle();
    await bob.sync.cycle();
    await world.remote.merge(world.space, await number(1));
    await bothQuiet();
    expect(ann.git('status', '--porcelain')).toBe('');
    expect(bob.read('docs/a.md')).toContain('By Ann.');
    await world.remote.setChangeRequest(world.space, await number(2), { status: 'archived' });
    add(ann, 'c', 'By Ann, again.');

    const report = await ann.sync.cycle();

    expect(proposed(report)).toEqual([['proposed', 3, 'c.md']]);
    await bothQuiet();
    expect(await states()).toEqual(['1 merged', '2 archived', '3 draft']);
    expect(bob.read('docs/b.md')).toContain('By Bob.');
  });

  it('propose once what one of them commits to the branch that they share', async () => {
    await annProposes('By Ann.');
    const fetched = await bob.sync.cycle();
    add(bob, 'b', 'By Bob.');
    const report = await bob.sync.cycle();

    expect(bob.read('docs/a.md')).toContain('By Ann.');
    expect(fetched.proposals[0]?.unsaid).toEqual([isElsewhere('a.md')]);
    expect(proposed(report)).toEqual([['proposed', 2, 'b.md']]);
    await bothQuiet();
    expect(await states()).toEqual(['1 draft', '2 draft']);
    for (const each of [1, 2]) await world.remote.merge(world.space, await number(each));
    await bothQuiet();
    expect(ann.read('docs/a.md')).toBe(bob.read('docs/a.md'));
    expect(ann.read('docs/b.md')).toContain('By Bob.');
    expect(await states()).toEqual(['1 merged', '2 merged']);
  });

  it('leave a commit alone whose writer goes on saving, until somebody adds something of their own', async () => {
    await annProposes('Committed by Ann.');
    add(ann, 'a', 'Only saved by Ann.');
    await ann.sync.cycle();

    const { proposals } = await bob.sync.cycle();

    expect(bob.read('docs/a.md')).toContain('Committed by Ann.');
    expect(proposals).toMatchObject([{ number: null, edits: [], unsaid: [isElsewhere('a.md')] }]);
    await bothQuiet();
    expect(await states()).toEqual(['1 draft']);
    add(bob, 'a', 'By Bob.');
    expect(proposed(await bob.sync.cycle())).toEqual([['proposed', 2, 'a.md']]);
    await bothQuiet();
    expect(await states()).toEqual(['1 draft', '2 draft']);
  });

  it('leave a committed picture and a committed order alone, too, whose writer goes on', async () => {
    const table = (...pages: string[]): string =>
      `# Table of contents\n\n${pages.map((page) => `* [${page}](${page}.md)\n`).join('')}`;
    ann.write('docs/.gitbook/assets/shot.png', 'Committed');
    add(ann, 'a', '![](.gitbook/assets/shot.png)');
    ann.write('docs/SUMMARY.md', table('b', 'a', 'c'));
    ann.commit('A picture, and another order');
    await ann.sync.cycle();
    ann.write('docs/.gitbook/assets/shot.png', 'Only saved');
    ann.write('docs/SUMMARY.md', table('c', 'b', 'a'));
    await ann.sync.cycle();

    const { proposals } = await bob.sync.cycle();

    expect(bob.read('docs/SUMMARY.md')).toBe(table('b', 'a', 'c'));
    expect(bob.read('docs/.gitbook/assets/shot.png')).toBe('Committed');
    expect(proposals).toMatchObject([{ number: null, edits: [] }]);
    await bothQuiet();
    expect(await states()).toEqual(['1 draft']);
  });

  it('leave a committed move alone, too, whose writer goes on', async () => {
    const table = (...lines: string[]): string =>
      `# Table of contents\n\n${lines.map((line) => `${line}\n`).join('')}`;
    const [a, b, c] = ['* [a](a.md)', '* [b](b.md)', '  * [c](b/c.md)'];
    ann.write('docs/b/c.md', ann.read('docs/c.md'));
    ann.removeFile('docs/c.md');
    ann.write('docs/SUMMARY.md', table(a, b, c));
    ann.commit('c is about b');
    await ann.sync.cycle();
    add(ann, 'b/c', 'Only saved by Ann.');
    ann.write('docs/SUMMARY.md', table(b, c, a));
    await ann.sync.cycle();

    const { proposals } = await bob.sync.cycle();

    expect(bob.read('docs/b/c.md')).not.toContain('Only saved');
    expect(proposals).toMatchObject([{ number: null, edits: [] }]);
    await bothQuiet();
    expect(await states()).toEqual(['1 draft']);
  });

  it('keep what was merged of a commit that one of them never had', async () => {
    bob.write('docs/a.md', bob.read('docs/a.md').replace('# a\n', '# a\n\nText of Bob.\n'));
    bob.commit('Bob was away');
    await annProposes('By Ann.');
    await world.remote.merge(world.space, await number(1));
    await ann.sync.cycle();

    await bob.sync.cycle();
    await bothQuiet();
    for (const { id, status } of await world.requests())
      if (status === 'draft') await world.remote.merge(world.space, id);
    await bothQuiet();

    for (const writer of [ann, bob]) {
      expect(writer.read('docs/a.md')).toContain('Text of Bob.');
      expect(writer.read('docs/a.md')).toContain('By Ann.');
    }
  });

  it('do not send again what was turned down, when its writer saves another wording', async () => {
    await annProposes('Turned down.');
    await bob.sync.cycle();
    await world.remote.setChangeRequest(world.space, await number(1), { status: 'archived' });
    await bothQuiet();
    ann.write('docs/a.md', ann.read('docs/a.md').replace('Turned down.', 'Another wording.'));

    await ann.sync.cycle();
    await bothQuiet();

    expect(await states()).toEqual(['1 archived', '2 draft']);
  });

  it('follow a merge of what a reviewer changed in the change request of another clone', async () => {
    await annProposes('By Ann.');
    await bob.sync.cycle();
    const place = { kind: 'change-request', space: world.space, id: await number(1) } as const;
    const page = /^id: (.*)$/mu.exec(bob.read('docs/a.md'))![1]!;
    const { markdown } = await world.remote.page(place, page);
    const document = { markdown: markdown.replace('By Ann.', 'By Ann, and reviewed.') };
    await world.remote.changeContent(world.space, place.id, [{ type: 'update_page', page, document }]);
    await world.remote.merge(world.space, place.id);

    const { branch, proposals } = await bob.sync.cycle();

    expect({ conflicts: branch.conflicts, proposals }).toEqual({ conflicts: [], proposals: [] });
    expect(bob.read('docs/a.md')).toContain('By Ann, and reviewed.');
    await bothQuiet();
    expect(ann.read('docs/a.md')).toBe(bob.read('docs/a.md'));
    expect(await states()).toEqual(['1 merged']);
  });

  it('keep a commit of another clone that was not merged, whatever else was', async () => {
    await annProposes('By Ann.');
    await bob.sync.cycle();
    await world.remote.setChangeRequest(world.space, await number(1), { status: 'archived' });
    await world.change([{ type: 'insert_page', title: 'Other', document: { markdown: 'Other.' } }]);

    const { branch } = await bob.sync.cycle();

    expect(branch.conflicts).toEqual([]);
    expect(bob.read('docs/a.md')).toContain('By Ann.');
    await bothQuiet();
    expect(ann.read('docs/a.md')).toContain('By Ann.');
  });

  it('have their own branches, too, and take part in a change request of the other one by checking it out', async () => {
    add(ann, 'a', 'By Ann.');
    await ann.sync.cycle();
    await bob.sync.cycle();
    const { branch } = await bob.sync.changeRequests.checkout({ number: 1 });
    bob.git('checkout', '-q', branch);
    add(bob, 'a', 'By Bob.');

    const report = await bob.sync.cycle();

    expect(report.proposals).toMatchObject([{ branch, number: 1, state: 'updated' }]);
    await bothQuiet();
    expect(await states()).toEqual(['1 draft']);
    const place = { kind: 'change-request', space: world.space, id: await number(1) } as const;
    const [page] = (await world.remote.content(place)).pages;
    const { markdown } = await world.remote.page(place, page!.id);
    expect(markdown).toMatch(/By Ann\.[^]*By Bob\./u);
  });

  it('keep their own notes when both wrote the state at the same time', async () => {
    add(ann, 'a', 'By Ann.');
    add(bob, 'b', 'By Bob.');
    await Promise.all([ann.sync.cycle(), bob.sync.cycle()]);
    await bothQuiet();

    expect(await states()).toEqual(['1 draft', '2 draft']);
    expect(ann.git('rev-parse', 'refs/tidemark/state')).toBe(bob.git('rev-parse', 'refs/tidemark/state'));
    expect(git(bare, ['for-each-ref', 'refs/tidemark/'])).not.toContain('local');
    const marks = (await world.requests()).map(
      ({ subject }) => /\[[0-9a-f]{10}-([0-9a-f]{6})\]$/u.exec(subject)?.[1],
    );
    expect(new Set(marks).size).toBe(2);
  });
});

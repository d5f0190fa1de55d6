import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SpaceFolder } from '../../src/content/index.ts';
import { missingFileMessages } from '../../src/sync/proposals/missing-files.ts';
import { atRest, writersWorld } from './writers-world.ts';
import type { WriterOfClone, WritersWorld } from './writers-world.ts';

const contents = (...lines: string[]): string => `# Table of contents\n\n${lines.join('\n')}\n`;
const pages = [
  '* [Home](README.md)',
  '* [Alpha](alpha/README.md)',
  '  * [Beta](alpha/beta.md)',
  '* [Gamma](gamma.md)',
];
const delta = '* [Delta](delta.md)';
const link = '* [Elsewhere](https://example.com/)';

let world: WritersWorld;
let writer: WriterOfClone;

beforeEach(async () => {
  await begin(...pages, '* [A site](https://example.org/)');
});
afterEach(() => world.close());

/** A space with these entries in its table of contents, and a writer who has mirrored it. */
async function begin(...listed: string[]): Promise<void> {
  world = await writersWorld({
    'SUMMARY.md': contents(...listed),
    'README.md': '# Home\n\nHello.\n',
    'alpha/README.md': '# Alpha\n\nFirst.\n',
    'alpha/beta.md': '# Beta\n\nSecond.\n',
    'gamma.md': '# Gamma\n\nThird.\n',
  });
  writer = await world.writer();
  await writer.sync.cycle();
}

/** Sends, and takes over what was merged, in one cycle each. A conflict has to be looked for: it leaves the file as the writer saved it. */
async function sendAndMerge(): Promise<void> {
  await writer.sync.cycle();
  await world.mergeAll();
  expect((await writer.sync.cycle()).branch?.conflicts).toEqual([]);
}

/** Sends, merges what was sent, and comes to rest. */
async function settle(): Promise<void> {
  await sendAndMerge();
  expect(await writer.isQuiet()).toEqual(atRest);
}

async function openRequests(): Promise<number> {
  return (await world.requests()).filter(({ status }) => status === 'draft' || status === 'open').length;
}

/** A writer adds a page, and lists it with what no service can be told. Returns the table of contents. */
function addsDelta(...lines: string[]): string {
  writer.write('docs/delta.md', '# Delta\n\nFourth.\n');
  const wanted = contents(...lines);
  writer.write('docs/SUMMARY.md', wanted);
  return wanted;
}

describe('what a writer lists in SUMMARY.md and no service can be told', () => {
  const site = '* [A site](https://example.org/)';

  it('[SYNC-66] stays in the file when the page beside it is merged', async () => {
    const wanted = addsDelta(...pages, link, delta, '* [Not yet](not-yet.md)', site);
    await settle();

    expect(writer.read('docs/SUMMARY.md')).toBe(wanted);
    expect(await openRequests()).toBe(0);
    expect((await writer.sync.cycle()).proposals[0]?.unsaid.join('\n')).toContain(
      'the link “Elsewhere” is new',
    );
  });

  it.each([
    ['an entry with computed pages', 'the entry “builtin:openapi” of petstore is new'],
    ['a link', 'the link “Elsewhere” is new'],
  ])(
    '[SYNC-101] is told before it is sent and in todo, and never waits to be sent: %s',
    async (kind, told) => {
      const computed = [
        '* ```yaml',
        '  type: builtin:openapi',
        '  dependencies:',
        '    spec:',
        '      ref:',
        '        kind: openapi',
        '        spec: petstore',
        '  ```',
      ];
      const wanted = addsDelta(...pages, ...(kind === 'a link' ? [link] : computed), delta, site);
      const hasIt: unknown = expect.arrayContaining([expect.stringContaining(told)]);

      expect((await writer.sync.cycle({ dryRun: true })).proposals).toMatchObject([{ unsaid: hasIt }]);
      await sendAndMerge();
      expect(await writer.isQuiet()).toEqual(atRest);

      expect((await writer.sync.cycle()).proposals).toMatchObject([{ unsaid: hasIt }]);
      const [space] = (await writer.sync.status()).spaces;
      expect(space).toMatchObject({ edits: [], unsaid: hasIt });
      expect(space!.todo.map(({ text }) => text).join()).toContain(told);
      expect(writer.read('docs/SUMMARY.md')).toBe(wanted);
    },
  );

  it('[SYNC-101] is told where a group is all that differs, too', async () => {
    writer.write('docs/SUMMARY.md', contents(...pages, site, '', '## More'));

    const told = (await writer.sync.cycle()).proposals.flatMap(({ unsaid }) => unsaid);
    const [space] = (await writer.sync.status()).spaces;
    expect(told.join()).toContain('group “More” is new');
    expect(space).toMatchObject({ edits: [], unsaid: told, todo: [{ text: told[0] }] });
  });

  it('[SYNC-66] is named with its file and line where the file is not there, by sync, status and todo', async () => {
    const told =
      'not-yet.md does not exist, although line 8 of SUMMARY.md lists it: make the file, or take the line out';
    addsDelta(...pages, delta, '* [Not yet](not-yet.md)', site);

    expect((await writer.sync.cycle()).proposals[0]).toMatchObject({ state: 'proposed', unsaid: [told] });
    expect((await writer.sync.status()).spaces).toMatchObject([{ unsaid: [told], todo: [{ text: told }] }]);

    writer.write('docs/not-yet.md', '# Not yet\n\nFifth.\n');
    expect((await writer.sync.cycle()).proposals[0]).toMatchObject({ state: 'updated', unsaid: [] });
  });

  it('[SYNC-66] is named when it is new alone, and not for each line that was there before', () => {
    const side = (summary: string, ...files: string[]) => ({
      files: new Map(files.map((path) => [path, null as never])),
      text: () => summary,
    });
    const config = { summary: 'SUMMARY.md' } as SpaceFolder['config'];
    const told = (before: string, now: string) =>
      missingFileMessages([{ config }, side(before)], [{ config }, side(now)], () => false);
    const [old, fresh] = ['* [Old](old.md)\n', '* [Fresh](fresh.md)\n'];

    expect(told(old, old)).toEqual([]);
    expect(told(old, old + fresh)).toEqual([expect.stringContaining('fresh.md does not exist')]);
    const odd =
      '* [A](c#.md)\n* [B](100%25.md)\n* [C](a%20b.md)\n* [D](c#.md#part)\n* [E](gone.md#part)\n* [F](lost#.md)\n';
    const there = [{ config }, side(odd, 'c#.md', '100%.md', 'a%20b.md')] as const;
    expect(missingFileMessages([{ config }, side('')], there, () => false)).toEqual([
      expect.stringMatching(/^gone\.md does not exist, although line 5 /u),
      expect.stringMatching(/^lost#\.md does not exist, although line 6 /u),
    ]);
  });

  it('[SYNC-66] is not called missing where the file is there and cannot be sent', async () => {
    writer.write('docs/not-yet.md', '# Not yet\n\n<<<<<<< HEAD\nA\n=======\nB\n>>>>>>> there\n');
    addsDelta(...pages, delta, '* [Not yet](not-yet.md)', site);

    expect((await writer.sync.cycle()).proposals[0]?.unsaid.join()).not.toContain('does not exist');
  });

  it('[SYNC-66] goes away with its deleted page, and a page from below it may get a new place', async () => {
    writer.removeFile('docs/alpha/README.md');
    addsDelta(...pages, delta, site);
    await writer.sync.cycle();
    writer.write('docs/beta.md', writer.read('docs/alpha/beta.md'));
    writer.removeFile('docs/alpha/beta.md');
    const [home, alpha, , gamma] = pages;
    const beta = '  * [Beta](beta.md)';
    writer.write('docs/SUMMARY.md', contents(home!, alpha!, gamma!, delta, beta, site));
    await world.mergeAll();

    expect((await writer.sync.cycle()).branch?.conflicts).toEqual([]);
    await settle();
    expect(writer.read('docs/SUMMARY.md')).toBe(contents(home!, gamma!, delta, beta, site));
  });

  it('[SYNC-66] may be a link, from below which its writer moves a page once that place is merged', async () => {
    const [home, alpha, beta, gamma] = pages as [string, string, string, string];
    writer.write('docs/SUMMARY.md', contents(home, alpha, gamma, site, beta));
    await writer.sync.cycle();
    await world.mergeAll();
    const wanted = contents(home, alpha, gamma, beta, site);
    writer.write('docs/SUMMARY.md', wanted);

    expect((await writer.sync.cycle()).branch?.conflicts).toEqual([]);
    await settle();
    expect(writer.read('docs/SUMMARY.md')).toBe(wanted);
  });

  it('[SYNC-66] stays in the file when the writer had committed it', async () => {
    const wanted = addsDelta(...pages, link, delta, site);
    writer.git('add', '.');
    writer.git('commit', '--message', 'Delta');
    await settle();

    expect(writer.read('docs/SUMMARY.md')).toBe(wanted);
    expect(await openRequests()).toBe(0);
  });

  it('[SYNC-66] stays as a group, with pages that are new and pages that the service has', async () => {
    const wanted = addsDelta(...pages.slice(0, 3), '', '## More', '', delta, pages[3]!, site);
    await settle();

    expect(writer.read('docs/SUMMARY.md')).toBe(wanted);
    expect(await openRequests()).toBe(0);
  });

  it('[SYNC-66] stays as a group without pages, which is reported as well', async () => {
    const wanted = addsDelta(...pages, site, delta, '', '## Later', '');
    await settle();

    expect(writer.read('docs/SUMMARY.md')).toBe(wanted);
    expect((await writer.sync.cycle()).proposals[0]?.unsaid.join('\n')).toContain('The group “Later” is new');
  });

  it('[SYNC-66] stays as a group behind other groups, and no line of the file changes', async () => {
    const groups = ['## First', '', '- [Gamma](gamma.md)'];
    const listed = [
      '- [Home](README.md)',
      '- [Alpha](alpha/README.md)',
      '  - [Beta](alpha/beta.md)',
      '',
      ...groups,
    ];
    await world.close();
    await begin(...listed);
    const wanted = addsDelta(...listed, '', '## More', '', '- [Delta](delta.md)', '', 'Written by us.');
    await settle();

    expect(writer.read('docs/SUMMARY.md')).toBe(wanted);
  });

  it('[SYNC-66] two new groups, and a page that nothing lists, come one behind the other and to rest', async () => {
    const groups = ['', '## One', '', delta, '', '## Two', '', '* [Later](later.md)'];
    writer.write('docs/later.md', '# Later\n\nFifth.\n');
    writer.write('docs/unlisted.md', '# Unlisted\n\nSixth.\n');
    const wanted = addsDelta(...pages, site, ...groups);
    await writer.sync.cycle();
    const before = await writer.isQuiet();
    await settle();

    expect(before).toEqual(atRest);
    // A page of no group comes before the groups.
    expect(writer.read('docs/SUMMARY.md')).toBe(wanted.replace(site, `${site}\n* [Unlisted](unlisted.md)`));
    const { revision = '' } = (await world.remote.space(world.space)) ?? {};
    const { pages: there } = await world.remote.content({ kind: 'revision', space: world.space, revision });
    expect(there.map(({ title }) => title).slice(3)).toEqual(['A site', 'Unlisted', 'Delta', 'Later']);
  });

  it('[SYNC-66] stays as a group to which a page is added later, first or last', async () => {
    const listed = [...pages, site, '', '## Later', '', delta];
    addsDelta(...listed);
    await settle();
    for (const [name, lines] of [
      ['first', [...listed.slice(0, -1), '* [first](first.md)', delta]],
      ['last', [...listed.slice(0, -1), '* [first](first.md)', delta, '* [last](last.md)']],
    ] as const) {
      writer.write(`docs/${name}.md`, `# ${name}\n\nFifth.\n`);
      const wanted = contents(...lines);
      writer.write('docs/SUMMARY.md', wanted);
      await settle();
      expect(writer.read('docs/SUMMARY.md')).toBe(wanted);
    }
    const { revision = '' } = (await world.remote.space(world.space)) ?? {};
    const { pages: there } = await world.remote.content({ kind: 'revision', space: world.space, revision });
    expect(there.map(({ title }) => title).slice(3)).toEqual(['A site', 'first', 'Delta', 'last']);
  });

  it('[SYNC-66] stays as two groups behind one that was there, also with a page added before the next cycle', async () => {
    const listed = ['* [Home](README.md)', '* [Alpha](alpha/README.md)', '  * [Beta](alpha/beta.md)'];
    listed.push('', '## First', '', '* [Gamma](gamma.md)');
    await world.close();
    await begin(...listed);
    for (const name of ['one', 'two']) writer.write(`docs/${name}.md`, `# ${name}\n\nNew.\n`);
    const groups = ['', '## A', '', '* [one](one.md)', '', '## B', ''];
    writer.write('docs/SUMMARY.md', contents(...listed, ...groups, '* [two](two.md)'));
    await sendAndMerge();
    writer.write('docs/three.md', '# three\n\nNew.\n');
    const wanted = contents(...listed, ...groups, '* [three](three.md)', '* [two](two.md)');
    writer.write('docs/SUMMARY.md', wanted);
    await settle();

    expect(writer.read('docs/SUMMARY.md')).toBe(wanted);
  });

  it('[SYNC-66] stays away where the writer took a link out', async () => {
    const wanted = addsDelta(...pages, delta);
    await settle();

    expect(writer.read('docs/SUMMARY.md')).toBe(wanted);
    expect((await writer.sync.cycle()).proposals[0]?.unsaid.join('\n')).toContain(
      'the link “A site” is gone here',
    );
  });
});

describe('a new page in a group that the service does not have', () => {
  it('[SYNC-66] comes behind the entries before the group', async () => {
    addsDelta(...pages, '* [A site](https://example.org/)', '', '## More', '', delta);
    await settle();

    const mirror = writer.git('show', 'docs/main:docs/SUMMARY.md');
    expect(mirror.indexOf('[Delta]')).toBeGreaterThan(mirror.indexOf('[Gamma]'));
  });
});

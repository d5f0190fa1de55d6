import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { roundsOf } from '../rounds.ts';
import { atRest, writersWorld } from './writers-world.ts';
import type { WriterOfClone, WritersWorld } from './writers-world.ts';

const numbers = Array.from({ length: 12 }, (_, at) => at);
const summary = `# Table of contents\n\n* [Welcome](README.md)\n${numbers.map((at) => `* [Page ${at}](p${at}.md)\n`).join('')}`;
describe('[SYNC-33] [SYNC-34] [SYNC-35] a table of contents that says odd things', () => {
  let world: WritersWorld;
  let writer: WriterOfClone;

  beforeEach(async () => {
    world = await writersWorld({
      'SUMMARY.md': summary,
      'README.md': '# Welcome\n\nHello.\n',
      'spare/one.md': '# One\n\nNo page yet.\n',
      ...Object.fromEntries(numbers.map((at) => [`p${at}.md`, `# Page ${at}\n\nText ${at}.\n`])),
    });
    writer = await world.writer();
    await writer.sync.cycle();
  });
  afterEach(() => world.close());

  const odd = [
    ['another site', '[Elsewhere](https://example.com/guide)'],
    ['another site without a scheme', '[Elsewhere](//example.com/guide.md)'],
    ['an address', '[Write to us](mailto:us@example.com)'],
    ['a file outside of the space', '[Outside](../other/page.md)'],
    ['a file outside of the repository', '[Outside](../../../etc/passwd)'],
    ['a path from the root', '[Root](/a//b.md)'],
    ['a name that no file can have', `[Odd](a%00b/${'x'.repeat(300)}.md)`],
  ] as const;
  it.each(odd.slice(0, roundsOf({ usual: 2, all: odd.length })))(
    'keeps a link to %s, while a page that the service adds comes in',
    async (_what, entry) => {
      writer.write('docs/SUMMARY.md', `${summary}* ${entry}\n`);
      await writer.sync.cycle();
      await world.change([
        { type: 'insert_page', document: { markdown: '# New\n\nNew.\n' }, title: 'New', into: null },
      ]);

      const report = await writer.sync.cycle();

      expect(report).toMatchObject({ problems: [], branch: { state: 'fast-forwarded' } });
      expect(report.proposals[0]?.unsaid.join('\n')).toContain('SUMMARY.md');
      expect(writer.read('docs/SUMMARY.md')).toBe(`${summary}* [New](new.md)\n* ${entry}\n`);
      expect(await writer.isQuiet()).toEqual(atRest);
    },
  );

  it.each([
    ['is gone', null],
    ['is empty', ''],
    ['lists nothing', '# Table of contents\n'],
  ])('that %s says nothing about places, and is told until it is back', async (_what, text) => {
    if (text === null) writer.removeFile('docs/SUMMARY.md');
    else writer.write('docs/SUMMARY.md', text);
    writer.write('docs/p3.md', `${writer.read('docs/p3.md')}\nMore.\n`);

    const report = await writer.sync.cycle();
    const status = await writer.sync.status();

    expect(report).toMatchObject({ exitCode: 5, problems: [{ cause: 'contents', path: 'docs/SUMMARY.md' }] });
    expect(report.problems[0]?.hint).toMatch(
      /git checkout docs\/main -- docs\/SUMMARY\.md.*--allow [0-9a-f]{16}/u,
    );
    expect(status.problems).toEqual(report.problems);
    expect(report.proposals).toMatchObject([
      { state: 'proposed', edits: [{ kind: 'edit', path: 'p3.md' }], unsaid: [] },
    ]);
    expect(await writer.isQuiet()).toEqual(atRest);
    writer.git('checkout', '--', 'docs/SUMMARY.md');
    expect((await writer.sync.cycle()).problems).toEqual([]);
  });

  it('stays away when a person says that this is meant, and the places stay as the service has them', async () => {
    writer.removeFile('docs/SUMMARY.md');
    const allow = [(await writer.sync.cycle()).problems[0]!.allow!];
    writer.write('docs/fresh.md', '# Fresh\n\nNew.\n');

    const report = await writer.sync.cycle({ allow });

    expect(report).toMatchObject({ exitCode: 0, problems: [] });
    expect(report.proposals).toMatchObject([{ edits: [{ kind: 'create', path: 'fresh.md' }], unsaid: [] }]);
    expect(await writer.isQuiet()).toEqual(atRest);
    expect((await writer.sync.cycle()).problems).toEqual([]);
  });

  it('is held back when it gives many pages another title, until a person confirms it', async () => {
    writer.write('docs/SUMMARY.md', summary.replaceAll('[Page', '[Chapter'));

    const held = await writer.sync.cycle();
    const status = await writer.sync.status();

    expect(held.problems).toMatchObject([{ code: 'CONTENTS_GUARD', space: world.space }]);
    expect(held.problems[0]?.message).toContain('docs/SUMMARY.md would make, rename or retitle 12 pages');
    expect(held.exitCode).toBe(5);
    expect(status.problems).toEqual(held.problems);
    expect(await world.requests()).toEqual([]);
    expect(await writer.isQuiet()).toEqual(atRest);

    const confirmed = await writer.sync.cycle({ confirmDeletions: true });

    expect(confirmed).toMatchObject({ problems: [], proposals: [{ state: 'proposed', number: 1 }] });
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it('may retitle some pages, and list a file that was no page', async () => {
    writer.write('docs/SUMMARY.md', `${summary.replace('[Page 1]', '[First]')}* [One](spare/one.md)\n`);

    const report = await writer.sync.cycle();

    expect(report.problems).toEqual([]);
    expect(report.proposals[0]?.edits.map(({ kind }) => kind).sort()).toContain('create');
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atRest, writersWorld } from './writers-world.ts';
import type { WriterOfClone, WritersWorld } from './writers-world.ts';

describe('what a writer does to files and identities', () => {
  let world: WritersWorld;
  let writer: WriterOfClone;
  const idOf = (path: string): string => /^id: (\S+)$/mu.exec(writer.read(path))![1]!;

  beforeEach(async () => {
    world = await writersWorld({
      'SUMMARY.md': '# Table of contents\n\n* [a](a.md)\n* [b](b.md)\n\n## More\n\n* [c](more/c.md)\n',
      'a.md': '# a\n\nFirst.\n\nSecond.\n\nThird.\n',
      'b.md': '# b\n\nText of b.\n\nMore text of b.\n',
      'more/c.md': '# c\n\nText of c.\n',
    });
    writer = await world.writer();
    await writer.sync.cycle();
  });
  afterEach(() => world.close());

  it.each([
    ['with its block', /^---\nid: \S+\n---\n\n/u],
    ['alone, so that the block is empty', /^id: \S+\n/mu],
  ])('[SYNC-56] tells of a page that lost its id %s, until the line is back', async (_, lost) => {
    const before = writer.read('docs/a.md');
    writer.write('docs/a.md', before.replace(lost, ''));

    const [told] = (await writer.sync.cycle()).proposals;

    expect(told?.unsaid).toEqual([
      expect.stringMatching(/^a\.md has lost the line “id: \S+” of its front matter: put the line back/),
    ]);
    expect(await writer.isQuiet()).toEqual(atRest);
    writer.write('docs/a.md', before);
    expect((await writer.sync.cycle()).proposals).toEqual([]);
  });

  it('[SYNC-56] sends the words of a page that lost its id line once, and not its empty front matter', async () => {
    writer.write('docs/a.md', `${writer.read('docs/a.md').replace(/^id: \S+\n/mu, '')}\nFourth.\n`);
    await writer.sync.cycle();
    await world.mergeAll();

    expect(await writer.isQuiet()).toEqual(atRest);
    expect((await world.requests()).map(({ status }) => status)).toEqual(['merged']);
    expect(writer.read('docs/a.md')).toContain('Fourth.');
  });

  it('tells a new group and one that is gone apart from a group with another title, by the pages in it', async () => {
    const before = writer.read('docs/SUMMARY.md');
    writer.write('docs/SUMMARY.md', before.replace('## More', '## Empty\n\n## Other'));
    const unsaid = async (): Promise<string> =>
      (await writer.sync.cycle()).proposals.flatMap((each) => each.unsaid).join('\n');
    expect(await unsaid()).toMatch(/^The group “Empty” is new.*\n.*“More” is called “Other” here/u);

    writer.write('docs/SUMMARY.md', before.replace('## More\n\n', '').concat('\n## Other\n'));

    expect(await unsaid()).toMatch(/The group “Other” is new[^]*group “More” is gone here/u);
  });

  it('makes a new page of a group that the service does not have, beside the page that comes before it', async () => {
    writer.write('docs/more/d.md', '# d\n\nText of d.\n');
    writer.write(
      'docs/SUMMARY.md',
      writer
        .read('docs/SUMMARY.md')
        .replace('## More', '## Other')
        .replace('c.md)', 'c.md)\n* [d](more/d.md)'),
    );

    const [proposal] = (await writer.sync.cycle()).proposals;
    expect(proposal?.unsaid).toEqual([
      'SUMMARY.md: the group “More” is called “Other” here, and only the service can rename groups: rename it there, or its new title stays local',
    ]);
    await world.mergeAll();
    await writer.sync.cycle();

    expect(writer.git('show', 'docs/main:docs/more/d.md')).toContain('Text of d.');
    expect(writer.git('show', 'docs/main:docs/SUMMARY.md')).toMatch(/## More\n\n\* \[c\].*\n\* \[d\]/);
  });

  it('[SYNC-59] follows a copy of a page that was committed with the id of that page, and saved once more before it was sent', async () => {
    writer.write('docs/d.md', `${writer.read('docs/a.md')}\nOf the copy.\n`);
    writer.commit('A copy');
    writer.write('docs/d.md', `${writer.read('docs/d.md')}\nSaved later.\n`);
    await writer.sync.cycle();
    await world.mergeAll();

    const { branch, proposals } = await writer.sync.cycle();

    expect([branch.state, branch.conflicts, proposals]).toEqual(['merged', [], []]);
    expect(writer.read('docs/d.md')).toBe(writer.git('show', 'docs/main:docs/d.md'));
    expect(writer.read('docs/d.md')).toContain('Saved later.');
    expect(idOf('docs/d.md')).not.toBe(idOf('docs/a.md'));
  });

  it('follows a new page that was merged and is renamed by now, with its line of the table of contents', async () => {
    writer.write('docs/more/d.md', '# d\n\nText of d.\n');
    const contents = writer.read('docs/SUMMARY.md');
    writer.write('docs/SUMMARY.md', `${contents}* [d](more/d.md)\n`);
    await writer.sync.cycle();
    await world.mergeAll();
    writer.write('docs/more/e.md', writer.read('docs/more/d.md'));
    writer.removeFile('docs/more/d.md');
    writer.write('docs/SUMMARY.md', `${contents}* [d](more/e.md)\n`);

    const { branch, proposals } = await writer.sync.cycle();

    expect([branch.state, branch.conflicts]).toEqual(['fast-forwarded', []]);
    expect(proposals[0]?.edits).toContainEqual(
      expect.objectContaining({ kind: 'rename', path: 'more/e.md', from: 'more/d.md' }),
    );
  });

  it('[SYNC-59] keeps a page where it was moved to, and makes a page of its copy, when both carry its id', async () => {
    const id = idOf('docs/b.md');
    writer.git('mv', 'docs/b.md', 'docs/z.md');
    writer.write('docs/SUMMARY.md', writer.read('docs/SUMMARY.md').replace('b.md', 'z.md'));
    writer.write('docs/copy.md', `---\nid: ${id}\n---\n\n# copy\n\nSomething else.\n`);

    await writer.sync.cycle();
    await world.mergeAll();
    await writer.sync.cycle();

    expect(idOf('docs/z.md')).toBe(id);
    expect(idOf('docs/copy.md')).not.toBe(id);
    expect(writer.read('docs/copy.md')).toContain('Something else.');
    expect(writer.git('diff', '--stat', 'docs/main', '--', 'docs')).toBe('');
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it('[SYNC-75] tells of a page that another clone proposes, in sync and status', async () => {
    const other = await world.writer();
    await other.sync.cycle();
    writer.write('docs/d.md', '# d\n\nText of d.\n');
    await writer.sync.cycle();
    other.write('docs/d.md', '# d\n\nText of d.\n');

    const { proposals } = await other.sync.cycle();

    const told = ['d.md is new in #1 of another clone: it is not sent again'];
    expect(proposals).toMatchObject([{ number: null, edits: [], unsaid: told }]);
    expect((await other.sync.status()).spaces[0]!.unsaid).toEqual(told);
    expect(await other.isQuiet()).toEqual(atRest);
    await world.mergeAll();
    await other.sync.cycle();
    expect(other.read('docs/d.md')).toMatch(/^id: /mu);
    expect((await world.requests()).map(({ number }) => number)).toEqual([1]);
    expect((await other.sync.status()).spaces[0]!.unsaid).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { retitledBetween } from '../../src/sync/branch/retitled.ts';
import { ContentsPaths, foldersAbove, readHere, readIn } from '../../src/sync/versions/contents.ts';
import { aWriter } from './memory-writer.ts';
import { aWorkplace } from './workplace.ts';

const files = {
  'guides/.gitbook.yaml': 'structure:\n  summary: ./contents.md\n',
  'guides/contents.md': '# Table of contents\n',
  'guides/deep/contents.md': '# A page\n',
  'rooted/.gitbook.yaml': 'root: ./docs/\nstructure:\n  summary: list.md\n',
  'rooted/docs/list.md': '# Table of contents\n',
  'rooted/docs/nested/SUMMARY.md': '# Table of contents\n',
  'plain/SUMMARY.md': '# Table of contents\n',
};

describe.each(['in a commit', 'in the working tree'])('[SYNC-36] %s', (where) => {
  const contents = async (): Promise<ContentsPaths> => {
    const place = aWorkplace();
    const commit = await place.commit(files);
    await place.checkOut(commit);
    return new ContentsPaths(where === 'in a commit' ? readIn(place.git, commit) : readHere(place.files));
  };

  it.each([
    ['guides/contents.md', true],
    ['guides/deep/contents.md', false],
    ['contents.md', false],
    ['plain/contents.md', false],
    ['rooted/docs/list.md', true],
    ['rooted/list.md', false],
    ['rooted/docs/nested/SUMMARY.md', true],
    ['guides/SUMMARY.md', true],
    ['plain/SUMMARY.md', true],
    ['SUMMARY.md', true],
    ['guides/contents.txt', false],
  ])('%s is a table of contents: %s', async (path, expected) => {
    expect(await (await contents()).has(path)).toBe(expected);
  });

  it.each([
    ['guides', 'guides/contents.md'],
    ['rooted', 'rooted/docs/list.md'],
    ['rooted/docs', 'rooted/docs/SUMMARY.md'],
    ['.', 'SUMMARY.md'],
  ])('the folder %s has its table at %s', async (folder, expected) => {
    expect(await (await contents()).of(folder)).toBe(expected);
  });
});

it('a title is looked for in the table that a .gitbook.yaml above the page names', async () => {
  const of = (title: string) => ({
    'docs/guides/.gitbook.yaml': 'structure:\n  summary: lists/contents.md\n',
    'docs/guides/lists/contents.md': `# Table of contents\n\n* [${title}](use.md)\n`,
  });
  const { git, commit } = aWorkplace();
  const [before, after] = [readIn(git, await commit(of('Usage'))), readIn(git, await commit(of('Use')))];
  const page = { from: 'docs/guides/lists/use.md', to: 'docs/guides/lists/use.md' };
  expect(await retitledBetween({ before, after })(page)).toBe(true);
  expect(await retitledBetween({ before, after: before })(page)).toBe(false);
});

it('a version without files has no configuration', async () => {
  const { git } = aWorkplace();
  expect(await new ContentsPaths(readIn(git, null)).has('guides/contents.md')).toBe(false);
});

it('the folders above a file go from its own to the top', () => {
  expect(foldersAbove('a/b/c.md')).toEqual(['a/b', 'a', '.']);
  expect(foldersAbove('c.md')).toEqual(['.']);
});

it('[SYNC-36] a table of contents of another name that is not text any more is to be put back', async () => {
  const writer = await aWriter({ contents: 'contents.md' });
  writer.disk.personSaves('guides/contents.md', Uint8Array.of(137, 80, 78, 71, 0, 1));
  const { problems } = await writer.sync.cycle();
  const hint = expect.stringContaining('git checkout -- guides/contents.md') as string;
  expect(problems).toEqual([expect.objectContaining({ code: 'NOT_SENDABLE', hint })]);
});

import { describe, expect, it } from 'vitest';
import { checkLinks } from '../../src/links/index.ts';
import { nearestName } from '../../src/links/nearest.ts';
import { aTree } from './repository.ts';

describe('what is similar', () => {
  it('is suggested when no other name is as near, within a third of the letters', () => {
    expect(nearestName('strat.md', ['start.md', 'other.md'])).toBe('start.md');
    expect(nearestName('cat', ['cart', 'cut'])).toBeNull();
    expect(nearestName('completely', ['different'])).toBeNull();
  });
});

describe('what an include may mean instead', () => {
  const suggestions = async (
    files: Readonly<Record<string, string>>,
    base: Readonly<Record<string, string>> | null = null,
  ): Promise<string[]> => {
    const { findings } = await checkLinks({
      tree: aTree(files),
      base: base === null ? null : aTree(base),
      spaces: [{ path: '' }],
    });
    return findings.map(
      ({ rule, suggestion }) =>
        `${rule}: ${suggestion === null ? 'nothing' : `${suggestion.target}${suggestion.safe ? ' surely' : ''}`}`,
    );
  };
  const page = (include: string): Record<string, string> => ({
    'README.md': '# Home\n',
    'sub/page.md': `# Page\n\n{% include "${include}" %}\n`,
  });
  const includes = '.gitbook/includes';

  it.each<readonly [string, string, Readonly<Record<string, string>>]>([
    ['a file of the same name', `../${includes}/setup-cluster.md`, { 'guides/setup-cluster.md': '' }],
    ['a page in other capitals', 'Notes.md', { 'sub/notes.md': '' }],
    ['a page with other dashes', 'my_notes.md', { 'sub/my-notes.md': '' }],
    ['a page one level up', 'notes.md', { 'notes.md': '' }],
    ['a page whose name is nearly the same', 'noted.md', { 'sub/notes.md': '' }],
    ['a page without its ending', 'notes', { 'sub/notes.md': '' }],
    ['a page beside a folder', 'notes/', { 'sub/notes.md': '', 'sub/notes/x.md': '' }],
    ['a page from the root', '/notes.md', { 'notes.md': '' }],
    ['a page of a redirect', 'old.md', { 'new.md': '', '.gitbook.yaml': 'redirects:\n  sub/old: new.md\n' }],
  ])('is not %s', async (_, include, more) => {
    const found = await suggestions({ ...page(include), ...more });
    expect(found).not.toEqual([]);
    expect(found.filter((each) => !each.endsWith(': nothing'))).toEqual([]);
  });

  it('is not a page that the content became', async () => {
    const text = '---\nid: one\n---\n\nWords.\n';
    expect(
      await suggestions(
        { ...page(`../${includes}/a.md`), 'guides/a.md': text },
        { ...page(`../${includes}/a.md`), [`${includes}/a.md`]: text },
      ),
    ).toEqual(['broken-reusable: nothing']);
  });

  it('is not content that shows the include itself', async () => {
    const files = {
      'README.md': '# Home\n',
      [`${includes}/ring.md`]: '{% include "tide-tables-of-harbour.md" %}\n',
      [`${includes}/sub/tide-tables-of-harbour.md`]: '{% include "../ring.md" %}\n',
    };
    expect(await suggestions(files)).toEqual(['broken-reusable: nothing']);
  });

  it.each([
    ['case-mismatch', `../${includes}/tide-tables.md`, ' surely'],
    ['broken-reusable', '../.gitbook/tide-tables.md', ' surely'],
    ['broken-reusable', `${includes}/Tide-Tables.md`, ' surely'],
    ['broken-reusable', `../${includes}/Tide-Table.md`, ''],
  ])('is reusable content (%s, %s)', async (rule, include, sure) => {
    const files = { ...page(include), [`${includes}/Tide-Tables.md`]: '', 'guides/tide-tables.md': '' };
    expect(await suggestions(files)).toEqual([`${rule}: ../${includes}/Tide-Tables.md${sure}`]);
  });
});

import { describe, expect, it } from 'vitest';
import { aSite, aSpace, exported, summary, type Exported } from './site-fixture.ts';

const texts = {
  'SUMMARY.md': summary('* [Home](README.md)', '', '## Rust', '', '* [Changes](changes.md)'),
  'README.md': '# Home\n',
  'changes.md': '# Changes\n',
};

/** The place of each page as search shows it, by the page's address. */
function trails({ files, text }: Exported): Record<string, string> {
  const shown = [...files.keys()]
    .filter((path) => /^_search\/p-\d+\.json$/.test(path))
    .flatMap((path) => JSON.parse(text(path)) as { u: string; b: string }[]);
  return Object.fromEntries(shown.map(({ u, b }) => [u, b]));
}

describe('the place of a page in the results of a search', () => {
  it('is the groups and pages above it, on a site of one space', async () => {
    expect(trails(await exported(aSite(texts)))).toEqual({ '/': '', '/rust/changes': 'Rust' });
  });

  it('begins with the space, on a site of several', async () => {
    const spaces = ['One', 'Two'].map((title) => aSpace(texts, { id: title.toLowerCase(), title }));
    const structure = spaces.map(({ id, title }, at) => ({
      ...{ object: 'site-space' as const, id, path: id, title, default: at === 0 },
      space: { id, title },
    }));
    const made = await exported({
      source: { spaces, specs: [] },
      profile: { ...aSite({}).profile, structure: { type: 'siteSpaces', structure } },
    });

    expect(trails(made)).toEqual({
      '/': 'One',
      '/rust/changes': 'One › Rust',
      '/two/': 'Two',
      '/two/rust/changes': 'Two › Rust',
    });
  });
});

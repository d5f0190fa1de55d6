import { describe, expect, it } from 'vitest';
import type { BookOptions } from '../../src/site/index.ts';
import { aSite, aSpace, exported, summary } from './site-fixture.ts';

const texts = {
  'SUMMARY.md': summary(
    '* [Home](README.md)',
    '',
    '## Ropes and knots',
    '',
    '* [Knots](knots/README.md)',
    '  * [Bowline](knots/bowline.md)',
    '* [Tides](tides.md)',
  ),
  'README.md':
    '# Home\n\n## Start\n\nSee [the bowline](knots/bowline.md#how), [tides](tides.md), [start](#start) and [a file](.gitbook/assets/chart.pdf).\n',
  'knots/README.md':
    '# Knots\n\n## Start\n\n<details><summary>More</summary>\n\nFolded words.\n\n</details>\n',
  'knots/bowline.md':
    '# Bowline\n\n### How\n\n`<h2 id="x">` stays as it is: a note[^1].\n\n[^1]: The note.\n',
  'tides.md': '---\nhidden: true\n---\n\n# Tides\n\nThe ebb.\n',
  '.gitbook/assets/chart.pdf': '%PDF-1.4',
};

const bookOf = async (input = aSite(texts), book: BookOptions = {}): Promise<string> =>
  (await exported(input, { book })).text('book.html');

const headingsIn = (html: string): string[] =>
  [...html.matchAll(/<h([1-6])[^>]*>(.*?)<\/h\1>/g)].map(
    ([, level, title = '']) => `${level} ${title.replace(/<[^>]*>/g, '').trim()}`,
  );

describe('a site as a book', () => {
  it('has all pages that are shown, in their order, with headings at the levels of the outline', async () => {
    expect(headingsIn(await bookOf())).toEqual([
      '1 Home',
      '2 Start',
      '1 Ropes and knots',
      '2 Knots',
      '3 Start',
      '3 Bowline',
      '4 How',
    ]);
  });

  it('leads from page to page within itself, and every such link has its place', async () => {
    const html = await bookOf();
    const links = [...html.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id);
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);

    expect(html).toContain('<a href="#p3-how">the bowline</a>');
    expect(html).toContain('<a href="#p1-start">start</a>');
    expect(new Set(ids).size).toBe(ids.length);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('leads to what is not in it at the address of the site, and nowhere without one', async () => {
    const without = await bookOf();
    const within = await bookOf(aSite(texts), { address: 'https://docs.example.com/handbook/' });

    expect(without).toContain('<a>tides</a>');
    expect(within).toContain('<a href="https://docs.example.com/handbook/ropes-and-knots/tides">tides</a>');
    expect(within).toContain('href="https://docs.example.com/handbook/_files/chart.pdf"');
  });

  it('is unfolded, runs nothing, and shows code as written', async () => {
    const html = await bookOf();

    expect(html).toMatch(/<details open/);
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;h2 id="x"&gt;');
  });

  it('has a part for each space where there are several', async () => {
    const spaces = ['One', 'Two'].map((title) =>
      aSpace(
        { 'README.md': `# ${title} home\n\n[other](../${title === 'One' ? 'two' : 'one'}/README.md)\n` },
        { id: title.toLowerCase(), title, folder: title.toLowerCase() },
      ),
    );
    const html = await bookOf({
      source: { spaces, specs: [] },
      profile: {
        site: { title: 'Both' },
        customizations: { site: {} },
        structure: {
          type: 'siteSpaces',
          structure: spaces.map(({ id, title }, at) => ({
            object: 'site-space' as const,
            id,
            path: id,
            default: at === 0,
            title,
            space: { id },
          })),
        },
      },
    });

    expect(headingsIn(html)).toEqual(['1 One', '2 One home', '1 Two', '2 Two home']);
    expect(html).toContain('<a href="#p2">other</a>');
    expect(html).toContain('<a href="#p1">other</a>');
  });

  it('is not there unless it was asked for', async () => {
    expect([...(await exported(aSite(texts))).files.keys()].filter((path) => path.includes('book'))).toEqual(
      [],
    );
  });
});

import { describe, expect, it } from 'vitest';
import { fileCache, memoryFiles, type ExportReport } from '../../src/site/index.ts';
import { aSite, exported, summary } from './site-fixture.ts';

/** The warnings of an export of these texts, with their places. */
async function warningsOf(texts: Readonly<Record<string, string>>): Promise<string[]> {
  const { report } = await exported(aSite(texts));
  return placesIn(report);
}

function placesIn({ warnings }: ExportReport): string[] {
  return warnings.map(({ file, line, message }) => `${file ?? ''}:${line ?? ''} ${message}`);
}

describe('a warning about reusable content', () => {
  it('names the line of its file, whose front matter counts', async () => {
    expect(
      await warningsOf({
        'README.md': '# Home\n\n{% include ".gitbook/includes/note.md" %}\n',
        '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nWords.\n\n{% embed url="gone.md" %}\n',
      }),
    ).toEqual([
      '.gitbook/includes/note.md:7 the embed of "gone.md" leads nowhere: there is no such page or file',
    ]);
  });

  it('names its file also in a footnote, whose links lead from there', async () => {
    const { report, text } = await exported(
      aSite({
        'README.md': '# Home\n',
        'sub/guide.md': '# Guide\n\n{% include "../.gitbook/includes/note.md" %}\n',
        '.gitbook/includes/note.md':
          'Words[^1].\n\n[^1]: See [home](../../README.md).\n\n    {% embed url="gone.md" %}\n',
      }),
    );

    expect(placesIn(report)).toEqual([
      '.gitbook/includes/note.md:5 the embed of "gone.md" leads nowhere: there is no such page or file',
    ]);
    expect(text('sub/guide.html')).toContain('See <a href="/">home</a>');
  });
});

describe('a warning about something that is no block', () => {
  const page = (...lines: string[]): Record<string, string> => ({
    'README.md': ['---', 'icon: ship', '---', '', '# Home', '', ...lines, ''].join('\n'),
  });

  it.each<readonly [string, readonly string[], number]>([
    ['a link', ['Words', '[a](gone.md)'], 8],
    ['a link over two lines', ['[a long', 'link](gone.md)'], 8],
    ['a link with escapes', ['', '[a](gone\\_page\\(1\\).md "T")'], 8],
    ['a link in angle brackets', ['', '[a](<gone page.md>)'], 8],
    ['an encoded link', ['', '[a](gone%20page.md)'], 8],
    ['a reference', ['[a][r]', '', '[r]: gone.md'], 9],
    ['a link in HTML', ['<p>', '<a href="gone&#x26;.md">a</a>', '</p>'], 8],
    ['a link in a table', ['| a | b |', '| - | - |', '| x | [a](gone.md) |'], 9],
    ['a link in a quoted list', ['> * one', '>   * [two](gone.md)'], 8],
    ['a link in a block', ['{% hint style="info" %}', 'Words', '', '[a](gone.md)', '{% endhint %}'], 10],
    ['a link in a footnote', ['Words[^1].', '', '[^1]: See [a](gone.md).'], 9],
    ['a picture', ['', '![a](gone.png)'], 8],
    [
      'a dark picture',
      [
        '<picture>',
        '<source srcset="gone.png" media="(prefers-color-scheme: dark)">',
        '<img src="https://a.test/a.png">',
        '</picture>',
      ],
      8,
    ],
    ['a link to another scheme', ['', '[a](javascript:alert)'], 8],
    ['an address of another scheme', ['', '<ssh://host/path>'], 8],
    ['a frame', ['', '<iframe src="gone.html"></iframe>'], 8],
    ['an expression', ['', 'So <code class="expression">space.vars.gone &#x26;&#x26; </code> is'], 8],
    ['a variable', ['', 'So <code class="expression">space.vars.gone</code> is'], 8],
    ['a diagram', ['', '> ```mermaid', '> nonsense', '> more', '> ```'], 9],
    [
      'a diagram in HTML',
      ['', '<pre class="language-mermaid"><code>nonsense &#x3C;a', 'more</code></pre>'],
      8,
    ],
    ['a condition in HTML', ['', '<div data-gb-custom-block data-tag="if" data-expression="1 +">x</div>'], 8],
    ['a file in HTML', ['', '<div data-gb-custom-block data-tag="file" data-src="gone.pdf"></div>'], 8],
    ['a link to a part', ['', '[a](#gone)'], 8],
  ])('has the line of %s', async (_, lines, line) => {
    const found = await warningsOf(page(...lines));
    expect(found.map((each) => each.slice(0, each.indexOf(' ')))).toEqual([`README.md:${line}`]);
  });

  it('has a line for each place, in the page and in reusable content', async () => {
    expect(
      await warningsOf({
        ...page(
          '[a](gone.md) ![b](gone.png)',
          '',
          '`[a](gone.md)`',
          '',
          '[c](gone.md)',
          '',
          '{% include ".gitbook/includes/n.md" %}',
        ),
        '.gitbook/includes/n.md': '---\ntitle: N\n---\n\n[a](../../gone.md) [p](../../README.md#gone)\n',
      }),
    ).toEqual([
      'README.md:7 the link to "gone.md" leads nowhere: there is no such page or file',
      'README.md:7 the image "gone.png" is not there: there is no such page or file',
      'README.md:11 the link to "gone.md" leads nowhere: there is no such page or file',
      '.gitbook/includes/n.md:5 the link to "../../gone.md" leads nowhere: there is no such page or file',
      '.gitbook/includes/n.md:5 the link to "../../README.md#gone" names a part that is not there: "#gone"',
    ]);
  });

  it('has the first line of a text that is shown as plain text', async () => {
    expect(await warningsOf(page('> '.repeat(200)))).toEqual([
      'README.md:4 shown as plain text: the page nests 200 levels deep; at most 100 are rendered',
    ]);
  });

  it('has the line of a redirect', async () => {
    expect(
      await warningsOf({ ...page(), '.gitbook.yaml': 'redirects:\n  old: README.md\n  lost: gone.md\n' }),
    ).toEqual(['.gitbook.yaml:3 the redirect from "lost" leads nowhere: "gone.md"']);
  });

  it('has the line of an export that renders only the pages that changed', async () => {
    const files = memoryFiles();
    const cache = fileCache(memoryFiles());
    const texts: Record<string, string> = {
      ...page('[part](other.md#gone)', '[a](gone.md)'),
      'other.md': '# Other\n',
    };
    await exported(aSite(texts), { files, cache });
    const moved = {
      ...texts,
      'README.md': texts['README.md']?.replace('icon: ship', 'icon: ship\nhidden: false') ?? '',
    };
    const { report } = await exported(aSite(moved), { files, cache });

    expect(placesIn(report).map((each) => each.slice(0, each.indexOf(' ')))).toEqual([
      'README.md:9',
      'README.md:8',
    ]);
  });
});

it('a warning about a generated page has no line, because its text is in no file', async () => {
  const spec = {
    slug: 'pets',
    text: `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
tags: [{ name: pets, description: 'See [a](gone.md) and [b](#gone).' }]
paths: { /pets: { get: { tags: [pets], responses: { '200': { description: OK } } } } }
`,
  };
  const computed =
    '* ```yaml\n  type: builtin:openapi\n  dependencies:\n    spec:\n      ref:\n        kind: openapi\n        spec: pets\n  ```';
  const site = aSite({ 'SUMMARY.md': summary('* [Home](README.md)', computed), 'README.md': '# Home\n' });
  const { report } = await exported({ ...site, source: { ...site.source, specs: [spec] } });

  expect(placesIn(report)).toEqual([
    'pets.md: the link to "gone.md" leads nowhere: there is no such page or file',
    'pets.md: the link to "#gone" names a part that is not there: "#gone"',
  ]);
});
